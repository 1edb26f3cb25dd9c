//! The schedules of lines, equation (14), against the orders with these schedules.

use super::programs::complete;
use crate::common::stated;
use azulejo::formulation::{Program, Row, Timetable, Variable};
use azulejo::instance::Sense;
use azulejo::problem::{Moves, Problem};
use azulejo::wall::{Cell, Covering};
use itertools::Itertools;

fn problem(rows: u64, columns: u64, rest: &str) -> Problem {
    Problem::from(&stated(rows, columns, Sense::Minimize, rest))
}

/// All orders that keep to the constraints.
fn orders(problem: &Problem) -> Vec<Vec<Cell>> {
    let moves = Moves::new(problem).expect("small");
    let mut orders = vec![(moves.initial(), Vec::new())];
    for turn in problem.turns() {
        let extensions = orders
            .into_iter()
            .flat_map(|(covering, order): (Covering, Vec<Cell>)| {
                let cells = moves.legal(covering, turn).cells();
                let extensions =
                    cells.map(|cell| (covering.with(cell), [&order[..], &[cell]].concat()));
                extensions.collect_vec()
            });
        orders = extensions.collect();
    }
    orders.into_iter().map(|(_, order)| order).collect()
}

/// The rows of the costs whose names have a prefix.
fn costs<'a>(program: &'a Program, prefix: &'a str) -> impl Iterator<Item = &'a Row> {
    let rows = program.rows().iter();
    rows.filter(move |row| row.equation.number == "O-14c" && row.name.starts_with(prefix))
}

/// Checks the costs of some lines against orders, and returns the number of schedules.
///
/// An order costs its line at least the cost of its schedule. Each schedule has an order with exactly this cost: no schedule is
/// needless, and none could cost more.
fn check(problem: &Problem, program: &Program, prefix: &str, orders: &[Vec<Cell>]) -> usize {
    let tables = orders.iter().map(|order| Timetable::new(problem, order));
    let tables = tables.collect_vec();
    let mut schedule_count = 0;
    for row in costs(program, prefix) {
        let terms = row.expression.terms();
        let terms = terms.map(|(column, factor)| (&program.columns()[column.index()], factor));
        let (schedules, points): (Vec<_>, Vec<_>) =
            terms.partition(|(column, _)| column.kind() == "w");
        let mut least = vec![None; schedules.len()];
        for table in &tables {
            let value = |(column, factor): &(&Variable, i64)| factor * table.value(&column.fact);
            let indices = schedules.iter();
            let indices = indices.positions(|(column, _)| table.value(&column.fact) == 1);
            let index = indices.exactly_one().expect("an order has one schedule");
            let cost = points.iter().map(value).sum::<i64>() - row.right;
            least[index] = Some(least[index].map_or(cost, |least: i64| least.min(cost)));
        }
        for ((column, factor), least) in schedules.iter().zip(least) {
            assert_eq!(least, Some(-factor), "{} {}", row.name, column.name);
        }
        schedule_count += schedules.len();
    }
    schedule_count
}

#[test]
fn each_schedule_has_an_order_of_its_cost() {
    let schedules = [
        (3, 3, r#""constraints": [{"type": "rounds"}]"#),
        (3, 3, r#""constraints": [{"type": "last-round"}]"#),
        (2, 4, r#""constraints": [{"type": "place-at", "cell": 3, "turn": 4}]"#),
        (2, 4, r#""initial": [2, 7], "constraints": [{"type": "window", "cell": 4, "from": 2, "to": 3}]"#),
        (1, 7, r#""constraints": [{"type": "first", "cells": [2, 3]}, {"type": "last", "cells": [5, 6]}]"#),
        (1, 7, r#""initial": [3], "constraints": [{"type": "place-at", "cell": 6, "turn": 3}, {"type": "window", "cell": 2, "from": 4, "to": 6}]"#),
    ]
    .map(|(rows, columns, rest)| {
        let problem = problem(rows, columns, rest);
        check(&problem, &complete(&problem), "", &orders(&problem))
    });
    assert_eq!(
        schedules,
        [
            // Rows: their cells in three rounds in any order. Columns: each cell in any round.
            3 * 6 + 3 * 27,
            // Rows: one cell is last. Columns: each cell is or is not last.
            3 * 3 + 3 * 8,
            // Each cell is before or after turn 4, and at most three cells are before turn 4.
            8 + 15 + 2 + 3 * 4,
            // Two cells beside the cell of turn 2 or 3, in three phases; and the cell below the latter.
            7 + 3,
            // No cell has a choice.
            0,
            // Two of four cells come before turn 3; each column is one cell with its turns.
            6 + 4 * 2,
        ]
    );
}

/// A row of seven cells in seven rounds has 5040 schedules. Its schedules are only of the cells before and after each second
/// round.
#[test]
fn long_lines_have_schedules_by_the_ends_of_phases() {
    let problem = problem(2, 7, r#""constraints": [{"type": "rounds"}]"#);
    let program = complete(&problem);
    let names = costs(&program, "c14c_row")
        .map(|row| &*row.name)
        .collect_vec();
    let ends = (1..=2).cartesian_product(1..=6);
    let names_of_ends = ends.map(|(row, rounds)| format!("c14c_row({row},{})", 2 * rounds));
    assert_eq!(names, names_of_ends.collect_vec());
    // A column of two cells has few schedules.
    let names = costs(&program, "c14c_column").map(|row| row.name.clone());
    let columns = (1..=7).map(|column| format!("c14c_column({column})"));
    assert_eq!(names.collect_vec(), columns.collect_vec());
    for row in [1, 2] {
        let orders = (0..7).permutations(7).map(|places| {
            let rounds = places.iter().enumerate().flat_map(|(round, &place)| {
                // The other row is filled from the left to the right.
                let (upper, lower) = match row {
                    1 => (place, round),
                    _ => (round, place),
                };
                [upper, 7 + lower].map(Cell::from_index)
            });
            rounds.collect_vec()
        });
        let prefix = format!("c14c_row({row}");
        // Any subset of the cells can precede an end.
        let choices = (1..=6).map(|cells| (0..7).combinations(cells).count());
        let schedules = check(&problem, &program, &prefix, &orders.collect_vec());
        assert_eq!(schedules, choices.sum::<usize>(), "{row}");
    }
}
