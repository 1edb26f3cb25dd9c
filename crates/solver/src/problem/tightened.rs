//! Constraint propagation: turns that may fill each cell, by all constraints together.
//!
//! Turns are a machine that fills one cell at a time. A cell comes after all its predecessors, which take a turn each, and
//! leaves a turn to each of its successors. Each turn fills a cell of its own: a pair in no matching of all turns with cells
//! is closed (J.-C. Régin, A filtering algorithm for constraints of difference in CSPs, 1994). Both rules are repeated to a
//! fixed point.

use super::{Assignment, Problem};
use crate::wall::{Cell, CellSet, Wall};
use azulejo_control::Control;
use itertools::Itertools;

/// Maximum number of repetitions of both rules.
const ROUNDS: usize = 30;

impl Problem {
    /// The problem after constraint propagation: the orders stay, and turns are closed to cells that no order fills then. The
    /// rules do not close all such turns. A problem without orders or with passes may stay unchanged.
    pub(crate) fn with_propagation(&self) -> Self {
        let mut tight = self.clone();
        let ancestors = ancestors(self);
        if self.passes()
            || self
                .free()
                .any(|cell| ancestors[cell.index()].contains(cell))
        {
            return tight;
        }
        for _ in 0..ROUNDS {
            let previous = tight.allowed.clone();
            let Some(mandatory) = tight.close_unmatched() else {
                return self.clone();
            };
            tight.close_by_precedence(&ancestors, mandatory);
            if tight.allowed == previous {
                break;
            }
        }
        tight
    }

    /// Closes the pairs of turns and cells that are in no matching of all turns with cells. The result are the cells of all
    /// matchings; none if there is no matching.
    fn close_unmatched(&mut self) -> Option<CellSet> {
        let wall = self.wall;
        let Assignment {
            cells: cell_of,
            turns: turn_of,
            ..
        } = Assignment::new(self, &Control::default())?;
        // Cells that replace a cell along alternating paths, of one or more turns.
        let mut reach = wall
            .cells()
            .map(|cell| match turn_of[cell.index()] {
                Some(turn) => self.allowed(turn).clone(),
                None => CellSet::empty(wall),
            })
            .collect_vec();
        close_transitively(wall, &mut reach);
        let unmatched = self.free().filter(|cell| turn_of[cell.index()].is_none());
        let unmatched = CellSet::of(wall, unmatched);
        let is_optional =
            |cell: Cell| unmatched.contains(cell) || reach[cell.index()].intersects(&unmatched);
        for (turn, mate) in cell_of.iter().enumerate() {
            let mate = (*mate)?;
            let forbidden = self.allowed[turn].iter().filter(|&cell| {
                cell != mate && !reach[cell.index()].contains(mate) && !is_optional(cell)
            });
            for cell in forbidden.collect_vec() {
                self.allowed[turn].remove(cell);
            }
        }
        Some(CellSet::of(
            wall,
            self.free().filter(|&cell| !is_optional(cell)),
        ))
    }

    /// Closes turns that are too early for the predecessors of a cell or too late for its successors. Only cells of every order
    /// are successors of a cell in every order.
    fn close_by_precedence(&mut self, ancestors: &[CellSet], mut mandatory: CellSet) {
        for cell in mandatory.clone().iter() {
            mandatory.add(&ancestors[cell.index()]);
        }
        let windows = self.windows();
        let window = |cell: Cell| {
            let window = windows[cell.index()];
            window.map(|(first, last)| (first.index(), last.index()))
        };
        let mut intervals = vec![None; windows.len()];
        for cell in self.free() {
            let Some((first, last)) = window(cell) else {
                continue;
            };
            // The predecessors of the cell, and the mandatory cells whose turns end before its turns begin.
            let predecessors = &ancestors[cell.index()];
            let is_earlier = |other: &Cell| {
                predecessors.contains(*other)
                    || mandatory.contains(*other)
                        && window(*other).is_some_and(|(_, last)| last < first)
            };
            let earlier = self.free().filter(is_earlier);
            let releases = earlier.map(|other| window(other).map(|(first, _)| first));
            let Some(releases) = releases.collect::<Option<Vec<_>>>() else {
                // A predecessor of the cell is never filled.
                intervals[cell.index()] = Some((1, 0));
                continue;
            };
            let releases = releases.into_iter().sorted();
            let release = releases.fold(0, |turn, begin| begin.max(turn) + 1);
            // The successors, the latest first, take a turn each.
            let is_later = |other: &Cell| {
                let is_successor = ancestors[other.index()].contains(cell);
                let starts_later = window(*other).is_some_and(|(first, _)| last < first);
                mandatory.contains(*other)
                    && (is_successor || mandatory.contains(cell) && starts_later)
            };
            let deadlines = self.free().filter(is_later);
            let deadlines = deadlines.filter_map(|other| window(other).map(|(_, last)| last + 1));
            let deadlines = deadlines.sorted().rev();
            let deadline =
                deadlines.fold(self.horizon(), |turn, end| end.min(turn).saturating_sub(1));
            intervals[cell.index()] = Some((first.max(release), (last + 1).min(deadline)));
        }
        for (index, allowed) in self.allowed.iter_mut().enumerate() {
            for cell in self.wall.cells() {
                if intervals[cell.index()].is_some_and(|(from, to)| index < from || index >= to) {
                    allowed.remove(cell);
                }
            }
        }
    }
}

