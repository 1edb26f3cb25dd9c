//! Model files that others solved come back as orders.

use crate::common::{instance, parse, plain, random_instance};
use crate::export::exact::best;
use crate::export::files::{FORMATS, file};
use crate::export::highs;
use azulejo::formulation::{Families, Family, Kind};
use azulejo::instance::{Instance, Sense};
use azulejo::order::verify;
use azulejo::problem::Problem;
use azulejo::render::model_file::{FileFormat, model_file};
use azulejo::solution_file::{SolutionFileError, order};
use proptest::prelude::*;
use std::path::Path;
use std::process::Command;

fn centre_last() -> Instance {
    instance("case-study/3x3-centre-last.json")
}

fn text(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/solutions");
    std::fs::read_to_string(folder.join(name)).expect("it comes with the tests")
}

#[test]
fn the_files_of_five_solvers_hold_the_order() {
    for name in [
        "glpsol.sol",
        "glpsol.w",
        "cbc.sol",
        "cbc-all.sol",
        "highs.sol",
        "scip.sol",
        "gurobi.sol",
    ] {
        let instance = centre_last();
        let order = order(&text(name), &instance);
        let order = order.unwrap_or_else(|error| panic!("{name}: {error}"));
        let report = verify(&instance, &order);
        assert_eq!((report.score, report.violations.len()), (30, 0), "{name}");
    }
    let small = plain(2, 2, Sense::Maximize);
    let order = order(&text("cbc-case-study.sol"), &small).expect("a solution");
    assert_eq!(order.numbers(), [1, 4, 3, 2]);
}

#[test]
fn a_solution_of_another_instance_is_refused() {
    let wider = parse(r#"{"wall": {"rows": 4, "columns": 4}, "sense": "maximize"}"#);
    let narrower = plain(2, 3, Sense::Maximize);
    for name in [
        "glpsol.sol",
        "glpsol.w",
        "cbc.sol",
        "highs.sol",
        "scip.sol",
        "gurobi.sol",
    ] {
        for other in [&wider, &narrower] {
            let error = order(&text(name), other).expect_err(name).to_string();
            assert!(error.contains("of another instance"), "{name}: {error}");
        }
    }
}

#[test]
fn faults_name_their_line() {
    let instance = centre_last();
    let told = |text: &str| order(text, &instance).expect_err(text).to_string();
    let changed = |name: &str, from: &str, to: &str| {
        let text = text(name);
        assert!(text.contains(from), "{name}: {from}");
        told(&text.replacen(from, to, 1))
    };
    for (error, part) in [
        (told(""), "no solution file"),
        (told("o(1,2) = 1"), "no solution file"),
        (
            changed("gurobi.sol", "o(1,2) 0", "o(1,2)"),
            "line 3: \"o(1,2)\" is no line of a solution by Gurobi",
        ),
        (changed("gurobi.sol", "o(1,2) 0", "o(1,2) inf"), "line 3: "),
        (
            changed("gurobi.sol", "o(1,2) 0", "o(1,2) 0.5"),
            "o(1,2) is 0.5, and must be whole",
        ),
        (
            changed("gurobi.sol", "o(1,2) 0", "o(1,2) 1"),
            "the values break the row",
        ),
        (
            changed("gurobi.sol", "o(1,2) 0", "o(1,5) 0"),
            "line 3: the program has no column o(1,5)",
        ),
        (
            changed("gurobi.sol", "o(1,4) 0", "o(1,2) 0"),
            "line 4: o(1,2) has a value before",
        ),
        (
            changed("glpsol.w", "j 3 1", "j 4 1"),
            "is no line of a solution by glpsol",
        ),
        (
            changed("glpsol.w", "s mip 106 39 o 30", "s mip 106 39 n 0"),
            "glpsol found no solution",
        ),
        (
            changed("glpsol.sol", "INTEGER OPTIMAL", "INTEGER EMPTY"),
            "glpsol found no solution: INTEGER EMPTY",
        ),
        (
            changed("glpsol.sol", "Column name", "Name"),
            "ends before its columns",
        ),
        (
            changed("cbc.sol", "Optimal", "Infeasible"),
            "CBC found no solution: Infeasible",
        ),
        (
            changed("highs.sol", "Feasible", "None"),
            "HiGHS found no solution: Optimal",
        ),
        (
            changed("highs.sol", "# Primal solution values", ""),
            "write_solution_style 0",
        ),
        (
            told("solution status: infeasible\nno solution available\n"),
            "SCIP found no solution: infeasible",
        ),
    ] {
        assert!(error.contains(part), "{error}");
    }
}

/// Files of solutions of a model file by glpsol, CBC and HiGHS; none by a solver that is not installed.
fn solutions(
    kind: Kind,
    without: &Families,
    instance: &Instance,
    format: FileFormat,
) -> Vec<String> {
    let problem = Problem::from(instance);
    let formulation = kind.formulate(&problem, without).expect("small");
    let model = model_file(formulation.program(), format);
    let model = file(&model, format);
    let path = model.path();
    let to = |name: &str| path.with_extension(name);
    let option = match format {
        FileFormat::Lp => "--lp",
        FileFormat::Mps => "--freemps",
    };
    let mut glpsol = Command::new("glpsol");
    let mut cbc = Command::new("cbc");
    glpsol
        .arg(option)
        .arg(path)
        .arg("-o")
        .arg(to("o"))
        .arg("-w")
        .arg(to("w"));
    cbc.arg(path).args(["solve", "solution"]).arg(to("cbc"));
    let _ = glpsol.output();
    let _ = cbc.output();
    highs::write_solution(path, &to("highs"));
    let read = |name| {
        let text = std::fs::read_to_string(to(name)).ok();
        let _ = std::fs::remove_file(to(name));
        text
    };
    ["o", "w", "cbc", "highs"]
        .into_iter()
        .filter_map(read)
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, max_shrink_iters: 10, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_others_write_of_random_instances_comes_back(instance in random_instance(6)) {
        let best = best(&instance);
        let whole = (Kind::Ordering, Families::new());
        let bare = (Kind::Ordering, Family::ALL.iter().copied().collect());
        for (kind, without) in [whole, bare, (Kind::CaseStudy, Families::new())] {
            if kind == Kind::CaseStudy && Problem::from(&instance).free_len() > 4 {
                continue;
            }
            for format in FORMATS {
                for text in solutions(kind, &without, &instance, format) {
                    match (order(&text, &instance), best) {
                        (Ok(order), Some(best)) => {
                            let report = verify(&instance, &order);
                            prop_assert_eq!(&report.violations, &[]);
                            prop_assert_eq!(report.score, best, "{}", text);
                        }
                        (Err(SolutionFileError::Unsolved { .. }), None) => {}
                        (found, best) => prop_assert!(false, "{kind} {format:?} {best:?} {found:?}: {text}"),
                    }
                }
            }
        }
    }
}
