//! The models of the peers in `bench/peers/`, by its own tests in Python.
//!
//! Where there are no peers (`make deps-peers` installs them) this says so and passes.

use std::io::Write;
use std::path::Path;
use std::process::Command;

#[test]
fn the_peers_find_the_optimum_of_small_walls() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent();
    let python = target.expect("a folder").join("peers/venv/bin/python");
    if !python.exists() {
        // The test harness swallows what `eprintln!` prints.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: {} is missing; `make deps-peers` installs the peers",
            python.display()
        );
        return;
    }
    let output = Command::new(python)
        .args(["-B", "-m", "unittest"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/bench/peers"))
        .env("AZULEJO", env!("CARGO_BIN_EXE_azulejo"))
        .output()
        .expect("it is installed");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{printed}");
    assert!(!printed.contains("Ran 0 tests"), "{printed}");
}
