//! Random instances with rows, by every method, against all orders.

use crate::agreement::check_conflict;
use crate::kit::{Optimum, assert_scores, counters_agree, methods_agree};
use crate::random_rows::{Chance, instance};
use azulejo::control::Control;
use azulejo::dense;
use azulejo::formulation::{Families, Kind, Timetable};
use azulejo::graph::{self, OptimalPaths};
use azulejo::instance::{Constraint, Instance};
use azulejo::order::{Order, verify};
use azulejo::problem::Problem;
use azulejo::wall::Cell;
use itertools::Itertools;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of orders of each score, by the requirements of the instance.
fn scores_of_all_orders(instance: &Instance) -> BTreeMap<u32, u128> {
    let bare = Problem::from(&instance.with_constraints(|_| false));
    let reports = all_orders(&bare).into_iter();
    let reports = reports.map(|order| verify(instance, &order));
    let mut scores = BTreeMap::new();
    for report in reports.filter(|report| report.violations.is_empty()) {
        *scores.entry(report.score).or_default() += 1;
    }
    scores
}

/// All orders of as many cells as there are tiles, in all choices of turns, regardless of the constraints.
fn all_orders(problem: &Problem) -> Vec<Order> {
    let turns = (0..problem.horizon()).combinations(problem.tiles());
    let with_tiles = turns.flat_map(|turns| {
        let orders = problem.free().permutations(problem.tiles());
        orders.map(move |cells| {
            let mut order = vec![None; problem.horizon()];
            for (&turn, cell) in turns.iter().zip(cells) {
                order[turn] = Some(cell);
            }
            order.into_iter().collect()
        })
    });
    with_tiles.collect()
}

/// Checks every method that takes the instance against all orders: the number of these methods, and whether there are orders.
fn agree(instance: &Instance) -> (usize, bool) {
    let scores = scores_of_all_orders(instance);
    let json = serde_json::to_string(instance).expect("it can be written");
    let best = instance.sense().best_of(scores.keys().copied());
    let best = best.map(|best| (best, scores[&best]));
    let problem = Problem::from(instance);
    let orders = all_orders(&problem).into_iter();
    let admitted = orders.filter(|order| problem.admits(order)).count() as u128;
    assert_eq!(admitted, scores.values().sum::<u128>(), "admits: {json}");
    let answers = methods_agree(instance, best).len();
    programs_agree(&problem, &json);
    counters_agree(instance, best);
    let control = Control::default();
    let by_dense = dense::distribution(&problem, None, &control).ok();
    let by_graph = graph::distribution(&problem, &control).ok();
    for distribution in [by_dense, by_graph].into_iter().flatten() {
        let distribution = distribution.expect("nobody stops it");
        assert!(
            distribution.iter().eq(scores.clone()),
            "{distribution:?} {json}"
        );
    }
    let paths = OptimalPaths::find(&problem, &control).expect("small");
    check_paths(instance, &paths.expect("nobody stops it"), best);
    (answers, !scores.is_empty())
}

/// The paths through the state graph are the optimal orders: listed in order, drawn, and counted by their first tiles.
fn check_paths(instance: &Instance, paths: &OptimalPaths, best: Optimum) {
    let json = serde_json::to_string(instance).expect("it can be written");
    let orders = paths.iter().collect_vec();
    assert_eq!(paths.score(), best.map(|(score, _)| score), "{json}");
    let count = best.map_or(0, |(_, count)| count);
    assert_eq!(orders.len() as u128, count, "{json}");
    assert_eq!(paths.count().to_string(), count.to_string(), "{json}");
    assert!(orders.is_sorted() && orders.iter().all_unique(), "{json}");
    for order in &orders {
        assert_scores(instance, order, paths.score().expect("there are orders"));
    }
    let samples = paths.samples(1).take(20).collect_vec();
    assert_eq!(samples.len(), if orders.is_empty() { 0 } else { 20 });
    assert!(samples.iter().all(|order| orders.contains(order)), "{json}");
    for tiles in 0..=instance.horizon() {
        let mut beginnings: BTreeMap<Vec<Cell>, u64> = BTreeMap::new();
        for order in &orders {
            let first = order[..tiles].iter().copied().flatten().sorted().collect();
            *beginnings.entry(first).or_default() += 1;
        }
        let beginnings_of_paths = paths.first_tiles(tiles).into_iter();
        let beginnings_of_paths = beginnings_of_paths
            .map(|(cells, orders)| (cells.cells().collect_vec(), orders.to_string()));
        let expected = beginnings
            .into_iter()
            .map(|(cells, orders)| (cells, orders.to_string()));
        assert_eq!(
            beginnings_of_paths.collect_vec(),
            expected.collect_vec(),
            "{tiles} {json}"
        );
    }
}

