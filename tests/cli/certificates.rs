//! `solve --certificate`: what is written is accepted by the checker, and where there is none the answer says so.

use crate::run::{Run, azulejo, azulejo_reading};
use azulejo_check::{Conclusion, check};
use serde_json::json;

#[test]
fn an_answer_that_is_proven_has_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("certificate.json");
    let path = file.display();
    let written = || std::fs::read_to_string(&file).expect("it is written");

    let run = azulejo(&format!(
        r#"solve --size 5 --sense min --certificate "{path}""#
    ))
    .ended(0);
    run.says("certificate  a sum of rows, ")
        .says("azulejo-check");
    assert_eq!(check(&written()), Ok(Conclusion::Optimal { score: 89 }));

    let clash = "solve instances/constraints/infeasible.json";
    let json = azulejo(&format!(r#"{clash} --certificate "{path}" --format json"#)).json(3);
    let text = written();
    assert_eq!(json["certificate"]["bytes"], text.len());
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["conflict"]["constraints"], json!([0, 1, 2]));
    assert_eq!(check(&text), Ok(Conclusion::Infeasible));
}

#[test]
fn an_answer_that_is_not_proven_has_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("certificate.json");
    // A proof takes longer than a second on every machine that was tried.
    let instance = r#"{"wall": {"rows": 11, "columns": 11}, "sense": "minimize", "constraints": [{"type": "rounds"}]}"#;
    let words = "solve - --time-limit 1s --no-cross-check --certificate";
    let run = azulejo_reading(&format!(r#"{words} "{}""#, file.display()), instance);
    run.says("no certificate: the answer is not proven");
    assert!([4, 5].contains(&run.code), "{}", run.code);
    assert!(!file.exists());
}

/// The proof of a small wall is printed for a pencil: what its lines add is the bound.
#[test]
fn the_proof_of_a_small_wall_adds_up() {
    for (words, total) in [
        ("--size 3", 33),
        ("--size 3 --sense min", 22),
        ("--size 3 --fix 5@9", 30),
    ] {
        let run = azulejo(&format!("solve {words} --explain")).ended(0);
        let proof = run
            .out
            .split("\nThe proof by hand\n")
            .nth(1)
            .expect("a proof");
        let lines = proof
            .lines()
            .skip_while(|line| !line.ends_with("adds"))
            .skip(1);
        let lines = lines.take_while(|line| !line.starts_with("Together"));
        let adds = lines.filter_map(|line| line.split_whitespace().last()?.parse::<i64>().ok());
        assert_eq!(adds.sum::<i64>(), total, "{proof}");
        let side = if words.contains("min") { "≥" } else { "≤" };
        assert!(
            proof.contains(&format!("Together: score {side} {total}, so it is")),
            "{proof}"
        );
    }
    azulejo("solve --size 4 --explain")
        .ended(0)
        .is_silent_about("by hand");
}

/// A disk that is full takes the file and not the answer, and nothing half-written is left.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_is_printed_though_its_certificate_cannot_be_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("certificate.json");
    let binary = env!("CARGO_BIN_EXE_azulejo");
    for format in ["text", "json"] {
        let run = azulejo(&format!(
            "solve --size 5 --sense min --certificate /dev/full --format {format}"
        ));
        assert_eq!(run.code, 1, "{run:?}");
        assert!(run.out.contains("89"), "{run:?}");
        assert!(run.err.contains("error: cannot write /dev/full"), "{run:?}");
        assert!(run.err.contains("make room there"), "{run:?}");
        // A file may not grow at all; what is printed goes through a pipe.
        let mut shell = std::process::Command::new("sh");
        let words = format!("solve --size 5 --sense min --format {format}");
        let limited = format!("ulimit -f 0; '{binary}' {words} --certificate certificate.json");
        shell.args(["-c", &limited]).current_dir(folder.path());
        let run = Run::of(shell, "");
        assert_eq!(run.code, 1, "{run:?}");
        assert!(run.out.contains("89"), "{run:?}");
        assert!(run.err.contains("cannot write certificate.json"), "{run:?}");
        let left = std::fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!((left, file.exists()), (0, false));
    }
}
