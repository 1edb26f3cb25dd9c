//! The schedules of lines, equation (14), against the orders that they stand for.

use super::programs::complete;
use crate::common::parse;
use azulejo::formulation::{Program, Row, Timetable, Variable};
use azulejo::problem::{Moves, Problem};
use azulejo::wall::{Cell, Covering};
use itertools::Itertools;

fn problem(rows: usize, columns: usize, rest: &str) -> Problem {
    Problem::from(&parse(&format!(
        r#"{{"wall": {{"rows": {rows}, "columns": {columns}}}, "sense": "minimize", {rest}}}"#
    )))
}

/// All orders that keep to the constraints.
fn orders(problem: &Problem) -> Vec<Vec<Cell>> {
    let moves = Moves::new(problem).expect("small");
    let mut orders = vec![(moves.initial(), Vec::new())];
    for turn in problem.turns() {
        let longer = orders
            .into_iter()
            .flat_map(|(covering, order): (Covering, Vec<Cell>)| {
                let cells = moves.legal(covering, turn).cells();
                let with = cells.map(|cell| (covering.with(cell), [&order[..], &[cell]].concat()));
                with.collect_vec()
            });
        orders = longer.collect();
    }
    orders.into_iter().map(|(_, order)| order).collect()
}

/// The rows of the costs, whose names begin so.
fn costs<'a>(program: &'a Program, begin: &'a str) -> impl Iterator<Item = &'a Row> {
    let rows = program.rows().iter();
    rows.filter(move |row| row.equation.number == "O-14c" && row.name.starts_with(begin))
}

/// Checks the costs of some lines against these orders; says how many schedules there are.
///
/// No order costs its line less than its schedule says. And each schedule is that of an order for which this is all that
/// the line costs: so there is no schedule too many, and none could cost more.
fn check(problem: &Problem, program: &Program, begin: &str, orders: &[Vec<Cell>]) -> usize {
    let tables = orders.iter().map(|order| Timetable::new(problem, order));
    let tables = tables.collect_vec();
    let mut schedules = 0;
    for row in costs(program, begin) {
        let terms = row.expression.terms();
        let terms = terms.map(|(column, factor)| (&program.columns()[column.index()], factor));
        let (chosen, earned): (Vec<_>, Vec<_>) = terms.partition(|(it, _)| it.kind() == "w");
        let mut least = vec![None; chosen.len()];
        for table in &tables {
            let value = |(it, factor): &(&Variable, i64)| factor * table.value(&it.fact);
            let chosen = chosen.iter();
            let mine = chosen.positions(|(it, _)| table.value(&it.fact) == 1);
            let mine = mine.exactly_one().expect("an order has one schedule");
            let cost = earned.iter().map(value).sum::<i64>() - row.right;
            least[mine] = Some(least[mine].map_or(cost, |least: i64| least.min(cost)));
        }
        for ((column, factor), least) in chosen.iter().zip(least) {
            assert_eq!(least, Some(-factor), "{} {}", row.name, column.name);
        }
        schedules += chosen.len();
    }
    schedules
}

#[test]
fn each_schedule_is_that_of_an_order_which_costs_no_more() {
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
            // A row has its cells in three rounds in any order; each cell of a column has any round.
            3 * 6 + 3 * 27,
            // One cell of a row is last; each cell of a column is, or is not.
            3 * 3 + 3 * 8,
            // Cells are before or after turn 4, and three at most before it.
            8 + 15 + 2 + 3 * 4,
            // Two cells beside one that has turn 2 or 3, in three phases; and the cell below that one.
            7 + 3,
            // No cell has a choice.
            0,
            // Two of four cells come before turn 3; and each column of one cell has its turns.
            6 + 4 * 2,
        ]
    );
}

/// A row of seven cells in seven rounds has 5040 schedules. So each end of two rounds parts what is before it from what
/// comes after it.
#[test]
fn long_lines_have_schedules_by_the_ends_of_phases() {
    let problem = problem(2, 7, r#""constraints": [{"type": "rounds"}]"#);
    let program = complete(&problem);
    let names = costs(&program, "c14c_row")
        .map(|row| &*row.name)
        .collect_vec();
    let ends = (1..=2).cartesian_product(1..=6);
    let ends = ends.map(|(row, rounds)| format!("c14c_row({row},{})", 2 * rounds));
    assert_eq!(names, ends.collect_vec());
    // A column of two cells has few.
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
        let of_row = format!("c14c_row({row}");
        // Any of the cells can be those before an end.
        let choices = (1..=6).map(|cells| (0..7).combinations(cells).count());
        let schedules = check(&problem, &program, &of_row, &orders.collect_vec());
        assert_eq!(schedules, choices.sum::<usize>(), "{row}");
    }
}
