//! Cells of a turn that leave a cell to each later turn.

use super::Problem;
use crate::instance::Turn;
use crate::wall::{Cell, CellSet};
use azulejo_control::Control;
use itertools::Itertools;

/// A matching of all turns with cells that they may fill. It tells, while an order is built turn by turn, the cells that leave
/// the later turns a cell each. Precedences are not part of it.
#[derive(Debug, Clone)]
pub(crate) struct Assignment<'a> {
    problem: &'a Problem,
    /// Cell of each turn.
    pub(super) cells: Vec<Option<Cell>>,
    /// Turn of each cell.
    pub(super) turns: Vec<Option<Turn>>,
}

impl<'a> Assignment<'a> {
    /// A maximum matching; none if it misses a turn, so that there is no order, or if it was stopped.
    pub(crate) fn new(problem: &'a Problem, control: &Control) -> Option<Self> {
        let mut assignment = Self {
            problem,
            cells: vec![None; problem.horizon()],
            turns: vec![None; problem.wall().len()],
        };
        let ascending = problem
            .turns()
            .sorted_by_key(|turn| problem.allowed(*turn).len());
        for turn in ascending {
            control.go_on().ok()?;
            if !assignment.augment(turn, 0, &mut vec![false; problem.wall().len()]) {
                return None;
            }
        }
        Some(assignment)
    }

    /// Cells of a turn that leave one to each later turn, while the earlier turns keep theirs.
    pub(crate) fn open_cells(&self, turn: Turn) -> CellSet {
        let wall = self.problem.wall();
        let unmatched = wall
            .cells()
            .filter(|cell| self.turns[cell.index()].is_none());
        let mate = self.cells[turn.index()];
        // Other turns may use the mate and unmatched cells, and so the mates of turns that may fill a spare cell.
        let mut spare = CellSet::of(wall, unmatched.chain(mate));
        let mut later = self.problem.turns().skip(turn.index() + 1).collect_vec();
        loop {
            let count = later.len();
            later.retain(|&other| {
                let can_change = self.problem.allowed(other).intersects(&spare);
                if let Some(cell) = self.cells[other.index()].filter(|_| can_change) {
                    spare.insert(cell);
                }
                !can_change
            });
            if later.len() == count {
                spare.keep(self.problem.allowed(turn));
                return spare;
            }
        }
    }

    /// Matches a turn with one of its [open cells](Self::open_cells).
    pub(crate) fn assign(&mut self, turn: Turn, cell: Cell) {
        let (old_cell, rival) = (self.cells[turn.index()], self.turns[cell.index()]);
        if rival == Some(turn) {
            return;
        }
        if let Some(old_cell) = old_cell {
            self.turns[old_cell.index()] = None;
        }
        self.pair(turn, cell);
        if let Some(rival) = rival {
            let is_matched =
                self.augment(rival, turn.index() + 1, &mut vec![false; self.turns.len()]);
            debug_assert!(is_matched, "cell {cell} is not open to turn {turn}");
        }
    }

    fn pair(&mut self, turn: Turn, cell: Cell) {
        self.cells[turn.index()] = Some(cell);
        self.turns[cell.index()] = Some(turn);
    }

    /// Augments the matching by a turn: with an unmatched cell, or along a path over turns from the index `first` on.
    fn augment(&mut self, turn: Turn, first: usize, visited: &mut [bool]) -> bool {
        let problem = self.problem;
        let candidates = || problem.allowed(turn).iter();
        if let Some(free) = candidates().find(|cell| self.turns[cell.index()].is_none()) {
            self.pair(turn, free);
            return true;
        }
        for cell in candidates() {
            let Some(other) = self.turns[cell.index()].filter(|other| other.index() >= first)
            else {
                continue;
            };
            if !std::mem::replace(&mut visited[cell.index()], true)
                && self.augment(other, first, visited)
            {
                self.pair(turn, cell);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::small::valid;

    /// Cells 1 and 2 have turns 1 to 2, and cell 3 turns 1 to 3, so that only cell 3 is left for turn 3.
    #[test]
    fn open_cells_leave_cells_to_later_turns() {
        let problem = valid(
            r#"{"wall": {"rows": 1, "columns": 4}, "sense": "maximize", "constraints": [
                {"type": "window", "cell": 1, "from": 1, "to": 2},
                {"type": "window", "cell": 2, "from": 1, "to": 2},
                {"type": "window", "cell": 3, "from": 1, "to": 3}]}"#,
        );
        let mut assignment = Assignment::new(&problem, &Control::default()).expect("there is one");
        let numbers = |cells: CellSet| cells.iter().map(|cell| cell.number()).collect_vec();
        let (turns, cells) = (problem.turns().collect_vec(), problem.free().collect_vec());
        let mut open = Vec::new();
        for (&turn, &cell) in turns.iter().zip(&cells) {
            open.push(numbers(assignment.open_cells(turn)));
            assignment.assign(turn, cell);
        }
        assert_eq!(open, [vec![1, 2], vec![2], vec![3], vec![4]]);
        assert_eq!(assignment.cells, cells.into_iter().map(Some).collect_vec());
    }

    #[test]
    fn two_turns_match_at_most_two_cells() {
        let windows = [1, 2, 3]
            .map(|cell| format!(r#"{{"type": "window", "cell": {cell}, "from": 1, "to": 2}}"#));
        let problem = valid(&format!(
            r#"{{"wall": {{"rows": 2, "columns": 2}}, "sense": "maximize", "constraints": [{}]}}"#,
            windows.join(", ")
        ));
        assert!(Assignment::new(&problem, &Control::default()).is_none());
    }
}
