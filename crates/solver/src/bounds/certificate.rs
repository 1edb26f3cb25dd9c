//! Proofs that no order of an empty wall scores more than the [maximum](super::maximum), or less than the
//! [minimum](super::minimum), and that no order that ends in a given cell beats the extremes of [these](super::minimum_ending_in)
//! [orders](super::maximum_ending_in): in pieces that can be counted.
//!
//! Let the run of a tile that is alone have length 1. Then a tile earns the lengths of its two runs, less 1 if one of
//! them is 1: if the tile is a start along its row, its column or both. So
//!
//! ```text
//! score = Σ_lines (lengths of the runs of its tiles) − (tiles that are a start, one way or both).
//! ```
//!
//! A certificate bounds both sums. The referee counts its pieces: [`ClosedBound::count`].

use super::blocks::begins_pair;
use super::closed::parts;
use crate::wall::{Axis, Cell, Wall};
use azulejo_check::{ClosedBound, LastCell, Line, Lines};

/// Proof that no order of the whole wall scores more than the maximum, or than the maximum of the orders that end in a cell.
///
/// ```
/// use azulejo_solver::{bounds::{certified_maximum, certified_minimum}, wall::Wall};
/// let wall = Wall::new(5, 5)?;
/// assert_eq!(certified_minimum(wall, None).count(5, 5), Ok(89)); // 10·11 − (25 − 4)
/// assert_eq!(certified_maximum(wall, None).count(5, 5), Ok(145)); // 10·15 − 5
/// let centre = wall.cell(2, 2);
/// assert_eq!(certified_minimum(wall, centre).count(5, 5), Ok(90)); // 10·11 − (25 − 4 − 1)
/// # Ok::<(), azulejo_solver::wall::WallError>(())
/// ```
pub fn certified_maximum(wall: Wall, last: Option<Cell>) -> ClosedBound {
    let starts = |axis, lines: usize| {
        let is_inner =
            last.is_some_and(|cell| parts(wall, cell, axis).iter().all(|&part| part > 0));
        lines + usize::from(is_inner)
    };
    let (rows, columns) = (wall.rows(), wall.columns());
    let apart = match starts(Axis::Horizontal, rows) >= starts(Axis::Vertical, columns) {
        true => (1..=rows).map(Line::Row).collect(),
        false => (1..=columns).map(Line::Column).collect(),
    };
    ClosedBound::Maximum {
        runs: Lines {
            row: growing(columns),
            column: growing(rows),
        },
        apart,
        last: last.map(|cell| last_cell(wall, cell, growing)),
    }
}

/// Proof that no order of the whole wall scores less than the minimum, or than the minimum of the orders that end in a cell.
pub fn certified_minimum(wall: Wall, last: Option<Cell>) -> ClosedBound {
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
    let blocks = super::blocks(wall).filter(side_by_side);
    ClosedBound::Minimum {
        levels: Lines {
            row: balanced(columns),
            column: balanced(rows),
        },
        blocks: blocks
            .map(|block| block.map(|cell| cell.number()))
            .collect(),
        last: last.map(|cell| last_cell(wall, cell, balanced)),
    }
}

fn last_cell(wall: Wall, cell: Cell, list: impl Fn(usize) -> Vec<u32>) -> LastCell {
    let lists = |axis| parts(wall, cell, axis).map(|part| list(part as usize));
    LastCell {
        cell: cell.number(),
        row: lists(Axis::Horizontal),
        column: lists(Axis::Vertical),
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
