//! Random instances: every method and a brute force agree.

use crate::common::{brute_force, random_instance};
use crate::kit::{counters_agree, methods_agree, samples};
use azulejo::count::Counter;
use azulejo::instance::{Instance, KINDS};
use azulejo::problem::Problem;
use azulejo::solve::{Method, Settings, conflict};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Whether there is an order.
fn check(instance: &Instance) -> bool {
    let best = brute_force(instance);
    // Layers from the last turn back begin with a full wall, and last merges are those of plain square walls.
    let fills = Problem::from(instance).fills_the_wall();
    let methods = methods_agree(instance, best);
    for method in Method::WITH_AUTO {
        let fits = fills || *method != Method::Backward;
        assert!(!fits || methods.contains(method), "{method}: {instance:?}");
    }
    let counters = counters_agree(instance, best);
    for counter in Counter::ALL {
        let fits = match counter {
            Counter::LastMerge => false,
            Counter::Backward => fills,
            _ => true,
        };
        let counts = counters.contains(counter);
        assert!(counts || !fits, "{counter}: {instance:?}");
    }
    best.is_some()
}

/// Leaving out any constraint of a conflict leaves the others satisfiable; together they are not.
pub(crate) fn check_conflict(instance: &Instance) {
    let conflict = conflict::find(instance, &Settings::default()).expect("it fits");
    let is_infeasible = brute_force(instance).is_none();
    assert_eq!(conflict.is_some(), is_infeasible, "{instance:?}");
    let Some(conflict) = conflict else {
        return;
    };
    assert!(conflict.irreducible(), "{instance:?}");
    let without = |omission: Option<usize>| {
        let stays = |index| conflict.constraints.contains(&index) && Some(index) != omission;
        instance.with_constraints(stays)
    };
    assert_eq!(brute_force(&without(None)), None, "{instance:?}");
    for (&omission, order) in conflict.constraints.iter().zip(&conflict.without) {
        let others = without(Some(omission));
        let possible = brute_force(&others).is_some();
        assert!(possible, "{omission} is not needed: {instance:?}");
        let order = order.as_ref().expect("it is irreducible");
        assert!(Problem::from(&others).admits(order), "{instance:?}");
    }
}

/// 1,150 instances, in each run the same, after the 100 that every test run tries.
#[test]
#[ignore = "minutes: `cargo maintain agreement` runs it"]
fn every_method_agrees_with_a_brute_force_on_1150_more_instances() {
    let more = samples(random_instance(9)).skip(100).take(1_150);
    let infeasible = more.filter(|instance| !check(instance)).count();
    println!("1,150 instances agree, {infeasible} of them have no order");
}

/// 100 instances, in each run the same, so that their contents can be counted.
#[test]
fn every_method_agrees_with_a_brute_force_on_100_instances() {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut infeasible, mut large) = (0, 0);
    for instance in samples(random_instance(9)).take(100) {
        infeasible += usize::from(!check(&instance));
        large += usize::from(instance.wall().len() >= 8);
        for constraint in instance.constraints() {
            *kinds.entry(constraint.kind().name).or_default() += 1;
        }
    }
    assert!((8..=60).contains(&infeasible), "{infeasible} infeasible");
    assert!(large >= 16, "{large} walls of 8 or 9 cells");
    let each = kinds.len() == KINDS.len() && kinds.values().all(|&count| count >= 3);
    assert!(each, "{kinds:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn every_method_agrees_with_a_brute_force(instance in random_instance(6)) {
        check(&instance);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn conflicts_are_irreducible(instance in random_instance(6)) {
        check_conflict(&instance);
    }
}
