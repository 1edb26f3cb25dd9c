//! glpsol translates `case_study.mod` and `disaggregated.mod` to the programs of the library: name by
//! name, number by number.

use crate::common::plain;
use crate::export::files::{formulate, model_file_of};
use crate::export::highs::read;
use crate::tools::{are_installed, stdout_of, text};
use azulejo::formulation::Kind;
use azulejo::instance::Sense;
use azulejo::milp::FileValues;
use azulejo::render::model_file::FileFormat;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// The numbers of each part of a program: of the objective, column by column, of the columns, and of the rows.
type Parts = BTreeMap<String, BTreeMap<String, f64>>;

/// A part of these numbers.
fn part<const COUNT: usize>(numbers: [(&str, f64); COUNT]) -> BTreeMap<String, f64> {
    numbers
        .map(|(name, number)| (name.to_owned(), number))
        .into()
}

/// The parts of the program of an MPS file, by their names after `rename`. The objective is multiplied by `sign`.
fn parts(path: &Path, rename: impl Fn(&str) -> String, sign: f64) -> Parts {
    let file = read(path);
    let program = file.program();
    let names: Vec<String> = file.names().iter().map(|name| rename(name)).collect();
    let mut parts = Parts::new();
    for (name, column) in names.iter().zip(&program.columns) {
        let [low, high] = column.bounds;
        let integral = f64::from(u8::from(column.values == FileValues::Integral));
        let range = part([("low", low), ("high", high), ("integral", integral)]);
        parts.insert(format!("column {name}"), range);
        if column.cost != 0.0 {
            let cost = part([("cost", sign * column.cost)]);
            parts.insert(format!("objective {name}"), cost);
        }
    }
    if program.offset != 0.0 {
        let constant = part([("cost", sign * program.offset)]);
        parts.insert("objective".into(), constant);
    }
    for (name, row) in file.row_names().iter().zip(&program.rows) {
        let [low, high] = row.sides;
        let mut numbers = part([("low", low), ("high", high)]);
        let terms = row.terms.iter();
        numbers.extend(terms.map(|&(column, factor)| (names[column].clone(), factor)));
        parts.insert(format!("row {}", rename(name)), numbers);
    }
    parts
}

/// The program that glpsol writes for the text of a model, as a minimization.
fn glpsol_program(model_text: &str, data: &str) -> Parts {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [source, data_file, mps, lp] =
        ["model.mod", "wall.dat", "program.mps", "program.lp"].map(|name| folder.path().join(name));
    std::fs::write(&source, model_text).expect("writable");
    std::fs::write(&data_file, data).expect("writable");
    let mut command = Command::new("glpsol");
    command.arg("--check").arg("-m").arg(&source);
    command.arg("-d").arg(&data_file);
    command.arg("--wfreemps").arg(&mps).arg("--wlp").arg(&lp);
    stdout_of(&mut command);
    // GLPK's MPS files do not tell maximize from minimize; its LP files do.
    let lp = std::fs::read_to_string(lp).expect("a file by glpsol");
    let is_maximum = lp.lines().any(|line| line == "Maximize");
    parts(&mps, library_name, if is_maximum { -1.0 } else { 1.0 })
}

/// The library's name of a column or row. GMPL writes `A[1,2]`, `c3a_B[1,2,5]` and `c3d_B[1,2,5,5]` where the library has `A(1,2)`,
/// `c3a(1,2,5)` and `c3d(1,2,5)_5`, in which the number of indices tells B from C.
fn library_name(name: &str) -> String {
    let name = name.replace(']', ")");
    let (family, indices) = name.split_once('[').unwrap_or((&name, ""));
    let mut letters = ["_B", "_C", "_D", "_E"].iter();
    let linking = letters.find_map(|letter| family.strip_suffix(letter));
    match (linking, indices.rsplit_once(',')) {
        (Some("c3d"), Some((indices, part))) => {
            format!("c3d({indices})_{}", part.trim_end_matches(')'))
        }
        _ => format!("{}({indices}", linking.unwrap_or(family)),
    }
}

fn library_program(kind: Kind, rows: u64, columns: u64) -> Parts {
    let formulation = formulate(kind, &plain(rows, columns, Sense::Maximize));
    let file = model_file_of(formulation.program(), FileFormat::Mps);
    parts(file.path(), str::to_owned, 1.0)
}

/// The differences of two programs, a line each.
fn differences(left: &Parts, right: &Parts) -> Vec<String> {
    let names: BTreeSet<&String> = left.keys().chain(right.keys()).collect();
    let pairs = names
        .into_iter()
        .map(|name| (name, left.get(name), right.get(name)));
    let different = pairs.filter(|(_, left, right)| left != right);
    different
        .map(|(name, left, right)| format!("{name}: {left:?}, {right:?}"))
        .collect()
}

#[test]
fn the_models_have_the_same_matrix_as_the_library() {
    if !are_installed(&["glpsol"]) {
        return;
    }
    let models = [
        ("case_study.mod", Kind::CaseStudy),
        ("disaggregated.mod", Kind::Disaggregated),
    ];
    for (file, kind) in models {
        for (rows, columns) in [(2, 2), (3, 3), (2, 3), (1, 3)] {
            let data = format!("param rows := {rows}; param columns := {columns};");
            let glpsol = glpsol_program(&text(file), &data);
            let azulejo = library_program(kind, rows, columns);
            let differences = differences(&glpsol, &azulejo);
            assert_eq!(differences, Vec::<String>::new(), "{file} {rows}x{columns}");
        }
    }
}

#[test]
fn a_changed_line_of_case_study_mod_is_noticed() {
    if !are_installed(&["glpsol"]) {
        return;
    }
    let azulejo = library_program(Kind::CaseStudy, 2, 2);
    let original = text("case_study.mod");
    // 4 turns × 4 positions, × 8 pairs of neighbours, × 4 pairs around a corner
    let changes = [
        ("2 * B[i,j,k]", "3 * B[i,j,k]", 32, "row c3a("),
        ("<= 2 + C[i,j,k,l]", "<= 3 + C[i,j,k,l]", 16, "row c3b("),
        ("B[i,j,k];", "B[i,j,k] + A[i,j];", 32, "row c3b("),
        ("A[i,j] = 1;", "A[i,j] >= 1;", 4, "row c1_once("),
        (
            "+ sum{(j,k,l) in U2}",
            "- sum{(j,k,l) in U2}",
            16,
            "objective C(",
        ),
        ("maximize TP", "minimize TP", 64, "objective "),
        (
            "j in Positions}, binary",
            "j in Positions}, >= 0",
            16,
            "column A(",
        ),
    ];
    for (from, to, count, beginning) in changes {
        assert!(
            original.contains(from),
            "models/case_study.mod has no {from}"
        );
        let program = glpsol_program(&original.replacen(from, to, 1), &text("data/2x2.dat"));
        let differences = differences(&program, &azulejo);
        assert_eq!(differences.len(), count, "{to}: {differences:#?}");
        let are_alike = differences.iter().all(|line| line.starts_with(beginning));
        assert!(are_alike, "{differences:#?}");
    }
}
