//! The count of closed bounds: every piece of a certificate is counted.
//!
//! Let the run of a tile that is alone have length 1. Then a tile earns the lengths of its two runs, less 1 if one of
//! them is 1: if the tile is a start along its row, its column or both. So
//!
//! ```text
//! score = Σ_lines (lengths of the runs of its tiles) − (tiles that are a start, one way or both).
//! ```
//!
//! A certificate bounds both sums. Nothing is computed here by the formulas that the bound comes from. Cells are numbered
//! from 1, row by row, and so are rows and columns.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Why no order of a whole wall scores more than so much.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Maximum {
    /// For each row and each column: the longest run that its first, second, … tile can make.
    pub runs: Lines,
    /// Lines of which no two share a cell. Each of them has a start. A line that the last cell parts has a start in each
    /// part.
    pub apart: Vec<Line>,
    /// The cell that all orders end in, if the bound holds only for these.
    pub last: Option<LastCell>,
}

/// Why no order of a whole wall scores less than so much.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Minimum {
    /// For each row and each column: the levels of its tiles in a balanced binary tree, the root on level 1. The last
    /// tile of a line is the root, its run is the whole line, and it parts the others into two lines of the same kind, so
    /// that a tile counts once for itself and once for each tile above it.
    pub levels: Lines,
    /// Blocks of 2×2 cells, from the top left, of which no two share a cell. The last tile of each is no start.
    pub blocks: Vec<[usize; 4]>,
    /// The cell that all orders end in, if the bound holds only for these. It is no start if it has neighbours both ways.
    pub last: Option<LastCell>,
}

/// One list for all rows, which have the same length, and one for all columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lines {
    /// Of a row, a number for each of its tiles.
    pub row: Vec<u32>,
    /// Of a column, a number for each of its tiles.
    pub column: Vec<u32>,
}

/// A cell that all orders end in. Its run is its whole row, and it parts the others of its row into two lines of the same
/// kind; likewise its column. The lists stand for those of its row and its column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LastCell {
    /// The cell.
    pub cell: usize,
    /// A number for each tile to its left, and for each tile to its right.
    pub row: [Vec<u32>; 2],
    /// A number for each tile above it, and for each tile below it.
    pub column: [Vec<u32>; 2],
}

/// A row or a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Line {
    /// A row, from 1 at the top.
    Row(usize),
    /// A column, from 1 at the left.
    Column(usize),
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => write!(f, "row {row}"),
            Self::Column(column) => write!(f, "column {column}"),
        }
    }
}

/// What is wrong with a certificate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// A list of a line that has another length than the line.
    #[error("numbers that are listed for a line: {listed}, and its cells: {length}")]
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
    #[error("tiles on level {level}: {tiles}, and it has room for fewer")]
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
    NoSuchCell(usize),
    /// Four cells that are not a 2×2 block of the wall.
    #[error("the cells {0:?} are not a 2×2 block of the wall")]
    NoBlock([usize; 4]),
    /// A cell that two pieces share.
    #[error("two pieces share cell {0}")]
    Shared(usize),
    /// More starts than the runs can bear.
    #[error("there are more starts than points")]
    Starts,
}

impl Maximum {
    /// Counts the pieces and returns the bound that they prove for a wall of `rows` rows and `columns` columns, without
    /// an end bonus: for every order, or for every order that ends in the last cell.
    ///
    /// # Errors
    /// The first flaw.
    pub fn count(&self, rows: usize, columns: usize) -> Result<u64, Flaw> {
        let wall = Wall { rows, columns };
        let sum = wall.sum_of(&self.runs, self.last.as_ref(), longest_runs)?;
        let mut pieces = Vec::with_capacity(self.apart.len());
        for &line in &self.apart {
            let cells = wall.line(line).ok_or(Flaw::NoSuchLine(line))?;
            let is_last = |cell: &usize| self.last.as_ref().is_some_and(|last| last.cell == *cell);
            let parts = cells.split(is_last).filter(|part| !part.is_empty());
            let before = pieces.len();
            pieces.extend(parts.map(<[usize]>::to_vec));
            if pieces.len() == before {
                pieces.push(cells);
            }
        }
        wall.disjoint(&pieces)?;
        sum.checked_sub(pieces.len() as u64).ok_or(Flaw::Starts)
    }
}

