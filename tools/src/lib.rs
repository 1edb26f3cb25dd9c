//! What the programs of maintainers share. Each program writes or checks a page of `docs/`; the Makefile runs them.

pub mod kept;

use std::path::Path;

/// The folder of the repository.
pub fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}
