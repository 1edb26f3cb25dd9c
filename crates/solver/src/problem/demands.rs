//! Cells that every order fills, and numbers of cells of a set.

use super::{Phase, Problem};
use crate::wall::{Cell, CellSet};
use itertools::{Itertools, chain};

/// A demand on every end of an order: some cells of a set are filled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Demand {
    pub(crate) cells: CellSet,
    /// The least number of tiles in the set.
    pub(crate) tiles: usize,
    /// The cell without which there is no demand; none where every end meets the demand.
    pub(crate) condition: Option<Cell>,
}

/// Whether a set is a Hall set: as many turns as it has cells may fill no other cells.
pub(super) fn is_hall_set(phases: &[Phase<'_>], set: &CellSet) -> bool {
    turns_within(phases, set) == set.len()
}

/// Number of turns that may fill no other cells than those of a set.
fn turns_within(phases: &[Phase<'_>], set: &CellSet) -> usize {
    let inner = phases.iter().filter(|phase| phase.cells.is_within(set));
    inner.map(|phase| phase.turns).sum()
}

impl Problem {
    /// Cells of every order, by Hall sets and the predecessors of their cells; none if turns may pass.
    pub(crate) fn mandatory_cells(&self) -> CellSet {
        let mut mandatory = CellSet::empty(self.wall);
        if self.passes() {
            return mandatory;
        }
        let phases = self.phases();
        for set in phases.iter().map(|phase| phase.cells).unique() {
            if is_hall_set(&phases, set) {
                mandatory.add(set);
            }
        }
        let mut stack = mandatory.iter().collect_vec();
        while let Some(then) = stack.pop() {
            for first in self.before(then).iter() {
                if !self.initial.contains(first) && !mandatory.contains(first) {
                    mandatory.insert(first);
                    stack.push(first);
                }
            }
        }
        mandatory
    }

    /// Demands on the ends of all orders, beside [mandatory cells](Self::mandatory_cells) and the number of turns: turns may fill no
    /// other cells, or a cell has predecessors.
    pub(crate) fn demands(&self) -> Vec<Demand> {
        let precedences = self.wall.cells().flat_map(|then| {
            let first = self.before(then).iter();
            let first = first.filter(|&first| !self.initial.contains(first));
            first.map(move |first| Demand {
                cells: CellSet::of(self.wall, [first]),
                tiles: 1,
                condition: Some(then),
            })
        });
        let precedences = precedences.filter(|demand| {
            let is_empty = |cell: &Cell| !self.initial.contains(*cell);
            demand.condition.as_ref().is_some_and(is_empty)
        });
        chain(self.demands_of_turns(), precedences).collect()
    }

    /// Demands of turns that may fill no other cells; none if turns may pass.
    fn demands_of_turns(&self) -> Vec<Demand> {
        if self.passes() {
            return Vec::new();
        }
        let phases = self.phases();
        let sets = phases.iter().map(|phase| phase.cells).unique();
        let demands = sets.map(|cells| Demand {
            cells: cells.clone(),
            tiles: turns_within(&phases, cells),
            condition: None,
        });
        let demands = demands.filter(|demand| {
            // As many tiles as have no room elsewhere are in the set anyway.
            let room = self.free_len() - demand.cells.len();
            let range = self.horizon().saturating_sub(room) + 1..demand.cells.len();
            range.contains(&demand.tiles)
        });
        demands.collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::instance::Sense;
    use crate::problem::brute_force::forward_layers;
    use crate::problem::small::{json_of, problem_of};
    use crate::wall::Covering;

    /// Comparison with all ends of orders.
    #[test]
    fn every_end_meets_all_demands() {
        // Constraints, with the numbers of demands and of mandatory cells.
        let cases = [
            (
                r#"{"type": "only", "cells": [1, 5, 7, 9], "from": 2, "to": 3}"#,
                (1, 0),
            ),
            (
                r#"{"type": "only", "cells": [1, 5, 7], "from": 1, "to": 3}"#,
                (0, 3),
            ),
            (
                r#"{"type": "window", "cell": 1, "from": 1, "to": 2}"#,
                (0, 0),
            ),
            (r#"{"type": "before", "first": 3, "then": 7}"#, (1, 0)),
            (
                r#"{"type": "only", "cells": [1, 5, 7, 9], "from": 1, "to": 1},
                {"type": "only", "cells": [1, 5, 7, 8, 9], "from": 2, "to": 3}"#,
                (2, 0),
            ),
        ];
        let mut exact = 0;
        for (constraints, (demand_count, mandatory_count)) in cases {
            let members = format!(r#", "turns": 4, "constraints": [{constraints}]"#);
            let json = json_of((3, 3), Sense::Maximize, &members);
            let problem = problem_of(&json).expect("some order");
            let demands = problem.demands();
            assert_eq!(demands.len(), demand_count, "{json}");
            let layers = forward_layers(&problem);
            let ends = layers.last().expect("an end").keys();
            for demand in demands {
                let cells = Covering::from(&demand.cells);
                let ends = ends.clone().filter(|end| {
                    let condition = demand.condition;
                    condition.is_none_or(|cell| end.contains(cell))
                });
                let filled = ends.map(|end| end.within(cells).len());
                let least = filled.min().expect("an end");
                assert!(least >= demand.tiles, "{json}");
                exact += usize::from(least == demand.tiles);
            }
            let mandatory = Covering::from(&problem.mandatory_cells());
            assert!(ends.clone().all(|end| end.includes(mandatory)), "{json}");
            assert_eq!(mandatory.len(), mandatory_count, "{json}");
        }
        // In the last case the demands together ask for two tiles where the first one alone asks for one.
        assert_eq!(exact, 3);
    }
}