/// All empty predecessors of each cell, direct and indirect.
fn ancestors(problem: &Problem) -> Vec<CellSet> {
    let mut ancestors = problem.before.clone();
    for set in &mut ancestors {
        set.subtract(&problem.initial);
    }
    close_transitively(problem.wall, &mut ancestors);
    ancestors
}

/// Transitive closure: adds to the set of each cell the sets of its members, over one or more steps (Warshall's algorithm).
pub(crate) fn close_transitively(wall: Wall, sets: &mut [CellSet]) {
    for middle in wall.cells() {
        let reach = sets[middle.index()].clone();
        if reach.is_empty() {
            continue;
        }
        for set in sets.iter_mut().filter(|set| set.contains(middle)) {
            set.add(&reach);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Sense;
    use crate::problem::small::{json_of, problem_of};
    use itertools::iproduct;

    /// All orders, by brute force.
    fn orders(problem: &Problem) -> Vec<Vec<Cell>> {
        let orders = problem.free().permutations(problem.horizon());
        orders.filter(|order| problem.admits(order)).collect()
    }

    /// Constraints of each kind, single and mixed, with all turns and with fewer.
    #[test]
    fn propagation_keeps_all_orders_and_few_unused_turns() {
        let constraints = [
            "",
            r#"{"type": "before", "first": 1, "then": 5}, {"type": "before", "first": 5, "then": 3}"#,
            r#"{"type": "window", "cell": 2, "from": 1, "to": 2}, {"type": "window", "cell": 4, "from": 1, "to": 2}"#,
            r#"{"type": "place-at", "cell": 6, "turn": 3}, {"type": "before", "first": 2, "then": 6}, {"type": "before", "first": 4, "then": 6}"#,
            r#"{"type": "first", "cells": [1, 4]}, {"type": "before", "first": 3, "then": 2}"#,
            r#"{"type": "last", "cells": [2, 5]}, {"type": "before", "first": 2, "then": 5}"#,
            r#"{"type": "only", "cells": [1, 2, 6], "from": 2, "to": 4}, {"type": "window", "cell": 6, "from": 3, "to": 4}"#,
            r#"{"type": "rounds"}, {"type": "before", "first": 5, "then": 1}"#,
            r#"{"type": "last-round"}, {"type": "before", "first": 4, "then": 2}"#,
            r#"{"type": "before", "first": 1, "then": 2}, {"type": "before", "first": 2, "then": 1}"#,
            r#"{"type": "window", "cell": 2, "from": 1, "to": 1}, {"type": "window", "cell": 4, "from": 1, "to": 1}"#,
        ];
        let (mut open, mut used, mut original, mut tight_count) = (0, 0, 0, 0);
        for (constraints, initial, turns) in iproduct!(constraints, ["", "3"], [4, 5, 6]) {
            let members = format!(
                r#", "initial": [{initial}], "turns": {turns}, "constraints": [{constraints}]"#
            );
            let json = json_of((2, 3), Sense::Maximize, &members);
            // Some constraints contradict the turns.
            let Some(problem) = problem_of(&json) else {
                continue;
            };
            let tight = problem.with_propagation();
            let orders = orders(&problem);
            assert_eq!(self::orders(&tight), orders, "{json}");
            if orders.is_empty() {
                continue;
            }
            let pair_count = |problem: &Problem| {
                let allowed = problem.allowed.iter().map(CellSet::len);
                allowed.sum::<usize>()
            };
            let pairs = orders.iter().flat_map(|order| order.iter().enumerate());
            let used_count = pairs.unique().count();
            (original, open, used) = (
                original + pair_count(&problem),
                open + pair_count(&tight),
                used + used_count,
            );
            tight_count += usize::from(pair_count(&tight) == used_count);
        }
        // Pairs of turns and cells before and after propagation, and in orders, and the number of problems without unused pairs.
        // Weaker rules raise the second number.
        assert_eq!((original, open, used, tight_count), (850, 782, 755, 40));
    }
}
