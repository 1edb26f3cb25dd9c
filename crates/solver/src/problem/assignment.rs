//! The cells that a turn can fill so that the later turns are not left without.

use super::Problem;
use crate::instance::Turn;
use crate::wall::{Cell, CellSet};
use azulejo_control::Control;
use itertools::Itertools;

/// A cell for every turn, each one that the turn may fill: a matching. While an order is built turn by turn, it
/// tells which choices leave the later turns something to fill. What waits for what is not its business.
#[derive(Debug, Clone)]
pub(crate) struct Assignment<'a> {
    problem: &'a Problem,
    /// By turn.
    pub(super) cells: Vec<Option<Cell>>,
    /// By cell.
    pub(super) turns: Vec<Option<Turn>>,
}

impl<'a> Assignment<'a> {
    /// None where there is no such matching, and so no order, or where it is stopped.
    pub(crate) fn new(problem: &'a Problem, control: &Control) -> Option<Self> {
        let mut assignment = Self {
            problem,
            cells: vec![None; problem.horizon()],
            turns: vec![None; problem.wall().len()],
        };
        let choosy_first = problem
            .turns()
            .sorted_by_key(|turn| problem.allowed(*turn).len());
        for turn in choosy_first {
            control.go_on().ok()?;
            if !assignment.find(turn, 0, &mut vec![false; problem.wall().len()]) {
                return None;
            }
        }
        Some(assignment)
    }

    /// The cells that a turn may fill and that leave the later turns one each; the earlier ones keep theirs.
    pub(crate) fn open(&self, turn: Turn) -> CellSet {
        let wall = self.problem.wall();
        let without_turn = wall
            .cells()
            .filter(|cell| self.turns[cell.index()].is_none());
        let own = self.cells[turn.index()];
        // The own cell and free cells can be left to others, and so can the cell of a turn that may fill one of these.
        let mut spare = CellSet::of(wall, without_turn.chain(own));
        let mut later = self.problem.turns().skip(turn.index() + 1).collect_vec();
        loop {
            let before = later.len();
            later.retain(|&other| {
                let can_change = self.problem.allowed(other).intersects(&spare);
                if let Some(cell) = self.cells[other.index()].filter(|_| can_change) {
                    spare.insert(cell);
                }
                !can_change
            });
            if later.len() == before {
                spare.keep(self.problem.allowed(turn));
                return spare;
            }
        }
    }

    /// Gives a turn one of the cells that are [open](Self::open) to it.
    pub(crate) fn give(&mut self, turn: Turn, cell: Cell) {
        let (own, rival) = (self.cells[turn.index()], self.turns[cell.index()]);
        if rival == Some(turn) {
            return;
        }
        if let Some(own) = own {
            self.turns[own.index()] = None;
        }
        self.join(turn, cell);
        if let Some(rival) = rival {
            let found = self.find(rival, turn.index() + 1, &mut vec![false; self.turns.len()]);
            debug_assert!(found, "cell {cell} is not open to turn {turn}");
        }
    }

    fn join(&mut self, turn: Turn, cell: Cell) {
        self.cells[turn.index()] = Some(cell);
        self.turns[cell.index()] = Some(turn);
    }

    /// Finds a cell for a turn: a free one, or that of another turn, not before the `first`, which finds another one.
    fn find(&mut self, turn: Turn, first: usize, visited: &mut [bool]) -> bool {
        let problem = self.problem;
        let may = || problem.allowed(turn).iter();
        if let Some(free) = may().find(|cell| self.turns[cell.index()].is_none()) {
            self.join(turn, free);
            return true;
        }
        for cell in may() {
            let Some(other) = self.turns[cell.index()].filter(|other| other.index() >= first)
            else {
                continue;
            };
            if !std::mem::replace(&mut visited[cell.index()], true)
                && self.find(other, first, visited)
            {
                self.join(turn, cell);
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
    fn a_cell_is_open_if_the_others_find_turns() {
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
            open.push(numbers(assignment.open(turn)));
            assignment.give(turn, cell);
        }
        assert_eq!(open, [vec![1, 2], vec![2], vec![3], vec![4]]);
        assert_eq!(assignment.cells, cells.into_iter().map(Some).collect_vec());
    }

    #[test]
    fn three_cells_have_no_turn_each_in_two() {
        let windows = [1, 2, 3]
            .map(|cell| format!(r#"{{"type": "window", "cell": {cell}, "from": 1, "to": 2}}"#));
        let problem = valid(&format!(
            r#"{{"wall": {{"rows": 2, "columns": 2}}, "sense": "maximize", "constraints": [{}]}}"#,
            windows.join(", ")
        ));
        assert!(Assignment::new(&problem, &Control::default()).is_none());
    }
}
