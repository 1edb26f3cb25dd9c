//! Processes of commands, in the folder of the repository.

use crate::{Result, root};
use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

/// The folder in which cargo builds.
pub(crate) fn target() -> PathBuf {
    root().join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// The Python with the peers, installed by `make deps-peers`.
pub(crate) fn peers_python() -> PathBuf {
    target().join("peers/venv/bin/python")
}

/// A line for the shell, with arguments for its `"$@"`; `$T` is the folder in which cargo builds.
pub(crate) fn shell(line: &str, arguments: &[OsString]) -> Command {
    let mut command = Command::new("sh");
    command.args(["-euc", line, "maintain"]).args(arguments);
    command.env("CARGO_TARGET_DIR", target()).env("T", target());
    command.current_dir(root());
    command
}

/// Runs a line for the shell. Fails unless it ends with 0.
pub(crate) fn run(line: &str, arguments: &[OsString]) -> Result {
    match shell(line, arguments).status()? {
        status if status.success() => Ok(()),
        status => Err(format!("{status}: {line}").into()),
    }
}
