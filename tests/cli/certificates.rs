//! `solve --certificate`: files that the checker accepts, and messages of answers without one.

use crate::helpers::{place, read, shell};
use crate::run::{azulejo, azulejo_reading};
use azulejo_check::{Conclusion, check};
use serde_json::json;

#[test]
fn a_proven_answer_has_a_certificate() {
    let path = place("certificates", "proven.json");
    let run = azulejo(&format!(
        "solve --size 5 --sense min --certificate \"{path}\""
    ))
    .ended(0);
    run.says("certificate  a sum of rows, ")
        .says("azulejo-check");
    assert_eq!(check(&read(&path)), Ok(Conclusion::Optimal { score: 89 }));

    let words = "solve instances/constraints/infeasible.json --format json";
    let json = azulejo(&format!("{words} --certificate \"{path}\"")).json(3);
    let text = read(&path);
    assert_eq!(json["certificate"]["bytes"], text.len());
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["conflict"]["constraints"], json!([0, 1, 2]));
    assert_eq!(check(&text), Ok(Conclusion::Infeasible));
}

#[test]
fn an_unproven_answer_has_no_certificate() {
    let path = place("certificates", "unproven.json");
    // A proof takes longer than a second on every machine so far.
    let instance = r#"{"wall": {"rows": 11, "columns": 11}, "sense": "minimize", "constraints": [{"type": "rounds"}]}"#;
    let words = "solve - --time-limit 1s --no-cross-check --certificate";
    let run = azulejo_reading(&format!("{words} \"{path}\""), instance);
    run.says("no certificate: the answer is not proven");
    assert!([4, 5].contains(&run.code), "{}", run.code);
    assert!(!std::path::Path::new(&path).exists());
}

/// The proof by hand of a small wall: the sum of its lines is the bound.
#[test]
fn the_proof_of_a_small_wall_adds_up() {
    for (words, side, total) in [
        ("--size 3", '≤', 33),
        ("--size 3 --sense min", '≥', 22),
        ("--size 3 --fix 5@9", '≤', 30),
    ] {
        let run = azulejo(&format!("solve {words} --explain")).ended(0);
        let (_, proof) = run
            .out
            .split_once("\nThe proof by hand\n")
            .expect("a proof");
        let lines = proof.lines().skip_while(|line| !line.ends_with("adds"));
        let lines = lines
            .skip(1)
            .take_while(|line| !line.starts_with("Together"));
        let adds = lines.filter_map(|line| line.split_whitespace().last()?.parse::<i64>().ok());
        assert_eq!(adds.sum::<i64>(), total, "{proof}");
        let sum = format!("Together: score {side} {total}, so it is");
        assert!(proof.contains(&sum), "{proof}");
    }
}

/// A full disk costs the file, not the answer, and leaves no partial file.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_is_printed_though_its_certificate_cannot_be_written() {
    let folder = tempfile::tempdir().expect("a folder");
    for format in ["text", "json"] {
        let words = format!("solve --size 5 --sense min --format {format} --certificate");
        let full = azulejo(&format!("{words} /dev/full"));
        full.says("error: cannot write /dev/full")
            .says("make room there");
        // No file may grow; the output goes through a pipe.
        let limited = shell(
            &folder,
            &format!("ulimit -f 0; \"$0\" {words} certificate.json"),
        );
        limited.says("cannot write certificate.json");
        for run in [full, limited] {
            assert_eq!(run.code, 1, "{run:?}");
            assert!(run.out.contains("89"), "{run:?}");
            assert!(run.err.contains("cannot write"), "{run:?}");
        }
        let files = std::fs::read_dir(&folder).expect("a folder").count();
        assert_eq!(files, 0);
    }
}
