//! Why no order of an empty wall scores more than the [maximum](super::maximum), or less than the
//! [minimum](super::minimum), and why no order that ends in a given cell beats the extremes of
//! [these](super::minimum_ending_in) [orders](super::maximum_ending_in): in pieces that can be counted.
//!
//! Let the run of a tile that is alone have length 1. Then a tile earns the lengths of its two runs, less 1 if one of
//! them is 1: if the tile is a start along its row, its column or both. So
//!
//! ```text
//! score = Σ_lines (lengths of the runs of its tiles) − (tiles that are a start, one way or both).
//! ```
//!
//! A certificate bounds both sums. The checker is [`order::check_certificate`](crate::order::check_certificate).

use super::blocks::begins_pair;
use super::closed::parts;
use crate::wall::{Axis, Cell, Line, Wall};

/// A closed bound, in pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Certificate {
    /// No order of the whole wall scores more.
    Maximum {
        /// For each row and each column: the longest run that its first, second, … tile can make.
        runs: Lines,
        /// Lines of which no two share a cell. Each of them has a start. A line that the last cell parts has a start
        /// in each part.
        apart: Vec<Line>,
        /// The cell that all orders end in, if the bound holds only for these.
        last: Option<LastCell>,
    },
    /// No order of the whole wall scores less.
    Minimum {
        /// For each row and each column: the levels of its tiles in a balanced binary tree, the root on level 1. The
        /// last tile of a line is the root, its run is the whole line, and it parts the others into two lines of the
        /// same kind, so that a tile counts once for itself and once for each tile above it.
        levels: Lines,
        /// Blocks of 2×2 cells of which no two share a cell. The last tile of each is no start.
        blocks: Vec<[Cell; 4]>,
        /// The cell that all orders end in, if the bound holds only for these. It is no start if it has neighbours
        /// both ways.
        last: Option<LastCell>,
    },
}

/// A cell that all orders end in. Its run is its whole row, and it parts the others of its row into two lines of the
/// same kind; likewise its column. The lists stand for those of its row and its column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastCell {
    /// The cell.
    pub cell: Cell,
    /// A number for each tile to its left, and for each tile to its right.
    pub row: [Vec<u32>; 2],
    /// A number for each tile above it, and for each tile below it.
    pub column: [Vec<u32>; 2],
}

/// One list for all rows, which have the same length, and one for all columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines {
    /// Of a row, a number for each of its tiles.
    pub row: Vec<u32>,
    /// Of a column, a number for each of its tiles.
    pub column: Vec<u32>,
}

impl Certificate {
    /// Why no order of the whole wall scores more than its maximum, or than that of the orders that end in a cell.
    pub fn maximum(wall: Wall, last: Option<Cell>) -> Self {
        let starts = |axis, lines: usize| {
            let parted =
                last.is_some_and(|cell| parts(wall, cell, axis).iter().all(|&part| part > 0));
            lines + usize::from(parted)
        };
        let (rows, columns) = (wall.rows(), wall.columns());
        let apart = match starts(Axis::Horizontal, rows) >= starts(Axis::Vertical, columns) {
            true => (0..rows as u32).map(Line::Row).collect(),
            false => (0..columns as u32).map(Line::Column).collect(),
        };
        Self::Maximum {
            runs: Lines {
                row: growing(columns),
                column: growing(rows),
            },
            apart,
            last: last.map(|cell| LastCell::new(wall, cell, growing)),
        }
    }

    /// Why no order of the whole wall scores less than its minimum, or than that of the orders that end in a cell.
    pub fn minimum(wall: Wall, last: Option<Cell>) -> Self {
        let (rows, columns) = (wall.rows(), wall.columns());
        // Blocks in pairs of neighbouring lines. If the numbers of cells on both sides of the last cell are even,
        // the blocks leave out its line: then it is one more cell that is no start.
        let left_out = |axis| {
            let [before, after] = last.map(|cell| parts(wall, cell, axis))?;
            (before % 2 == 0 && after % 2 == 0).then_some(before as usize)
        };
        let side_by_side = |block: &[Cell; 4]| {
            begins_pair(wall.row_of(block[0]), left_out(Axis::Vertical))
                && begins_pair(wall.column_of(block[0]), left_out(Axis::Horizontal))
        };
        Self::Minimum {
            levels: Lines {
                row: balanced(columns),
                column: balanced(rows),
            },
            blocks: super::blocks(wall).filter(side_by_side).collect(),
            last: last.map(|cell| LastCell::new(wall, cell, balanced)),
        }
    }

    /// The cell that all orders end in for which the bound holds; none if it holds for all orders.
    pub fn last(&self) -> Option<Cell> {
        let (Self::Maximum { last, .. } | Self::Minimum { last, .. }) = self;
        last.as_ref().map(|last| last.cell)
    }
}

impl LastCell {
    fn new(wall: Wall, cell: Cell, list: impl Fn(usize) -> Vec<u32>) -> Self {
        let lists = |axis| parts(wall, cell, axis).map(|part| list(part as usize));
        Self {
            cell,
            row: lists(Axis::Horizontal),
            column: lists(Axis::Vertical),
        }
    }
}

/// The longest runs of the tiles of a line.
fn growing(length: usize) -> Vec<u32> {
    (1..=length as u32).collect()
}

/// The levels of the tiles of a line in a balanced tree.
fn balanced(length: usize) -> Vec<u32> {
    (1..=length as u32).map(|tile| tile.ilog2() + 1).collect()
}
