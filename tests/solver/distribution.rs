//! The number of orders of every score, against every order and against the counts of the best.

use crate::common::{brute_scores, plain, random_instance};
use azulejo::control::Control;
use azulejo::dense::{DenseError, distribution};
use azulejo::instance::{Instance, Sense};
use azulejo::outcome::{Distribution, Moments};
use azulejo::problem::Problem;
use azulejo::solve::{Counter, Settings};
use proptest::prelude::*;
use std::sync::Arc;

fn scores(instance: &Instance) -> Distribution {
    let problem = Problem::from(instance);
    let scores = distribution(&problem, None, &Control::default()).expect("it fits");
    scores.expect("nobody stops it")
}

fn factorial(number: u128) -> u128 {
    (1..=number).product()
}

/// The optimal orders, by the frontier.
fn optimal(instance: &Instance) -> (u32, String) {
    let problem = Problem::from(instance);
    let counted = Counter::Frontier.count(&problem, &Settings::default());
    let counted = counted.expect("it fits").count.expect("nobody stops it");
    let (score, orders) = counted.optimum.expect("there are orders");
    (score, orders.to_string())
}

#[test]
fn three_by_three_is_what_its_362880_orders_score() {
    let instance = plain(3, 3, Sense::Maximize);
    let brute = brute_scores(&instance);
    assert_eq!(brute.values().sum::<u128>(), factorial(9));
    assert!(scores(&instance).iter().eq(brute));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Rectangles with constraints of all kinds, with bonuses, cells filled before, and fewer turns than cells.
    #[test]
    fn every_order_has_one_score(instance in random_instance(8)) {
        prop_assert!(scores(&instance).iter().eq(brute_scores(&instance)));
    }
}

/// The ends are the counts of the thesis, sections 3.3 to 3.5.
#[test]
fn five_by_five_has_every_order_once_and_the_known_ends() {
    let found = scores(&plain(5, 5, Sense::Maximize));
    assert_eq!(found.total(), factorial(25));
    let ends = [found.iter().next(), found.iter().last()];
    let ends = ends.map(|end| end.expect("there are orders"));
    assert_eq!(
        ends,
        [(89, 1_562_034_076_438_438_272), (145, 314_666_604_031_232)]
    );
    assert_eq!(found.iter().len(), 57, "every score between turns up");
    let page = include_str!("../../docs/distribution.md");
    for (score, orders) in found.iter() {
        assert!(
            page.contains(&format!("\n| {score} | {orders} | ")),
            "{score}"
        );
    }
    let exact = Moments::of_all_orders(plain(5, 5, Sense::Maximize).wall());
    assert_eq!(found.moments(), Some(exact));
    let (mean, deviation) = (found.mean(), found.deviation());
    let mean = format!("mean is {:.4}", mean.expect("there are orders"));
    let deviation = format!("deviation is {:.4}", deviation.expect("there are orders"));
    assert!(page.contains(&mean) && page.contains(&deviation));
    // By symmetry alone: each of the 8 images of an order has the same score, and none is its own image.
    assert!(found.iter().all(|(_, orders)| orders % 8 == 0));
}

/// A cell that breaks every symmetry, a bonus, and too little time to fill all cells.
#[test]
fn the_ends_are_the_optimal_orders() {
    for sense in [Sense::Maximize, Sense::Minimize] {
        let builder = Instance::builder(4, 5, sense).place_at(2, 20);
        let fixed = builder.build().expect("valid");
        let all = scores(&fixed);
        assert_eq!(all.total(), factorial(19));
        let builder = Instance::builder(5, 5, sense).initial([1]).turns(9);
        let short = builder.build().expect("valid");
        let few = scores(&short);
        assert_eq!(few.total(), factorial(24) / factorial(15));
        for (instance, scores) in [(fixed, all), (short, few)] {
            let end = match sense {
                Sense::Maximize => scores.iter().last(),
                Sense::Minimize => scores.iter().next(),
            };
            let (score, orders) = end.expect("there are orders");
            assert_eq!((score, orders.to_string()), optimal(&instance));
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_and_what_is_stopped_gives_nothing() {
    let problem = |rows, columns| Problem::from(&plain(rows, columns, Sense::Maximize));
    let large = distribution(&problem(2, 13), None, &Control::default());
    let message = large.expect_err("26 cells").to_string();
    assert!(
        message.contains("at most 25 empty cells; this wall has 26"),
        "{message}"
    );
    let little = distribution(&problem(4, 5), Some(1 << 20), &Control::default());
    assert!(matches!(
        little,
        Err(DenseError::Memory {
            needs: 1_100_000..,
            limit: 0x10_0000
        })
    ));
    let stopped = Control {
        interrupt: Some(Arc::new(|| true)),
        ..Control::default()
    };
    assert_eq!(distribution(&problem(3, 3), None, &stopped), Ok(None));
}

/// The closed form against the orders of all scores, and against all orders of walls of one or two lines.
#[test]
fn mean_and_variance_of_small_walls_are_those_of_the_closed_form() {
    let sizes = (1..=20u64).flat_map(|rows| (1..=20 / rows).map(move |columns| (rows, columns)));
    let mut compared = 0;
    for (rows, columns) in sizes {
        let instance = plain(rows, columns, Sense::Maximize);
        let counted = scores(&instance).moments().expect("there are orders");
        assert_eq!(
            counted,
            Moments::of_all_orders(instance.wall()),
            "{rows}×{columns}"
        );
        compared += 1;
    }
    assert_eq!(compared, 66);
}

/// The page has the moments of 5×5, and the closed form has them, too.
#[test]
fn mean_and_variance_of_five_by_five_are_on_the_page() {
    let exact = Moments::of_all_orders(plain(5, 5, Sense::Maximize).wall());
    let page = include_str!("../../docs/distribution.md");
    for fraction in [exact.mean, exact.variance] {
        assert!(page.contains(&format!(" = {fraction},")), "{fraction}");
    }
}
