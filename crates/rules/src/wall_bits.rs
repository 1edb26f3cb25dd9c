//! The filled places of a wall as bits: bit `5·row + column` for the tile on that place.

use super::Board;
use super::pattern::{FIRST_COLUMN, PLACES};

/// The filled places of a row, bit `k` for column `k`.
pub(super) const fn row(wall: u32, row: usize) -> usize {
    (wall >> (Board::ROWS * row) & 0b11111) as usize
}

/// The filled places of a column, bit `k` for row `k`.
pub(super) const fn column(wall: u32, column: usize) -> usize {
    let places = wall >> column & FIRST_COLUMN;
    // Place 5·k goes to bit 16 + k by the factor 2^(16 − 4·k); no two products share a bit.
    ((places as u64 * 0x11111) >> 16 & 0b11111) as usize
}

/// The number of complete rows.
pub(super) const fn complete_rows(wall: u32) -> u32 {
    let pairs = wall & wall >> 1;
    let fours = pairs & pairs >> 2;
    (fours & wall >> 4 & FIRST_COLUMN).count_ones()
}

/// The number of complete columns.
pub(super) const fn complete_columns(wall: u32) -> u32 {
    let pairs = wall & wall >> 5;
    let fours = pairs & pairs >> 10;
    (fours & wall >> 20).count_ones()
}

/// The number of colours with all five tiles.
pub(super) const fn complete_colours(wall: u32) -> u32 {
    let (mut complete, mut colour) = (0, 0);
    while colour < PLACES.len() {
        complete += (wall & PLACES[colour] == PLACES[colour]) as u32;
        colour += 1;
    }
    complete
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Colour;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bits_of_lines_agree_with_the_wall(first in 0..=Board::FULL_WALL, second in 0..=Board::FULL_WALL) {
            // More lines of a union are complete.
            for wall in [first, first | second | second >> 1] {
                let bit = |row: usize, column: usize| (wall >> (5 * row + column) & 1) as usize;
                let mut complete = [0; 3];
                for line in 0..5 {
                    let of_row = (0..5).map(|column| bit(line, column) << column).sum::<usize>();
                    let of_column = (0..5).map(|row| bit(row, line) << row).sum::<usize>();
                    prop_assert_eq!((row(wall, line), column(wall, line)), (of_row, of_column));
                    let colour = Colour::ALL[line];
                    let of_colour = (0..5).map(|row| bit(row, colour.column(row))).sum::<usize>();
                    complete[0] += u32::from(of_row == 0b11111);
                    complete[1] += u32::from(of_column == 0b11111);
                    complete[2] += u32::from(of_colour == 5);
                }
                prop_assert_eq!([complete_rows(wall), complete_columns(wall), complete_colours(wall)], complete);
            }
        }
    }

    #[test]
    fn complete_lines_are_counted() {
        let count = |wall| {
            [
                complete_rows(wall),
                complete_columns(wall),
                complete_colours(wall),
            ]
        };
        assert_eq!(count(Board::FULL_WALL), [5, 5, 5]);
        let blue = PLACES[Colour::Blue.index()];
        assert_eq!(blue.count_ones(), 5);
        assert_eq!(count(blue | 0b11111 << 10), [1, 0, 1]);
        assert_eq!(count(FIRST_COLUMN << 3 | 0b11111), [1, 1, 0]);
    }
}
