//! The quantities of stated rows by the columns of the ordering formulation.

use super::phases::Phases;
use super::points::Quantities;
use super::precedence::Precedence;
use crate::formulation::program::Relation::{AtLeast, AtMost};
use crate::formulation::rows::{RowEquations, turn_of};
use crate::formulation::{BuildError, Column, Equation, Fact, Linear, Program};
use crate::instance::{Quantity, Turn};
use crate::problem::Problem;
use crate::wall::Cell;
use azulejo_control::Control;
use itertools::Itertools;
use std::collections::BTreeMap;

static ROWS: RowEquations = RowEquations::with_numbers(
    ["O-16", "O-16a", "O-16b"],
    "A row that is stated; turn(c) stands for $T + 1 − Σ_{t} y(c,t)$, where $T$ is the number of turns",
);

static EMPTY: Equation = Equation {
    number: "O-16c",
    statement: "Of two cells that stay empty the one with the lower number comes first",
    each: "every pair of cells $a < b$ of whose order a row speaks",
    formula: "o(a,b) ≥ 1 − f(a) − f(b)",
};

static EARNED: Equation = Equation {
    number: "O-17",
    statement: "What a cell earns in a turn: its points if the turn fills it, else nothing; $M$ is the most that the tile earns",
    each: "every cell $c$ and every turn $t$ whose points a row speaks of",
    formula: "p(c,t) ≤ M·(y(c,t) − y(c,t−1)),   p(c,t) ≤ points(c),   p(c,t) ≥ points(c) − M·(1 − y(c,t) + y(c,t−1))",
};

/// The pairs of cells of whose order rows speak.
pub(super) fn pairs(problem: &Problem) -> impl Iterator<Item = (Cell, Cell)> {
    quantities(problem).filter_map(|quantity| match quantity {
        Quantity::Before(first, then) => Some((first, then)),
        _ => None,
    })
}

/// Whether rows speak of points.
pub(super) fn has_points(problem: &Problem) -> bool {
    let is_points = |quantity| matches!(quantity, Quantity::Earned(_) | Quantity::Points(_));
    quantities(problem).any(is_points)
}

fn quantities(problem: &Problem) -> impl Iterator<Item = Quantity> {
    let rows = problem.rows().iter().flat_map(|row| row.inequalities());
    rows.flat_map(|row| row.terms.iter().map(|(quantity, _)| *quantity))
}

/// Adds the rows, with the columns that they need.
pub(super) fn add(
    program: &mut Program,
    problem: &Problem,
    phases: &Phases,
    precedence: &Precedence,
    points: &Quantities,
    control: &Control,
) -> Result<(), BuildError> {
    let ends = phases_by_end(problem);
    let filled_by = |cell: Cell, time: usize| match ends.get(&time) {
        Some(&phase) => phases.by_end(cell, phase).clone(),
        None => Linear::constant(0),
    };
    if !problem.fills_the_wall() {
        for (first, then) in pairs(problem).sorted().dedup() {
            let sum = phases.filled(first) + phases.filled(then);
            let label = format!("_empty({first},{then})");
            let first = precedence.before(first, then);
            program.row(&EMPTY, label, first, AtLeast, Linear::constant(1) - sum);
        }
    }
    let factor = |cell: Cell| i64::from(problem.factors().of(cell));
    let most_points = (problem.wall().rows() + problem.wall().columns()) as i64;
    let points_of = |cell: Cell| -> Linear {
        let parts = ["h", "v", "u"].map(|part| points.get(&format!("{part}({cell})")).cloned());
        parts.into_iter().flatten().sum::<Linear>() * factor(cell)
    };
    let mut points_by_turn: BTreeMap<usize, Linear> = BTreeMap::new();
    let turns = quantities(problem).filter_map(|quantity| match quantity {
        Quantity::Earned(turn) => Some(turn),
        _ => None,
    });
    for turn in turns.sorted().dedup() {
        let mut sum = Linear::default();
        for cell in problem.allowed(Turn::from_index(turn - 1)).iter() {
            program.go_on(control)?;
            let is_filled = filled_by(cell, turn) - filled_by(cell, turn - 1);
            let fact = Fact::Earned {
                cell,
                turn: Turn::from_index(turn - 1),
            };
            let most = most_points * factor(cell);
            let column: Column = program.number(format!("p({cell},{turn})"), fact, 0..=most);
            let label = |part: &str| format!("_earned{part}({cell},{turn})");
            program.row(
                &EARNED,
                label("A"),
                column,
                AtMost,
                is_filled.clone() * most,
            );
            program.row(&EARNED, label("B"), column, AtMost, points_of(cell));
            let slack = (Linear::constant(1) - is_filled) * most;
            program.row(
                &EARNED,
                label("C"),
                column,
                AtLeast,
                points_of(cell) - slack,
            );
            sum += column;
        }
        points_by_turn.insert(turn, sum);
    }
    let expression = |_: &mut Program, quantity: Quantity| match quantity {
        Quantity::Filled { cell, time } => filled_by(cell, time),
        Quantity::Turn(cell) => turn_of(cell, problem.horizon(), filled_by),
        Quantity::Before(first, then) => precedence.before(first, then),
        Quantity::Earned(turn) => points_by_turn.get(&turn).cloned().unwrap_or_default(),
        Quantity::Points(cell) => points_of(cell),
    };
    program.add_rows(&ROWS, problem, expression, control)
}

/// Index of each phase by its last turn.
fn phases_by_end(problem: &Problem) -> BTreeMap<usize, usize> {
    let phases = problem.phases_of_rows();
    let ends = phases.iter().map(|phase| phase.end);
    ends.enumerate().map(|(index, end)| (end, index)).collect()
}
