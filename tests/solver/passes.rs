//! Turns that may pass: fewer tiles than turns.

use azulejo::by_tiles::{Clock, best_by_tiles, best_without_each_cell};
use azulejo::count::{CountAnswer, CountQuestion, Counter, Counts};
use azulejo::instance::{Instance, Sense};
use azulejo::order::{Order, Replay, verify};
use azulejo::outcome::Verdict;
use azulejo::problem::{Feature, Problem};
use azulejo::solve::{
    ListedOrders, Method, OrdersAnswer, OrdersQuestion, Settings, SolveError, solve,
};
use azulejo::wall::{Bonus, Cell};
use itertools::Itertools;

/// The game's bonus.
const BONUS: Bonus = Bonus {
    row: 2,
    column: 7,
    colour: 10,
};

/// So many tiles in rounds of 5×5, with the game's bonus.
fn of_5x5(sense: Sense, turns: u64, tiles: u64, rows: &[&str]) -> Instance {
    let builder = Instance::builder(5, 5, sense).rounds().bonus(BONUS);
    let builder = builder.turns(turns).tiles(tiles);
    let builder = rows.iter().fold(builder, |it, row| it.subject_to(*row));
    builder.build().expect("valid")
}

/// The score of an order that the referee confirms, and how many of its turns pass.
fn score(instance: &Instance, method: Method) -> (u32, usize) {
    let answer = solve(instance, method, &Settings::default()).expect("it fits");
    let Verdict::Optimal { solution, .. } = answer.outcome.verdict else {
        panic!("{method}: nobody stops it");
    };
    let report = verify(instance, &solution.order);
    assert_eq!((report.score, report.violations), (solution.score, vec![]));
    assert_eq!(solution.order.len(), instance.horizon());
    let passes = solution.order.iter().filter(|turn| turn.is_none()).count();
    (solution.score, passes)
}

#[test]
fn seventeen_tiles_in_four_rounds_and_in_five() {
    let early = ["count(row, t) <= 4 for t in 1..20"];
    for (sense, turns, rows, best) in [
        (Sense::Maximize, 20, &[][..], 111),
        (Sense::Minimize, 20, &[], 29),
        (Sense::Maximize, 25, &early, 113),
        (Sense::Minimize, 25, &early, 29),
    ] {
        let instance = of_5x5(sense, turns, 17, rows);
        let passes = turns as usize - 17;
        assert_eq!(score(&instance, Method::Auto), (best, passes));
    }
}

#[test]
fn tables_with_passes_are_those_of_other_programs() {
    let small = Instance::builder(3, 3, Sense::Maximize).rounds().build();
    let large = of_5x5(Sense::Maximize, 25, 17, &[]);
    for (instance, expected) in [
        (
            small.expect("valid"),
            &[0, 1, 3, 6, 10, 13, 18, 22, 27, 33][..],
        ),
        (
            large,
            &[
                0, 1, 3, 6, 10, 22, 25, 29, 34, 40, 54, 58, 63, 73, 82, 91, 99, 113, 123, 136, 147,
                163, 174, 192, 211, 240,
            ],
        ),
    ] {
        let best = best_by_tiles(&instance, Clock::Turns, &Settings::default(), |_| ());
        let best = best.expect("it fits");
        let scores = best.iter().map(|one| {
            let verdict = one.verdict.as_ref().expect("it is solved");
            assert!(verdict.is_decided());
            verdict.score().expect("there are orders")
        });
        assert_eq!(scores.collect_vec(), expected);
    }
}

/// Without a constraint on turns it does not matter which of them pass; with one it does.
#[test]
fn a_turn_that_names_a_cell_does_not_pass() {
    let builder = || Instance::builder(2, 2, Sense::Maximize).tiles(2);
    let free = builder().build().expect("valid");
    // Two tiles beside each other: 8 orders, in 6 pairs of turns.
    let count = |instance: &Instance| {
        let question = CountQuestion::Best(Counter::Auto);
        let answer = CountAnswer::find(instance, question, &Settings::default(), |_| ());
        let Counts::Best(counted) = answer.expect("small").counts else {
            panic!("the best orders are asked for");
        };
        let optimum = counted.count.and_then(|count| count.optimum);
        optimum.map(|(score, orders)| (score, orders.to_string()))
    };
    assert_eq!(count(&free), Some((3, "48".into())));
    // Cell 1 in turn 3, and another beside it in one of the other turns.
    let fixed = builder().place_at(1, 3).build().expect("valid");
    assert_eq!(count(&fixed), Some((3, "6".into())));
    let first = builder().first([1u64, 4]).build().expect("valid");
    assert_eq!(count(&first), Some((2, "2".into())));
    let too_many = builder().first([1u64, 4]).place_at(2, 4).build();
    assert_eq!(count(&too_many.expect("valid")), None);
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
        let builder = Instance::builder(2, 2, Sense::Maximize).tiles(2);
        let mut builder = builder.subject_to(row);
        if row.contains("t-1") {
            // The tiles are apart in time, and these two in place.
            builder = builder.place_at(1, 1).place_at(4, 4);
        }
        let instance = builder.build().expect(row);
        assert_eq!(score(&instance, Method::Graph), (best, 2), "{row}");
    }
}

