//! A written program is the problem, whole: its solutions are orders, and whoever solves the file finds the score of the best one.
//! Nothing is left to rows that only azulejo would add.

use crate::common::{plain, random_instance};
use crate::export::files::{FORMATS, file, formulate, value, written};
use crate::export::highs;
use crate::export::solvers::{Answer, CBC, GLPSOL, Solver};
use azulejo::formulation::{Family, Kind, Reading};
use azulejo::instance::{Builder, Instance, Sense};
use azulejo::order::verify;
use azulejo::problem::Problem;
use azulejo::render::model_file::{FileFormat, model_file};
use azulejo::solve::{Method, Settings, solve};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The first of these that is installed.
static SECOND: LazyLock<Option<&Solver>> = LazyLock::new(|| {
    let one = formulate(Kind::Ordering, &plain(1, 1, Sense::Maximize));
    let file = written(one.program(), FileFormat::Lp);
    let installed = |solver: &&Solver| solver.solve(file.path(), FileFormat::Lp).is_some();
    [&CBC, &GLPSOL].into_iter().find(installed)
});

/// The best score, by a method that solves no program; none if no order keeps to the constraints.
pub(crate) fn best(instance: &Instance) -> Option<u32> {
    let method = match Problem::from(instance).free_len() {
        ..=16 => Method::Graph,
        _ => Method::Frontier,
    };
    let answer = solve(instance, method, &Settings::default()).expect("small");
    answer.outcome.verdict.score()
}

/// Both files of a formulation, as HiGHS and the second solver solve them, against the best score.
fn check(
    instance: &Instance,
    kind: Kind,
    without: &BTreeSet<Family>,
    best: Option<u32>,
) -> Result<(), TestCaseError> {
    check_by(SECOND.as_slice(), instance, kind, without, best)
}

/// Both files of a formulation, as HiGHS and other solvers solve them, against the best score.
pub(crate) fn check_by(
    solvers: &[&Solver],
    instance: &Instance,
    kind: Kind,
    without: &BTreeSet<Family>,
    best: Option<u32>,
) -> Result<(), TestCaseError> {
    let formulation = kind
        .formulate(&Problem::from(instance), without)
        .expect("small");
    for format in FORMATS {
        let file = written(formulation.program(), format);
        let expected = match best {
            Some(best) => Answer::Optimum(value(f64::from(best), instance.sense(), format)),
            None => Answer::Infeasible,
        };
        let highs = highs::solve(file.path());
        let highs = highs.map_or(Answer::Infeasible, |found| Answer::Optimum(found.objective));
        let others = solvers.iter();
        let others = others.filter_map(|one| one.solve(file.path(), format));
        for answer in others.chain([highs]) {
            let same = match (answer, expected) {
                (Answer::Optimum(found), Answer::Optimum(best)) => (found - best).abs() < 1e-6,
                (found, expected) => found == expected,
            };
            let of = format!("{kind} without {without:?}, {format:?}");
            prop_assert!(same, "{of}: {answer:?}, {expected:?}");
        }
    }
    Ok(())
}

/// Each had a better optimum in its file than any order has, when the rows of equation O-15 were missing.
#[test]
fn files_know_of_cycles_that_only_further_rows_exclude() {
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
        let instance = builder.build().expect("valid");
        assert_eq!(best(&instance), Some(score));
        let without = without.iter().copied().collect();
        check(&instance, Kind::Ordering, &without, Some(score)).expect("exact");
    }
}

fn families() -> impl Strategy<Value = BTreeSet<Family>> {
    let some = proptest::sample::subsequence(Family::ALL.to_vec(), 0..=Family::ALL.len());
    some.prop_map(|families| families.into_iter().collect())
}

/// As many cells can be empty at first for HiGHS to solve the case study's formulations in no time.
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
            check(&instance, kind, &without, best)?;
        }
    }

    /// Not only the best: whatever is asked of who comes before whom, the answer is an order.
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
        let (_, rows) = text.split_once("Subject To").expect("there are rows");
        let pairs = program.columns().iter().filter(|column| column.kind() == "o");
        let terms = pairs.zip(&weights).map(|(column, weight)| format!(" {weight:+} {}\n", column.name));
        let terms: String = terms.collect();
        if terms.is_empty() {
            return Ok(());
        }
        let file = file(&format!("Maximize\n asked:\n{terms}Subject To{rows}"), FileFormat::Lp);
        let Some(found) = highs::solve(file.path()) else {
            prop_assert_eq!(best(&instance), None);
            return Ok(());
        };
        let columns = program.columns().iter();
        let values: Vec<i64> = columns.map(|column| found.values[&column.name].round() as i64).collect();
        let Reading::Order(order) = formulation.read(&values) else {
            return Err(TestCaseError::fail("a cycle"));
        };
        prop_assert!(problem.admits(&order), "{:?}", order);
        prop_assert_eq!(i64::from(verify(&instance, &order).score), program.objective().value(&values));
    }
}
