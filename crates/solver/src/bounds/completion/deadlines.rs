use crate::instance::Turn;
use crate::problem::Problem;
use crate::wall::Covering;
use itertools::Itertools;

/// Deadlines of the empty cells, and the test whether the turns can still meet them.
///
/// Turns and cells can be matched only if, for each turn t, no more cells are due by t than turns remain until t; where both numbers
/// are equal, the next turn fills a cell that is due. Where each cell has a window of turns and the first turn can be matched, the
/// condition is sufficient (P. Hall, On representatives of subsets, Journal of the London Mathematical Society 10, 1935): a window
/// that has not opened yet has lost no turn. A cell is due before the cells that wait for it.
#[derive(Debug, Clone)]
pub(super) struct Deadlines {
    /// Numbers of turns, each with the cells due within as many turns; both ascending.
    cells_due: Vec<(usize, Covering)>,
}

impl Deadlines {
    /// The deadlines of a problem on a wall that fits a covering; none where the turns do not fill the wall.
    pub(super) fn new(problem: &Problem) -> Self {
        let mut cells_due = Vec::new();
        if problem.fills_the_wall() {
            let last = problem.deadlines();
            for turn in last.iter().flatten().sorted().dedup() {
                let cells = problem
                    .free()
                    .filter(|cell| last[cell.index()].is_some_and(|deadline| deadline <= *turn));
                cells_due.push((turn.number(), cells.collect()));
            }
            // The last turn fills the last cell.
            cells_due.retain(|(turns, _)| *turns < problem.horizon());
        }
        Self { cells_due }
    }

    /// The legal cells that the next turn may fill; empty where some cell would be late.
    pub(super) fn open(&self, legal: Covering, covering: Covering, turn: Turn) -> Covering {
        let mut open = legal;
        for (turns, cells) in &self.cells_due {
            let unfilled = cells.minus(covering);
            if unfilled.is_empty() {
                continue;
            }
            let turns_left = turns.saturating_sub(turn.index());
            if unfilled.len() > turns_left {
                return Covering::EMPTY;
            }
            if unfilled.len() == turns_left {
                open = open.minus(open.minus(unfilled));
            }
        }
        open
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::small::valid;
    use crate::wall::Cell;

    fn cells(numbers: &[usize]) -> Covering {
        numbers
            .iter()
            .map(|&number| Cell::from_number(number))
            .collect()
    }

    /// Cells 1 to 3 have to be filled by turn 4, and cell 4 comes before cell 1, so by turn 3.
    #[test]
    fn the_next_turn_fills_a_cell_at_its_deadline() {
        let json = r#"{"wall": {"rows": 2, "columns": 3}, "sense": "maximize", "constraints": [
            {"type": "window", "cell": 1, "from": 1, "to": 4}, {"type": "window", "cell": 2, "from": 1, "to": 4},
            {"type": "window", "cell": 3, "from": 1, "to": 4}, {"type": "before", "first": 4, "then": 1}]}"#;
        let problem = valid(json);
        let deadlines = Deadlines::new(&problem);
        let open = |filled: &[usize]| {
            let all = cells(&[1, 2, 3, 4, 5, 6]);
            deadlines.open(
                all.minus(cells(filled)),
                cells(filled),
                Turn::from_index(filled.len()),
            )
        };
        assert_eq!(open(&[]), cells(&[1, 2, 3, 4]));
        assert_eq!(open(&[4]), cells(&[1, 2, 3]));
        assert_eq!(open(&[2, 3]), cells(&[4]));
        assert_eq!(open(&[5]), Covering::EMPTY);
        assert_eq!(open(&[1, 2, 3, 4]), cells(&[5, 6]));
    }
}
