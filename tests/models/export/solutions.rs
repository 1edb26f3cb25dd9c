//! Solution files of other solvers, read as orders.

use crate::common::{instance, plain, random_instance};
use crate::export::exact::best;
use crate::export::files::{FORMATS, model_file_of};
use crate::export::highs;
use crate::export::solvers::glpsol_option;
use azulejo::formulation::{Families, Family, Kind};
use azulejo::instance::{Instance, Sense};
use azulejo::order::verify;
use azulejo::problem::Problem;
use azulejo::render::model_file::FileFormat;
use azulejo::solution_file::{SolutionFileError, order};
use itertools::Itertools;
use proptest::prelude::*;
use std::path::Path;
use std::process::Command;

/// Solutions of the problem with the centre last.
const FILES: [&str; 6] = [
    "glpsol.sol",
    "glpsol.w",
    "cbc.sol",
    "highs.sol",
    "scip.sol",
    "gurobi.sol",
];

fn centre_last() -> Instance {
    instance("case-study/3x3-centre-last.json")
}

fn text(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/solutions");
    std::fs::read_to_string(folder.join(name)).expect("a file of the tests")
}

#[test]
fn the_files_of_five_solvers_hold_the_order() {
    for name in FILES.iter().chain(&["cbc-all.sol"]) {
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
    let wider = plain(4, 4, Sense::Maximize);
    let narrower = plain(2, 3, Sense::Maximize);
    for name in FILES {
        for other in [&wider, &narrower] {
            let error = order(&text(name), other).expect_err(name).to_string();
            assert!(error.contains("of another instance"), "{name}: {error}");
        }
    }
}

#[test]
fn errors_name_the_line() {
    let instance = centre_last();
    let message = |text: &str| order(text, &instance).expect_err(text).to_string();
    let message_after = |name: &str, from: &str, to: &str| {
        let text = text(name);
        assert!(text.contains(from), "{name}: {from}");
        message(&text.replacen(from, to, 1))
    };
    for text in ["", "o(1,2) = 1"] {
        let error = message(text);
        assert!(error.contains("no solution file"), "{error}");
    }
    let error = message("solution status: infeasible\nno solution available\n");
    let part = "SCIP found no solution: infeasible";
    assert!(error.contains(part), "{error}");
    let error = message_after("gurobi.sol", "o(1,2) 0", "o(1,2) inf");
    assert!(error.contains("line 3: "), "{error}");
    // The file, a part of the file, another part in place of it, and a part of the error.
    let cases = r#"
        gurobi.sol | o(1,2) 0 | o(1,2) | line 3: "o(1,2)" is no line of a solution by Gurobi
        gurobi.sol | o(1,2) 0 | o(1,2) 0.5 | o(1,2) is 0.5, and must be whole
        gurobi.sol | o(1,2) 0 | o(1,2) 1 | the values break the row
        gurobi.sol | o(1,2) 0 | o(1,5) 0 | line 3: the program has no column o(1,5)
        gurobi.sol | o(1,4) 0 | o(1,2) 0 | line 4: o(1,2) has a value before
        glpsol.w | j 3 1 | j 4 1 | is no line of a solution by glpsol
        glpsol.w | s mip 106 39 o 30 | s mip 106 39 n 0 | glpsol found no solution
        glpsol.sol | INTEGER OPTIMAL | INTEGER EMPTY | glpsol found no solution: INTEGER EMPTY
        glpsol.sol | Column name | Name | ends before its columns
        cbc.sol | Optimal | Infeasible | CBC found no solution: Infeasible
        highs.sol | Feasible | None | HiGHS found no solution: Optimal
        highs.sol | # Primal solution values |  | write_solution_style 0
        "#;
    for case in cases.trim().lines() {
        let [file, from, to, part] = case.trim().split(" | ").collect_vec()[..] else {
            panic!("{case}");
        };
        let error = message_after(file, from, to);
        assert!(error.contains(part), "{error}");
    }
}

/// The texts of the solution files of a model file by glpsol, CBC and HiGHS, if installed.
fn solutions(
    kind: Kind,
    without: &Families,
    instance: &Instance,
    format: FileFormat,
) -> Vec<String> {
    let problem = Problem::from(instance);
    let formulation = kind.formulate(&problem, without).expect("small");
    let model = model_file_of(formulation.program(), format);
    let path = model.path();
    let output = |name: &str| path.with_extension(name);
    let mut glpsol = Command::new("glpsol");
    let mut cbc = Command::new("cbc");
    glpsol.arg(glpsol_option(format)).arg(path);
    glpsol.arg("-o").arg(output("o")).arg("-w").arg(output("w"));
    cbc.arg(path).args(["solve", "solution"]).arg(output("cbc"));
    let _ = glpsol.output();
    let _ = cbc.output();
    highs::write_solution(path, &output("highs"));
    let read = |name| {
        let text = std::fs::read_to_string(output(name)).ok();
        let _ = std::fs::remove_file(output(name));
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
    fn solution_files_of_random_instances_hold_the_best_orders(instance in random_instance(6)) {
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
                        (order, best) => prop_assert!(false, "{kind} {format:?} {best:?} {order:?}: {text}"),
                    }
                }
            }
        }
    }
}
