//! The file of a program is the whole problem: each solution is an order, and every solver finds the score of the best order
//! without rows by azulejo.

use crate::common::{built, plain, random_instance};
use crate::export::files::{FORMATS, file, formulate, model_file_of, value};
use crate::export::highs;
use crate::export::solvers::{Answer, CBC, GLPSOL, Solver};
use azulejo::formulation::{Families, Family, Kind, Reading};
use azulejo::instance::{Builder, Instance, Sense};
use azulejo::order::verify;
use azulejo::problem::Problem;
use azulejo::render::model_file::{FileFormat, model_file};
use azulejo::solve::{Method, Settings, solve};
use proptest::prelude::*;
use std::sync::LazyLock;

/// The first installed solver of CBC and glpsol.
static SECOND_SOLVER: LazyLock<Option<&Solver>> = LazyLock::new(|| {
    let smallest = formulate(Kind::Ordering, &plain(1, 1, Sense::Maximize));
    let file = model_file_of(smallest.program(), FileFormat::Lp);
    let installed = |solver: &&Solver| solver.solve(file.path(), FileFormat::Lp).is_some();
    [&CBC, &GLPSOL].into_iter().find(installed)
});

/// The best score, by a method without a program; none if no order keeps to the constraints.
pub(crate) fn best(instance: &Instance) -> Option<u32> {
    let method = match Problem::from(instance).free_len() {
        ..=16 => Method::Graph,
        _ => Method::Frontier,
    };
    let answer = solve(instance, method, &Settings::default()).expect("small");
    answer.outcome.verdict.score()
}

/// HiGHS and the second solver find the best score in both files of a formulation.
fn check(instance: &Instance, kind: Kind, without: &Families, best: Option<u32>) {
    check_by(SECOND_SOLVER.as_slice(), instance, kind, without, best);
}

/// HiGHS and other solvers find the best score in both files of a formulation.
pub(crate) fn check_by(
    solvers: &[&Solver],
    instance: &Instance,
    kind: Kind,
    without: &Families,
    best: Option<u32>,
) {
    let formulation = kind
        .formulate(&Problem::from(instance), without)
        .expect("small");
    for format in FORMATS {
        let file = model_file_of(formulation.program(), format);
        let expected = match best {
            Some(best) => Answer::Optimum(value(f64::from(best), instance.sense(), format)),
            None => Answer::Infeasible,
        };
        let highs = highs::solve(file.path());
        let highs = highs.map_or(Answer::Infeasible, |optimum| {
            Answer::Optimum(optimum.objective)
        });
        let others = solvers.iter();
        let others = others.filter_map(|solver| solver.solve(file.path(), format));
        for answer in others.chain([highs]) {
            let is_same = match (answer, expected) {
                (Answer::Optimum(value), Answer::Optimum(best)) => (value - best).abs() < 1e-6,
                (answer, expected) => answer == expected,
            };
            let case = format!("{kind} without {without:?}, {format:?}: {instance:?}");
            assert!(is_same, "{case}: {answer:?}, {expected:?}");
        }
    }
}

/// Without the rows of equation O-15, each of these files has a better optimum than any order.
#[test]
fn files_exclude_cycles_by_the_rows_of_ranks() {
    use Family::{BlockCuts, LineCuts, RectangleCuts};
    let minimum = |rows, columns| Instance::builder(rows, columns, Sense::Minimize);
    let cases: [(Builder, &[Family], u32); 6] = [
        (minimum(3, 3).before(5, 9), &[], 25),
        (minimum(3, 3).initial([4]).before(5, 7), &[], 24),
        (minimum(3, 3).turns(8).before(5, 3), &[], 19),
        (minimum(2, 2), &[RectangleCuts, BlockCuts], 9),
        (minimum(3, 3), &[RectangleCuts, LineCuts, BlockCuts], 22),
        (minimum(4, 5).before(1, 20), &[], 68),
    ];
    for (builder, without, score) in cases {
        let instance = built(builder);
        assert_eq!(best(&instance), Some(score));
        let without = without.iter().copied().collect();
        check(&instance, Kind::Ordering, &without, Some(score));
    }
}

fn families() -> impl Strategy<Value = Families> {
    let subsets = proptest::sample::subsequence(Family::ALL.to_vec(), 0..=Family::ALL.len());
    subsets.prop_map(|families| families.into_iter().collect())
}

/// The largest number of empty cells for which HiGHS solves the case study's formulations at once.
pub(crate) const CASE_STUDY: usize = 4;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn the_files_of_a_random_instance_have_the_score_of_its_best_order(
        instance in random_instance(9),
        without in families(),
    ) {
        let best = best(&instance);
        let small = Problem::from(&instance).free_len() <= CASE_STUDY;
        for kind in Kind::ALL.into_iter().filter(|kind| small || *kind == Kind::Ordering) {
            check(&instance, kind, &without, best);
        }
    }

    /// For any objective over the columns of precedence, the optimum is an order.
    #[test]
    fn every_solution_of_a_file_is_an_order(
        instance in random_instance(12),
        without in families(),
        weights in proptest::collection::vec(-9i64..=9, 60),
    ) {
        let problem = Problem::from(&instance);
        let formulation = Kind::Ordering.formulate(&problem, &without).expect("small");
        let program = formulation.program();
        let text = model_file(program, FileFormat::Lp);
        let (_, rows) = text.split_once("Subject To").expect("rows");
        let pairs = program.columns().iter().filter(|column| column.kind() == "o");
        let terms = pairs.zip(&weights).map(|(column, weight)| format!(" {weight:+} {}\n", column.name));
        let terms: String = terms.collect();
        if terms.is_empty() {
            return Ok(());
        }
        let file = file(&format!("Maximize\n random:\n{terms}Subject To{rows}"), FileFormat::Lp);
        let Some(optimum) = highs::solve(file.path()) else {
            prop_assert_eq!(best(&instance), None);
            return Ok(());
        };
        let columns = program.columns().iter();
        let values: Vec<i64> = columns.map(|column| optimum.values[&column.name].round() as i64).collect();
        let Reading::Order(order) = formulation.read(&values) else {
            return Err(TestCaseError::fail("a cycle"));
        };
        prop_assert!(problem.admits(&order), "{:?}", order);
        prop_assert_eq!(i64::from(verify(&instance, &order).score), program.objective().value(&values));
    }
}
