//! A greedy order: an incumbent for walls that are too large for a beam.

use super::appointments::Appointments;
use crate::order::{Order, Solution};
use crate::problem::{Assignment, Features, Problem, RowsByTurn};
use crate::wall::{Cell, CellSet};
use azulejo_control::Control;

/// Largest number of cells of a wall with a look ahead, which takes too long on larger walls.
const LOOKS_AHEAD: usize = 400;

/// An order in which each turn fills the cell that earns the most (maximizing) or the least (minimizing), the lowest number first. Where
/// the order runs into a dead end, each turn looks ahead: it fills no cell that another cell waits for too late. Where the wall is not
/// filled, the turns keep enough later turns for all mandatory cells, too. None at a dead end even so, where the run is stopped, or
/// where the instance has fields.
pub fn solution(problem: &Problem, control: &Control) -> Option<Solution> {
    if problem.features().meets(Features::FIELDS) {
        return None;
    }
    let none = CellSet::empty(problem.wall());
    let look_ahead = || {
        let tight = (problem.wall().len() <= LOOKS_AHEAD).then(|| problem.with_propagation())?;
        order(&tight, &problem.mandatory_cells(), control)
    };
    let order = order(problem, &none, control).or_else(look_ahead)?;
    Some(Solution::new(problem, order))
}

/// An order that fills the cells of `mandatory`, among others.
fn order(problem: &Problem, mandatory: &CellSet, control: &Control) -> Option<Order> {
    let rank = |filled: &CellSet, cell| {
        -problem
            .sense()
            .gain(i64::from(points(problem, filled, cell)))
    };
    ranked_with(problem, mandatory, rank, control)
}

/// An order in which each turn fills a cell of the least rank by the filled cells before it, of equal ranks the lowest number, of the
/// cells that the turn may fill and that leave a cell to every later turn. None where the precedences run into a dead end, or where
/// the run is stopped.
pub(super) fn ranked<R: Ord>(
    problem: &Problem,
    rank: impl Fn(&CellSet, Cell) -> R,
    control: &Control,
) -> Option<Order> {
    ranked_with(problem, &CellSet::empty(problem.wall()), rank, control)
}

/// The order of [`ranked`] that leaves turns for the cells of `mandatory`.
fn ranked_with<R: Ord>(
    problem: &Problem,
    mandatory: &CellSet,
    rank: impl Fn(&CellSet, Cell) -> R,
    control: &Control,
) -> Option<Order> {
    let mut appointments = Appointments::new(problem, mandatory)?;
    let mut filled = problem.initial().clone();
    let mut order = Vec::with_capacity(problem.horizon());
    let mut assignment = Assignment::new(problem, control)?;
    let rows = RowsByTurn::new(problem);
    for turn in problem.turns() {
        control.go_on().ok()?;
        let waits = |cell: Cell| {
            let mut before = problem.before(cell).iter();
            before.any(|first| !filled.contains(first))
        };
        let open = assignment.open_cells(turn);
        let (next, next_appointments) = open
            .iter()
            .filter(|&cell| !waits(cell) && rows.is_legal(&filled, cell, turn))
            .filter_map(|cell| Some((cell, appointments.after(turn, cell)?)))
            .min_by_key(|(cell, _)| rank(&filled, *cell))?;
        appointments = next_appointments;
        assignment.assign(turn, next);
        filled.insert(next);
        order.push(next);
    }
    // Rows about more than one turn are tested on whole orders.
    let is_valid = problem.rows().is_empty() || problem.admits(&order);
    is_valid.then(|| order.into())
}

/// The points of a tile in a cell beside the filled cells.
pub(super) fn points(problem: &Problem, filled: &CellSet, cell: Cell) -> u32 {
    let wall = problem.wall();
    wall.points(cell, |other| filled.contains(other)).total()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Sense;
    use crate::problem::small::{json_of, valid};

    #[test]
    fn a_greedy_order_leaves_the_last_round_its_cells() {
        for (n, sense, rule) in itertools::iproduct!(
            [2, 3, 5, 12, 20],
            [Sense::Maximize, Sense::Minimize],
            ["last-round", "rounds"]
        ) {
            let constraints = format!(r#", "constraints": [{{"type": "{rule}"}}]"#);
            let problem = valid(&json_of((n, n), sense, &constraints));
            let solution = solution(&problem, &Control::default());
            let order = solution.expect("there are some").order;
            assert!(problem.admits(&order), "{n} {sense:?} {rule}");
        }
    }

    /// Turn 3 fills a cell of row 1 and turn 4 one of row 2. After cells 2 and 4, only cell 1 is left for turn 3, and it waits
    /// for cell 3.
    #[test]
    fn a_dead_end_is_foreseen() {
        let json = r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize", "constraints": [
            {"type": "last-round"}, {"type": "before", "first": 3, "then": 1}]}"#;
        let problem = valid(json);
        let control = Control::default();
        assert_eq!(
            order(&problem, &CellSet::empty(problem.wall()), &control),
            None
        );
        let solution = solution(&problem, &control).expect("there is an order");
        assert_eq!(solution.order.to_string(), "2 3 1 4");
        assert!(problem.admits(&solution.order));
    }

    /// Wall 1003 of the combined 12×12 walls of `tools/src/constrained`: the cells of the last turns wait for cells that earn much.
    #[test]
    fn a_greedy_order_leaves_turns_for_all_mandatory_cells() {
        let json = r#"{"wall": {"rows": 12, "columns": 12}, "sense": "minimize", "turns": 60, "constraints": [
            {"type": "before", "first": [5,5], "then": [6,3]}, {"type": "before", "first": [5,5], "then": [6,7]},
            {"type": "before", "first": [1,9], "then": [5,8]}, {"type": "before", "first": [3,2], "then": [2,11]},
            {"type": "before", "first": [1,1], "then": [12,3]}, {"type": "before", "first": [5,12], "then": [6,9]},
            {"type": "before", "first": [7,3], "then": [7,4]}, {"type": "before", "first": [1,12], "then": [12,4]},
            {"type": "before", "first": [9,3], "then": [10,4]}, {"type": "before", "first": [6,7], "then": [4,11]},
            {"type": "before", "first": [12,4], "then": [7,4]}, {"type": "before", "first": [12,11], "then": [10,11]},
            {"type": "place-at", "cell": [9,6], "turn": 18}, {"type": "place-at", "cell": [12,12], "turn": 26},
            {"type": "place-at", "cell": [2,3], "turn": 30}, {"type": "last", "cells": [[2,11], [3,6], [4,11], [7,10],
            [9,9], [9,11], [9,12], [10,4], [10,8], [10,11], [11,2], [12,11]]}]}"#;
        let problem = valid(json);
        let (tight, control) = (problem.with_propagation(), Control::default());
        assert_eq!(
            order(&tight, &CellSet::empty(problem.wall()), &control),
            None
        );
        let solution = solution(&problem, &control).expect("there is an order");
        assert!(problem.admits(&solution.order));
    }
}
