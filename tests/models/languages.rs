//! The case study's program in several languages, each of them run if its tools are installed. `walkthrough` runs those of
//! GMPL and MiniZinc.

use crate::common::optional::{peers_python, skipped};
use crate::common::plain;
use crate::export::files::formulate;
use crate::tools::{model, stdout_of, text};
use azulejo::formulation::Kind;
use azulejo::instance::Sense;
use std::path::Path;
use std::process::Command;

/// The tables of `languages.md` have lines of code from the file of each language.
#[test]
fn the_tables_have_lines_of_the_files() {
    let page = text("languages.md");
    let rust = |file: &str| {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/solver/src/formulation/case_study");
        std::fs::read_to_string(folder.join(file)).expect("a file")
    };
    let files = [
        ("| GMPL", text("case_study.mod")),
        ("| MiniZinc", text("case_study.mzn")),
        ("| PuLP", text("case_study.py")),
        ("| JuMP", text("case_study.jl")),
        ("| Rust", rust("mod.rs") + &rust("linking.rs")),
    ];
    let mut lines = 0;
    for line in page.lines().filter(|line| line.ends_with("` |")) {
        let line = line.trim_end_matches("` |");
        let (language, code) = line.rsplit_once("| `").expect("code");
        let entry = files.iter().find(|(name, _)| language.starts_with(name));
        let (name, file) = entry.unwrap_or_else(|| panic!("{line}"));
        assert!(file.contains(code), "{name}: {code}");
        lines += 1;
    }
    assert_eq!(lines, 10);
}

#[test]
fn julia_has_the_score_of_the_program() {
    let packages = ["-e", "using JuMP, HiGHS"];
    let start = Command::new("julia").args(packages).output();
    if !start.is_ok_and(|output| output.status.success()) {
        // No target of `make` installs Julia.
        return;
    }
    let mut command = Command::new("julia");
    command.arg(model("case_study.jl")).args(["2", "2"]);
    assert_eq!(stdout_of(&mut command), "score 10\n");
}

#[test]
fn the_program_of_pulp_is_right() {
    let Some(python) = peers_python() else {
        return skipped("PuLP", "deps-peers");
    };
    let run = |words: &[&str]| {
        let mut command = Command::new(&python);
        stdout_of(command.arg(model("case_study.py")).args(words))
    };
    assert_eq!(run(&["2", "2"]), "score 10\n");
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (rows, columns) in [(2, 2), (2, 3)] {
        let file = folder.path().join("case_study.lp");
        let path = file.to_str().expect("a path");
        run(&[&rows.to_string(), &columns.to_string(), path]);
        let mut grade = Command::new(env!("CARGO_BIN_EXE_azulejo"));
        let output = stdout_of(grade.args(["grade", path, "--size", &format!("{rows}x{columns}")]));
        assert!(output.contains("Nothing is wrong"), "{output}");
        let formulation = formulate(Kind::CaseStudy, &plain(rows, columns, Sense::Maximize));
        let rows = format!("program     {} rows", formulation.program().rows().len());
        assert!(output.contains(&rows), "{output}");
    }
}