/// Of each formulation, all orders that the problem admits satisfy the rows of the program, and no others do.
fn programs_agree(problem: &Problem, json: &str) {
    for kind in Kind::ALL {
        let formulation = kind.formulate(problem, &Families::new()).expect("small");
        let program = formulation.program();
        for order in all_orders(problem) {
            let values = program.assignment(&Timetable::new(problem, &order));
            let holds = program.rows().iter().all(|row| row.holds(&values));
            let is_allowed = is_allowed(problem, &order);
            if is_allowed && holds {
                let score = i64::from(order.score(problem));
                let objective = program.objective().value(&values);
                assert_eq!(objective, score, "{kind}: {order:?}: {json}");
            }
            let admitted = problem.admits(&order);
            assert_eq!(holds && is_allowed, admitted, "{kind}: {order:?}: {json}");
        }
    }
}

/// Whether each turn may fill its cell after its predecessors, or may pass; else a program has no column for the move.
fn is_allowed(problem: &Problem, order: &Order) -> bool {
    let mut filled = problem.initial().clone();
    let mut turns = problem.turns().zip(order.iter());
    turns.all(|(turn, &cell)| {
        let Some(cell) = cell else {
            return problem.may_pass(turn);
        };
        let mut predecessors = problem.before(cell).iter();
        let is_allowed = problem.allowed(turn).contains(cell)
            && predecessors.all(|first| filled.contains(first));
        filled.insert(cell);
        is_allowed
    })
}

/// The answers of all methods for some instances, and how many of these have orders.
pub(crate) fn all_agree(instances: &[Instance]) -> (usize, usize) {
    let finished = AtomicUsize::new(0);
    let each = instances.par_iter().with_max_len(1).map(|instance| {
        let (answers, possible) = agree(instance);
        let finished = finished.fetch_add(1, Ordering::Relaxed) + 1;
        if finished.is_multiple_of(100) {
            eprintln!("{finished} of {} instances agree", instances.len());
        }
        (answers, usize::from(possible))
    });
    each.reduce(
        || (0, 0),
        |left, right| (left.0 + right.0, left.1 + right.1),
    )
}

fn check_random_instances(instances: usize, seed: u64) {
    let mut chance = Chance::new(seed);
    let sample = std::iter::repeat_with(|| instance(&mut chance)).flatten();
    let sample = sample.take(instances).collect_vec();
    let mut classes: BTreeMap<&str, usize> = BTreeMap::new();
    for constraint in sample.iter().flat_map(Instance::constraints) {
        if let Constraint::SubjectTo { row } = constraint {
            *classes.entry(row.class().name()).or_default() += 1;
        }
    }
    let (answers, possible) = all_agree(&sample);
    assert!(possible * 3 > instances, "{possible} have orders");
    // Without a mixed-integer solver, rows about more than one turn are for two methods.
    assert!(answers >= 2 * instances, "{answers} answers");
    let each = classes.values().all(|&count| count * 8 > instances);
    assert!(each, "{classes:?}");
}

