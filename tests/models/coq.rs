//! The proofs that Coq checks: `docs/proofs/`, and what `docs/proofs.md` prints of it.
//!
//! Where there is no Coq (`make deps-proofs` installs it) this says so, and compares the page alone.

use crate::common::optional::skipped;
use azulejo::bounds::{maximum_after, maximum_ending_in, minimum_ending_in};
use azulejo::wall::{Bonus, Wall};
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

/// The page prints definitions and statements as they stand in the files that are checked.
#[test]
fn the_page_prints_what_is_checked() {
    let page = read_to_string(folder().join("docs/proofs.md")).expect("the page");
    let files: String = ["Wall.v", "Theorems.v"]
        .iter()
        .map(|file| read_to_string(folder().join("docs/proofs").join(file)).expect("a file"))
        .collect();
    let blocks: Vec<&str> = page
        .split("```coq\n")
        .skip(1)
        .map(|rest| rest.split("```").next().expect("a block"))
        .collect();
    for piece in blocks.iter().flat_map(|block| block.split("\n\n")) {
        assert!(
            files.contains(piece.trim_end()),
            "no file of docs/proofs/ has\n{piece}"
        );
    }
    for theorem in files.lines().filter(|line| line.starts_with("Theorem ")) {
        assert!(
            blocks.iter().any(|block| block.contains(theorem)),
            "the page lacks {theorem}"
        );
    }
}

/// No theorem is left out when Coq is asked what the theorems rest on.
#[test]
fn each_theorem_is_asked_for_its_axioms() {
    let file = read_to_string(folder().join("docs/proofs/Theorems.v")).expect("a file");
    let theorems: Vec<&str> = file
        .lines()
        .filter_map(|line| line.strip_prefix("Theorem ")?.split(' ').next())
        .collect();
    assert!(theorems.len() >= 5, "{theorems:?}");
    for theorem in theorems {
        assert!(
            file.contains(&format!("\nPrint Assumptions {theorem}.\n")),
            "{theorem}"
        );
    }
}

/// The statement of an example of `Small.v`, in one line.
fn example(name: &str) -> String {
    let file = read_to_string(folder().join("docs/proofs/Small.v")).expect("a file");
    let (_, rest) = file
        .split_once(&format!("Example {name} : "))
        .expect("the example");
    let statement = rest.split(" Proof.").next().unwrap_or(rest);
    let statement = statement.split("\nProof.").next().unwrap_or(statement);
    statement.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Coq's values from the definitions, by going through all orders, are those of the formulas of the library.
#[test]
fn small_walls_agree_with_the_library() {
    for (rows, columns) in [(2, 3), (2, 4)] {
        let wall = Wall::new(rows, columns).expect("a wall");
        let pairs: Vec<String> = wall
            .cells()
            .map(|cell| {
                let (most, least) = (maximum_ending_in(wall, cell), minimum_ending_in(wall, cell));
                format!("({most}, {least})")
            })
            .collect();
        let statement = format!(
            "extremes_last {rows} {columns} = [:: {}].",
            pairs.join("; ")
        );
        assert_eq!(example(&format!("last_{rows}x{columns}")), statement);
    }
    for (rows, columns, tiles) in [(2, 3, 7), (3, 3, 6)] {
        let wall = Wall::new(rows, columns).expect("a wall");
        let most: Vec<String> = (0..tiles)
            .map(|tiles| maximum_after(wall, tiles, Bonus::default()).expect("a small wall"))
            .map(|score| score.to_string())
            .collect();
        let statement = format!(
            "[seq best_after {rows} {columns} k | k <- iota 0 {tiles}] = [:: {}].",
            most.join("; ")
        );
        assert_eq!(example(&format!("after_{rows}x{columns}")), statement);
    }
}
