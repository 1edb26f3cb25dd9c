//! Certificates of the solver, which both checkers accept, and faulty certificates, which both refuse.

mod given;
mod good;
mod hostile;
mod mutations;
mod size;
mod stops;
mod thirds;

use azulejo::certificate::Certificate;
use azulejo::control::Control;
use azulejo::instance::Instance;
use azulejo::solve::{Method, Settings, conflict, solve};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

/// The JSON of the certificate of the answer by `auto`.
fn certificate_json(instance: &Instance) -> Value {
    serde_json::from_str(&certificate_of(instance).to_json()).expect("JSON")
}

/// The certificate of the answer by `auto`.
fn certificate_of(instance: &Instance) -> Certificate {
    let settings = Settings::default();
    let answer = solve(instance, Method::Auto, &settings).expect("an answer");
    let conflict = conflict::find(instance, &settings).expect("a search");
    let verdict = &answer.outcome.verdict;
    Certificate::of(instance, verdict, conflict.as_ref(), &Control::default())
        .unwrap_or_else(|error| panic!("{error}\n{instance:?}"))
}

/// The verdicts of the checker in Python on texts, a line each; none without Python.
fn python_verdicts(texts: &[String]) -> Option<Vec<String>> {
    run_python(
        "    try:\n        print('accepted:', c.check(json.loads(line)))\n    \
        except c.Refused as refusal:\n        print('refused:', str(refusal).encode())\n",
        texts,
    )
}

/// The lines that a Python program prints for the texts, with the checker as `c` and the JSON of a text as `line`; none without
/// Python.
fn run_python(body: &str, texts: &[String]) -> Option<Vec<String>> {
    let program = format!(
        "import sys, json\nsys.path.insert(0, 'models')\nimport check_certificate as c\n\
        for line in sys.stdin:\n{body}"
    );
    let child = Command::new("python3")
        .args(["-B", "-c", &program])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        crate::common::optional::skipped("python3", "deps-wheel");
        return None;
    };
    let mut input = child.stdin.take().expect("a pipe");
    let stdin: String = texts
        .iter()
        .map(|text| serde_json::to_string(text).expect("JSON") + "\n")
        .collect();
    let writer = std::thread::spawn(move || input.write_all(stdin.as_bytes()));
    let output = child.wait_with_output().expect("an output");
    writer.join().expect("no panic").expect("a reader");
    assert!(output.status.success());
    let lines = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<String> = lines.lines().map(String::from).collect();
    assert_eq!(lines.len(), texts.len());
    Some(lines)
}

/// Variants of a text in one part. Each line of `changes` is `PART => OTHER`.
fn variants(text: &str, changes: &str) -> Vec<String> {
    let lines = changes.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    let variants = lines.map(|line| {
        let (part, other) = line.split_once(" =>").expect("a part and another");
        replace(text, part, other.trim_start())
    });
    variants.collect()
}

/// Replaces a part of a text, which must have the part.
fn replace(text: &str, part: &str, other: &str) -> String {
    assert!(text.contains(part), "{part}");
    text.replace(part, other)
}

/// The verdict of the checker in Rust on a text, in the words of the other checker.
fn rust_verdict(text: &str) -> Result<String, String> {
    match azulejo_check::check(text) {
        Ok(azulejo_check::Conclusion::Optimal { score }) => {
            Ok(format!("accepted: optimal, {score}"))
        }
        Ok(azulejo_check::Conclusion::Infeasible) => Ok("accepted: infeasible".into()),
        Err(refusal) => Err(refusal.to_string()),
    }
}

/// The number of texts that the checkers accept. Both checkers have to agree on each text.
fn count_accepted(texts: &[String]) -> usize {
    let rust: Vec<_> = texts.iter().map(|text| rust_verdict(text)).collect();
    if let Some(python) = python_verdicts(texts) {
        for ((text, rust), python) in texts.iter().zip(&rust).zip(&python) {
            let is_same = match rust {
                Ok(verdict) => verdict == python,
                Err(_) => python.starts_with("refused"),
            };
            let beginning: String = text.chars().take(3000).collect();
            assert!(is_same, "{rust:?}, but in Python {python}\n{beginning}");
        }
    }
    rust.iter().filter(|verdict| verdict.is_ok()).count()
}
