//! The number of orders of every score, against every order and against the counts of the best.

use crate::common::{brute_scores, built, plain, random_instance};
use crate::kit::optimum;
use azulejo::control::Control;
use azulejo::count::Counter;
use azulejo::dense::distribution;
use azulejo::instance::{Instance, Sense};
use azulejo::outcome::{Distribution, Moments};
use azulejo::problem::Problem;
use proptest::prelude::*;

fn scores(instance: &Instance) -> Distribution {
    let problem = Problem::from(instance);
    let scores = distribution(&problem, None, &Control::default()).expect("it fits");
    scores.expect("nobody stops it")
}

fn factorial(number: u128) -> u128 {
    (1..=number).product()
}

#[test]
fn three_by_three_has_the_scores_of_its_362880_orders() {
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

/// The ends are the counts of the thesis, sections 3.3 to 3.5, and the page has each number. The closed form has the moments.
#[test]
fn five_by_five_has_every_order_once_and_the_known_ends() {
    let instance = plain(5, 5, Sense::Maximize);
    let distribution = scores(&instance);
    assert_eq!(distribution.total(), factorial(25));
    let ends = [distribution.iter().next(), distribution.iter().last()];
    let expected: [(u32, u128); 2] = [(89, 1_562_034_076_438_438_272), (145, 314_666_604_031_232)];
    assert_eq!(ends, expected.map(Some));
    assert_eq!(
        distribution.iter().len(),
        57,
        "every score between turns up"
    );
    let exact = Moments::of_all_orders(instance.wall());
    let (mean, deviation) = (distribution.mean(), distribution.deviation());
    let mut lines = vec![
        format!(" = {},", exact.mean),
        format!(" = {},", exact.variance),
        format!("mean is {:.4}", mean.expect("there are orders")),
        format!("deviation is {:.4}", deviation.expect("there are orders")),
    ];
    assert_eq!(distribution.moments(), Some(exact));
    let rows = distribution.iter();
    lines.extend(rows.map(|(score, orders)| format!("\n| {score} | {orders} | ")));
    let page = include_str!("../../docs/distribution.md");
    for line in lines {
        assert!(page.contains(&line), "{line}");
    }
    // By symmetry alone: each of the 8 images of an order has the same score, and none is its own image.
    assert!(distribution.iter().all(|(_, orders)| orders % 8 == 0));
}

/// A cell that breaks every symmetry, a bonus, and too little time to fill all cells.
#[test]
fn the_ends_are_the_optimal_orders() {
    for sense in [Sense::Maximize, Sense::Minimize] {
        let fixed = Instance::builder(4, 5, sense).place_at(2, 20);
        let short = Instance::builder(5, 5, sense).initial([1]).turns(9);
        for (builder, total) in [
            (fixed, factorial(19)),
            (short, factorial(24) / factorial(15)),
        ] {
            let instance = built(builder);
            let scores = scores(&instance);
            assert_eq!(scores.total(), total);
            let end = sense.best_of(scores.iter());
            assert_eq!(end, optimum(&instance, Counter::Frontier));
        }
    }
}

/// The closed form against the orders of all scores, and against all orders of walls of one or two lines.
#[test]
fn mean_and_variance_of_small_walls_are_those_of_the_closed_form() {
    let sizes = (1..=20u64).flat_map(|rows| (1..=20 / rows).map(move |columns| (rows, columns)));
    let mut compared = 0;
    for (rows, columns) in sizes {
        let instance = plain(rows, columns, Sense::Maximize);
        let moments = scores(&instance).moments().expect("there are orders");
        let exact = Moments::of_all_orders(instance.wall());
        assert_eq!(moments, exact, "{rows}×{columns}");
        compared += 1;
    }
    assert_eq!(compared, 66);
}
