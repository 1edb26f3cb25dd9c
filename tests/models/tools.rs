//! The solvers of the modelling languages, where they are installed.

use crate::common::optional::skipped;
use std::path::PathBuf;
use std::process::Command;

/// A path below `models/`.
pub(crate) fn model(path: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "models", path]
        .iter()
        .collect()
}

/// The text of a file below `models/`.
pub(crate) fn text(path: &str) -> String {
    std::fs::read_to_string(model(path)).unwrap_or_else(|error| panic!("models/{path}: {error}"))
}

/// The first program that does not start.
pub(crate) fn first_missing<'a>(programs: &[&'a str]) -> Option<&'a str> {
    let cannot_start = |program: &&&str| Command::new(program).arg("--version").output().is_err();
    programs.iter().find(cannot_start).copied()
}

/// Whether all programs start; reports a skipped check if not.
pub(crate) fn are_installed(programs: &[&str]) -> bool {
    let missing = first_missing(programs);
    if let Some(missing) = missing {
        skipped(missing, "deps-models");
    }
    missing.is_none()
}

/// The standard output of a program, which must succeed.
pub(crate) fn stdout_of(command: &mut Command) -> String {
    let output = command.output().expect("a program");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}: {text}");
    text
}
