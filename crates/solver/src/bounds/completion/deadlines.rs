use crate::instance::Turn;
use crate::problem::Problem;
use crate::wall::Covering;
use itertools::Itertools;

/// Whether the cells that are left can still be filled by their last turns.
///
/// The turns that are left and those cells can be matched only if, for each turn t, no more cells have to be filled by t
/// than turns are left until then; where they are as many, the next turn fills one of them. Where each cell has a window
/// of turns, and the first turn can be matched, that is all there is to ask (P. Hall, On representatives of subsets,
/// Journal of the London Mathematical Society 10, 1935): windows that have not opened yet are as they were then. A cell
/// that others wait for is due before them.
#[derive(Debug, Clone)]
pub(super) struct Deadlines {
    /// A number of turns, and the cells that have to be filled within the first of so many; both ascending.
    due: Vec<(usize, Covering)>,
}

impl Deadlines {
    /// The deadlines of a problem on a wall that fits a covering; none are known where the turns do not fill the wall.
    pub(super) fn new(problem: &Problem) -> Self {
        let mut due = Vec::new();
        if problem.fills_the_wall() {
            let last = problem.deadlines();
            for turn in last.iter().flatten().sorted().dedup() {
                let cells = problem
                    .free()
                    .filter(|cell| last[cell.index()].is_some_and(|by| by <= *turn));
                due.push((turn.number(), cells.collect()));
            }
            // By the last turn everything is filled.
            due.retain(|(turns, _)| *turns < problem.horizon());
        }
        Self { due }
    }

    /// The legal cells that the next turn may fill; empty where some cell would be late.
    pub(super) fn open(&self, legal: Covering, covering: Covering, turn: Turn) -> Covering {
        let mut open = legal;
        for (turns, cells) in &self.due {
            let late = cells.minus(covering);
            if late.is_empty() {
                continue;
            }
            let left = turns.saturating_sub(turn.index());
            if late.len() > left {
                return Covering::EMPTY;
            }
            if late.len() == left {
                open = open.minus(open.minus(late));
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
    fn a_turn_fills_what_would_be_late() {
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
