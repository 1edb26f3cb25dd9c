//! A wall as the sweep goes over it, with the words of its lines.

use super::line::{LONGEST, LineRules, LineWords, Reserve, Stage};
use crate::bounds::Earlier;
use crate::bounds::completion::places_of;
use crate::bounds::last_round::last_round_cells;
use crate::problem::Problem;
use crate::wall::{Axis, Cell, CellSet, Line, Wall};
use azulejo_control::{Control, Stopped};
use itertools::Itertools;
use rustc_hash::FxHashMap;

/// A wall whose rows are swept one after another; rows and columns change places where the columns have more starts.
pub(super) struct Board {
    pub(super) wall: Wall,
    /// Axis of the rows of the board.
    axis: Axis,
    pub(super) height: usize,
    pub(super) width: usize,
    /// The cells that turns fill.
    turn_cells: CellSet,
    pub(super) earlier: Earlier,
    pub(super) rows: Vec<LineWords>,
    pub(super) columns: Vec<LineWords>,
}

impl Board {
    /// The boards of a problem along both axes, with the cells that are filled at the end; none where no order of some line is possible.
    pub(super) fn along_axes(
        problem: &Problem,
        end: &CellSet,
        control: &Control,
    ) -> Result<Option<[Self; 2]>, Stopped> {
        let wall = problem.wall();
        let earlier = Earlier::with_end(problem, end);
        let reserve = last_round_cells(problem);
        // Many lines have equal rules.
        let mut cache: FxHashMap<LineRules, Option<LineWords>> = FxHashMap::default();
        let (mut rows, mut columns) = (Vec::new(), Vec::new());
        for line in wall.lines() {
            control.go_on()?;
            let rules = rules((problem, end), &earlier, reserve.as_deref(), line);
            let words = cache
                .entry(rules)
                .or_insert_with_key(|rules| LineWords::new(rules.clone()));
            let Some(words) = words.clone() else {
                return Ok(None);
            };
            match line {
                Line::Row(_) => rows.push(words),
                Line::Column(_) => columns.push(words),
            }
        }
        let mut turn_cells = end.clone();
        turn_cells.subtract(problem.initial());
        let board = |axis: Axis| {
            let (rows, columns) = match axis {
                Axis::Horizontal => (rows.clone(), columns.clone()),
                Axis::Vertical => (columns.clone(), rows.clone()),
            };
            Self {
                wall,
                axis,
                height: rows.len(),
                width: columns.len(),
                turn_cells: turn_cells.clone(),
                earlier: earlier.clone(),
                rows,
                columns,
            }
        };
        Ok(Some(Axis::ALL.map(board)))
    }

    pub(super) fn cell(&self, row: usize, column: usize) -> Cell {
        let (row, column) = match self.axis {
            Axis::Horizontal => (row, column),
            Axis::Vertical => (column, row),
        };
        Cell::from_index(row * self.wall.columns() + column)
    }

    /// Whether a turn fills a cell.
    pub(super) fn has_turn(&self, row: usize, column: usize) -> bool {
        self.turn_cells.contains(self.cell(row, column))
    }

    /// The best sum of the runs of all lines.
    pub(super) fn best(&self) -> u32 {
        let lines = self.rows.iter().chain(&self.columns);
        lines.map(|line| line.best).sum()
    }
}

/// The rules of a line.
fn rules(
    (problem, end): (&Problem, &CellSet),
    earlier: &Earlier,
    reserve: Option<&[&CellSet]>,
    line: Line,
) -> LineRules {
    let cells = problem.wall().line_cells(line).collect_vec();
    let stage = |&cell: &Cell| match (problem.initial().contains(cell), end.contains(cell)) {
        (true, _) => Stage::Initial,
        (false, true) => Stage::Turn,
        (false, false) => Stage::Never,
    };
    let stages = cells.iter().map(stage).collect_vec();
    let later = |place: usize| {
        let is_later = |other: usize| match stages[place].cmp(&stages[other]) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Equal if stages[place] != Stage::Turn => place < other,
            std::cmp::Ordering::Equal => earlier.comes(cells[place], cells[other]),
            std::cmp::Ordering::Greater => false,
        };
        let places = (0..cells.len()).filter(|&other| is_later(other));
        places.fold(0, |places, place| places | 1 << place)
    };
    let later = (0..cells.len()).map(later).collect();
    let reserve_places = |reserve: &[&CellSet]| {
        let in_reserve =
            |cell: Cell| end.contains(cell) && reserve.iter().any(|cells| cells.contains(cell));
        places_of(&cells, in_reserve) as u16
    };
    let reserve = match (reserve, line) {
        (None, _) => Reserve::None,
        (Some(reserve), Line::Row(_)) => Reserve::One(reserve_places(reserve)),
        (Some(reserve), Line::Column(_)) => Reserve::Some(reserve_places(reserve)),
    };
    LineRules {
        stages,
        later,
        reserve,
    }
}

/// Whether the lines of a wall are short enough.
pub(super) fn fits(wall: Wall) -> bool {
    wall.longest_line() <= LONGEST
}
