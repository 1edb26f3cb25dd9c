//! The closed formulas of both extremes.

use azulejo::bounds::{block_bound, line_bound, maximum, minimum};
use azulejo::control::Control;
use azulejo::instance::{Instance, Sense};
use azulejo::problem::Problem;
use azulejo::starts::constructed;
use azulejo::wall::Wall;

/// The formulas, the bounds, and the orders by construction: three ways to the same number.
#[test]
fn formula_bound_and_construction_agree_on_every_wall_up_to_12_by_12() {
    for (rows, columns) in itertools::iproduct!(1..=12, 1..=12) {
        let wall = Wall::new(rows, columns).expect("small");
        let problem = |sense| {
            let instance = Instance::builder(rows, columns, sense).build();
            Problem::from(&instance.expect("valid"))
        };
        let scored = |problem: &Problem| {
            let solution =
                constructed(problem, &Control::default()).expect("an empty wall has one");
            (solution.score.into(), solution.order.score(problem).into())
        };
        let least = problem(Sense::Minimize);
        assert_eq!(
            block_bound(&least).map(u64::from),
            Some(minimum(wall)),
            "{wall}"
        );
        assert_eq!(scored(&least), (minimum(wall), minimum(wall)), "{wall}");
        let most = problem(Sense::Maximize);
        assert_eq!(u64::from(line_bound(&most)), maximum(wall), "{wall}");
        assert_eq!(scored(&most), (maximum(wall), maximum(wall)), "{wall}");
    }
}

#[test]
fn the_longest_walls_do_not_overflow() {
    let wall = Wall::new(1, 1 << 20).expect("allowed");
    assert_eq!(maximum(wall), (1 << 20) * ((1 << 20) + 3) / 2 - (1 << 20));
    assert!(minimum(wall) < maximum(wall));
}
