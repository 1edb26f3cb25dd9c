//! Costs of constraints, against every order.

use crate::common::{brute_force, parse, plain};
use azulejo::instance::{Instance, Sense, Turn};
use azulejo::solve::{CellCost, Method, Settings, cost_map, price, solve};

/// The cost of filling each cell in a turn, by trying every order; none where no order does.
fn by_trying(instance: &Instance, turn: usize) -> Vec<Option<u32>> {
    let (best, _) = brute_force(instance).expect("some order");
    let cells = instance.wall().cells();
    let costs = cells.map(|cell| {
        let with = instance.with_place_at(cell, Turn::from_index(turn - 1))?;
        let (score, _) = brute_force(&with)?;
        Some(score.abs_diff(best))
    });
    costs.collect()
}

#[test]
fn maps_of_small_walls_are_what_trying_every_order_says() {
    let before = r#"{"wall": {"rows": 2, "columns": 3}, "sense": "maximize",
        "constraints": [{"type": "before", "first": 1, "then": 6}, {"type": "place-at", "cell": 2, "turn": 3}]}"#;
    let part =
        r#"{"wall": {"rows": 2, "columns": 3}, "sense": "minimize", "initial": [5], "turns": 4}"#;
    let instances = [
        plain(2, 3, Sense::Maximize),
        plain(2, 3, Sense::Minimize),
        parse(before),
        parse(part),
    ];
    let mut impossible = 0;
    for instance in &instances {
        for turn in 1..=instance.horizon() {
            let map = cost_map(instance, Turn::from_index(turn - 1), &Settings::default());
            let map = map.expect("it is small");
            let found = map.cells.iter().map(|cost| match cost {
                CellCost::Points(cost) => Some(cost.exact().expect("it is not stopped")),
                CellCost::Initial | CellCost::Impossible => None,
            });
            let found: Vec<Option<u32>> = found.collect();
            impossible += found.iter().filter(|cost| cost.is_none()).count();
            assert_eq!(
                found,
                by_trying(instance, turn),
                "{instance:?}, turn {turn}"
            );
        }
    }
    assert!(impossible > 10, "some cells cannot be filled in some turns");
}

#[test]
fn the_price_of_constraints_is_the_difference_of_two_optima() {
    let settings = Settings::default();
    let priced = |instance: &Instance| {
        let answer = solve(instance, Method::Auto, &settings).expect("small");
        price(instance, &answer, &settings).expect("small")
    };
    let last = Instance::builder(3, 3, Sense::Maximize)
        .place_at(5, 9)
        .build();
    let found = priced(&last.expect("valid")).expect("constraints");
    assert_eq!((found.without, found.points), (33, 3));
    assert_eq!(priced(&plain(3, 3, Sense::Maximize)), None);
    let nothing = Instance::builder(2, 2, Sense::Maximize)
        .first([1])
        .last([1])
        .build();
    assert_eq!(priced(&nothing.expect("well-formed")), None);
}
