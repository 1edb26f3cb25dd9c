//! Turns that may fill each cell, when all constraints are taken together.
//!
//! Turns are a machine that fills one cell at a time. A cell comes after all cells for which it waits, and these take a
//! turn each; a cell for which others wait leaves them as many turns. Each turn fills a cell of its own: what is allowed
//! in no matching of all turns with cells is closed (J.-C. Régin, A filtering algorithm for constraints of difference in
//! CSPs, 1994). Both are repeated until nothing changes.

use super::{Assignment, Problem};
use crate::wall::{Cell, CellSet, Wall};
use azulejo_control::Control;
use itertools::Itertools;

/// The most repetitions of both.
const ROUNDS: usize = 30;

impl Problem {
    /// The problem with the same orders, and with turns closed to cells that no order fills then. Further turns could be closed.
    /// Where no order is possible or turns may pass, the result may be the problem itself.
    pub(crate) fn tightened(&self) -> Self {
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
            let before = tight.allowed.clone();
            let Some(mandatory) = tight.close_unmatched() else {
                return self.clone();
            };
            tight.close_by_precedence(&ancestors, mandatory);
            if tight.allowed == before {
                break;
            }
        }
        tight
    }

    /// Closes turns to cells that they fill in no matching of all turns with cells. The cells that all matchings fill;
    /// none where there is no matching.
    fn close_unmatched(&mut self) -> Option<CellSet> {
        let wall = self.wall;
        let Assignment {
            cells: cell_of,
            turns: turn_of,
            ..
        } = Assignment::new(self, &Control::default())?;
        // From a cell to those that its turn may fill in its place, over one or more turns.
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
        let can_be_left =
            |cell: Cell| unmatched.contains(cell) || reach[cell.index()].intersects(&unmatched);
        for (turn, matched) in cell_of.iter().enumerate() {
            let matched = (*matched)?;
            let closed = self.allowed[turn].iter().filter(|&cell| {
                cell != matched && !reach[cell.index()].contains(matched) && !can_be_left(cell)
            });
            for cell in closed.collect_vec() {
                self.allowed[turn].remove(cell);
            }
        }
        Some(CellSet::of(
            wall,
            self.free().filter(|&cell| !can_be_left(cell)),
        ))
    }

    /// Closes turns before which the cells that come before a cell have not all had a turn, and turns after which those
    /// that come after it have none left. Only cells that every order fills come after a cell in every order.
    fn close_by_precedence(&mut self, ancestors: &[CellSet], mut mandatory: CellSet) {
        for cell in mandatory.clone().iter() {
            mandatory.add(&ancestors[cell.index()]);
        }
        let windows = self.windows();
        let window = |cell: Cell| {
            let window = windows[cell.index()];
            window.map(|(first, last)| (first.index(), last.index()))
        };
        let mut open = vec![None; windows.len()];
        for cell in self.free() {
            let Some((first, last)) = window(cell) else {
                continue;
            };
            // The cells that come before: this one waits for them, or their turns are over when its turns begin.
            let waits = &ancestors[cell.index()];
            let over = |other: &Cell| {
                waits.contains(*other)
                    || mandatory.contains(*other)
                        && window(*other).is_some_and(|(_, last)| last < first)
            };
            let earlier = self.free().filter(over);
            let begins = earlier.map(|other| window(other).map(|(first, _)| first));
            let Some(begins) = begins.collect::<Option<Vec<_>>>() else {
                // The cell waits for one that is never filled.
                open[cell.index()] = Some((1, 0));
                continue;
            };
            let begins = begins.into_iter().sorted();
            let earliest = begins.fold(0, |turn, begin| begin.max(turn) + 1);
            // The cells that come after, the latest first; each takes a turn.
            let later = |other: &Cell| {
                let waits = ancestors[other.index()].contains(cell);
                let begins = window(*other).is_some_and(|(first, _)| last < first);
                mandatory.contains(*other) && (waits || mandatory.contains(cell) && begins)
            };
            let ends = self.free().filter(later);
            let ends = ends.filter_map(|other| window(other).map(|(_, last)| last + 1));
            let ends = ends.sorted().rev();
            let after = ends.fold(self.horizon(), |turn, end| end.min(turn).saturating_sub(1));
            open[cell.index()] = Some((first.max(earliest), (last + 1).min(after)));
        }
        for (index, allowed) in self.allowed.iter_mut().enumerate() {
            for cell in self.wall.cells() {
                if open[cell.index()].is_some_and(|(from, to)| index < from || index >= to) {
                    allowed.remove(cell);
                }
            }
        }
    }
}

/// Per cell, all empty cells for which it waits, directly or through others.
fn ancestors(problem: &Problem) -> Vec<CellSet> {
    let mut ancestors = problem.before.clone();
    for set in &mut ancestors {
        set.subtract(&problem.initial);
    }
    close_transitively(problem.wall, &mut ancestors);
    ancestors
}

/// Adds to the set of each cell the sets of the cells in it, over one or more steps.
pub(crate) fn close_transitively(wall: Wall, sets: &mut [CellSet]) {
    for middle in wall.cells() {
        let through = sets[middle.index()].clone();
        if through.is_empty() {
            continue;
        }
        for set in sets.iter_mut().filter(|set| set.contains(middle)) {
            set.add(&through);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Sense;
    use crate::problem::small::{json_of, problem_of};
    use itertools::iproduct;

    /// All orders, by brute force, and the turns in which a cell is filled in one of them.
    fn orders(problem: &Problem) -> Vec<Vec<Cell>> {
        let orders = problem.free().permutations(problem.horizon());
        orders.filter(|order| problem.admits(order)).collect()
    }

    /// Of each kind, alone and mixed, with all turns and with fewer.
    #[test]
    fn no_order_is_lost_and_few_turns_stay_open_that_no_order_uses() {
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
        let (mut open, mut used, mut given, mut alike) = (0, 0, 0, 0);
        for (constraints, initial, turns) in iproduct!(constraints, ["", "3"], [4, 5, 6]) {
            let members = format!(
                r#", "initial": [{initial}], "turns": {turns}, "constraints": [{constraints}]"#
            );
            let json = json_of((2, 3), Sense::Maximize, &members);
            // Not all of them fit each other.
            let Some(problem) = problem_of(&json) else {
                continue;
            };
            let tight = problem.tightened();
            let orders = orders(&problem);
            assert_eq!(self::orders(&tight), orders, "{json}");
            if orders.is_empty() {
                continue;
            }
            let pairs = |problem: &Problem| {
                let allowed = problem.allowed.iter().map(CellSet::len);
                allowed.sum::<usize>()
            };
            let by_orders = orders.iter().flat_map(|order| order.iter().enumerate());
            let by_orders = by_orders.unique().count();
            (given, open, used) = (
                given + pairs(&problem),
                open + pairs(&tight),
                used + by_orders,
            );
            alike += usize::from(pairs(&tight) == by_orders);
        }
        // Pairs of turns and cells as given, as they stay open, and as orders use them; and how often the last two are
        // the same. Weaker rules raise the second number.
        assert_eq!((given, open, used, alike), (850, 782, 755, 40));
    }
}
