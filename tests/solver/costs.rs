//! Costs of constraints, against every order.

use crate::common::{brute_force, built, plain, stated};
use crate::kit::answer;
use azulejo::instance::{Instance, Sense, Turn};
use azulejo::solve::{CellCost, Method, Settings, cost_map, price};

/// The cost of filling each cell in a turn, by all orders; none without such an order.
fn brute_force_costs(instance: &Instance, turn: Turn) -> Vec<Option<u32>> {
    let (best, _) = brute_force(instance).expect("some order");
    let cells = instance.wall().cells();
    let costs = cells.map(|cell| {
        let (score, _) = brute_force(&instance.with_place_at(cell, turn)?)?;
        Some(score.abs_diff(best))
    });
    costs.collect()
}

#[test]
fn maps_of_small_walls_equal_those_of_all_orders() {
    let instances = [
        plain(2, 3, Sense::Maximize),
        plain(2, 3, Sense::Minimize),
        built(
            Instance::builder(2, 3, Sense::Maximize)
                .before(1, 6)
                .place_at(2, 3),
        ),
        stated(2, 3, Sense::Minimize, r#""initial": [5], "turns": 4"#),
    ];
    let mut impossible = 0;
    for instance in &instances {
        for turn in (0..instance.horizon()).map(Turn::from_index) {
            let map = cost_map(instance, turn, &Settings::default()).expect("it is small");
            let costs = map.cells.iter().map(|cost| match cost {
                CellCost::Points(cost) => Some(cost.exact().expect("it is not stopped")),
                CellCost::Initial | CellCost::Impossible => None,
            });
            let costs: Vec<Option<u32>> = costs.collect();
            impossible += costs.iter().filter(|cost| cost.is_none()).count();
            assert_eq!(
                costs,
                brute_force_costs(instance, turn),
                "{instance:?}, {turn:?}"
            );
        }
    }
    assert!(impossible > 10, "some cells cannot be filled in some turns");
}

#[test]
fn the_price_of_constraints_is_the_difference_of_two_optima() {
    let price_of = |instance: &Instance| {
        let answer = answer(instance, Method::Auto);
        price(instance, &answer, &Settings::default()).expect("small")
    };
    let last = built(Instance::builder(3, 3, Sense::Maximize).place_at(5, 9));
    let price = price_of(&last).expect("constraints");
    assert_eq!((price.without, price.points), (33, 3));
    assert_eq!(price_of(&plain(3, 3, Sense::Maximize)), None);
    let nothing = Instance::builder(2, 2, Sense::Maximize)
        .first([1])
        .last([1]);
    assert_eq!(price_of(&built(nothing)), None);
}
