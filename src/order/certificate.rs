//! The check of a closed bound: every piece of its certificate is counted.
//!
//! Nothing is computed here by the formulas that the bound comes from.

use crate::bounds::{Certificate, Lines};
use crate::wall::{Cell, Line, Wall};

/// What is wrong with a certificate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// A list of a line that has another length than the line.
    #[error("{listed} numbers are listed for a line of {length} cells")]
    Length {
        /// Numbers in the list.
        listed: usize,
        /// Cells of the line.
        length: usize,
    },
    /// A tile for which a shorter run is claimed than it can make.
    #[error("tile {tile} of a line can make a run of {tile}, not only of {claimed}")]
    Run {
        /// The tile, from 1 in the order in which the line is filled.
        tile: usize,
        /// The claim.
        claimed: u32,
    },
    /// Levels that no tree of the least sum has.
    #[error("a tree can have its tiles on levels of a lower sum: level {level} has room left")]
    Levels {
        /// A level with room above a level with tiles.
        level: u32,
    },
    /// More tiles on a level than a tree has room for.
    #[error("{tiles} tiles are on level {level}, which has room for fewer")]
    Crowded {
        /// The level, from 1.
        level: u32,
        /// Its tiles.
        tiles: usize,
    },
    /// A line that the wall does not have.
    #[error("the wall has no {0}")]
    NoSuchLine(Line),
    /// Four cells that are not a 2×2 block of the wall.
    #[error("the cells {0:?} are not a 2×2 block of the wall")]
    NoBlock([usize; 4]),
    /// A cell that two pieces share.
    #[error("two pieces share cell {0}")]
    Shared(Cell),
}

/// Checks a certificate piece by piece and returns the bound that it proves for the whole wall, without an end bonus.
///
/// ```
/// use azulejo::{bounds::Certificate, order::check_certificate, wall::Wall};
/// let wall = Wall::new(5, 5)?;
/// assert_eq!(check_certificate(wall, &Certificate::minimum(wall)), Ok(89)); // 10·11 − (25 − 4)
/// assert_eq!(check_certificate(wall, &Certificate::maximum(wall)), Ok(145)); // 10·15 − 5
/// # Ok::<(), azulejo::wall::WallError>(())
/// ```
///
/// # Errors
/// The first flaw.
pub fn check_certificate(wall: Wall, certificate: &Certificate) -> Result<u64, Flaw> {
    match certificate {
        Certificate::Maximum { runs, apart } => {
            let sum = sum_of(wall, runs, longest_runs)?;
            let mut pieces = Vec::with_capacity(apart.len());
            for &line in apart {
                let known = wall.lines().any(|other| other == line);
                if !known {
                    return Err(Flaw::NoSuchLine(line));
                }
                pieces.push(wall.line_cells(line).collect());
            }
            disjoint(wall, &pieces)?;
            Ok(sum - apart.len() as u64)
        }
        Certificate::Minimum { levels, blocks } => {
            let sum = sum_of(wall, levels, least_levels)?;
            let mut pieces = Vec::with_capacity(blocks.len());
            for block in blocks {
                if !is_block(wall, block) {
                    return Err(Flaw::NoBlock(block.map(Cell::number)));
                }
                pieces.push(block.to_vec());
            }
            disjoint(wall, &pieces)?;
            let starts = wall.cells().count() - blocks.len();
            Ok(sum.saturating_sub(starts as u64))
        }
    }
}

/// The sum over all rows and all columns of what is listed for a line.
fn sum_of(
    wall: Wall,
    lines: &Lines,
    check: impl Fn(&[u32], usize) -> Result<(), Flaw>,
) -> Result<u64, Flaw> {
    check(&lines.row, wall.columns())?;
    check(&lines.column, wall.rows())?;
    let sum = |list: &[u32]| list.iter().copied().map(u64::from).sum::<u64>();
    Ok(wall.rows() as u64 * sum(&lines.row) + wall.columns() as u64 * sum(&lines.column))
}

/// The first tile of a line makes a run of 1, and the run of the k-th tile holds no more than k tiles.
fn longest_runs(runs: &[u32], length: usize) -> Result<(), Flaw> {
    right_length(runs, length)?;
    let mut tiles = runs.iter().zip(1..);
    match tiles.find(|(run, tile)| (**run as usize) < *tile) {
        Some((&claimed, tile)) => Err(Flaw::Run { tile, claimed }),
        None => Ok(()),
    }
}

/// A level of a binary tree has room for twice as many tiles as the one above it. The sum is least where no level has
/// room while tiles are below it.
fn least_levels(levels: &[u32], length: usize) -> Result<(), Flaw> {
    right_length(levels, length)?;
    let mut left = length;
    let mut room = 1;
    for level in 1.. {
        if left == 0 {
            break;
        }
        let tiles = levels.iter().filter(|&&listed| listed == level).count();
        if tiles > room {
            return Err(Flaw::Crowded { level, tiles });
        }
        if tiles < room.min(left) {
            return Err(Flaw::Levels { level });
        }
        left -= tiles;
        room *= 2;
    }
    Ok(())
}

fn right_length(list: &[u32], length: usize) -> Result<(), Flaw> {
    let listed = list.len();
    match listed == length {
        true => Ok(()),
        false => Err(Flaw::Length { listed, length }),
    }
}

/// Whether four cells are the corners of a 2×2 square, from the top left.
fn is_block(wall: Wall, block: &[Cell; 4]) -> bool {
    let (row, column) = (wall.row_of(block[0]), wall.column_of(block[0]));
    let corners = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let mut pairs = block.iter().zip(corners);
    pairs.all(|(&cell, (down, right))| wall.cell(row + down, column + right) == Some(cell))
}

/// No cell is in two pieces.
fn disjoint(wall: Wall, pieces: &[Vec<Cell>]) -> Result<(), Flaw> {
    let mut taken = vec![false; wall.len()];
    for &cell in pieces.iter().flatten() {
        if std::mem::replace(&mut taken[cell.index()], true) {
            return Err(Flaw::Shared(cell));
        }
    }
    Ok(())
}
