//! The points of a tile on the game's wall, from a table.

use super::{Board, wall_bits};

/// The points of a tile by its neighbours: `[row bits][column][column bits][row]`, where bit `k` of the row bits is
/// column `k`, and bit `k` of the column bits row `k`.
static POINTS: [[[[u8; Board::ROWS]; SETS]; Board::ROWS]; SETS] = table();

/// The number of sets of filled places of a line.
const SETS: usize = 1 << Board::ROWS;

/// The table of points: the lengths of the tile's horizontal run and of its vertical run. A run of one tile counts
/// nothing; a tile without a longer run earns 1.
const fn table() -> [[[[u8; Board::ROWS]; SETS]; Board::ROWS]; SETS] {
    let runs = runs();
    let mut table = [[[[0; Board::ROWS]; SETS]; Board::ROWS]; SETS];
    let mut of_row = 0;
    while of_row < SETS {
        let mut column = 0;
        while column < Board::ROWS {
            let mut of_column = 0;
            while of_column < SETS {
                let mut row = 0;
                while row < Board::ROWS {
                    let sum = runs[of_row][column] + runs[of_column][row];
                    table[of_row][column][of_column][row] = if sum == 0 { 1 } else { sum };
                    row += 1;
                }
                of_column += 1;
            }
            column += 1;
        }
        of_row += 1;
    }
    table
}

/// The length of the run through a place that is filled now, 0 for a run of one tile: `[bits of a line][place]`.
const fn runs() -> [[u8; Board::ROWS]; SETS] {
    let mut runs = [[0; Board::ROWS]; SETS];
    let mut line = 0;
    while line < SETS {
        let mut place = 0;
        while place < Board::ROWS {
            let (mut from, mut to) = (place, place + 1);
            while from > 0 && line >> (from - 1) & 1 == 1 {
                from -= 1;
            }
            while line >> to & 1 == 1 {
                to += 1;
            }
            let length = (to - from) as u8;
            runs[line][place] = if length > 1 { length } else { 0 };
            place += 1;
        }
        line += 1;
    }
    runs
}

/// The points of a tile on an empty place of a wall, 1–10.
///
/// The wall has bit `5·row + column` for a tile, and `place` is the index of such a bit. The bit of the place itself is
/// ignored.
///
/// # Panics
/// When the place is not below 25.
#[inline]
pub fn tile_points(wall: u32, place: usize) -> u8 {
    let (row, column) = (place / Board::ROWS, place % Board::ROWS);
    POINTS[wall_bits::row(wall, row)][column][wall_bits::column(wall, column)][row]
}
