//! Tools of others that tests can go without.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Says that something is not tested here, and which target of `make` would mend that: on stderr, and to `make test`, which
/// counts such lines.
pub(crate) fn skipped(missing: &str, target: &str) {
    // The test harness swallows what `eprintln!` prints, but not this.
    let _ = writeln!(
        std::io::stderr(),
        "skipped: {missing} is missing; `make {target}` installs it"
    );
    if let Some(path) = std::env::var_os("AZULEJO_SKIPPED") {
        let file = OpenOptions::new().append(true).open(path);
        // One call a line, as tests write at the same time.
        let written =
            file.and_then(|mut file| file.write_all(format!("{missing}\t{target}\n").as_bytes()));
        written.expect("the file of scripts/test.sh");
    }
}

/// The Python of the virtual environment that `make deps-peers` fills, if it has.
pub(crate) fn peers_python() -> Option<PathBuf> {
    let folder = match std::env::var_os("AZULEJO_PEERS") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_TARGET_TMPDIR")).join("../peers/venv"),
    };
    // The last that is written there.
    let filled = folder.join("installed.txt").exists();
    filled.then(|| folder.join("bin/python"))
}
