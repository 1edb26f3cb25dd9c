//! The count of closed bounds: the checker counts every piece of a certificate.
//!
//! Let the run of a tile without neighbours along an axis have length 1. Then a tile earns the lengths of its two runs,
//! less 1 if one of them is 1, that is, if the tile is a start along its row, its column or both. So
//!
//! ```text
//! score = Σ_lines (lengths of the runs of its tiles) − (tiles that are a start, one way or both).
//! ```
//!
//! A certificate bounds both sums. No formula behind the bound is used here. Cells are numbered from 1, row by row, and
//! so are rows and columns.

use crate::wall::Wall;
use std::fmt;

/// A closed bound with the pieces that prove it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClosedBound {
    /// An upper bound of the score of every order of the whole wall.
    Maximum {
        /// For each row and each column: the longest run that its first, second, … tile can make.
        runs: Lines,
        /// Lines of which no two share a cell, so that each has a start of its own. A line that the last cell parts has
        /// a start in each part.
        apart: Vec<Line>,
        /// The last cell of all orders, if the bound holds only for orders that end in it.
        last: Option<LastCell>,
    },
    /// A lower bound of the score of every order of the whole wall.
    Minimum {
        /// For each row and each column: the levels of its tiles in a balanced binary tree, the root on level 1. The
        /// last tile of a line is the root, its run is the whole line, and it parts the others into two lines of the
        /// same kind, so that a tile counts once for itself and once for each tile above it.
        levels: Lines,
        /// Blocks of 2×2 cells, from the top left, of which no two share a cell. The last tile of each is no start.
        blocks: Vec<[usize; 4]>,
        /// The last cell of all orders, if the bound holds only for orders that end in it. The cell is no start if it
        /// has neighbours both ways.
        last: Option<LastCell>,
    },
}

/// A list of numbers for all rows, which have the same length, and one for all columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines {
    /// The numbers of a row, one for each tile.
    pub row: Vec<u32>,
    /// The numbers of a column, one for each tile.
    pub column: Vec<u32>,
}

/// The last cell of all orders. Its run is its whole row, and it parts the other cells of the row into two lines of the
/// same kind; likewise its column. The lists replace those of its row and its column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastCell {
    /// The cell.
    pub cell: usize,
    /// The numbers of the tiles to its left, and of the tiles to its right.
    pub row: [Vec<u32>; 2],
    /// The numbers of the tiles above it, and of the tiles below it.
    pub column: [Vec<u32>; 2],
}

/// A row or a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

/// The flaw of a certificate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// A list has another length than its line.
    #[error("numbers that are listed for a line: {listed}, and its cells: {length}")]
    Length {
        /// The length of the list.
        listed: usize,
        /// The number of cells of the line.
        length: usize,
    },
    /// A claimed run is shorter than the longest run of the tile.
    #[error("tile {tile} of a line can make a run of {tile}, not only of {claimed}")]
    Run {
        /// The tile, from 1 in the order in which the line is filled.
        tile: usize,
        /// The length of the claimed run.
        claimed: u32,
    },
    /// The levels do not have the least sum of a tree.
    #[error("a tree can have its tiles on levels of a lower sum: level {level} has room left")]
    Levels {
        /// A level with room, above a level with tiles.
        level: u32,
    },
    /// A level has more tiles than a tree has room for.
    #[error("tiles on level {level}: {tiles}, and it has room for fewer")]
    Crowded {
        /// The level, from 1.
        level: u32,
        /// The number of tiles on the level.
        tiles: usize,
    },
    /// The wall does not have the line.
    #[error("the wall has no {0}")]
    NoSuchLine(Line),
    /// The last cell is not on the wall.
    #[error("the wall has no cell {0}")]
    NoSuchCell(usize),
    /// The four cells are not a 2×2 block of the wall.
    #[error("the cells {0:?} are not a 2×2 block of the wall")]
    NoBlock([usize; 4]),
    /// Two pieces share a cell.
    #[error("two pieces share cell {0}")]
    Shared(usize),
    /// The starts exceed the sum of the runs.
    #[error("there are more starts than points")]
    Starts,
}

impl ClosedBound {
    /// The last cell of the orders for which the bound holds; none if it holds for all orders.
    pub fn last(&self) -> Option<usize> {
        let (Self::Maximum { last, .. } | Self::Minimum { last, .. }) = self;
        last.as_ref().map(|last| last.cell)
    }

