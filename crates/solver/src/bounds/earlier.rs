//! Precedences of cells that are known beforehand.

use crate::problem::{Problem, close_transitively};
use crate::wall::{Cell, CellSet, Line};
use itertools::Itertools;

/// Per cell, the cells that every order fills before it: those whose last turn is before its first one, and
/// those for which it waits, directly or through others. Only cells that are filled have any.
#[derive(Debug, Clone)]
pub(crate) struct Earlier(Vec<CellSet>);

impl Earlier {
    /// The precedences among all cells; none where the orders do not fill the wall.
    pub(crate) fn new(problem: &Problem) -> Self {
        let wall = problem.wall();
        match problem.fills_the_wall() {
            true => Self::with_end(problem, &CellSet::full(wall)),
            false => Self(vec![CellSet::empty(wall); wall.len()]),
        }
    }

    /// The precedences where these cells are filled at the end.
    pub(crate) fn with_end(problem: &Problem, end: &CellSet) -> Self {
        let wall = problem.wall();
        let mut earlier = vec![CellSet::empty(wall); wall.len()];
        let windows = problem.windows();
        let filled = problem.free().filter(|&cell| end.contains(cell));
        for (first, then) in filled.clone().cartesian_product(filled) {
            let is_earlier = match (windows[first.index()], windows[then.index()]) {
                (Some((_, last)), Some((begin, _))) => last < begin,
                _ => false,
            };
            let waits = problem.before(then).contains(first);
            if is_earlier || waits {
                earlier[then.index()].insert(first);
            }
        }
        close_transitively(wall, &mut earlier);
        Self(earlier)
    }

    /// Whether every order fills `first` before `then`.
    pub(crate) fn comes(&self, first: Cell, then: Cell) -> bool {
        self.0[then.index()].contains(first)
    }

    /// The facts of a line.
    pub(crate) fn along(&self, problem: &Problem, line: Line) -> LineFacts {
        let cells = problem.wall().line_cells(line).collect_vec();
        let later = |&cell: &Cell| {
            let places = cells.iter().positions(|&then| self.comes(cell, then));
            places.collect()
        };
        LineFacts {
            initial: cells
                .iter()
                .map(|&cell| problem.initial().contains(cell))
                .collect(),
            later: cells.iter().map(later).collect(),
        }
    }
}

/// Facts of the places of a line that are known beforehand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct LineFacts {
    /// Per place, whether it is filled before turn 1.
    pub(crate) initial: Vec<bool>,
    /// Per place, the places that every order fills after it.
    pub(crate) later: Vec<Vec<usize>>,
}

impl LineFacts {
    /// The initial places, and no precedences.
    pub(crate) fn initial(initial: &[bool]) -> Self {
        Self {
            initial: initial.to_vec(),
            later: vec![Vec::new(); initial.len()],
        }
    }

    /// Whether the line has neither initial places nor precedences.
    pub(super) fn is_trivial(&self) -> bool {
        let is_free = |place: usize| !self.initial[place] && self.later[place].is_empty();
        (0..self.initial.len()).all(is_free)
    }

    /// Whether a place may be the last of an interval to be filled.
    pub(crate) fn may_be_last(&self, place: usize, interval: &std::ops::Range<usize>) -> bool {
        !self.initial[place] && !self.later[place].iter().any(|then| interval.contains(then))
    }
}
