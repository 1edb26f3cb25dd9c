use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Axis, Cell};
use itertools::Itertools;

/// A problem in tables, for quick moves. Cells, places and lines are indices; place k is the place of turn k + 1, and the
/// places after the last turn are those of the empty cells.
#[derive(Debug, Clone)]
pub(super) struct Rules {
    /// The number of cells of the wall.
    cells: usize,
    /// The number of turns.
    pub(super) horizon: usize,
    /// `may[place * cells + cell]`.
    may: Vec<bool>,
    /// Per cell, the cells that must be filled before it, and the cells that wait for it.
    pub(super) first: Vec<Vec<usize>>,
    pub(super) then: Vec<Vec<usize>>,
    /// The cells of each line: of the rows, then of the columns.
    pub(super) lines: Vec<Vec<usize>>,
    /// Per cell, its row and its column, as lines.
    pub(super) lines_of: Vec<[usize; 2]>,
    /// Per turn, the first turn that may fill the same cells.
    pub(super) class: Vec<usize>,
    /// Per turn, whether it may fill one cell alone.
    pub(super) pinned: Vec<bool>,
    /// Sets of cells with the points that they earn when they are complete.
    pub(super) bonus_lines: Vec<(Vec<usize>, i64)>,
    sense: Sense,
}

impl Rules {
    pub(super) fn new(problem: &Problem) -> Self {
        let wall = problem.wall();
        let cells = wall.len();
        let sets = problem.turns().map(|turn| problem.allowed(turn));
        let sets = sets.collect_vec();
        let may = sets
            .iter()
            .flat_map(|set| wall.cells().map(|cell| set.contains(cell)));
        let free = |cell: &Cell| !problem.initial().contains(*cell);
        let first = wall.cells().map(|cell| {
            let before = problem.before(cell).iter().filter(free);
            before.map(Cell::index).collect_vec()
        });
        let first = first.collect_vec();
        let mut then = vec![Vec::new(); cells];
        for (cell, before) in first.iter().enumerate() {
            for &prerequisite in before {
                then[prerequisite].push(cell);
            }
        }
        let bonus_lines = problem.bonus_lines().into_iter().map(|(cells, points)| {
            let cells = cells.into_iter().map(Cell::index).collect();
            (cells, i64::from(points))
        });
        let mut class: Vec<usize> = Vec::with_capacity(sets.len());
        for (turn, set) in sets.iter().enumerate() {
            // Turns that may fill the same cells often follow each other.
            let earlier = match turn.checked_sub(1) {
                Some(last) if sets[last] == *set => Some(class[last]),
                _ => (0..turn).find(|&other| class[other] == other && sets[other] == *set),
            };
            class.push(earlier.unwrap_or(turn));
        }
        let lines = wall
            .lines()
            .map(|line| wall.line_cells(line).map(Cell::index).collect());
        let lines_of = wall.cells().map(|cell| {
            debug_assert_eq!(Axis::ALL, [Axis::Horizontal, Axis::Vertical]);
            [wall.row_of(cell), wall.rows() + wall.column_of(cell)]
        });
        Self {
            cells,
            horizon: problem.horizon(),
            may: may.collect(),
            first,
            then,
            lines: lines.collect(),
            lines_of: lines_of.collect(),
            class,
            pinned: sets.iter().map(|set| set.len() == 1).collect(),
            bonus_lines: bonus_lines.collect(),
            sense: problem.sense(),
        }
    }

    /// Whether a cell may have a place; any cell may stay empty.
    pub(super) fn may(&self, place: usize, cell: usize) -> bool {
        place >= self.horizon || self.may[place * self.cells + cell]
    }

    /// Cost of a score, which the search minimizes.
    pub(super) fn cost(&self, score: i64) -> i64 {
        -self.sense.gain(score)
    }
}
