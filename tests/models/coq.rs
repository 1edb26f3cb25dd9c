//! The proofs in Coq of `docs/proofs/`, and their text in `docs/proofs.md`.
//!
//! Without Coq (`make deps-proofs` installs Coq) the tests compare the page alone, and report the skipped checks.

use crate::common::optional::skipped;
use azulejo::bounds::{maximum_after, maximum_ending_in, minimum_ending_in};
use azulejo::wall::{Bonus, Wall};
use itertools::Itertools;
use std::fs::{create_dir_all, read_to_string, write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("proofs")
        .join(name)
}

fn sh(script: &str, arguments: &[&Path]) -> Output {
    Command::new("sh")
        .arg(folder().join("scripts").join(script))
        .args(arguments)
        .output()
        .expect("a shell")
}

/// Whether Coq and its libraries are installed; reports a skipped check if not.
fn has_coq() -> bool {
    let is_installed = sh("deps-proofs.sh", &[Path::new("--check")])
        .status
        .success();
    if !is_installed {
        skipped("coqc", "deps-proofs");
    }
    is_installed
}

#[test]
fn the_theorems_are_proven_without_an_axiom() {
    if !has_coq() {
        return;
    }
    let output = sh(
        "proofs.sh",
        &[&folder().join("docs/proofs"), &scratch("theorems")],
    );
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{message}");
}

/// Checks one file by the script: `proven`, or the error.
fn check(name: &str, file: &str) -> String {
    let folder = scratch(name);
    create_dir_all(&folder).expect("a folder");
    write(folder.join("_CoqProject"), "File.v\n").expect("a file");
    write(folder.join("File.v"), file).expect("a file");
    let output = sh("proofs.sh", &[&folder, &folder.join("checked")]);
    if output.status.success() {
        return String::from("proven");
    }
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn files_without_a_proof_are_refused() {
    if !has_coq() {
        return;
    }
    let proven = "Theorem t : 1 + 1 = 2.\nProof. reflexivity. Qed.\nPrint Assumptions t.\n";
    assert_eq!(check("proven", proven), "proven");
    let wrong = proven.replace("= 2", "= 3");
    assert!(check("wrong", &wrong).contains("File.v is refused"));
    let admitted = proven.replace("reflexivity. Qed.", "Admitted.");
    assert!(check("left-out", &admitted).contains("takes something for granted"));
    let unprinted = proven.replace("Print Assumptions t.\n", "");
    assert!(check("unasked", &unprinted).contains("does not ask"));
    // An axiom of a library, without a word of it in the file.
    let axiom = "From Coq Require Import Classical.\nTheorem t (p : Prop) : p \\/ ~ p.\nProof. apply classic. Qed.\n\
        Print Assumptions t.\n";
    assert!(check("axiom", axiom).contains("of 1 theorems 0 rest on no axiom"));
}

/// A file of `docs/proofs/`.
fn proofs(name: &str) -> String {
    read_to_string(folder().join("docs/proofs").join(name)).expect("a file")
}

/// The page prints the definitions and statements of the files that Coq checks.
#[test]
fn the_page_prints_the_statements_of_the_files() {
    let page = read_to_string(folder().join("docs/proofs.md")).expect("the page");
    let files = proofs("Wall.v") + &proofs("Theorems.v");
    let blocks = page.split("```coq\n").skip(1);
    let blocks = blocks.map(|rest| rest.split("```").next().expect("a block"));
    for piece in blocks.clone().flat_map(|block| block.split("\n\n")) {
        let is_present = files.contains(piece.trim_end());
        assert!(is_present, "no file of docs/proofs/ has\n{piece}");
    }
    for theorem in files.lines().filter(|line| line.starts_with("Theorem ")) {
        let is_present = blocks.clone().any(|block| block.contains(theorem));
        assert!(is_present, "the page lacks {theorem}");
    }
}

/// `Theorems.v` prints the assumptions of each theorem.
#[test]
fn the_assumptions_of_each_theorem_are_printed() {
    let file = proofs("Theorems.v");
    let theorems = file
        .lines()
        .filter_map(|line| line.strip_prefix("Theorem "));
    let names = theorems.filter_map(|theorem| theorem.split(' ').next());
    for name in names.clone() {
        let command = format!("\nPrint Assumptions {name}.\n");
        assert!(file.contains(&command), "{name}");
    }
    assert!(names.count() >= 5);
}

/// The statement of an example of `Small.v`, in one line.
fn example(name: &str) -> String {
    let file = proofs("Small.v");
    let heading = format!("Example {name} : ");
    let (_, rest) = file.split_once(&heading).expect("the example");
    let statement = rest.split(" Proof.").next().unwrap_or(rest);
    let statement = statement.split("\nProof.").next().unwrap_or(statement);
    statement.split_whitespace().join(" ")
}

/// Coq's values by the definitions, over all orders, are the values of the library's formulas.
#[test]
fn small_walls_agree_with_the_library() {
    for (rows, columns) in [(2, 3), (2, 4)] {
        let wall = Wall::new(rows, columns).expect("a wall");
        let pairs = wall.cells().map(|cell| {
            let (maximum, minimum) = (maximum_ending_in(wall, cell), minimum_ending_in(wall, cell));
            format!("({maximum}, {minimum})")
        });
        let pairs = pairs.format("; ");
        let statement = format!("extremes_last {rows} {columns} = [:: {pairs}].");
        assert_eq!(example(&format!("last_{rows}x{columns}")), statement);
    }
    for (rows, columns, tiles) in [(2, 3, 7), (3, 3, 6)] {
        let wall = Wall::new(rows, columns).expect("a wall");
        let after = |tiles| maximum_after(wall, tiles, Bonus::default()).expect("a small wall");
        let maxima = (0..tiles).map(after).join("; ");
        let seq = format!("[seq best_after {rows} {columns} k | k <- iota 0 {tiles}]");
        let statement = format!("{seq} = [:: {maxima}].");
        assert_eq!(example(&format!("after_{rows}x{columns}")), statement);
    }
}
