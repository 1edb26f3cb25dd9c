//! Python programs in `tools/`, by their own tests: the models of the peers, and the bound by permutations.
//!
//! Without the peers (`make deps-peers` installs them) the tests pass, and report the skipped checks.

use crate::common::optional::{peers_python, skipped};
use std::path::Path;
use std::process::Command;

#[test]
fn the_peers_find_the_optimum_of_small_walls() {
    assert_unittest_passes("peers");
}

#[test]
fn the_bound_by_permutations_is_below_the_optimum_of_small_walls() {
    assert_unittest_passes("dantzig_wolfe");
}

fn assert_unittest_passes(folder: &str) {
    let Some(python) = peers_python() else {
        return skipped("peers", "deps-peers");
    };
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools");
    let output = Command::new(python)
        .args(["-B", "-m", "unittest"])
        .current_dir(tools.join(folder))
        .env("AZULEJO", env!("CARGO_BIN_EXE_azulejo"))
        .output()
        .expect("Python");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{message}");
    assert!(!message.contains("Ran 0 tests"), "{message}");
}
