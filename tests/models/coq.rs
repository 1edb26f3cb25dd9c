//! The proofs that Coq checks: `docs/proofs/`, and what `docs/proofs.md` prints of it.
//!
//! Where there is no Coq (`make deps-proofs` installs it) this says so, and compares the page alone.

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

/// Whether Coq and its libraries are here; else says so.
fn coq() -> bool {
    let here = sh("deps-proofs.sh", &[Path::new("--check")])
        .status
        .success();
    if !here {
        skipped("coqc", "deps-proofs");
    }
    here
}

#[test]
fn the_theorems_are_proven_without_an_axiom() {
    if !coq() {
        return;
    }
    let checked = sh(
        "proofs.sh",
        &[&folder().join("docs/proofs"), &scratch("theorems")],
    );
    let said = String::from_utf8_lossy(&checked.stderr);
    assert!(checked.status.success(), "{said}");
}

/// Lets the script check one file.
fn check(name: &str, file: &str) -> String {
    let from = scratch(name);
    create_dir_all(&from).expect("a folder");
    write(from.join("_CoqProject"), "File.v\n").expect("a file");
    write(from.join("File.v"), file).expect("a file");
    let checked = sh("proofs.sh", &[&from, &from.join("checked")]);
    if checked.status.success() {
        return String::from("proven");
    }
    String::from_utf8_lossy(&checked.stderr).into_owned()
}

#[test]
fn what_is_not_proven_is_refused() {
    if !coq() {
        return;
    }
    let proven = "Theorem t : 1 + 1 = 2.\nProof. reflexivity. Qed.\nPrint Assumptions t.\n";
    assert_eq!(check("proven", proven), "proven");
    let wrong = proven.replace("= 2", "= 3");
    assert!(check("wrong", &wrong).contains("File.v is refused"));
    let left_out = proven.replace("reflexivity. Qed.", "Admitted.");
    assert!(check("left-out", &left_out).contains("takes something for granted"));
    let unasked = proven.replace("Print Assumptions t.\n", "");
    assert!(check("unasked", &unasked).contains("does not ask"));
    // An axiom of the library: no word of the file gives it away.
    let axiom = "From Coq Require Import Classical.\nTheorem t (p : Prop) : p \\/ ~ p.\nProof. apply classic. Qed.\n\
        Print Assumptions t.\n";
    assert!(check("axiom", axiom).contains("of 1 theorems 0 rest on no axiom"));
}

/// A file of `docs/proofs/`.
fn proofs(name: &str) -> String {
    read_to_string(folder().join("docs/proofs").join(name)).expect("a file")
}

/// The page prints definitions and statements as they stand in the files that are checked.
#[test]
fn the_page_prints_what_is_checked() {
    let page = read_to_string(folder().join("docs/proofs.md")).expect("the page");
    let files = proofs("Wall.v") + &proofs("Theorems.v");
    let blocks = page.split("```coq\n").skip(1);
    let blocks = blocks.map(|rest| rest.split("```").next().expect("a block"));
    for piece in blocks.clone().flat_map(|block| block.split("\n\n")) {
        let stands = files.contains(piece.trim_end());
        assert!(stands, "no file of docs/proofs/ has\n{piece}");
    }
    for theorem in files.lines().filter(|line| line.starts_with("Theorem ")) {
        let stands = blocks.clone().any(|block| block.contains(theorem));
        assert!(stands, "the page lacks {theorem}");
    }
}

/// No theorem is left out when Coq is asked what the theorems rest on.
#[test]
fn each_theorem_is_asked_for_its_axioms() {
    let file = proofs("Theorems.v");
    let theorems = file
        .lines()
        .filter_map(|line| line.strip_prefix("Theorem "));
    let names = theorems.filter_map(|theorem| theorem.split(' ').next());
    for name in names.clone() {
        let asked = format!("\nPrint Assumptions {name}.\n");
        assert!(file.contains(&asked), "{name}");
    }
    assert!(names.count() >= 5);
}

/// The statement of an example of `Small.v`, in one line.
fn example(name: &str) -> String {
    let file = proofs("Small.v");
    let begin = format!("Example {name} : ");
    let (_, rest) = file.split_once(&begin).expect("the example");
    let statement = rest.split(" Proof.").next().unwrap_or(rest);
    let statement = statement.split("\nProof.").next().unwrap_or(statement);
    statement.split_whitespace().join(" ")
}

/// Coq's values from the definitions, by going through all orders, are those of the formulas of the library.
#[test]
fn small_walls_agree_with_the_library() {
    for (rows, columns) in [(2, 3), (2, 4)] {
        let wall = Wall::new(rows, columns).expect("a wall");
        let pairs = wall.cells().map(|cell| {
            let (most, least) = (maximum_ending_in(wall, cell), minimum_ending_in(wall, cell));
            format!("({most}, {least})")
        });
        let pairs = pairs.format("; ");
        let statement = format!("extremes_last {rows} {columns} = [:: {pairs}].");
        assert_eq!(example(&format!("last_{rows}x{columns}")), statement);
    }
    for (rows, columns, tiles) in [(2, 3, 7), (3, 3, 6)] {
        let wall = Wall::new(rows, columns).expect("a wall");
        let after = |tiles| maximum_after(wall, tiles, Bonus::default()).expect("a small wall");
        let most = (0..tiles).map(after).join("; ");
        let seq = format!("[seq best_after {rows} {columns} k | k <- iota 0 {tiles}]");
        let statement = format!("{seq} = [:: {most}].");
        assert_eq!(example(&format!("after_{rows}x{columns}")), statement);
    }
}
