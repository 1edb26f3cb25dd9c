//! Model files, read back by HiGHS and by other solvers: the same names, the same sizes, the same optimum.
#![cfg(feature = "highs")]
#![allow(unsafe_code)] // reading a model is not part of the safe bindings

mod common;

use azulejo::formulation::{Formulation, Kind, Program};
use azulejo::instance::{Instance, Sense};
use azulejo::problem::Problem;
use azulejo::render::model_file::{FileFormat, model_file};
use common::{instance, parse, plain, skipped};
use std::collections::BTreeSet;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::NamedTempFile;

const FORMATS: [FileFormat; 2] = [FileFormat::Lp, FileFormat::Mps];

fn formulate(kind: Kind, instance: &Instance) -> Box<dyn Formulation> {
    kind.formulate(&Problem::from(instance), &BTreeSet::new())
        .expect("small")
}

fn written(program: &Program, format: FileFormat) -> NamedTempFile {
    let suffix = match format {
        FileFormat::Lp => ".lp",
        FileFormat::Mps => ".mps",
    };
    let file = tempfile::Builder::new()
        .suffix(suffix)
        .tempfile()
        .expect("a temporary file");
    std::fs::write(file.path(), model_file(program, format)).expect("writable");
    file
}

/// The objective value of a file for a score: MPS files minimize.
fn value(score: f64, sense: Sense, format: FileFormat) -> f64 {
    match (format, sense) {
        (FileFormat::Mps, Sense::Maximize) => -score,
        _ => score,
    }
}

struct ReadBack {
    columns: Vec<String>,
    rows: Vec<String>,
    nonzeros: usize,
    optimum: Option<f64>,
}

type NameOf = unsafe extern "C" fn(*const c_void, c_int, *mut c_char) -> c_int;

fn read_back(program: &Program, format: FileFormat, solved: bool) -> ReadBack {
    let file = written(program, format);
    let path = CString::new(file.path().to_str().expect("UTF-8")).expect("no NUL");
    // SAFETY: the model is created, used and destroyed here; names are at most 512 bytes long.
    unsafe {
        let model = highs_sys::Highs_create();
        highs_sys::Highs_setBoolOptionValue(model, c"output_flag".as_ptr(), 0);
        assert_eq!(
            highs_sys::Highs_readModel(model, path.as_ptr()),
            highs_sys::STATUS_OK
        );
        let names = |count: c_int, name_of: NameOf| {
            let name = |index| {
                let mut buffer = [0; highs_sys::kHighsMaximumStringLength as usize + 1];
                assert_eq!(
                    name_of(model, index, buffer.as_mut_ptr()),
                    highs_sys::STATUS_OK
                );
                CStr::from_ptr(buffer.as_ptr())
                    .to_str()
                    .expect("ASCII")
                    .to_owned()
            };
            (0..count).map(name).collect::<Vec<_>>()
        };
        let columns = names(
            highs_sys::Highs_getNumCol(model),
            highs_sys::Highs_getColName,
        );
        let rows = names(
            highs_sys::Highs_getNumRow(model),
            highs_sys::Highs_getRowName,
        );
        let nonzeros = highs_sys::Highs_getNumNz(model) as usize;
        let optimum = solved.then(|| {
            assert_eq!(highs_sys::Highs_run(model), highs_sys::STATUS_OK);
            highs_sys::Highs_getObjectiveValue(model)
        });
        highs_sys::Highs_destroy(model);
        ReadBack {
            columns,
            rows,
            nonzeros,
            optimum,
        }
    }
}

/// Without an optimum, where finding that takes too long, only names and sizes.
fn assert_survives(program: &Program, optimum: Option<f64>) {
    for format in FORMATS {
        let read = read_back(program, format, optimum.is_some());
        // An LP file names columns in the order in which its objective and rows do.
        let mut columns: Vec<_> = program
            .columns()
            .iter()
            .map(|column| column.name.clone())
            .collect();
        let mut found = read.columns;
        if program.objective().offset() != 0 {
            columns.push("one".into());
        }
        columns.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, columns, "{format:?}");
        let rows: Vec<_> = program.rows().iter().map(|row| row.name.clone()).collect();
        assert_eq!(read.rows, rows, "{format:?}");
        assert_eq!(read.nonzeros, program.nonzeros(), "{format:?}");
        if let (Some(found), Some(score)) = (read.optimum, optimum) {
            let expected = value(score, program.sense(), format);
            assert!((found - expected).abs() < 1e-6, "{format:?}: {found}");
        }
    }
}

#[test]
fn the_ordering_formulation_survives_lp_and_mps() {
    for (sense, optimum) in [(Sense::Maximize, 33.0), (Sense::Minimize, 22.0)] {
        let formulation = formulate(Kind::Ordering, &plain(3, 3, sense));
        assert_survives(formulation.program(), Some(optimum));
    }
    let rounds = instance("thesis/3x3-rounds-max.json");
    assert_survives(formulate(Kind::Ordering, &rounds).program(), Some(33.0));
}

