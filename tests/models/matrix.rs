//! `case_study.mod` and `disaggregated.mod`, translated by glpsol, are the library's own programs: name by
//! name, number by number.

use crate::common::plain;
use crate::export::files::formulate;
use crate::mps::Mps;
use crate::tools::{installed, printed, text};
use azulejo::formulation::Kind;
use azulejo::instance::Sense;
use azulejo::render::model_file::{FileFormat, model_file};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::process::Command;

/// The program that glpsol makes of the text of a model, to be minimized.
fn translated(model_text: &str, data: &str) -> Mps {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [source, data_file, mps, lp] =
        ["model.mod", "wall.dat", "program.mps", "program.lp"].map(|name| folder.path().join(name));
    std::fs::write(&source, model_text).expect("writable");
    std::fs::write(&data_file, data).expect("writable");
    let mut command = Command::new("glpsol");
    command.arg("--check").arg("-m").arg(&source);
    command.arg("-d").arg(&data_file);
    command.arg("--wfreemps").arg(&mps).arg("--wlp").arg(&lp);
    printed(&mut command);
    let [mps, lp] = [mps, lp].map(|file| std::fs::read_to_string(file).expect("glpsol wrote it"));
    let mut program = Mps::read(&mps, ours);
    // GLPK's MPS files do not tell maximize from minimize; its LP files do.
    if lp.lines().any(|line| line == "Maximize") {
        program.objective.values_mut().for_each(|it| *it = -*it);
    }
    program
}

/// GMPL writes `A[1,2]`, `c3a_B[1,2,5]` and `c3d_B[1,2,5,5]` where the library has `A(1,2)`,
/// `c3a(1,2,5)` and `c3d(1,2,5)_5`: there the number of indices tells B from C.
fn ours(name: &str) -> String {
    let name = name.replace(']', ")");
    let (family, indices) = name.split_once('[').unwrap_or((&name, ""));
    let mut letters = ["_B", "_C", "_D", "_E"].iter();
    let linking = letters.find_map(|letter| family.strip_suffix(letter));
    match (linking, indices.rsplit_once(',')) {
        (Some("c3d"), Some((indices, of))) => {
            format!("c3d({indices})_{}", of.trim_end_matches(')'))
        }
        _ => format!("{}({indices}", linking.unwrap_or(family)),
    }
}

fn exported(kind: Kind, rows: u64, columns: u64) -> Mps {
    let formulation = formulate(kind, &plain(rows, columns, Sense::Maximize));
    let text = model_file(formulation.program(), FileFormat::Mps);
    Mps::read(&text, str::to_owned)
}

/// Where two programs differ, a line each.
fn differences(one: &Mps, other: &Mps) -> Vec<String> {
    fn of<T: Debug + PartialEq>(
        what: &str,
        one: &BTreeMap<String, T>,
        other: &BTreeMap<String, T>,
    ) -> Vec<String> {
        let only_other = other.keys().filter(|name| !one.contains_key(*name));
        let names = one.keys().chain(only_other);
        let pairs = names.map(|name| (name, one.get(name), other.get(name)));
        pairs
            .filter(|(_, one, other)| one != other)
            .map(|(name, one, other)| format!("{what} {name}: {one:?}, {other:?}"))
            .collect()
    }
    [
        of("objective", &one.objective, &other.objective),
        of("column", &one.columns, &other.columns),
        of("row", &one.rows, &other.rows),
    ]
    .concat()
}

#[test]
fn the_models_have_the_same_matrix_as_the_library() {
    if !installed(&["glpsol"]) {
        return;
    }
    let models = [
        ("case_study.mod", Kind::CaseStudy),
        ("disaggregated.mod", Kind::Disaggregated),
    ];
    for (file, kind) in models {
        for (rows, columns) in [(2, 2), (3, 3), (2, 3), (1, 3)] {
            let data = format!("param rows := {rows}; param columns := {columns};");
            let glpsol = translated(&text(file), &data);
            let azulejo = exported(kind, rows, columns);
            let differences = differences(&glpsol, &azulejo);
            assert_eq!(differences, Vec::<String>::new(), "{file} {rows}x{columns}");
        }
    }
    let published = exported(Kind::CaseStudy, 3, 3);
    assert_eq!((published.columns.len(), published.rows.len()), (630, 1116));
    for column in published.columns.values() {
        let range = (column.integer, column.lower, column.upper);
        assert_eq!(range, (true, 0, Some(1)));
    }
}

#[test]
fn a_changed_line_of_case_study_mod_is_noticed() {
    if !installed(&["glpsol"]) {
        return;
    }
    let azulejo = exported(Kind::CaseStudy, 2, 2);
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
    for (from, to, count, what) in changes {
        assert!(
            original.contains(from),
            "models/case_study.mod has no {from}"
        );
        let changed = translated(&original.replacen(from, to, 1), &text("data/2x2.dat"));
        let differences = differences(&changed, &azulejo);
        assert_eq!(differences.len(), count, "{to}: {differences:#?}");
        let all = differences.iter().all(|line| line.starts_with(what));
        assert!(all, "{differences:#?}");
    }
}
