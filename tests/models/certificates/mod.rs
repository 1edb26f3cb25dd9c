//! Certificates: those that are made are accepted by both checkers, and what is wrong with others is found by both.

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

/// The JSON of the certificate of what `auto` finds.
fn certified_json(instance: &Instance) -> Value {
    serde_json::from_str(&certified(instance).to_json()).expect("JSON")
}

/// The certificate of what `auto` finds.
fn certified(instance: &Instance) -> Certificate {
    let settings = Settings::default();
    let answer = solve(instance, Method::Auto, &settings).expect("it is solved");
    let conflict = conflict::find(instance, &settings).expect("it is looked for");
    let verdict = &answer.outcome.verdict;
    Certificate::of(instance, verdict, conflict.as_ref(), &Control::default())
        .unwrap_or_else(|none| panic!("{none}\n{instance:?}"))
}

/// The verdicts of the checker in Python on texts, a line each; none where there is no Python.
fn in_python(texts: &[String]) -> Option<Vec<String>> {
    by_python(
        "    try:\n        print('accepted:', c.check(json.loads(line)))\n    \
        except c.Refused as refusal:\n        print('refused:', str(refusal).encode())\n",
        texts,
    )
}

/// Lines that a program in Python prints of texts, with the checker as `c` and a text in JSON as `line`; none where there is
/// no Python.
fn by_python(of_line: &str, texts: &[String]) -> Option<Vec<String>> {
    let program = format!(
        "import sys, json\nsys.path.insert(0, 'models')\nimport check_certificate as c\n\
        for line in sys.stdin:\n{of_line}"
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
    let mut input = child.stdin.take().expect("it is piped");
    let lines: String = texts
        .iter()
        .map(|text| serde_json::to_string(text).expect("a text can be written") + "\n")
        .collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("it is written").expect("it is read");
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).expect("text");
    let said: Vec<String> = said.lines().map(String::from).collect();
    assert_eq!(said.len(), texts.len());
    Some(said)
}

/// Texts that differ from one in a part: of each change, what stands there and what takes its place, a line each.
fn changed(text: &str, changes: &str) -> Vec<String> {
    let lines = changes.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    let changed = lines.map(|line| {
        let (part, other) = line.split_once(" =>").expect("a part and another");
        replaced(text, part, other.trim_start())
    });
    changed.collect()
}

/// A text with another part in place of one, which must be there.
fn replaced(text: &str, part: &str, other: &str) -> String {
    assert!(text.contains(part), "{part}");
    text.replace(part, other)
}

/// The verdict of the checker in Rust on a text, in the words of the other checker.
fn in_rust(text: &str) -> Result<String, String> {
    match azulejo_check::check(text) {
        Ok(azulejo_check::Conclusion::Optimal { score }) => {
            Ok(format!("accepted: optimal, {score}"))
        }
        Ok(azulejo_check::Conclusion::Infeasible) => Ok("accepted: infeasible".into()),
        Err(refusal) => Err(refusal.to_string()),
    }
}

/// Both checkers agree on each text.
fn agree(texts: &[String]) -> usize {
    let rust: Vec<_> = texts.iter().map(|text| in_rust(text)).collect();
    if let Some(python) = in_python(texts) {
        for ((text, rust), python) in texts.iter().zip(&rust).zip(&python) {
            let same = match rust {
                Ok(said) => said == python,
                Err(_) => python.starts_with("refused"),
            };
            let shown: String = text.chars().take(3000).collect();
            assert!(same, "{rust:?}, but in Python {python}\n{shown}");
        }
    }
    rust.iter().filter(|said| said.is_ok()).count()
}
