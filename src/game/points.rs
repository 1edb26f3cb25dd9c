//! What a tile earns on the game's wall, from a table.

use super::{Board, wall_bits};
use crate::wall::{Scorer, Wall};
use std::sync::LazyLock;

/// What every tile earns among any neighbours, computed once from the solver's [`Scorer`].
pub(super) static POINTS: LazyLock<Points> = LazyLock::new(Points::new);

/// `[row bits][column][column bits][row]`: bit `k` of the row bits is column `k`, bit `k` of the column bits row `k`.
pub(super) struct Points(Box<[[[[u8; Board::ROWS]; SETS]; Board::ROWS]; SETS]>);

/// The sets of filled places of a line.
const SETS: usize = 1 << Board::ROWS;

impl Points {
    fn new() -> Self {
        let size = Board::ROWS as u64;
        let scorer = Scorer::new(Wall::new(size, size).expect("a small wall"));
        let mut table = Box::new([[[[0; Board::ROWS]; SETS]; Board::ROWS]; SETS]);
        for (row_bits, table) in table.iter_mut().enumerate() {
            for (column, table) in table.iter_mut().enumerate() {
                for (column_bits, table) in table.iter_mut().enumerate() {
                    for (row, points) in table.iter_mut().enumerate() {
                        let kinds =
                            scorer.between(row_bits as u128, column, column_bits as u128, row);
                        *points = kinds.total() as u8;
                    }
                }
            }
        }
        Self(table)
    }

    /// The points, 1–10, of a tile on an empty place of a wall.
    #[inline]
    pub(super) fn of(&self, wall: u32, place: usize) -> u8 {
        let (row, column) = (place / Board::ROWS, place % Board::ROWS);
        self.0[wall_bits::row(wall, row)][column][wall_bits::column(wall, column)][row]
    }
}

/// What a tile earns, 1–10, on an empty place of a wall.
///
/// The wall has bit `5·row + column` for a tile, and the place is the number of such a bit. Whether it is empty does not
/// matter.
///
/// # Panics
/// When the place is not below 25.
#[inline]
pub fn tile_points(wall: u32, place: usize) -> u8 {
    POINTS.of(wall, place)
}
