//! Outputs of commands for programs, validated by their types and schemas.
#![allow(dead_code)] // each test file uses a part

use azulejo::schema::{Document, documents};
use jsonschema::{Validator, validator_for};
use serde_json::Value;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::sync::LazyLock;

/// All documents by their names, each with the validator of its schema.
static DOCUMENTS: LazyLock<HashMap<&str, (Document, Validator)>> = LazyLock::new(|| {
    let all = documents().into_iter();
    let all = all.map(|document| {
        let validator = validator_for((document.schema)().as_value());
        (document.name, (document, validator.expect("a schema")))
    });
    all.collect()
});

/// The name of the document that a command prints for programs, if there is one.
pub(crate) fn document_name<'a>(words: impl Iterator<Item = &'a OsStr>) -> Option<&'static str> {
    let words: Vec<&str> = words.filter_map(OsStr::to_str).collect();
    let name = match words[..] {
        ["game", command @ ("grade" | "review"), ..] if words.contains(&"rollouts") => {
            format!("game-{command}-rollouts")
        }
        ["game", command, ..] => format!("game-{command}"),
        ["count", ..] if words.contains(&"--all-scores") => "count-all-scores".into(),
        ["grade", ..] if words.contains(&"--report") => "grade-report".into(),
        [command, ..] => command.to_owned(),
        [] => return None,
    };
    DOCUMENTS.keys().copied().find(|entry| *entry == name)
}

pub(crate) fn is_valid(name: &str, text: &str) -> bool {
    let value: Value = serde_json::from_str(text).expect("JSON");
    DOCUMENTS[name].1.is_valid(&value)
}

/// Asserts that a text satisfies its schema.
#[track_caller]
pub(crate) fn fits(name: &str, text: &str, context: &str) {
    let value: Value = serde_json::from_str(text).expect("JSON");
    let faults = DOCUMENTS[name].1.iter_errors(&value);
    let faults = faults.map(|fault| format!("{}: {fault}", fault.instance_path()));
    let faults: Vec<String> = faults.collect();
    assert!(faults.is_empty(), "{context}: {faults:#?}");
}

/// Asserts that a text satisfies its schema, and loses nothing where it is read and written again.
#[track_caller]
pub(crate) fn holds(name: &str, text: &str, context: &str) {
    fits(name, text, context);
    let again = (DOCUMENTS[name].0.again)(text);
    let again = again.unwrap_or_else(|error| panic!("{context}: {error}"));
    let [actual, expected] = [&*again, text].map(|text| {
        let value: Value = serde_json::from_str(text).expect("JSON");
        value.to_string() // the fields in their order
    });
    assert_eq!(actual, expected, "{context}");
}
