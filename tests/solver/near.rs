//! Orders that are near the best score, against every order.

use crate::common::{brute_scores, parse, random_instance};
use azulejo::control::Control;
use azulejo::instance::Instance;
use azulejo::order::{Solution, verify};
use azulejo::outcome::{NearListing, Nearness};
use azulejo::problem::Problem;
use azulejo::solve::{ListedOrders, OrdersAnswer, Settings};
use azulejo::{dense, graph};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn near(instance: &Instance, within: u32, count: usize) -> Vec<Solution> {
    let nearness = Nearness { within, count };
    let answer = OrdersAnswer::near(instance, nearness, &Settings::default(), |_| ());
    match answer.expect("small") {
        OrdersAnswer::Found(found) => match found.listed {
            ListedOrders::Near { orders, .. } => orders,
            other => panic!("{other:?}"),
        },
        OrdersAnswer::Infeasible { .. } => Vec::new(),
        OrdersAnswer::Stopped => panic!("nobody stops it"),
    }
}

/// Whether these are all orders that are at most so much worse than the best, the best ones first.
fn are_all_within(
    instance: &Instance,
    orders: &[Solution],
    within: u32,
) -> Result<(), TestCaseError> {
    let scores = brute_scores(instance);
    let sense = instance.sense();
    let best = scores
        .keys()
        .copied()
        .reduce(|one, other| match sense.better(other, one) {
            true => other,
            false => one,
        });
    let is_near = |score: u32| best.is_some_and(|best| best.abs_diff(score) <= within);
    let all: u128 = scores
        .iter()
        .filter(|(score, _)| is_near(**score))
        .map(|(_, orders)| orders)
        .sum();
    prop_assert_eq!(orders.len() as u128, all);
    let different: BTreeSet<Vec<usize>> = orders.iter().map(|it| it.order.numbers()).collect();
    prop_assert_eq!(different.len(), orders.len());
    for order in orders {
        let report = verify(instance, &order.order);
        prop_assert_eq!(&report.violations, &[]);
        prop_assert_eq!(report.score, order.score);
        prop_assert!(is_near(order.score));
    }
    prop_assert!(
        orders
            .windows(2)
            .all(|pair| !sense.better(pair[1].score, pair[0].score))
    );
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn orders_near_the_best_are_those_of_the_brute_force(
        instance in random_instance(6),
        within in 0u32..6,
    ) {
        are_all_within(&instance, &near(&instance, within, usize::MAX), within)?;
        let (problem, control) = (Problem::from(&instance), Control::default());
        let nearness = Nearness { within, count: 40 };
        let by_table = dense::near(&problem, nearness, None, &control).expect("small");
        let by_graph = graph::near(&problem, nearness, &control).expect("small");
        match (by_table, by_graph) {
            (NearListing::Orders(one), NearListing::Orders(other)) => {
                prop_assert_eq!((one.best, one.orders), (other.best, other.orders));
            }
            (one, other) => prop_assert_eq!(one, other),
        }
    }
}

#[test]
fn rows_about_more_than_one_turn_keep_orders_out() {
    for sense in ["maximize", "minimize"] {
        let instance = parse(&format!(
            r#"{{"wall": {{"rows": 2, "columns": 3}}, "sense": "{sense}", "constraints": [
                {{"type": "subject-to", "row": "turn(6) - turn(1) <= 3"}},
                {{"type": "subject-to", "row": "turn(6) - turn(1) >= 1"}}]}}"#
        ));
        for within in 0..5 {
            let orders = near(&instance, within, usize::MAX);
            are_all_within(&instance, &orders, within).expect("the same orders");
        }
    }
}

#[test]
fn as_many_are_found_as_are_asked_for() {
    let wall = parse(r#"{"wall": {"rows": 5, "columns": 5}, "sense": "maximize"}"#);
    let orders = near(&wall, 1, 30);
    assert_eq!(orders.len(), 30);
    for order in &orders {
        assert_eq!(verify(&wall, &order.order).score, 145);
    }
    assert_eq!(near(&wall, 0, 0), []);
}
