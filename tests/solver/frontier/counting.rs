//! Counts, lists and samples of optimal orders: the published figures, and a brute force.

use crate::common::{brute_force, instance, parse, plain, random_instance};
use azulejo::control::Control;
use azulejo::frontier::{Checkpoint, FrontierOptions, Layers, OptimalOrders};
use azulejo::graph;
use azulejo::instance::{Instance, Sense};
use azulejo::merge::{self, MergeError, PrimeSet};
use azulejo::order::verify;
use azulejo::outcome::Orders;
use azulejo::posets;
use azulejo::problem::Problem;
use azulejo::solve::{Counter, Settings, count, layers, optimal_orders};
use azulejo::wall::{Cell, CellSet};
use itertools::Itertools;
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::Ordering;

fn counted(instance: &Instance) -> (u32, String) {
    let count = count(&Problem::from(instance), &Settings::default()).expect("it fits");
    let (score, orders) = count
        .expect("nobody stops it")
        .optimum
        .expect("there are orders");
    (score, orders.to_string())
}

fn with_orders<T>(instance: &Instance, use_them: impl FnOnce(&OptimalOrders<'_>) -> T) -> T {
    with_orders_of(&Problem::from(instance), &Settings::default(), use_them)
}

fn with_orders_of<T>(
    problem: &Problem,
    settings: &Settings,
    use_them: impl FnOnce(&OptimalOrders<'_>) -> T,
) -> T {
    let orders = optimal_orders(problem, settings).expect("it fits");
    use_them(&orders.orders().expect("there are orders"))
}

/// `digits`, rounded to three figures, is `rounded`.
fn rounds_to(digits: &str, rounded: &str, exponent: usize) -> bool {
    let (figures, rest) = digits.split_at(3);
    let up = rest.starts_with(['5', '6', '7', '8', '9']);
    let figures = figures.parse::<u32>().expect("digits") + u32::from(up);
    digits.len() == exponent + 1 && figures.to_string() == rounded.replace('.', "")
}

#[test]
fn the_thesiss_order_counts_come_out() {
    let cases = [
        ("plain/5x5-max.json", 145, "3.15", 14),
        ("plain/5x5-min.json", 89, "1.56", 18),
        ("thesis/5x5-last-round-max.json", 145, "1.33", 11),
        ("thesis/5x5-last-round-min.json", 92, "2.00", 15),
    ];
    for (name, score, rounded, exponent) in cases {
        let (found, orders) = counted(&instance(name));
        assert_eq!(found, score, "{name}");
        assert!(rounds_to(&orders, rounded, exponent), "{name}: {orders}");
    }
}

#[test]
fn published_numbers_of_orders_are_exact_where_they_were_published_so() {
    let mut compared = 0;
    for (path, instance) in crate::common::instances() {
        if let Some(published) = &instance.published().orders {
            let (score, orders) = counted(&instance);
            assert_eq!(&orders, published, "{}", path.display());
            assert_eq!(
                Some(score),
                instance.published().score,
                "{}",
                path.display()
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 5); // rounds: the maximum for n = 2…5, the minimum for n = 5
}

#[test]
fn the_maximum_under_rounds_has_two_orders_for_n_up_to_6() {
    for n in 2..=6 {
        let json = format!(
            r#"{{"wall": {{"rows": {n}, "columns": {n}}}, "sense": "maximize", "constraints": [{{"type": "rounds"}}]}}"#
        );
        assert_eq!(
            counted(&parse(&json)),
            (n * n * n + n * n - n, "2".into()),
            "thesis, section 3.5"
        );
    }
}

#[test]
fn a_full_wall_earns_the_games_bonus_and_the_first_tiles_their_share() {
    let after = |turns: u32| {
        counted(&parse(&format!(
            r#"{{"wall": {{"rows": 5, "columns": 5}}, "sense": "maximize", "turns": {turns},
                 "bonus": {{"row": 2, "column": 7, "colour": 10}}}}"#
        )))
    };
    // 145 and all bonuses: 5·(2 + 7 + 10).
    assert_eq!(after(25), (240, "314666604031232".into()));
    assert_eq!(after(0), (0, "1".into()));
    // A column alone: 1 + 2 + 3 + 4 + 5 and 7, in the best of its orders; 5 columns, 2^4 orders each.
    assert_eq!(after(5), (22, "80".into()));
    // The ordering formulation proves the same in seconds (`azulejo solve`).
    let scores = [22, 23, 24].map(|turns| after(turns).0);
    assert_eq!(scores, [174, 192, 211]);
}

#[test]
fn small_walls_under_every_constraint_are_counted_as_without_bounds_and_symmetry() {
    for n in 2..=4 {
        let (cells, middle) = (n * n, n * n / 2 + 1);
        let kinds = [
            r#"{"type": "rounds"}"#.into(),
            r#"{"type": "last-round"}"#.into(),
            format!(r#"{{"type": "place-at", "cell": {middle}, "turn": {cells}}}"#),
            format!(r#"{{"type": "window", "cell": 1, "from": 2, "to": {middle}}}"#),
            format!(r#"{{"type": "before", "first": {cells}, "then": 1}}"#),
            format!(r#"{{"type": "first", "cells": [2, {cells}]}}"#),
            format!(r#"{{"type": "last", "cells": [1, {cells}]}}"#),
        ];
        let with = |constraint: &str| format!(r#""constraints": [{constraint}]"#);
        let constraints = kinds.iter().map(|kind: &String| with(kind));
        let others = [
            with(""),
            r#""initial": [1]"#.into(),
            format!(r#""turns": {middle}"#),
            r#""bonus": {"row": 2, "column": 7, "colour": 10}"#.into(),
            format!(r#""turns": {middle}, "bonus": {{"row": 2, "column": 7, "colour": 10}}"#),
        ];
        for extra in constraints.chain(others) {
            for sense in ["maximize", "minimize"] {
                let instance = parse(&format!(
                    r#"{{"wall": {{"rows": {n}, "columns": {n}}}, "sense": "{sense}", {extra}}}"#
                ));
                // The state graph has every covering, and counts the shortest paths.
                let plain = graph::solve(&Problem::from(&instance), &Control::default());
                let plain = plain.expect("it fits");
                let score = plain.verdict.score().expect("there are orders");
                let orders = plain.stats.orders.expect("it counts");
                assert_eq!(
                    counted(&instance),
                    (score, orders.to_string()),
                    "{n}×{n} {sense} {extra}"
                );
            }
        }
    }
}

#[test]
fn coverings_are_few() {
    let coverings = |sense| {
        let count =
            count(&Problem::from(&plain(5, 5, sense)), &Settings::default()).expect("it fits");
        count.expect("nobody stops it").coverings
    };
    // The thesis's own algorithm visits 2^25 = 33,554,432 for either.
    assert_eq!(coverings(Sense::Minimize), 34_366);
    assert_eq!(coverings(Sense::Maximize), 3_851);
}

#[test]
fn the_1096_orders_begin_as_the_thesis_says() {
    with_orders(&instance("thesis/5x5-rounds-min.json"), |orders| {
        let columns = |tiles: usize| {
            let beginnings = orders.first_tiles(tiles);
            let all: u128 = beginnings.iter().map(|(_, count)| count.to::<u128>()).sum();
            assert_eq!(all, 1096, "every order begins in one way");
            let cells = beginnings
                .into_iter()
                .flat_map(|(covering, _)| covering.cells());
            cells
                .map(|cell| cell.index() % 5 + 1)
                .unique()
                .sorted()
                .collect::<Vec<_>>()
        };
        assert_eq!(
            orders.first_tiles(3).len(),
            18,
            "thesis, section 3.7: 3×3×2"
        );
        assert_eq!(columns(10), [1, 3, 5], "thesis, section 3.7");
        assert_eq!(columns(11), [1, 2, 3, 4, 5], "thesis, section 3.7");
        let all: Vec<Vec<Cell>> = orders.iter().collect();
        assert_eq!(all.len(), 1096);
        assert!(all.is_sorted() && all.iter().all_unique());
        let instance = instance("thesis/5x5-rounds-min.json");
        for order in &all {
            let report = verify(&instance, order);
            assert_eq!((report.score, report.violations), (92, vec![]));
        }
    });
}

#[test]
fn samples_are_uniform_over_the_optimal_orders_of_3x3() {
    with_orders(&plain(3, 3, Sense::Maximize), |orders| {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut seen: BTreeMap<Vec<Cell>, u32> = BTreeMap::new();
        let (kinds, draws) = (2624, 100 * 2624);
        for _ in 0..draws {
            *seen
                .entry(orders.sample(|| random.next_u64()).expect("there are some"))
                .or_default() += 1;
        }
        assert_eq!(seen.len(), kinds, "each of them turns up");
        let square = |count: &u32| (f64::from(*count) - 100.0).powi(2) / 100.0;
        let chi_square: f64 = seen.values().map(square).sum();
        // 2623 degrees of freedom: mean 2623, standard deviation 72.4; four of them either way.
        assert!((2333.0..2913.0).contains(&chi_square), "{chi_square}");
    });
}

/// The cells of a diagonal lie in different lines, so that each earns the same points whichever comes first: all orders
/// tie. The numbers of orders on the way need 384, 512 and 768 bits at most, by their bounds.
#[test]
fn numbers_of_orders_may_need_more_than_256_bits() {
    let side = 11;
    let diagonal = |number: u64| (0..side).map(move |row| row * side + (row + number) % side + 1);
    let mut builder = Instance::builder(side, side, Sense::Minimize);
    for number in 0..side {
        builder = builder.only(diagonal(number), number * side + 1..=(number + 1) * side);
    }
    let instance = builder.build().expect("valid");
    let factorial: Orders = (1..=side).map(Orders::from).product();
    let expected = (0..side).map(|_| factorial).product::<Orders>();
    assert_eq!(expected.bit_len(), 278);
    let problem = Problem::from(&instance);
    // So little that there is no room for bounds by strips, which would take minutes.
    let within = |memory: u64| {
        let mut settings = Settings::default();
        settings.frontier.memory = Some(memory);
        settings
    };
    for counter in [Counter::Frontier, Counter::Backward] {
        for memory in [1 << 20, 1 << 24] {
            let counted = counter.count(&problem, &within(memory));
            let counted = counted.expect("it fits").count;
            let counted = counted.expect("nobody stops it");
            let (_, orders) = counted.optimum.expect("there are orders");
            assert_eq!(orders, expected, "{counter}");
            assert!(counted.coverings < 30_000, "{counter}: {counted:?}");
        }
    }
    with_orders_of(&problem, &within(1 << 24), |orders| {
        assert_eq!(orders.count(), expected);
        for index in [Orders::ZERO, expected - Orders::from(1)] {
            let order = orders.get(index).expect("there are so many");
            assert!(problem.admits(&order));
        }
        assert!(orders.get(expected).is_none());
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let drawn = orders.sample(|| random.next_u64()).expect("there are some");
        let report = verify(&instance, &drawn);
        assert_eq!((report.score, report.violations), (orders.score(), vec![]));
    });
}

#[test]
fn an_index_beyond_the_last_order_is_none() {
    with_orders(&plain(2, 2, Sense::Maximize), |orders| {
        assert!(orders.get(orders.count()).is_none());
        assert_eq!(
            orders.iter().count().to_string(),
            orders.count().to_string()
        );
    });
}

#[test]
fn stopping_gives_no_count() {
    let settings = Settings::default();
    settings.control.stop.store(true, Ordering::Relaxed);
    let problem = Problem::from(&plain(4, 4, Sense::Minimize));
    assert!(count(&problem, &settings).expect("it fits").is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn counts_and_lists_agree_with_a_brute_force(instance in random_instance(8)) {
        let problem = Problem::from(&instance);
        let counted = count(&problem, &Settings::default()).expect("it fits").expect("nobody stops it");
        let optimum = counted.optimum.map(|(score, orders)| (score, orders.to::<u128>()));
        prop_assert_eq!(optimum, brute_force(&instance));
        let orders = optimal_orders(&problem, &Settings::default()).expect("it fits");
        let Some(orders) = orders.orders() else {
            prop_assert_eq!(optimum, None);
            return Ok(());
        };
        let listed: Vec<Vec<Cell>> = orders.iter().take(500).collect();
        prop_assert!(listed.is_sorted() && listed.iter().all_unique());
        prop_assert_eq!(listed.len() as u128, optimum.map_or(0, |(_, count)| count.min(500)));
        for order in &listed {
            let report = verify(&instance, order);
            prop_assert_eq!((Some(report.score), report.violations.len()), (optimum.map(|(score, _)| score), 0));
        }
    }
}

#[test]
fn fewer_symmetries_lead_to_the_same_orders() {
    for (name, orders, every_layer) in [
        ("plain/5x5-max.json", "314666604031232", true),
        // The bound of a covering for the minimum is not always that of its mirror image, so that layers differ.
        ("plain/5x5-min.json", "1562034076438438272", false),
    ] {
        let problem = Problem::from(&instance(name));
        let wall = problem.wall();
        let layers = || layers(&problem, &Settings::default()).expect("it fits");
        let orders_of = |layers: &Layers<'_>| layers.orders().expect("it can be read").to_string();
        let [first, second, last] = [1, 2, 25].map(Cell::from_number);
        // Four, two and one of the eight symmetries.
        let sets = [vec![first, last], vec![first], vec![first, second]];
        let mut fewer = sets.map(|cells| layers().fixing(&CellSet::of(wall, cells)));
        let mut all = layers();
        let mut classes = [0; 4];
        for turn in 1..=25 {
            for (layers, classes) in fewer.iter_mut().chain([&mut all]).zip(&mut classes) {
                assert!(layers.advance().expect("it fits"));
                *classes += layers.classes();
            }
            if every_layer || turn == 25 {
                let found = fewer.each_ref().map(orders_of);
                assert_eq!(found, [(); 3].map(|()| orders_of(&all)), "{name}, {turn}");
            }
        }
        assert_eq!(orders_of(&all), orders);
        let [four, two, one, eight] = classes;
        assert!(eight < four && four < two && two < one, "{classes:?}");
    }
}

#[test]
fn the_last_merge_counts_what_the_frontier_counts() {
    for rows in 2..=7 {
        let problem = Problem::from(&plain(rows, rows, Sense::Maximize));
        let frontier = Counter::Frontier.count(&problem, &Settings::default());
        let frontier = frontier.expect("it fits").count.expect("nobody stops it");
        for primes in [PrimeSet::First, PrimeSet::Second] {
            let merged = merge::count(
                &problem,
                primes,
                &FrontierOptions::default(),
                &Control::default(),
            );
            let merged = merged.expect("it fits").expect("nobody stops it");
            assert_eq!(
                merged.optimum, frontier.optimum,
                "{rows}×{rows}, {primes:?}"
            );
        }
        let auto = Counter::Auto.count(&problem, &Settings::default());
        assert_eq!(auto.expect("it fits").counter, Counter::LastMerge);
    }
}

/// Walls that are no squares, too: the last merge counts none of those.
#[test]
fn the_sum_over_posets_is_what_the_frontier_counts() {
    let sizes = [
        (1, 5),
        (2, 3),
        (2, 4),
        (2, 5),
        (3, 3),
        (3, 4),
        (5, 3),
        (4, 5),
        (5, 5),
    ];
    for (rows, columns) in sizes {
        let problem = Problem::from(&plain(rows, columns, Sense::Maximize));
        let frontier = Counter::Frontier.count(&problem, &Settings::default());
        let frontier = frontier.expect("it fits").count.expect("nobody stops it");
        let (_, orders) = frontier.optimum.expect("there are orders");
        let posets = posets::count(problem.wall()).expect("few cells");
        assert_eq!(posets.0, orders, "{rows}×{columns}");
    }
}

#[test]
fn the_last_merge_refuses_what_is_no_plain_square_and_keeps_its_memory() {
    let count = |json: &str, memory| {
        let problem = Problem::from(&parse(json));
        let options = FrontierOptions {
            memory,
            ..FrontierOptions::default()
        };
        merge::count(&problem, PrimeSet::First, &options, &Control::default())
    };
    for other in [
        r#"{"wall": {"rows": 3, "columns": 4}, "sense": "maximize"}"#,
        r#"{"wall": {"rows": 3, "columns": 3}, "sense": "minimize"}"#,
        r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "turns": 8}"#,
        r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "initial": [5]}"#,
        r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "bonus": {"row": 2}}"#,
        r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "constraints": [{"type": "before", "first": 1, "then": 9}]}"#,
        r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "constraints": [{"type": "rounds"}]}"#,
    ] {
        assert!(
            matches!(count(other, None), Err(MergeError::Unfit)),
            "{other}"
        );
    }
    let nine = r#"{"wall": {"rows": 9, "columns": 9}, "sense": "maximize"}"#;
    let limit = 4 << 20;
    let full = count(nine, Some(limit));
    assert!(matches!(full, Err(MergeError::Memory { limit: told }) if told == limit));
    let stopped = Control::default();
    stopped.stop.store(true, Ordering::Relaxed);
    let problem = Problem::from(&parse(nine));
    let count = merge::count(
        &problem,
        PrimeSet::First,
        &FrontierOptions::default(),
        &stopped,
    );
    assert!(matches!(count, Ok(None)));
}

/// A count that is stopped after each layer and goes on comes to the same end, and a file that was changed is refused.
#[test]
fn the_last_merge_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint");
    let problem = Problem::from(&plain(6, 6, Sense::Maximize));
    let count = |resume: bool, control: &Control| {
        let path = path.clone();
        let options = FrontierOptions {
            checkpoint: Some(Checkpoint { path, resume }),
            ..FrontierOptions::default()
        };
        merge::count(&problem, PrimeSet::First, &options, control)
    };
    // What is somebody else's stays as it is.
    let beside = folder.path().join("checkpoint.part");
    fs::write(&beside, "notes").expect("written");
    let in_the_way = count(false, &Control::default()).expect_err("it is there");
    assert!(
        in_the_way.to_string().contains("is in the way"),
        "{in_the_way}"
    );
    assert_eq!(fs::read_to_string(&beside).expect("it is there"), "notes");
    fs::remove_file(&beside).expect("it was there");
    // Stopped before its first layer, it has a file.
    let stopped = Control::default();
    stopped.stop.store(true, Ordering::Relaxed);
    assert!(matches!(count(false, &stopped), Ok(None)));
    let begun = fs::read(&path).expect("the file");
    let from_begin = count(true, &Control::default()).expect("it goes on");
    fs::remove_file(&path).expect("it was there");
    let whole = count(false, &Control::default()).expect("it fits");
    assert_eq!(from_begin, whole);
    let whole = whole.expect("nobody stops it");
    assert_eq!(whole.optimum.map(|(score, _)| score), Some(246));
    assert!(begun.len() < fs::read(&path).expect("the file").len());
    // The checkpoint is there by then.
    let again = count(false, &Control::default()).expect_err("it is there");
    assert!(again.to_string().contains("is there already"), "{again}");
    let resumed = count(true, &Control::default()).expect("it goes on");
    assert_eq!(resumed, Some(whole));
    let bytes = fs::read(&path).expect("the file");
    for at in (0..bytes.len()).step_by(bytes.len() / 97) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        fs::write(&path, &changed).expect("written");
        let refused = count(true, &Control::default()).expect_err("it was changed");
        let says = refused.to_string();
        assert!(says.contains("is damaged") || at < 14, "byte {at}: {says}");
        fs::write(&path, &bytes[..at]).expect("written");
        count(true, &Control::default()).expect_err("it ends too soon");
    }
}
