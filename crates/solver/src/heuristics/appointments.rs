//! A turn for each of the cells that every order fills.

use crate::instance::Turn;
use crate::problem::Problem;
use crate::wall::{Cell, CellSet};

/// A turn for each of some cells, one that may fill it: a matching. Together with an [`Assignment`](crate::problem::Assignment)
/// it tells which choices leave a way to fill all turns and all these cells: where there is a matching of all turns, and one of all
/// these cells, there is one of both (N. S. Mendelsohn and A. L. Dulmage, Some generalizations of the problem of distinct
/// representatives, Canadian Journal of Mathematics 10, 1958).
#[derive(Debug, Clone)]
pub(super) struct Appointments<'a> {
    problem: &'a Problem,
    /// By turn.
    cells: Vec<Option<Cell>>,
}

impl<'a> Appointments<'a> {
    /// A turn for each of these cells; none where there is no such matching, and so no order.
    pub(super) fn new(problem: &'a Problem, cells: &CellSet) -> Option<Self> {
        let mut all = Self {
            problem,
            cells: vec![None; problem.horizon()],
        };
        let mut each = cells.iter();
        each.all(|cell| all.find(cell, 0, &mut vec![false; problem.horizon()]))
            .then_some(all)
    }

    /// The appointments of the later turns after a turn has filled a cell; none where some cell would be left without a turn.
    pub(super) fn after(&self, turn: Turn, cell: Cell) -> Option<Self> {
        let mut after = self.clone();
        for own in &mut after.cells {
            *own = own.filter(|own| *own != cell);
        }
        let displaced = after.cells[turn.index()].take();
        let mut visited = vec![false; after.cells.len()];
        let found = displaced.is_none_or(|cell| after.find(cell, turn.index() + 1, &mut visited));
        found.then_some(after)
    }

    /// Finds a turn for a cell, from `first` on: a free one, or one whose cell finds another turn.
    fn find(&mut self, cell: Cell, first: usize, visited: &mut [bool]) -> bool {
        for index in first..self.cells.len() {
            let may = self.problem.allowed(Turn::from_index(index)).contains(cell);
            if !may || std::mem::replace(&mut visited[index], true) {
                continue;
            }
            let is_free = match self.cells[index] {
                None => true,
                Some(other) => self.find(other, first, visited),
            };
            if is_free {
                self.cells[index] = Some(cell);
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
    use itertools::Itertools;

    /// Against all ways to fill the turns, whatever waits for what.
    #[test]
    fn a_choice_is_permitted_exactly_if_all_cells_still_find_turns() {
        let json = r#"{"wall": {"rows": 2, "columns": 3}, "sense": "maximize", "turns": 4, "constraints": [
            {"type": "window", "cell": 1, "from": 1, "to": 2}, {"type": "window", "cell": 2, "from": 2, "to": 3},
            {"type": "window", "cell": 6, "from": 1, "to": 2}]}"#;
        let problem = valid(json);
        let all = problem.free().permutations(4);
        let all = all.filter(|order| problem.admits(order)).collect_vec();
        let (mut permitted, mut refused) = (0, 0);
        for cells in problem.free().powerset() {
            let set = CellSet::of(problem.wall(), cells.iter().copied());
            let orders = all
                .iter()
                .filter(|order| cells.iter().all(|cell| order.contains(cell)));
            let orders = orders.collect_vec();
            let Some(first) = Appointments::new(&problem, &set) else {
                assert!(orders.is_empty(), "{cells:?}");
                continue;
            };
            let turns = problem.turns().collect_vec();
            for begin in problem.free().permutations(2) {
                let may = |k: usize| problem.allowed(turns[k]).contains(begin[k]);
                if !may(0) || !may(1) {
                    continue;
                }
                let after = first.after(turns[0], begin[0]);
                let after = after.and_then(|after| after.after(turns[1], begin[1]));
                let goes_on = orders.iter().any(|order| order[..2] == begin[..]);
                assert_eq!(after.is_some(), goes_on, "{cells:?} {begin:?}");
                match goes_on {
                    true => permitted += 1,
                    false => refused += 1,
                }
            }
        }
        assert!(permitted > 50 && refused > 50, "{permitted} {refused}");
    }
}
