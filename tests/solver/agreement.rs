//! Random instances: every method and a brute force agree.

use crate::common::{brute_force, random_instance};
use azulejo::instance::{Instance, KINDS};
use azulejo::merge::MergeError;
use azulejo::outcome::Verdict;
use azulejo::problem::Problem;
use azulejo::solve::{CountError, Counter, Method, solve};
use azulejo::solve::{Settings, conflict};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::collections::BTreeMap;
use std::time::Duration;

/// Beyond this many cells the case study's formulations may stop early, with a bound that holds.
const CASE_STUDY_PROVES: usize = 6;

fn check(instance: &Instance) -> Result<(), TestCaseError> {
    let truth = brute_force(instance);
    let problem = Problem::from(instance);
    let (free, fills) = (problem.free_len(), problem.fills_the_wall());
    // Layers from the last turn back begin with a full wall.
    let methods = Method::ASKED.iter();
    for &method in methods.filter(|&&method| fills || method != Method::Backward) {
        let limited =
            ["case-study", "disaggregated"].contains(&method.name()) && free > CASE_STUDY_PROVES;
        let settings = Settings::default().within(limited.then_some(Duration::from_millis(100)));
        let answer = solve(instance, method, &settings);
        let answer = answer.map_err(|error| TestCaseError::fail(format!("{method}: {error}")))?;
        let verdict = &answer.outcome.verdict;
        match (verdict, truth) {
            (Verdict::Optimal { solution, .. }, Some((best, _))) => {
                prop_assert_eq!(solution.score, best, "{}", method)
            }
            (Verdict::Infeasible { .. }, None) => {}
            (
                Verdict::Feasible {
                    solution, bound, ..
                },
                Some((best, _)),
            ) if limited => {
                let sense = instance.sense();
                prop_assert!(
                    !sense.better(solution.score, best) && !sense.better(best, *bound),
                    "{}",
                    method
                );
            }
            (Verdict::Unknown { bound, .. }, truth) if limited => {
                prop_assert!(
                    truth.is_none_or(|(best, _)| !instance.sense().better(best, *bound)),
                    "{}",
                    method
                );
            }
            _ => {
                return Err(TestCaseError::fail(format!(
                    "{method}: {verdict:?}, brute force {truth:?}"
                )));
            }
        }
        if let (Some(orders), Some((_, count))) = (&answer.outcome.stats.orders, truth) {
            prop_assert_eq!(orders.to_string(), count.to_string());
        }
    }
    let counters = Counter::ALL.iter();
    for &counter in counters.filter(|&&counter| fills || counter != Counter::Backward) {
        let counted = match counter.count(&problem, &Settings::default()) {
            // This counter is for plain square walls alone.
            Err(CountError::Merge(MergeError::Unfit)) => continue,
            counted => counted.expect("it fits").count.expect("nobody stops it"),
        };
        let optimum = counted
            .optimum
            .map(|(score, orders)| (score, orders.to::<u128>()));
        prop_assert_eq!(optimum, truth, "{}", counter);
    }
    Ok(())
}

/// Leaving out any constraint of a conflict leaves the others satisfiable; together they are not.
pub(crate) fn check_conflict(instance: &Instance) -> Result<(), TestCaseError> {
    let conflict = conflict::find(instance, &Settings::default());
    let conflict = conflict.map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(conflict.is_some(), brute_force(instance).is_none());
    let Some(conflict) = conflict else {
        return Ok(());
    };
    prop_assert!(conflict.irreducible());
    let only = |kept: &dyn Fn(usize) -> bool| {
        let part =
            instance.with_constraints(|index| conflict.constraints.contains(&index) && kept(index));
        brute_force(&part)
    };
    prop_assert_eq!(only(&|_| true), None);
    for (&left_out, order) in conflict.constraints.iter().zip(&conflict.without) {
        prop_assert!(
            only(&|index| index != left_out).is_some(),
            "{} is not needed",
            left_out
        );
        let others = instance
            .with_constraints(|index| index != left_out && conflict.constraints.contains(&index));
        let order = order.as_ref().expect("it is irreducible");
        prop_assert!(Problem::from(&others).admits(order));
    }
    Ok(())
}

/// 1,150 instances, in each run the same, after the 100 that every test run tries.
#[test]
#[ignore = "minutes: `cargo maintain agreement` runs it"]
fn every_method_agrees_with_a_brute_force_on_1150_more_instances() {
    let mut runner = TestRunner::deterministic();
    let strategy = random_instance(9);
    let mut infeasible = 0;
    for index in 0..1_250 {
        let tree = strategy.new_tree(&mut runner).expect("it gives instances");
        if index < 100 {
            continue;
        }
        let instance = tree.current();
        check(&instance).unwrap_or_else(|error| panic!("{error}\n{instance:?}"));
        infeasible += usize::from(brute_force(&instance).is_none());
    }
    println!("1,150 instances agree, {infeasible} of them have no order");
}

/// 100 instances, in each run the same, so that what they hold can be counted.
#[test]
fn every_method_agrees_with_a_brute_force_on_100_instances() {
    let mut runner = TestRunner::deterministic();
    let strategy = random_instance(9);
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut infeasible, mut large) = (0, 0);
    for _ in 0..100 {
        let tree = strategy
            .new_tree(&mut runner)
            .expect("the strategy gives instances");
        let instance = tree.current();
        check(&instance).unwrap_or_else(|error| panic!("{error}\n{instance:?}"));
        infeasible += usize::from(brute_force(&instance).is_none());
        large += usize::from(instance.wall().len() >= 8);
        for constraint in instance.constraints() {
            *kinds.entry(constraint.kind().name).or_default() += 1;
        }
    }
    assert!(
        (8..=60).contains(&infeasible),
        "{infeasible} infeasible ones"
    );
    assert!(large >= 16, "{large} walls of 8 or 9 cells");
    assert!(
        kinds.len() == KINDS.len() && kinds.values().all(|&count| count >= 3),
        "{kinds:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn every_method_agrees_with_a_brute_force(instance in random_instance(6)) {
        check(&instance)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn conflicts_are_irreducible(instance in random_instance(6)) {
        check_conflict(&instance)?;
    }
}
