//! Why no order of an empty wall scores more than the [maximum](super::maximum), or less than the
//! [minimum](super::minimum): in pieces that can be counted.
//!
//! Let the run of a tile that is alone have length 1. Then a tile earns the lengths of its two runs, less 1 if one of
//! them is 1: if the tile is a start along its row, its column or both. So
//!
//! ```text
//! score = Σ_lines (lengths of the runs of its tiles) − (tiles that are a start, one way or both).
//! ```
//!
//! A certificate bounds both sums. The checker is [`order::check_certificate`](crate::order::check_certificate).

use crate::wall::{Cell, Line, Wall};

/// A closed bound, in pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Certificate {
    /// No order of the whole wall scores more.
    Maximum {
        /// For each row and each column: the longest run that its first, second, … tile can make.
        runs: Lines,
        /// Lines of which no two share a cell. Each of them has a start.
        apart: Vec<Line>,
    },
    /// No order of the whole wall scores less.
    Minimum {
        /// For each row and each column: the levels of its tiles in a balanced binary tree, the root on level 1. The
        /// last tile of a line is the root, its run is the whole line, and it parts the others into two lines of the
        /// same kind, so that a tile counts once for itself and once for each tile above it.
        levels: Lines,
        /// Blocks of 2×2 cells of which no two share a cell. The last tile of each is no start.
        blocks: Vec<[Cell; 4]>,
    },
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
    /// Why no order of the whole wall scores more than its maximum.
    pub fn maximum(wall: Wall) -> Self {
        let growing = |length: usize| (1..=length as u32).collect();
        let apart = match wall.rows() >= wall.columns() {
            true => (0..wall.rows() as u32).map(Line::Row).collect(),
            false => (0..wall.columns() as u32).map(Line::Column).collect(),
        };
        Self::Maximum {
            runs: Lines {
                row: growing(wall.columns()),
                column: growing(wall.rows()),
            },
            apart,
        }
    }

    /// Why no order of the whole wall scores less than its minimum.
    pub fn minimum(wall: Wall) -> Self {
        let balanced = |length: usize| (1..=length as u32).map(|tile| tile.ilog2() + 1).collect();
        let blocks = super::blocks(wall);
        let even = blocks.filter(|block| {
            wall.row_of(block[0]).is_multiple_of(2) && wall.column_of(block[0]).is_multiple_of(2)
        });
        Self::Minimum {
            levels: Lines {
                row: balanced(wall.columns()),
                column: balanced(wall.rows()),
            },
            blocks: even.collect(),
        }
    }
}
