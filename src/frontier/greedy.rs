//! A greedy order: an incumbent for walls that are too large for a beam.

use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Axis, Cell, CellSet};

/// An order in which each turn fills the cell that earns the most (maximizing) or the least
/// (minimizing), the lowest number first; none where that runs into a dead end.
pub fn order(problem: &Problem) -> Option<Vec<Cell>> {
    let mut filled = problem.initial().clone();
    let mut order = Vec::with_capacity(problem.horizon());
    for turn in problem.turns() {
        let waits = |cell: Cell| {
            problem
                .before(cell)
                .iter()
                .any(|first| !filled.contains(first))
        };
        let open = problem
            .allowed(turn)
            .iter()
            .filter(|&cell| !filled.contains(cell) && !waits(cell));
        let next = open.min_by_key(|&cell| {
            let points = points(problem, &filled, cell);
            if problem.sense() == Sense::Maximize {
                u32::MAX - points
            } else {
                points
            }
        })?;
        filled.insert(next);
        order.push(next);
    }
    Some(order)
}

fn points(problem: &Problem, filled: &CellSet, cell: Cell) -> u32 {
    let run = |axis: Axis| {
        let sides = axis.directions().map(|direction| {
            let cells = problem.wall().toward(cell, direction);
            cells.take_while(|&other| filled.contains(other)).count() as u32
        });
        match sides[0] + sides[1] {
            0 => 0,
            others => others + 1,
        }
    };
    (run(Axis::Horizontal) + run(Axis::Vertical)).max(1)
}