/// Rows that are true or false of every order with a tile in each turn are neither where turns pass.
#[test]
fn a_table_with_rows_is_that_of_each_number_of_tiles() {
    for row in [
        "turn(1) >= 4 or turn(1) <= 1",
        "turn(1) <= 1 or turn(2) >= 4",
        "turn(3) >= 4 or earned(3) >= 2",
        "earned(1) >= 1",
        "y(1,end) >= 1",
        "turn(1) <= turn(2)",
    ] {
        let stated = || {
            let builder = Instance::builder(1, 3, Sense::Maximize).factor([1], 0);
            builder.subject_to(row)
        };
        let instance = stated().build().expect("valid");
        let settings = Settings::default();
        let table = best_by_tiles(&instance, Clock::Turns, &settings, |_| ()).expect("small");
        assert_eq!(table.len(), 4);
        for best in table {
            let one = stated().tiles(best.tiles as u64).build().expect("valid");
            let answer = solve(&one, Method::Graph, &settings).expect("small");
            let known = answer.outcome.verdict.score();
            let found = best.verdict.and_then(|verdict| verdict.score());
            assert_eq!(found, known, "{row}: {} tiles", best.tiles);
        }
    }
}

#[test]
fn methods_that_do_not_know_passes_name_one_that_does() {
    let builder = Instance::builder(3, 3, Sense::Maximize).tiles(4);
    let instance = builder.build().expect("valid");
    for method in [Method::Frontier, Method::Backward] {
        let error = solve(&instance, method, &Settings::default()).expect_err("it is refused");
        let SolveError::Untaken(untaken) = &error else {
            panic!("{error}");
        };
        assert_eq!(untaken.feature, Feature::Passes);
        assert!(error.to_string().contains("turns that may pass"), "{error}");
    }
    let problem = Problem::from(&instance);
    for counter in Counter::ALL.iter().filter(|&&one| one != Counter::Graph) {
        let counted = counter.count(&problem, &Settings::default());
        assert!(*counter == Counter::Auto || counted.is_err(), "{counter}");
    }
    let first = OrdersQuestion::FirstTiles(1);
    let found = OrdersAnswer::find(&instance, first, &Settings::default(), |_| ());
    assert!(matches!(found, Err(SolveError::Untaken(_))));
}

#[test]
fn lists_have_passes_and_orders_that_pass_in_other_turns_differ() {
    let builder = Instance::builder(1, 2, Sense::Maximize).turns(2).tiles(1);
    let instance = builder.build().expect("valid");
    let listed = |question| {
        let found = OrdersAnswer::find(&instance, question, &Settings::default(), |_| ());
        let OrdersAnswer::Found(found) = found.expect("small") else {
            panic!("there are orders");
        };
        let ListedOrders::Orders { orders, .. } = &found.listed else {
            panic!("orders are asked for");
        };
        orders.iter().map(Order::numbers).collect_vec()
    };
    let all = listed(OrdersQuestion::List(9));
    assert_eq!(all, [[0, 1], [0, 2], [1, 0], [2, 0]]);
    let (count, seed) = (40, 1);
    let drawn = listed(OrdersQuestion::Sample { count, seed });
    assert_eq!(drawn.len(), count);
    assert_eq!(drawn.into_iter().sorted().dedup().collect_vec(), all);
}

#[test]
fn the_verifier_names_what_is_wrong_with_passes() {
    let instance = |tiles: Option<u64>| {
        let builder = Instance::builder(2, 2, Sense::Maximize);
        let builder = tiles.map_or(builder.clone(), |tiles| builder.tiles(tiles));
        builder.build().expect("valid")
    };
    let order = |numbers: [usize; 4]| -> Order {
        let turns = numbers.into_iter();
        turns
            .map(|number| (number > 0).then(|| Cell::from_number(number)))
            .collect()
    };
    let said = |instance: &Instance, numbers| {
        let report = verify(instance, &order(numbers));
        report.violations.iter().join("; ")
    };
    assert_eq!(said(&instance(Some(3)), [1, 0, 2, 4]), "");
    let few = "the order has 2 tiles, the instance 3 tiles";
    assert_eq!(said(&instance(Some(3)), [1, 0, 2, 0]), few);
    let all = "turn 2 passes, but each turn of the instance has a tile";
    assert_eq!(said(&instance(None), [1, 0, 2, 4]), all);
    let with_one = instance(Some(3));
    let passed = order([1, 0, 2, 4]);
    let replay = Replay::new(&with_one, &passed).expect("all have a place");
    assert_eq!(replay.sentence(&replay.steps()[1]), "Turn 2: no tile.");
    assert_eq!(replay.order(), passed);
    assert_eq!(passed.to_string(), "1 – 2 4");
}

#[test]
fn a_cell_stays_empty_in_as_many_turns() {
    let instance = Instance::builder(2, 2, Sense::Maximize).rounds().tiles(3);
    let instance = instance.build().expect("valid");
    let missing = best_without_each_cell(&instance, Clock::Turns, &Settings::default(), |_| ());
    for one in missing.expect("small") {
        let score = one.verdict.and_then(|verdict| verdict.score());
        assert_eq!(score, Some(6), "without {}", one.cell);
    }
}

#[test]
fn faults_of_tiles_name_the_flag_and_the_mend() {
    let stated = |tiles: &str| {
        let json = format!(
            r#"{{"wall": {{"rows": 2, "columns": 2}}, "sense": "maximize", "turns": 3, "tiles": {tiles}}}"#
        );
        Instance::from_json(&json).map_err(|error| error.to_string())
    };
    let too_many = stated("18446744073709551615").expect_err("more than turns");
    assert!(
        too_many.contains("tiles: ") && too_many.contains("3 turns"),
        "{too_many}"
    );
    assert!(
        stated("-1")
            .expect_err("no number")
            .contains("tiles: expected a whole number")
    );
    let all = stated("3").expect("as many as turns");
    assert_eq!((all.passes(), all.warnings().len()), (false, 1));
    let none = stated("0").expect("no tiles");
    assert_eq!(score(&none, Method::Auto), (0, 3));
    let json = serde_json::to_string(&none).expect("it can be written");
    assert_eq!(Instance::from_json(&json).expect("it is read"), none);
}
