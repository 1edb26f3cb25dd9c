//! What a tile earns on the game's wall, from a table.

use super::Board;
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

    /// The points, 1–10, of a tile in `column` of a row and in `row` of a column with these filled places.
    pub(super) fn of(&self, row_bits: usize, column: usize, column_bits: usize, row: usize) -> u8 {
        self.0[row_bits][column][column_bits][row]
    }
}
