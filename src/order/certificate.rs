//! The check of a closed bound: every piece of its certificate is counted.
//!
//! Nothing is computed here by the formulas that the bound comes from.

use crate::bounds::{Certificate, LastCell, Lines};
use crate::counted::{agreeing, counted};
use crate::wall::{Cell, Line, Wall};
use itertools::Itertools;

/// What is wrong with a certificate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// A list of a line that has another length than the line.
    #[error(
        "{} listed for a line of {}",
        agreeing(listed, "number is", "numbers are"),
        counted(length, "cell")
    )]
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
    #[error(
        "{} on level {level}, which has room for fewer",
        agreeing(tiles, "tile is", "tiles are")
    )]
    Crowded {
        /// The level, from 1.
        level: u32,
        /// Its tiles.
        tiles: usize,
    },
    /// A line that the wall does not have.
    #[error("the wall has no {0}")]
    NoSuchLine(Line),
    /// A last cell that is not on the wall.
    #[error("the wall has no cell {0}")]
    NoSuchCell(Cell),
    /// Four cells that are not a 2×2 block of the wall.
    #[error("the cells {0:?} are not a 2×2 block of the wall")]
    NoBlock([usize; 4]),
    /// A cell that two pieces share.
    #[error("two pieces share cell {0}")]
    Shared(Cell),
}

/// Checks a certificate piece by piece and returns the bound that it proves for the whole wall, without an end bonus:
/// for every order, or for every order that ends in the [last cell](Certificate::last) of the certificate.
///
/// ```
/// use azulejo::{bounds::Certificate, order::check_certificate, wall::Wall};
/// let wall = Wall::new(5, 5)?;
/// assert_eq!(check_certificate(wall, &Certificate::minimum(wall, None)), Ok(89)); // 10·11 − (25 − 4)
/// assert_eq!(check_certificate(wall, &Certificate::maximum(wall, None)), Ok(145)); // 10·15 − 5
/// let centre = wall.cell(2, 2);
/// assert_eq!(check_certificate(wall, &Certificate::minimum(wall, centre)), Ok(90)); // 10·11 − (25 − 4 − 1)
/// # Ok::<(), azulejo::wall::WallError>(())
/// ```
///
/// # Errors
/// The first flaw.
pub fn check_certificate(wall: Wall, certificate: &Certificate) -> Result<u64, Flaw> {
    match certificate {
        Certificate::Maximum { runs, apart, last } => {
            let sum = sum_of(wall, runs, last.as_ref(), longest_runs)?;
            let mut pieces = Vec::with_capacity(apart.len());
            for &line in apart {
                let known = wall.lines().any(|other| other == line);
                if !known {
                    return Err(Flaw::NoSuchLine(line));
                }
                let cells: Vec<Cell> = wall.line_cells(line).collect();
                let is_last = |cell: &Cell| last.as_ref().is_some_and(|last| last.cell == *cell);
                let mut parts: Vec<Vec<Cell>> =
                    cells.split(is_last).map(<[Cell]>::to_vec).collect();
                parts.retain(|part| !part.is_empty());
                match parts.is_empty() {
                    true => pieces.push(cells),
                    false => pieces.append(&mut parts),
                }
            }
            disjoint(wall, &pieces)?;
            Ok(sum - pieces.len() as u64)
        }
        Certificate::Minimum {
            levels,
            blocks,
            last,
        } => {
            let sum = sum_of(wall, levels, last.as_ref(), least_levels)?;
            let mut pieces = Vec::with_capacity(blocks.len() + 1);
            for block in blocks {
                if !is_block(wall, block) {
                    return Err(Flaw::NoBlock(block.map(Cell::number)));
                }
                pieces.push(block.to_vec());
            }
            // The last cell has filled neighbours both ways: it is a piece of its own if no block has it.
            let crosses = wall.rows() > 1 && wall.columns() > 1;
            let last = last.as_ref().map(|last| last.cell).filter(|_| crosses);
            let alone = last.filter(|cell| !blocks.iter().flatten().contains(cell));
            pieces.extend(alone.map(|cell| vec![cell]));
            disjoint(wall, &pieces)?;
            let starts = wall.cells().count() - pieces.len();
            Ok(sum.saturating_sub(starts as u64))
        }
    }
}

/// The sum over all rows and all columns of what is listed for a line. For the two lines of the last cell it is the
/// length of the line, and what is listed for its parts.
fn sum_of(
    wall: Wall,
    lines: &Lines,
    last: Option<&LastCell>,
    check: impl Fn(&[u32], usize) -> Result<(), Flaw>,
) -> Result<u64, Flaw> {
    let sum = |list: &[u32], length| {
        check(list, length)?;
        Ok(list.iter().copied().map(u64::from).sum::<u64>())
    };
    let (rows, columns) = (wall.rows(), wall.columns());
    let (row, column) = (sum(&lines.row, columns)?, sum(&lines.column, rows)?);
    let all = rows as u64 * row + columns as u64 * column;
    let Some(last) = last else {
        return Ok(all);
    };
    if last.cell.index() >= wall.len() {
        return Err(Flaw::NoSuchCell(last.cell));
    }
    let (above, before) = (wall.row_of(last.cell), wall.column_of(last.cell));
    let parts = [
        (&last.row, [before, columns - 1 - before]),
        (&last.column, [above, rows - 1 - above]),
    ];
    let mut parted = (rows + columns) as u64;
    for (lists, lengths) in parts {
        for (list, length) in lists.iter().zip(lengths) {
            parted += sum(list, length)?;
        }
    }
    Ok(all - row - column + parted)
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
