//! Orders that are near the best score, against every order.

use crate::common::{brute_scores, built, plain, random_instance};
use crate::kit::assert_scores;
use azulejo::control::Control;
use azulejo::instance::{Instance, Sense};
use azulejo::order::Solution;
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
        OrdersAnswer::Found(list) => match list.listed {
            ListedOrders::Near { orders, .. } => orders,
            other => panic!("{other:?}"),
        },
        OrdersAnswer::Infeasible { .. } => Vec::new(),
        OrdersAnswer::Stopped => panic!("nobody stops it"),
    }
}

/// The orders are all that are at most so much worse than the best, the best ones first.
fn assert_all_within(instance: &Instance, orders: &[Solution], within: u32) {
    let (scores, sense) = (brute_scores(instance), instance.sense());
    let best = sense.best_of(scores.keys().copied());
    let is_near = |score: u32| best.is_some_and(|best| best.abs_diff(score) <= within);
    let all = scores.iter().filter(|(score, _)| is_near(**score));
    let all: u128 = all.map(|(_, orders)| orders).sum();
    assert_eq!(orders.len() as u128, all, "{instance:?}");
    let different: BTreeSet<Vec<usize>> =
        orders.iter().map(|listed| listed.order.numbers()).collect();
    assert_eq!(different.len(), orders.len(), "{instance:?}");
    for order in orders {
        assert_scores(instance, &order.order, order.score);
        assert!(is_near(order.score), "{instance:?}");
    }
    let is_sorted = orders.is_sorted_by(|order, next| !sense.better(next.score, order.score));
    assert!(is_sorted, "{instance:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn orders_near_the_best_are_those_of_the_brute_force(
        instance in random_instance(6),
        within in 0u32..6,
    ) {
        assert_all_within(&instance, &near(&instance, within, usize::MAX), within);
        let (problem, control) = (Problem::from(&instance), Control::default());
        let nearness = Nearness { within, count: 40 };
        let by_table = dense::near(&problem, nearness, None, &control).expect("small");
        let by_graph = graph::near(&problem, nearness, &control).expect("small");
        match (by_table, by_graph) {
            (NearListing::Orders(left), NearListing::Orders(right)) => {
                prop_assert_eq!((left.best, left.orders), (right.best, right.orders));
            }
            (left, right) => prop_assert_eq!(left, right),
        }
    }
}

#[test]
fn rows_about_more_than_one_turn_keep_orders_out() {
    for sense in [Sense::Maximize, Sense::Minimize] {
        let builder = Instance::builder(2, 3, sense).subject_to("turn(6) - turn(1) <= 3");
        let instance = built(builder.subject_to("turn(6) - turn(1) >= 1"));
        for within in 0..5 {
            assert_all_within(&instance, &near(&instance, within, usize::MAX), within);
        }
    }
}

#[test]
fn the_requested_number_of_orders_is_listed() {
    let wall = plain(5, 5, Sense::Maximize);
    let orders = near(&wall, 1, 30);
    assert_eq!(orders.len(), 30);
    for order in &orders {
        assert_scores(&wall, &order.order, 145);
    }
    assert_eq!(near(&wall, 0, 0), []);
}