impl Minimum {
    /// Counts the pieces and returns the bound that they prove for a wall of `rows` rows and `columns` columns, without
    /// an end bonus: for every order, or for every order that ends in the last cell.
    ///
    /// # Errors
    /// The first flaw.
    pub fn count(&self, rows: usize, columns: usize) -> Result<u64, Flaw> {
        let wall = Wall { rows, columns };
        let sum = wall.sum_of(&self.levels, self.last.as_ref(), least_levels)?;
        let mut pieces = Vec::with_capacity(self.blocks.len() + 1);
        for &block in &self.blocks {
            if !wall.is_block(block) {
                return Err(Flaw::NoBlock(block));
            }
            pieces.push(block.to_vec());
        }
        // The last cell has filled neighbours both ways: it is a piece of its own if no block has it.
        let crosses = rows > 1 && columns > 1;
        let last = self.last.as_ref().map(|last| last.cell);
        let alone =
            last.filter(|cell| crosses && !self.blocks.iter().flatten().any(|it| it == cell));
        pieces.extend(alone.map(|cell| vec![cell]));
        wall.disjoint(&pieces)?;
        let starts = rows * columns - pieces.len();
        Ok(sum.saturating_sub(starts as u64))
    }
}

#[derive(Clone, Copy)]
struct Wall {
    rows: usize,
    columns: usize,
}

impl Wall {
    /// The sum over all rows and all columns of what is listed for a line. For the two lines of the last cell it is the
    /// length of the line, and what is listed for its parts.
    fn sum_of(
        self,
        lines: &Lines,
        last: Option<&LastCell>,
        check: impl Fn(&[u32], usize) -> Result<(), Flaw>,
    ) -> Result<u64, Flaw> {
        let sum = |list: &[u32], length| {
            check(list, length)?;
            Ok(list.iter().copied().map(u64::from).sum::<u64>())
        };
        let Self { rows, columns } = self;
        let (row, column) = (sum(&lines.row, columns)?, sum(&lines.column, rows)?);
        let all = rows as u64 * row + columns as u64 * column;
        let Some(last) = last else {
            return Ok(all);
        };
        if !(1..=rows * columns).contains(&last.cell) {
            return Err(Flaw::NoSuchCell(last.cell));
        }
        let (above, before) = ((last.cell - 1) / columns, (last.cell - 1) % columns);
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

    /// The cells of a line.
    fn line(self, line: Line) -> Option<Vec<usize>> {
        let Self { rows, columns } = self;
        match line {
            Line::Row(row) if (1..=rows).contains(&row) => {
                Some(((row - 1) * columns + 1..=row * columns).collect())
            }
            Line::Column(column) if (1..=columns).contains(&column) => {
                Some((0..rows).map(|row| row * columns + column).collect())
            }
            Line::Row(_) | Line::Column(_) => None,
        }
    }

    /// No cell is in two pieces, of which all cells are on the wall.
    fn disjoint(self, pieces: &[Vec<usize>]) -> Result<(), Flaw> {
        let mut taken = vec![false; self.rows * self.columns + 1];
        let mut cells = pieces.iter().flatten();
        match cells.find(|&&cell| std::mem::replace(&mut taken[cell], true)) {
            Some(&cell) => Err(Flaw::Shared(cell)),
            None => Ok(()),
        }
    }

    /// Whether four cells are the corners of a 2×2 square, from the top left.
    fn is_block(self, block: [usize; 4]) -> bool {
        let Self { rows, columns } = self;
        let first = block[0];
        (1..=rows * columns).contains(&first)
            && (first - 1) / columns + 1 < rows
            && (first - 1) % columns + 1 < columns
            && block == [first, first + 1, first + columns, first + columns + 1]
    }
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
