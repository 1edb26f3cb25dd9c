//! A greedy order: an incumbent for walls that are too large for a beam.

use super::assignment::Assignment;
use crate::instance::Sense;
use crate::order::{Order, Solution};
use crate::problem::Problem;
use crate::wall::{Cell, CellSet};
use azulejo_control::Control;

/// An order in which each turn fills the cell that earns the most (maximizing) or the least
/// (minimizing), the lowest number first; none where that runs into a dead end, or is stopped.
pub fn solution(problem: &Problem, control: &Control) -> Option<Solution> {
    let rank = |filled: &CellSet, cell| {
        let points = points(problem, filled, cell);
        match problem.sense() {
            Sense::Maximize => u32::MAX - points,
            Sense::Minimize => points,
        }
    };
    let order = ranked(problem, rank, control)?;
    Some(Solution::new(problem, order))
}

/// An order in which each turn fills the cell of the least rank among those that it may, by the filled cells
/// before it and so that the later turns have something to fill, and of these the one with the lowest number; none
/// where what waits for what runs into a dead end, or where it is stopped.
pub(super) fn ranked<R: Ord>(
    problem: &Problem,
    rank: impl Fn(&CellSet, Cell) -> R,
    control: &Control,
) -> Option<Order> {
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
    Some(order.into())
}

/// What a tile earns in a cell beside what is filled.
pub(super) fn points(problem: &Problem, filled: &CellSet, cell: Cell) -> u32 {
    let wall = problem.wall();
    wall.points(cell, |other| filled.contains(other)).total()
}
