//! The solvers of the modelling languages, where they are installed.

use crate::common::skipped;
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

/// Whether all these programs can be started; if not, says which to install.
pub(crate) fn installed(programs: &[&str]) -> bool {
    let missing = programs.iter().find(|program| {
        let started = Command::new(program).arg("--version").output();
        started.is_err()
    });
    if let Some(missing) = missing {
        skipped(missing, "`make deps-models` installs it");
    }
    missing.is_none()
}

/// What a program prints; it must succeed.
pub(crate) fn printed(command: &mut Command) -> String {
    let output = command.output().expect("it is installed");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}: {printed}");
    printed
}