#[test]
fn all_methods_agree_with_all_orders_where_rows_are_stated() {
    check_random_instances(30, 1);
}

#[test]
#[ignore = "minutes: `cargo maintain rows` runs it"]
fn all_methods_agree_with_all_orders_of_2000_instances_with_rows() {
    check_random_instances(2_000, 2);
}

#[test]
fn messages_about_a_clash_among_rows_are_true() {
    let mut chance = Chance::new(3);
    let mut impossible = 0;
    while impossible < 25 {
        if let Some(instance) = instance(&mut chance) {
            impossible += usize::from(scores_of_all_orders(&instance).is_empty());
            check_conflict(&instance);
        }
    }
}

/// The reader of instances and the referee read the same rows, and mean the same by them: of random rows, some with a
/// letter that does not belong there, on random orders.
fn readers_agree(rows: usize, seed: u64) {
    let mut chance = Chance::new(seed);
    let letters = [
        '(', ')', ',', '<', '=', '1', '9', ' ', 't', '+', '-', '*', '.', 'x', 'o',
    ];
    let (mut read_count, mut refused_count, mut violated_count) = (0, 0, 0);
    for _ in 0..rows {
        let (rows, columns) = chance.of(&[(2, 2), (2, 3), (3, 3), (1, 4)]);
        let cells = rows * columns;
        let (initial, turns) = chance.tiles_and_turns(cells, 3);
        let mut row = chance.row((rows, columns), turns);
        if chance.below(3) == 0 {
            let at = chance.below(row.len());
            row.replace_range(at..=at, &chance.of(&letters).to_string());
        }
        let json = serde_json::json!({
            "wall": {"rows": rows, "columns": columns},
            "sense": "maximize",
            "initial": initial,
            "turns": turns,
            "constraints": [{"type": "subject-to", "row": row}],
        });
        let json = json.to_string();
        let statement = azulejo_check::Statement::from_json(&json);
        let mut order: Vec<usize> = (1..=cells).filter(|cell| !initial.contains(cell)).collect();
        for place in 0..order.len() {
            let other = place + chance.below(order.len() - place);
            order.swap(place, other);
        }
        order.truncate(turns);
        let holds = |statement| azulejo_check::verify(statement, &order).faults.is_empty();
        match (Instance::from_json(&json), statement) {
            (Ok(instance), Ok(statement)) => {
                read_count += 1;
                let cells: Vec<Cell> = order.iter().map(|&cell| Cell::from_number(cell)).collect();
                let admits = Problem::from(&instance).admits(&cells);
                assert_eq!(admits, holds(&statement), "{json} {order:?}");
                violated_count += usize::from(!admits);
            }
            (Ok(_), Err(refusal)) => panic!("{refusal}: {json}"),
            (Err(faults), Ok(statement)) => {
                let faults = faults.to_string();
                // The referee refuses only texts that it does not understand.
                if faults.contains("holds for no order") {
                    assert!(!holds(&statement), "{json} {order:?}");
                } else {
                    let reasons = [
                        "out of range",
                        "named twice",
                        "exist",
                        "leave the range out",
                        "there are no turns",
                    ];
                    let is_expected = reasons.iter().any(|reason| faults.contains(reason));
                    assert!(is_expected, "{faults}: {json}");
                }
                refused_count += 1;
            }
            (Err(_), Err(_)) => refused_count += 1,
        }
    }
    let has_each = read_count * 3 > rows && refused_count * 10 > rows && violated_count * 10 > rows;
    assert!(has_each, "{read_count} {refused_count} {violated_count}");
}

#[test]
fn the_reader_and_the_referee_agree_on_random_rows() {
    readers_agree(3_000, 1);
}

#[test]
#[ignore = "minutes: `cargo maintain rows` runs it"]
fn the_reader_and_the_referee_agree_on_100000_random_rows() {
    readers_agree(100_000, 2);
}
