//! The examples are programs that run, and say what they said when they were read last.

use std::process::Command;

/// The output of an example.
fn printed(name: &str) -> String {
    // Cargo builds examples beside the program when it runs all tests; `cargo build --examples` does before one is run alone.
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_azulejo"));
    let folder = program.parent().expect("a folder").join("examples");
    let output = Command::new(folder.join(name)).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn examples_print_what_they_promise() {
    let mut names: Vec<String> = std::fs::read_dir("examples")
        .expect("a folder")
        .map(|entry| entry.expect("readable").path())
        // There is one in Python, which the tests of the package run.
        .filter(|path| path.extension().is_some_and(|it| it == "rs"))
        .map(|path| {
            path.file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    let all: String = names
        .iter()
        .map(|name| format!("== {name}\n{}", printed(name)))
        .collect();
    insta::assert_snapshot!(all);
}
