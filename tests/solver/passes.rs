//! Turns that may pass: fewer tiles than turns. Tables by number of tiles are in `by_tiles`.

use crate::common::{GAME, built, stated};
use crate::kit::{optimum, proven};
use azulejo::count::Counter;
use azulejo::instance::{Builder, Instance, Sense};
use azulejo::order::{Order, Replay, verify};
use azulejo::problem::Problem;
use azulejo::solve::{ListedOrders, Method, OrdersAnswer, OrdersQuestion, Settings, SolveError};
use azulejo::wall::Cell;
use itertools::Itertools;

/// Two tiles on 2×2, in four turns.
fn two_tiles() -> Builder {
    Instance::builder(2, 2, Sense::Maximize).tiles(2)
}

#[test]
fn seventeen_tiles_in_four_rounds_and_in_five() {
    let early = |builder: Builder| builder.subject_to("count(row, t) <= 4 for t in 1..20");
    let rounds = |sense| {
        Instance::builder(5, 5, sense)
            .rounds()
            .bonus(GAME)
            .tiles(17)
    };
    for (builder, best) in [
        (rounds(Sense::Maximize).turns(20), 111),
        (rounds(Sense::Minimize).turns(20), 29),
        (early(rounds(Sense::Maximize)), 113),
        (early(rounds(Sense::Minimize)), 29),
    ] {
        assert_eq!(proven(&built(builder), Method::Auto), Some(best));
    }
}

/// Without a constraint on turns it does not matter which of them pass; with one it does.
#[test]
fn a_turn_that_names_a_cell_does_not_pass() {
    for (builder, best) in [
        // Two tiles beside each other: 8 orders, in 6 pairs of turns.
        (two_tiles(), Some((3, 48))),
        // Cell 1 in turn 3, and another beside it in one of the other turns.
        (two_tiles().place_at(1, 3), Some((3, 6))),
        (two_tiles().first([1, 4]), Some((2, 2))),
        (two_tiles().first([1, 4]).place_at(2, 4), None),
    ] {
        assert_eq!(optimum(&built(builder), Counter::Auto), best);
    }
}

#[test]
fn rows_know_that_a_turn_passes() {
    for (row, best) in [
        ("earned(1) = 0", 3),
        ("earned(1) + earned(2) = 0", 3),
        ("count(wall, 2) = 0", 3),
        ("x(1,1) + x(2,1) >= 1", 3),
        ("count(wall, t) - count(wall, t-1) <= 0 for t in 2..3", 2),
        ("turn(4) = 5", 3),
        ("turn(1) + turn(2) + turn(3) + turn(4) = 17", 3),
        ("o(1,2) = 0", 3),
    ] {
        let mut builder = two_tiles().subject_to(row);
        if row.contains("t-1") {
            // The tiles are apart in time, and these two in place.
            builder = builder.place_at(1, 1).place_at(4, 4);
        }
        assert_eq!(proven(&built(builder), Method::Graph), Some(best), "{row}");
    }
}

#[test]
fn counters_and_lists_without_passes_refuse_them() {
    let instance = built(Instance::builder(3, 3, Sense::Maximize).tiles(4));
    let problem = Problem::from(&instance);
    for counter in Counter::ALL
        .iter()
        .filter(|&&counter| counter != Counter::Graph)
    {
        let count = counter.count(&problem, &Settings::default());
        assert!(*counter == Counter::Auto || count.is_err(), "{counter}");
    }
    let first = OrdersQuestion::FirstTiles(1);
    let answer = OrdersAnswer::find(&instance, first, &Settings::default(), |_| ());
    assert!(matches!(answer, Err(SolveError::UnsupportedFeature(_))));
}

#[test]
fn lists_have_passes_and_orders_that_pass_in_other_turns_differ() {
    let builder = Instance::builder(1, 2, Sense::Maximize);
    let instance = built(builder.turns(2).tiles(1));
    let listed = |question| {
        let answer = OrdersAnswer::find(&instance, question, &Settings::default(), |_| ());
        let OrdersAnswer::Found(list) = answer.expect("small") else {
            panic!("there are orders");
        };
        let ListedOrders::Orders { orders, .. } = &list.listed else {
            panic!("orders are asked for");
        };
        orders.iter().map(Order::numbers).collect_vec()
    };
    let all = listed(OrdersQuestion::List(9));
    assert_eq!(all, [[0, 1], [0, 2], [1, 0], [2, 0]]);
    let (count, seed) = (40, 1);
    let sample = listed(OrdersQuestion::Sample { count, seed });
    assert_eq!(sample.len(), count);
    assert_eq!(sample.into_iter().sorted().dedup().collect_vec(), all);
}

#[test]
fn the_verifier_names_violations_with_passes() {
    let each = Instance::builder(2, 2, Sense::Maximize);
    let (with_one, each) = (built(each.clone().tiles(3)), built(each));
    let order = |numbers: [usize; 4]| -> Order {
        let turns = numbers.into_iter();
        turns
            .map(|number| (number > 0).then(|| Cell::from_number(number)))
            .collect()
    };
    let too_few = "the order has 2 tiles, the instance 3 tiles";
    let pass = "turn 2 passes, but each turn of the instance has a tile";
    for (instance, numbers, violation) in [
        (&with_one, [1, 0, 2, 4], ""),
        (&with_one, [1, 0, 2, 0], too_few),
        (&each, [1, 0, 2, 4], pass),
    ] {
        let report = verify(instance, &order(numbers));
        assert_eq!(report.violations.iter().join("; "), violation);
    }
    let order_with_pass = order([1, 0, 2, 4]);
    let replay = Replay::new(&with_one, &order_with_pass).expect("all have a place");
    assert_eq!(replay.sentence(&replay.steps()[1]), "Turn 2: no tile.");
    assert_eq!(replay.order(), order_with_pass);
    assert_eq!(order_with_pass.to_string(), "1 – 2 4");
}

#[test]
fn faults_of_tiles_name_the_flag_and_the_mend() {
    let refused = |tiles: &str| {
        let json = format!(
            r#"{{"wall": {{"rows": 2, "columns": 2}}, "sense": "maximize", "turns": 3, "tiles": {tiles}}}"#
        );
        Instance::from_json(&json).expect_err("a fault").to_string()
    };
    let too_many = refused("18446744073709551615");
    let is_named = too_many.contains("tiles: ") && too_many.contains("3 turns");
    assert!(is_named, "{too_many}");
    assert!(refused("-1").contains("tiles: expected a whole number"));
    let with = |fields| stated(2, 2, Sense::Maximize, fields);
    let all = with(r#""turns": 3, "tiles": 3"#);
    assert_eq!((all.passes(), all.warnings().len()), (false, 1));
    let none = with(r#""turns": 3, "tiles": 0"#);
    assert_eq!(proven(&none, Method::Auto), Some(0));
    let json = serde_json::to_string(&none).expect("it can be written");
    assert_eq!(Instance::from_json(&json).expect("it is read"), none);
}
