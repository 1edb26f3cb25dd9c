//! The wall: cells, lines, sets of cells, runs, the points of tiles and of complete lines.
//!
//! This module knows neither orders nor turns nor solvers, so that a game engine can build on it.

mod bonus;
mod cell;
mod cell_bits;
mod cell_set;
mod covering;
mod factors;
mod free_colours;
mod line;
mod points;
mod run;
mod scoring;
mod symmetry;

pub use bonus::{Bonus, BonusSet, Colours};
pub use cell::Cell;
pub(crate) use cell_bits::{CellBits, NumberedCells};
pub use cell_set::CellSet;
pub use covering::Covering;
pub use factors::Factors;
pub(crate) use free_colours::{FilledSquare, FreeColours};
pub use line::{Axis, Direction, Line};
pub use points::PointsByKind;
pub(crate) use run::run;
pub use scoring::Scorer;
pub(crate) use scoring::row_bits;
pub use symmetry::Symmetry;

/// A grid of `rows × columns` cells; the game's own wall is 5×5.
///
/// Cells are numbered row by row from the top left. A wall has at least one cell and at most
/// [`Wall::MAX_CELLS`].
///
/// ```
/// use azulejo_solver::wall::Wall;
/// let wall = Wall::new(2, 3)?;
/// assert_eq!(wall.len(), 6);
/// assert_eq!(wall.cell(1, 0).map(|cell| cell.number()), Some(4));
/// # Ok::<(), azulejo_solver::wall::WallError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Wall {
    rows: u32,
    columns: u32,
}

/// Errors of an invalid wall.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WallError {
    /// One side is zero.
    #[error("a wall of {rows}×{columns} has no cells: give it at least one row and one column")]
    Empty {
        /// Rows asked for.
        rows: u64,
        /// Columns asked for.
        columns: u64,
    },
    /// More cells than [`Wall::MAX_CELLS`].
    #[error(
        "a wall of {rows}×{columns} is too large: at most {} cells",
        Wall::MAX_CELLS
    )]
    TooLarge {
        /// Rows asked for.
        rows: u64,
        /// Columns asked for.
        columns: u64,
    },
}

impl Wall {
    /// The most cells of a wall: 1024×1024.
    pub const MAX_CELLS: usize = 1 << 20;

    /// A wall of `rows × columns` cells.
    ///
    /// # Errors
    /// When a side is zero or there are more than [`Wall::MAX_CELLS`] cells.
    pub fn new(rows: u64, columns: u64) -> Result<Self, WallError> {
        if rows == 0 || columns == 0 {
            return Err(WallError::Empty { rows, columns });
        }
        let cells = rows.checked_mul(columns);
        match (u32::try_from(rows), u32::try_from(columns), cells) {
            (Ok(short_rows), Ok(short_columns), Some(cells)) if cells <= Self::MAX_CELLS as u64 => {
                Ok(Self {
                    rows: short_rows,
                    columns: short_columns,
                })
            }
            _ => Err(WallError::TooLarge { rows, columns }),
        }
    }

    /// Number of rows, at least 1.
    pub fn rows(self) -> usize {
        self.rows as usize
    }

    /// Number of columns, at least 1.
    pub fn columns(self) -> usize {
        self.columns as usize
    }

    /// Number of cells, at least 1.
    #[allow(clippy::len_without_is_empty)] // a wall is never empty
    pub fn len(self) -> usize {
        self.rows() * self.columns()
    }

    /// Every cell, row by row.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + Clone {
        (0..self.len()).map(Cell::from_index)
    }

    /// The cell in a row and column counted from 0, if it is on the wall.
    pub fn cell(self, row: usize, column: usize) -> Option<Cell> {
        (row < self.rows() && column < self.columns())
            .then(|| Cell::from_index(row * self.columns() + column))
    }

    /// The row of a cell, from 0.
    pub fn row_of(self, cell: Cell) -> usize {
        cell.index() / self.columns()
    }

    /// The column of a cell, from 0.
    pub fn column_of(self, cell: Cell) -> usize {
        cell.index() % self.columns()
    }

    /// The number of cells of the longest line.
    pub fn longest_line(self) -> usize {
        self.rows().max(self.columns())
    }

    /// The colour of a cell of a square wall, `(column − row) mod n` in `0..n`; none for other walls.
    pub fn colour_of(self, cell: Cell) -> Option<usize> {
        let n = self.rows();
        (self.colours() > 0).then(|| (self.column_of(cell) + n - self.row_of(cell)) % n)
    }

    /// The number of colours: the number of rows of a square wall, 0 for other walls.
    pub fn colours(self) -> usize {
        if self.rows == self.columns {
            self.rows()
        } else {
            0
        }
    }

    /// The cell of a row, from 0, with a colour in `0..n`, on a square wall: the one in column
    /// `(row + colour) mod n`. None if there is no such row or colour.
    pub fn cell_of(self, row: usize, colour: usize) -> Option<Cell> {
        (colour < self.colours())
            .then(|| self.cell(row, (row + colour) % self.columns()))
            .flatten()
    }

    /// The cells of a colour, from the first row to the last.
    pub fn colour_cells(self, colour: usize) -> impl Iterator<Item = Cell> {
        (0..self.rows()).filter_map(move |row| self.cell_of(row, colour))
    }
}

impl std::fmt::Display for Wall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}×{}", self.rows, self.columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each row and each column of a square wall has each colour once.
    #[test]
    fn a_row_and_a_colour_of_a_square_wall_have_one_cell() {
        for (rows, columns) in itertools::iproduct!(1..=6, 1..=6) {
            let wall = Wall::new(rows, columns).expect("small");
            for cell in wall.cells() {
                let colour = wall.colour_of(cell);
                assert_eq!(colour.is_some(), rows == columns, "{wall}");
                let round_trip = colour.map(|colour| wall.cell_of(wall.row_of(cell), colour));
                assert!(
                    round_trip.is_none_or(|round_trip| round_trip == Some(cell)),
                    "{wall}"
                );
            }
            assert_eq!(wall.cell_of(0, wall.colours()), None, "{wall}");
        }
        let colours = |wall: Wall| wall.cells().filter_map(move |cell| wall.colour_of(cell));
        let three = Wall::new(3, 3).expect("small");
        assert!(colours(three).eq([0, 1, 2, 2, 0, 1, 1, 2, 0]));
    }
    #[test]
    fn walls_and_lines_have_their_names() {
        let wall = Wall::new(3, 4).expect("small");
        assert_eq!(wall.to_string(), "3×4");
        let lines: Vec<String> = wall.lines().map(|line| line.to_string()).collect();
        let (rows, columns) = lines.split_at(3);
        assert_eq!(rows, ["row 1", "row 2", "row 3"]);
        assert_eq!(columns, ["column 1", "column 2", "column 3", "column 4"]);
    }
}
