//! The case study's program in several languages: each is run where its tools are.

use crate::common::optional::skipped;
use crate::tools::{installed, model, printed, text};
use azulejo::formulation::{Families, Kind};
use azulejo::instance::Sense;
use azulejo::problem::Problem;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Each line of code in the tables of `languages.md` stands in the file of its language.
#[test]
fn the_tables_show_what_the_files_say() {
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
        let (language, code) = line
            .trim_end_matches("` |")
            .rsplit_once("| `")
            .expect("code");
        let of = files.iter().find(|(name, _)| language.starts_with(name));
        let (name, file) = of.unwrap_or_else(|| panic!("{line}"));
        assert!(file.contains(code), "{name}: {code}");
        lines += 1;
    }
    assert_eq!(lines, 10);
}

#[test]
fn minizinc_has_the_score_of_the_program() {
    if !installed(&["minizinc", "fzn-gecode"]) {
        return;
    }
    let mut command = Command::new("minizinc");
    command.args([model("case_study.mzn"), model("data/2x2.dzn")]);
    assert!(printed(&mut command).starts_with("score 10\n"));
}

#[test]
fn julia_has_the_score_of_the_program() {
    let started = Command::new("julia")
        .args(["-e", "using JuMP, HiGHS"])
        .output();
    if !started.is_ok_and(|output| output.status.success()) {
        // No target of `make` brings Julia.
        return;
    }
    let mut command = Command::new("julia");
    command.arg(model("case_study.jl")).args(["2", "2"]);
    assert_eq!(printed(&mut command), "score 10\n");
}

/// A Python that has PuLP: the system's, or that of `make deps-wheel`.
fn python() -> Option<PathBuf> {
    let wheel = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../wheel/venv/bin/python");
    let has_pulp = |python: &PathBuf| {
        let asked = Command::new(python).args(["-c", "import pulp"]).output();
        asked.is_ok_and(|output| output.status.success())
    };
    let found = ["python3".into(), wheel].into_iter().find(has_pulp);
    if found.is_none() {
        skipped("PuLP", "deps-wheel");
    }
    found
}

#[test]
fn the_program_of_pulp_is_right() {
    let Some(python) = python() else {
        return;
    };
    let run = |words: &[&str]| {
        let mut command = Command::new(&python);
        printed(command.arg(model("case_study.py")).args(words))
    };
    assert_eq!(run(&["2", "2"]), "score 10\n");
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (rows, columns) in [(2, 2), (2, 3)] {
        let file = folder.path().join("case_study.lp");
        let to = file.to_str().expect("a path");
        run(&[&rows.to_string(), &columns.to_string(), to]);
        let mut grade = Command::new(env!("CARGO_BIN_EXE_azulejo"));
        let said = printed(grade.args(["grade", to, "--size", &format!("{rows}x{columns}")]));
        assert!(said.contains("Nothing is wrong"), "{said}");
        let problem = Problem::from(&crate::common::plain(rows, columns, Sense::Maximize));
        let formulation = Kind::CaseStudy
            .formulate(&problem, &Families::new())
            .expect("small");
        let rows_of_ours = formulation.program().rows().len();
        assert!(
            said.contains(&format!("program     {rows_of_ours} rows")),
            "{said}"
        );
    }
}
