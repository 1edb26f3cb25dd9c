//! Python programs in `tools/`, by their own tests: the models of the peers, and the bound by permutations.
//!
//! Where there are no peers (`make deps-peers` installs them) this says so and passes.

use crate::common::optional::{peers_python, skipped};
use std::path::Path;
use std::process::Command;

#[test]
fn the_peers_find_the_optimum_of_small_walls() {
    passes("peers");
}

#[test]
fn the_bound_by_permutations_is_below_the_optimum_of_small_walls() {
    passes("dantzig_wolfe");
}

fn passes(folder: &str) {
    let Some(python) = peers_python() else {
        return skipped("peers", "deps-peers");
    };
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools");
    let output = Command::new(python)
        .args(["-B", "-m", "unittest"])
        .current_dir(tools.join(folder))
        .env("AZULEJO", env!("CARGO_BIN_EXE_azulejo"))
        .output()
        .expect("it is installed");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{printed}");
    assert!(!printed.contains("Ran 0 tests"), "{printed}");
}
