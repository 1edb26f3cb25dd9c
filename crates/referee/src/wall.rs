//! The cells of a wall, counted from 1, row by row.

use serde::Deserialize;
use std::ops::RangeInclusive;

/// The sides of a wall, in cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wall {
    /// Rows of the wall, at least 1.
    pub rows: usize,
    /// Columns of the wall, at least 1.
    pub columns: usize,
}

impl Wall {
    /// The number of cells.
    pub fn size(self) -> usize {
        self.rows * self.columns
    }

    pub(crate) fn cells(self) -> RangeInclusive<usize> {
        1..=self.size()
    }

    /// The row and the column of a cell, from 0.
    pub(crate) fn place(self, cell: usize) -> (usize, usize) {
        ((cell - 1) / self.columns, (cell - 1) % self.columns)
    }

    /// The cells of a row, from 0.
    pub(crate) fn row(self, row: usize) -> RangeInclusive<usize> {
        row * self.columns + 1..=(row + 1) * self.columns
    }

    /// The number of lines: rows and columns.
    pub(crate) fn lines(self) -> usize {
        self.rows + self.columns
    }

    /// The cells of a line; the rows come first, then the columns.
    pub(crate) fn line(self, line: usize) -> Vec<usize> {
        match line.checked_sub(self.rows) {
            None => self.row(line).collect(),
            Some(column) => self.cells().skip(column).step_by(self.columns).collect(),
        }
    }

    /// The line that two cells have in common, if there is one.
    pub(crate) fn common(self, first: usize, second: usize) -> Option<usize> {
        let [(row, column), other] = [first, second].map(|cell| self.place(cell));
        match (row == other.0, column == other.1) {
            (true, false) => Some(row),
            (false, true) => Some(self.rows + column),
            _ => None,
        }
    }

    /// The cells of a colour, from 1: on a wall of n rows and n columns, the cells with the same (column − row) mod n.
    pub(crate) fn colour(self, colour: usize) -> Vec<usize> {
        let side = self.rows;
        let cell = |row| row * side + (row + colour - 1) % side + 1;
        (0..side).map(cell).collect()
    }

    /// The 2×2 block whose top left cell is `first`; none where it does not fit on the wall.
    pub(crate) fn block(self, first: usize) -> Option<[usize; 4]> {
        let (row, column) = first.checked_sub(1).map(|_| self.place(first))?;
        let below = first + self.columns;
        let inside = row + 1 < self.rows && column + 1 < self.columns;
        inside.then_some([first, first + 1, below, below + 1])
    }
}