    /// Counts the pieces and returns the bound that they prove for a wall of `rows` rows and `columns` columns, without
    /// an end bonus: for every order, or for every order that ends in the last cell.
    ///
    /// # Errors
    /// The first flaw.
    pub fn count(&self, rows: usize, columns: usize) -> Result<u64, Flaw> {
        let wall = Wall { rows, columns };
        match self {
            Self::Maximum { runs, apart, last } => {
                let sum = wall.sum_of(runs, last.as_ref(), check_longest_runs)?;
                let pieces = wall.starts(apart, self.last())?;
                sum.checked_sub(pieces as u64).ok_or(Flaw::Starts)
            }
            Self::Minimum {
                levels,
                blocks,
                last,
            } => {
                let sum = wall.sum_of(levels, last.as_ref(), check_least_levels)?;
                let starts = wall.size() - wall.no_starts(blocks, self.last())?;
                Ok(sum.saturating_sub(starts as u64))
            }
        }
    }
}

impl Wall {
    /// The sum of the lists over all rows and all columns. Each of the two lines of the last cell counts its length,
    /// and the lists of its parts.
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
        let mut parted_sum = (rows + columns) as u64;
        for (lists, lengths) in parts {
            for (list, length) in lists.iter().zip(lengths) {
                parted_sum += sum(list, length)?;
            }
        }
        Ok(all - row - column + parted_sum)
    }

    /// The least number of starts of lines of which no two share a cell: one each, and one in each part of a line that
    /// the last cell parts.
    fn starts(self, apart: &[Line], last: Option<usize>) -> Result<usize, Flaw> {
        let mut pieces = Vec::with_capacity(apart.len());
        for &line in apart {
            let cells = self.cells_of(line).ok_or(Flaw::NoSuchLine(line))?;
            let parts = cells.split(|&cell| last == Some(cell));
            let before = pieces.len();
            pieces.extend(parts.filter(|part| !part.is_empty()).map(<[usize]>::to_vec));
            if pieces.len() == before {
                pieces.push(cells);
            }
        }
        self.disjoint(&pieces)?;
        Ok(pieces.len())
    }

    /// The least number of tiles that are no start: one in each block, of which no two share a cell, and the last cell.
    fn no_starts(self, blocks: &[[usize; 4]], last: Option<usize>) -> Result<usize, Flaw> {
        let mut pieces = Vec::with_capacity(blocks.len() + 1);
        for &block in blocks {
            if self.block(block[0]) != Some(block) {
                return Err(Flaw::NoBlock(block));
            }
            pieces.push(block.to_vec());
        }
        // The last cell has filled neighbours both ways: it is a piece of its own if no block has it.
        let crosses = self.rows > 1 && self.columns > 1;
        let in_block = |cell| blocks.iter().flatten().any(|&other| other == cell);
        let last_piece = last.filter(|&cell| crosses && !in_block(cell));
        pieces.extend(last_piece.map(|cell| vec![cell]));
        self.disjoint(&pieces)?;
        Ok(pieces.len())
    }

    fn cells_of(self, line: Line) -> Option<Vec<usize>> {
        let (line, lines) = match line {
            Line::Row(row) => (row.checked_sub(1)?, 0..self.rows),
            Line::Column(column) => (
                (self.rows + column).checked_sub(1)?,
                self.rows..self.lines(),
            ),
        };
        lines.contains(&line).then(|| self.line(line))
    }

    /// Checks that no cell is in two pieces. All cells of the pieces must be on the wall.
    fn disjoint(self, pieces: &[Vec<usize>]) -> Result<(), Flaw> {
        let mut is_used = vec![false; self.rows * self.columns + 1];
        let mut cells = pieces.iter().flatten();
        match cells.find(|&&cell| std::mem::replace(&mut is_used[cell], true)) {
            Some(&cell) => Err(Flaw::Shared(cell)),
            None => Ok(()),
        }
    }
}

/// Checks that a list bounds the runs: the run of the k-th tile holds at most k tiles.
fn check_longest_runs(runs: &[u32], length: usize) -> Result<(), Flaw> {
    check_length(runs, length)?;
    let mut tiles = runs.iter().zip(1..);
    match tiles.find(|(run, tile)| (**run as usize) < *tile) {
        Some((&claimed, tile)) => Err(Flaw::Run { tile, claimed }),
        None => Ok(()),
    }
}

/// Checks that a list has the least sum of levels. A level of a binary tree has room for twice as many tiles as the one
/// above it, and the sum is least where no level has room while tiles are below it.
fn check_least_levels(levels: &[u32], length: usize) -> Result<(), Flaw> {
    check_length(levels, length)?;
    let mut tiles_left = length;
    let mut room = 1;
    for level in 1.. {
        if tiles_left == 0 {
            break;
        }
        let tiles = levels.iter().filter(|&&listed| listed == level).count();
        if tiles > room {
            return Err(Flaw::Crowded { level, tiles });
        }
        if tiles < room.min(tiles_left) {
            return Err(Flaw::Levels { level });
        }
        tiles_left -= tiles;
        room *= 2;
    }
    Ok(())
}

fn check_length(list: &[u32], length: usize) -> Result<(), Flaw> {
    let listed = list.len();
    match listed == length {
        true => Ok(()),
        false => Err(Flaw::Length { listed, length }),
    }
}
