//! The examples run, and their output equals the golden file.

use itertools::Itertools;
use std::process::Command;

/// The output of an example.
fn output(name: &str) -> String {
    // Cargo builds examples beside the program for all tests; for this test alone, `cargo build --examples` builds them.
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_azulejo"));
    let folder = program.parent().expect("a folder").join("examples");
    let output = Command::new(folder.join(name)).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn examples_print_what_they_promise() {
    let files = std::fs::read_dir("examples").expect("a folder");
    let names = files.map(|entry| entry.expect("readable").file_name().into_string());
    let names = names.map(|name| name.expect("text"));
    // The example in Python is run by the tests of the package.
    let names = names.filter_map(|name| name.strip_suffix(".rs").map(String::from));
    let all = names
        .sorted()
        .map(|name| format!("== {name}\n{}", output(&name)));
    let all: String = all.collect();
    insta::assert_snapshot!(all);
}
