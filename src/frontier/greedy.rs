//! A greedy order: an incumbent for walls that are too large for a beam.

use super::assignment::Assignment;
use crate::control::Control;
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Axis, Cell, CellSet, Wall};

/// An order in which each turn fills the cell that earns the most (maximizing) or the least
/// (minimizing), the lowest number first; none where that runs into a dead end, or is stopped.
pub fn order(problem: &Problem, control: &Control) -> Option<Vec<Cell>> {
    let rank = |filled: &CellSet, cell| {
        let points = points(problem, filled, cell);
        match problem.sense() {
            Sense::Maximize => u32::MAX - points,
            Sense::Minimize => points,
        }
    };
    ranked(problem, rank, control)
}

/// An order in which each turn fills the cell of the least rank among those that it may, by the filled cells
/// before it and so that the later turns have something to fill, and of these the one with the lowest number; none
/// where what waits for what runs into a dead end, or where it is stopped.
pub(super) fn ranked<R: Ord>(
    problem: &Problem,
    rank: impl Fn(&CellSet, Cell) -> R,
    control: &Control,
) -> Option<Vec<Cell>> {
    let mut filled = problem.initial().clone();
    let mut order = Vec::with_capacity(problem.horizon());
    let mut assignment = Assignment::new(problem, control)?;
    for turn in problem.turns() {
        control.go_on().ok()?;
        let waits = |cell: Cell| {
            let mut before = problem.before(cell).iter();
            before.any(|first| !filled.contains(first))
        };
        let open = assignment.open(turn);
        let next = open
            .iter()
            .filter(|&cell| !waits(cell))
            .min_by_key(|&cell| rank(&filled, cell))?;
        assignment.give(turn, next);
        filled.insert(next);
        order.push(next);
    }
    Some(order)
}

/// What an order scores, on a wall of any size.
pub(super) fn score(problem: &Problem, order: &[Cell]) -> u32 {
    let mut filled = problem.initial().clone();
    let mut score = 0;
    for &cell in order {
        score += points(problem, &filled, cell);
        filled.insert(cell);
    }
    let bonuses = problem.bonus_lines().into_iter();
    let complete = bonuses.filter(|(cells, _)| cells.iter().all(|&cell| filled.contains(cell)));
    score + complete.map(|(_, points)| points).sum::<u32>()
}

/// What a tile earns in a cell beside what is filled.
pub(super) fn points(problem: &Problem, filled: &CellSet, cell: Cell) -> u32 {
    points_beside(problem.wall(), cell, |other| filled.contains(other))
}

/// The same, where filled cells are told otherwise.
pub(super) fn points_beside(wall: Wall, cell: Cell, filled: impl Fn(Cell) -> bool) -> u32 {
    let run = |axis: Axis| {
        let sides = axis.directions().map(|direction| {
            let cells = wall.toward(cell, direction);
            cells.take_while(|&other| filled(other)).count() as u32
        });
        match sides[0] + sides[1] {
            0 => 0,
            others => others + 1,
        }
    };
    (run(Axis::Horizontal) + run(Axis::Vertical)).max(1)
}
