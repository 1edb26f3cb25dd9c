//! A turn for each of the cells that every order fills.

use crate::instance::Turn;
use crate::problem::Problem;
use crate::wall::{Cell, CellSet};

/// A matching: a turn for each of some cells, which may fill it. Together with an [`Assignment`](crate::problem::Assignment)
/// it decides which choices leave a way to fill all turns and all these cells: where there is a matching of all turns, and one of all
/// these cells, there is one of both (N. S. Mendelsohn and A. L. Dulmage, Some generalizations of the problem of distinct
/// representatives, Canadian Journal of Mathematics 10, 1958).
#[derive(Debug, Clone)]
pub(super) struct Appointments<'a> {
    problem: &'a Problem,
    /// The cell of each turn.
    cells: Vec<Option<Cell>>,
}

impl<'a> Appointments<'a> {
    /// A turn for each of these cells; none where there is no such matching, and so no order.
    pub(super) fn new(problem: &'a Problem, cells: &CellSet) -> Option<Self> {
        let mut matching = Self {
            problem,
            cells: vec![None; problem.horizon()],
        };
        let mut cells = cells.iter();
        cells
            .all(|cell| matching.find(cell, 0, &mut vec![false; problem.horizon()]))
            .then_some(matching)
    }

    /// The appointments of the later turns after a turn has filled a cell; none where some cell would be left without a turn.
    pub(super) fn after(&self, turn: Turn, cell: Cell) -> Option<Self> {
        let mut next = self.clone();
        for entry in &mut next.cells {
            *entry = entry.filter(|entry| *entry != cell);
        }
        let displaced = next.cells[turn.index()].take();
        let mut visited = vec![false; next.cells.len()];
        let is_matched =
            displaced.is_none_or(|cell| next.find(cell, turn.index() + 1, &mut visited));
        is_matched.then_some(next)
    }

    /// Finds a turn for a cell, from `first` on: a free one, or one whose cell finds another turn.
    fn find(&mut self, cell: Cell, first: usize, visited: &mut [bool]) -> bool {
        for index in first..self.cells.len() {
            let may_fill = self.problem.allowed(Turn::from_index(index)).contains(cell);
            if !may_fill || std::mem::replace(&mut visited[index], true) {
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

    /// Comparison with all ways to fill the turns, apart from precedences.
    #[test]
    fn a_choice_is_permitted_exactly_if_all_cells_still_find_turns() {
        let json = r#"{"wall": {"rows": 2, "columns": 3}, "sense": "maximize", "turns": 4, "constraints": [
            {"type": "window", "cell": 1, "from": 1, "to": 2}, {"type": "window", "cell": 2, "from": 2, "to": 3},
            {"type": "window", "cell": 6, "from": 1, "to": 2}]}"#;
        let problem = valid(json);
        let all = problem.free().permutations(4);
        let all = all.filter(|order| problem.admits(order)).collect_vec();
        let (mut legal_count, mut illegal_count) = (0, 0);
        for cells in problem.free().powerset() {
            let set = CellSet::of(problem.wall(), cells.iter().copied());
            let orders = all
                .iter()
                .filter(|order| cells.iter().all(|cell| order.contains(cell)));
            let orders = orders.collect_vec();
            let Some(appointments) = Appointments::new(&problem, &set) else {
                assert!(orders.is_empty(), "{cells:?}");
                continue;
            };
            let turns = problem.turns().collect_vec();
            for prefix in problem.free().permutations(2) {
                let may_fill = |k: usize| problem.allowed(turns[k]).contains(prefix[k]);
                if !may_fill(0) || !may_fill(1) {
                    continue;
                }
                let next = appointments.after(turns[0], prefix[0]);
                let next = next.and_then(|appointments| appointments.after(turns[1], prefix[1]));
                let is_prefix = orders.iter().any(|order| order[..2] == prefix[..]);
                assert_eq!(next.is_some(), is_prefix, "{cells:?} {prefix:?}");
                match is_prefix {
                    true => legal_count += 1,
                    false => illegal_count += 1,
                }
            }
        }
        assert!(
            legal_count > 50 && illegal_count > 50,
            "{legal_count} {illegal_count}"
        );
    }
}
