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

/// The first of these programs that cannot be started.
pub(crate) fn missing<'a>(programs: &[&'a str]) -> Option<&'a str> {
    let cannot_start = |program: &&&str| {
        let started = Command::new(program).arg("--version").output();
        started.is_err()
    };
    programs.iter().find(cannot_start).copied()
}

/// Whether all these programs can be started; if not, says which to install.
pub(crate) fn installed(programs: &[&str]) -> bool {
    let missing = missing(programs);
    if let Some(missing) = missing {
        skipped(missing, "deps-models");
    }
    missing.is_none()
}

/// The output of a program, which must succeed.
pub(crate) fn printed(command: &mut Command) -> String {
    let output = command.output().expect("it is installed");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}: {printed}");
    printed
}