#[test]
fn the_case_studys_formulations_survive_lp_and_mps() {
    for kind in [Kind::CaseStudy, Kind::Disaggregated] {
        let square = formulate(kind, &plain(2, 2, Sense::Maximize));
        assert_survives(square.program(), Some(10.0));
        let line = formulate(kind, &plain(1, 5, Sense::Minimize));
        assert_survives(line.program(), Some(11.0));
        let whole = formulate(kind, &plain(3, 3, Sense::Maximize));
        assert_survives(whole.program(), None);
    }
}

#[test]
fn what_has_no_column_left_or_no_solution_survives_too() {
    let one = r#"{"wall": {"rows": 1, "columns": 1}, "sense": "maximize"}"#;
    for kind in Kind::ALL {
        let formulation = formulate(kind, &parse(one));
        for format in FORMATS {
            let read = read_back(formulation.program(), format, true);
            assert_eq!(
                read.optimum,
                Some(value(1.0, Sense::Maximize, format)),
                "{kind}"
            );
        }
    }
    // Each of the two has to wait for the other: a row that has no column and cannot hold.
    let waiting = r#"{"wall": {"rows": 1, "columns": 2}, "sense": "maximize", "constraints": [
        {"type": "before", "first": 1, "then": 2}, {"type": "before", "first": 2, "then": 1}]}"#;
    let formulation = formulate(Kind::Ordering, &parse(waiting));
    assert!(formulation.program().is_contradictory());
    for format in FORMATS {
        let read = read_back(formulation.program(), format, false);
        assert_eq!(read.rows.len(), formulation.program().rows().len());
    }
}

/// Where glpsol writes its solution.
fn report(model: &Path) -> PathBuf {
    model.with_extension("solution")
}

/// Another solver: its name, how it is installed, and what reads a file and prints its optimum.
struct Solver {
    name: &'static str,
    from: &'static str,
    command: fn(&Path, FileFormat) -> Command,
    optimum: fn(&str) -> Option<f64>,
}

const SCIP: &str = "import sys, pyscipopt
model = pyscipopt.Model()
model.hideOutput()
model.readProblem(sys.argv[1])
model.optimize()
print('optimum', model.getStatus() == 'optimal' and model.getObjVal())";

const SOLVERS: [Solver; 3] = [
    Solver {
        name: "glpsol",
        from: "`make deps-models` installs it",
        command: |path, format| {
            let mut command = Command::new("glpsol");
            let option = match format {
                FileFormat::Lp => "--lp",
                FileFormat::Mps => "--freemps",
            };
            // Not to /dev/stdout: as root, glpsol removes that link.
            command.arg(option).arg(path).arg("-o").arg(report(path));
            command
        },
        optimum: |out| {
            let optimal = out.contains("INTEGER OPTIMAL") || out.contains("Status:     OPTIMAL");
            number_after(out, "Objective:  score = ").filter(|_| optimal)
        },
    },
    Solver {
        name: "cbc",
        from: "`make deps-models` installs it",
        command: |path, _| {
            let mut command = Command::new("cbc");
            command.arg(path).arg("solve");
            command
        },
        optimum: |out| {
            let optimal = out.contains("Result - Optimal solution found");
            number_after(out, "Objective value:").filter(|_| optimal)
        },
    },
    Solver {
        name: "python3",
        from: "`pip install pyscipopt` installs it, and SCIP",
        command: |path, _| {
            let mut command = Command::new("python3");
            command.args(["-c", SCIP]).arg(path);
            command
        },
        optimum: |out| number_after(out, "optimum"),
    },
];

fn number_after(out: &str, mark: &str) -> Option<f64> {
    let (_, rest) = out.split_once(mark)?;
    rest.split_whitespace().next()?.parse().ok()
}

fn text(output: &Output) -> String {
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

#[test]
fn other_solvers_read_the_files_and_find_the_same() {
    let cases = [
        (Kind::Ordering, plain(2, 2, Sense::Maximize), 10.0),
        (Kind::CaseStudy, plain(2, 2, Sense::Maximize), 10.0),
        (Kind::Disaggregated, plain(2, 2, Sense::Minimize), 9.0),
        (Kind::Ordering, plain(3, 3, Sense::Maximize), 33.0),
        (Kind::Ordering, plain(3, 3, Sense::Minimize), 22.0),
        (
            Kind::Ordering,
            instance("case-study/3x3-centre-last.json"),
            30.0,
        ),
        (Kind::Ordering, instance("thesis/3x3-rounds-max.json"), 33.0),
    ];
    'solver: for Solver {
        name,
        from,
        command,
        optimum,
    } in &SOLVERS
    {
        for (kind, instance, score) in &cases {
            let formulation = formulate(*kind, instance);
            for format in FORMATS {
                let file = written(formulation.program(), format);
                let Ok(output) = command(file.path(), format).output() else {
                    skipped(name, from);
                    continue 'solver;
                };
                let mut out = text(&output);
                if let Ok(written) = std::fs::read_to_string(report(file.path())) {
                    std::fs::remove_file(report(file.path())).expect("it was there");
                    out += &written;
                }
                if out.contains("No module named 'pyscipopt'") {
                    skipped("pyscipopt", from);
                    continue 'solver;
                }
                let expected = value(*score, instance.sense(), format);
                let found = optimum(&out).unwrap_or(f64::NAN);
                assert!(
                    (found - expected).abs() < 1e-6,
                    "{name}, {kind}, {format:?}: {found} for {expected}\n{out}"
                );
            }
        }
    }
}
