//! Optional tools of others.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Reports a test that is skipped without a tool, and the target of `make` that installs the tool: on stderr, and to `make test`,
/// which counts such lines.
pub(crate) fn skipped(missing: &str, target: &str) {
    // The test harness swallows the output of `eprintln!`, but not of this call.
    let _ = writeln!(
        std::io::stderr(),
        "skipped: {missing} is missing; `make {target}` installs it"
    );
    if let Some(path) = std::env::var_os("AZULEJO_SKIPPED") {
        let file = OpenOptions::new().append(true).open(path);
        // One call a line, as tests write at the same time.
        let result =
            file.and_then(|mut file| file.write_all(format!("{missing}\t{target}\n").as_bytes()));
        result.expect("the file of scripts/test.sh");
    }
}

/// Whether a tool answers `--version`. Without the tool, the test reports that it is skipped.
pub(crate) fn is_installed(tool: &str, target: &str) -> bool {
    let is_installed = Command::new(tool).arg("--version").output().is_ok();
    if !is_installed {
        skipped(tool, target);
    }
    is_installed
}

/// The Python of the virtual environment of `make deps-peers`, if that is complete.
pub(crate) fn peers_python() -> Option<PathBuf> {
    let folder = match std::env::var_os("AZULEJO_PEERS") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_TARGET_TMPDIR")).join("../peers/venv"),
    };
    // The last file of the installation.
    let is_complete = folder.join("installed.txt").exists();
    is_complete.then(|| folder.join("bin/python"))
}
