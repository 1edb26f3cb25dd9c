//! Truth of the documents: `docs/`, the schemas, the examples, and the words of all texts.

#[path = "../common/mod.rs"]
mod common;
#[path = "../../tools/src/constrained/generator.rs"]
mod generator;
#[path = "../common/run.rs"]
mod run;

mod architecture;
mod constrained;
mod examples;
mod instances;
mod programs;
mod results;
mod schema;
mod words;

use std::path::{Path, PathBuf};

/// A path of the repository.
fn root(path: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The text of a file of the repository.
fn read(path: impl AsRef<Path>) -> String {
    let path = root(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of Rust at or below a path.
fn sources(path: &Path) -> Vec<PathBuf> {
    let mut files = common::files_at(path);
    files.retain(|file| file.extension().is_some_and(|ending| ending == "rs"));
    files
}
