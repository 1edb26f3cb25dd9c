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

/// The number of orders of each score, by the requirements as they are stated.
fn by_all_orders(instance: &Instance) -> BTreeMap<u32, u128> {
    let bare = Problem::from(&instance.with_constraints(|_| false));
    let reports = all_orders(&bare).into_iter();
    let reports = reports.map(|order| verify(instance, &order));
    let mut scores = BTreeMap::new();
    for report in reports.filter(|report| report.violations.is_empty()) {
        *scores.entry(report.score).or_default() += 1;
    }
    scores
}

/// All cells in all turns, so many as there are tiles, whatever may be filled when.
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

/// Every method that takes the instance, against all orders; how many took it, and whether there are orders.
fn agree(instance: &Instance) -> (usize, bool) {
    let scores = by_all_orders(instance);
    let json = serde_json::to_string(instance).expect("it can be written");
    let best = instance.sense().best_of(scores.keys().copied());
    let best = best.map(|best| (best, scores[&best]));
    let problem = Problem::from(instance);
    let orders = all_orders(&problem).into_iter();
    let admitted = orders.filter(|order| problem.admits(order)).count() as u128;
    assert_eq!(admitted, scores.values().sum::<u128>(), "admits: {json}");
    let asked = methods_agree(instance, best).len();
    programs_agree(&problem, &json);
    counters_agree(instance, best);
    let control = Control::default();
    let by_dense = dense::distribution(&problem, None, &control).ok();
    let by_graph = graph::distribution(&problem, &control).ok();
    for found in [by_dense, by_graph].into_iter().flatten() {
        let found = found.expect("nobody stops it");
        assert!(found.iter().eq(scores.clone()), "{found:?} {json}");
    }
    let paths = OptimalPaths::find(&problem, &control).expect("small");
    check_paths(instance, &paths.expect("nobody stops it"), best);
    (asked, !scores.is_empty())
}

/// The paths through the state graph are the optimal orders: listed in order, drawn, and counted by their first tiles.
fn check_paths(instance: &Instance, paths: &OptimalPaths, best: Optimum) {
    let json = serde_json::to_string(instance).expect("it can be written");
    let orders = paths.iter().collect_vec();
    assert_eq!(paths.score(), best.map(|(score, _)| score), "{json}");
    let known = best.map_or(0, |(_, count)| count);
    assert_eq!(orders.len() as u128, known, "{json}");
    assert_eq!(paths.count().to_string(), known.to_string(), "{json}");
    assert!(orders.is_sorted() && orders.iter().all_unique(), "{json}");
    for order in &orders {
        assert_scores(instance, order, paths.score().expect("there are orders"));
    }
    let drawn = paths.samples(1).take(20).collect_vec();
    assert_eq!(drawn.len(), if orders.is_empty() { 0 } else { 20 });
    assert!(drawn.iter().all(|order| orders.contains(order)), "{json}");
    for tiles in 0..=instance.horizon() {
        let mut beginnings: BTreeMap<Vec<Cell>, u64> = BTreeMap::new();
        for order in &orders {
            let first = order[..tiles].iter().copied().flatten().sorted().collect();
            *beginnings.entry(first).or_default() += 1;
        }
        let found = paths.first_tiles(tiles).into_iter();
        let found = found.map(|(cells, orders)| (cells.cells().collect_vec(), orders.to_string()));
        let known = beginnings
            .into_iter()
            .map(|(cells, orders)| (cells, orders.to_string()));
        assert_eq!(found.collect_vec(), known.collect_vec(), "{tiles} {json}");
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
            let may = allowed(problem, &order);
            if may && holds {
                let score = i64::from(order.score(problem));
                let objective = program.objective().value(&values);
                assert_eq!(objective, score, "{kind}: {order:?}: {json}");
            }
            let admitted = problem.admits(&order);
            assert_eq!(holds && may, admitted, "{kind}: {order:?}: {json}");
        }
    }
}

/// Whether each turn may fill its cell, after those for which the cell waits, or may pass: else a program has no column for it.
fn allowed(problem: &Problem, order: &Order) -> bool {
    let mut filled = problem.initial().clone();
    let mut turns = problem.turns().zip(order.iter());
    turns.all(|(turn, &cell)| {
        let Some(cell) = cell else {
            return problem.may_pass(turn);
        };
        let mut waits = problem.before(cell).iter();
        let may = problem.allowed(turn).contains(cell) && waits.all(|first| filled.contains(first));
        filled.insert(cell);
        may
    })
}

/// The answers of all methods for some instances, and how many of these have orders.
pub(crate) fn all_agree(instances: &[Instance]) -> (usize, usize) {
    let done = AtomicUsize::new(0);
    let each = instances.par_iter().with_max_len(1).map(|instance| {
        let (answers, possible) = agree(instance);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(100) {
            eprintln!("{done} of {} instances agree", instances.len());
        }
        (answers, usize::from(possible))
    });
    each.reduce(|| (0, 0), |one, other| (one.0 + other.0, one.1 + other.1))
}

fn many(instances: usize, seed: u64) {
    let mut chance = Chance::new(seed);
    let made = std::iter::repeat_with(|| instance(&mut chance)).flatten();
    let made = made.take(instances).collect_vec();
    let mut classes: BTreeMap<&str, usize> = BTreeMap::new();
    for constraint in made.iter().flat_map(Instance::constraints) {
        if let Constraint::SubjectTo { row } = constraint {
            *classes.entry(row.class().name()).or_default() += 1;
        }
    }
    let (asked, possible) = all_agree(&made);
    assert!(possible * 3 > instances, "{possible} have orders");
    // Without a mixed-integer solver, rows about more than one turn are for two methods.
    assert!(asked >= 2 * instances, "{asked} answers");
    let each = classes.values().all(|&count| count * 8 > instances);
    assert!(each, "{classes:?}");
}

#[test]
fn all_methods_agree_with_all_orders_where_rows_are_stated() {
    many(30, 1);
}

#[test]
#[ignore = "minutes: `cargo maintain rows` runs it"]
fn all_methods_agree_with_all_orders_of_2000_instances_with_rows() {
    many(2_000, 2);
}

#[test]
fn what_is_said_of_a_clash_among_rows_is_so() {
    let mut chance = Chance::new(3);
    let mut impossible = 0;
    while impossible < 25 {
        if let Some(instance) = instance(&mut chance) {
            impossible += usize::from(by_all_orders(&instance).is_empty());
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
    let (mut read, mut refused, mut broken) = (0, 0, 0);
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
                read += 1;
                let cells: Vec<Cell> = order.iter().map(|&cell| Cell::from_number(cell)).collect();
                let admits = Problem::from(&instance).admits(&cells);
                assert_eq!(admits, holds(&statement), "{json} {order:?}");
                broken += usize::from(!admits);
            }
            (Ok(_), Err(refusal)) => panic!("{refusal}: {json}"),
            (Err(faults), Ok(statement)) => {
                let faults = faults.to_string();
                // The referee refuses only what it does not understand.
                if faults.contains("holds for no order") {
                    assert!(!holds(&statement), "{json} {order:?}");
                } else {
                    let known = [
                        "out of range",
                        "named twice",
                        "exist",
                        "leave the range out",
                        "there are no turns",
                    ];
                    let known = known.iter().any(|known| faults.contains(known));
                    assert!(known, "{faults}: {json}");
                }
                refused += 1;
            }
            (Err(_), Err(_)) => refused += 1,
        }
    }
    let each = read * 3 > rows && refused * 10 > rows && broken * 10 > rows;
    assert!(each, "{read} {refused} {broken}");
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
