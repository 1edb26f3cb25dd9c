//! The colours of the wall as data. The columns and the places of a colour follow from the pattern.

use super::{Board, Colour};

/// The colour of each place of the wall, row by row.
pub const PATTERN: [[Colour; Board::ROWS]; Board::ROWS] = {
    use Colour::{Black, Blue, Red, White, Yellow};
    [
        [Blue, Yellow, Red, Black, White],
        [White, Blue, Yellow, Red, Black],
        [Black, White, Blue, Yellow, Red],
        [Red, Black, White, Blue, Yellow],
        [Yellow, Red, Black, White, Blue],
    ]
};

/// The column of each colour in a row: `[row][colour]`.
pub(crate) const COLUMNS: [[u8; Colour::COUNT]; Board::ROWS] = {
    let mut columns = [[0; Colour::COUNT]; Board::ROWS];
    let mut place = 0;
    while place < Board::ROWS * Board::ROWS {
        let (row, column) = (place / Board::ROWS, place % Board::ROWS);
        columns[row][PATTERN[row][column].index()] = column as u8;
        place += 1;
    }
    columns
};

/// The colours of the filled places of a row, bit `c` for colour `c`: `[row][bits of the row]`.
pub(crate) static COLOURS: [[u8; 1 << Board::ROWS]; Board::ROWS] = {
    let mut colours = [[0; 1 << Board::ROWS]; Board::ROWS];
    let mut row = 0;
    while row < Board::ROWS {
        let mut filled = 0;
        while filled < 1 << Board::ROWS {
            let mut column = 0;
            while column < Board::ROWS {
                let bit = (filled >> column & 1) as u8;
                colours[row][filled] |= bit << PATTERN[row][column].index();
                column += 1;
            }
            filled += 1;
        }
        row += 1;
    }
    colours
};

/// The places of each colour, bit `5·row + column` for each place.
pub const PLACES: [u32; Colour::COUNT] = {
    let mut places = [0; Colour::COUNT];
    let mut place = 0;
    while place < Board::ROWS * Board::ROWS {
        let colour = PATTERN[place / Board::ROWS][place % Board::ROWS];
        places[colour.index()] |= 1 << place;
        place += 1;
    }
    places
};

/// The first place of each row: bit `5·k` for row `k`.
pub const FIRST_COLUMN: u32 = 0b00001_00001_00001_00001_00001;

/// The place of a colour in a row: `5·row + column`.
///
/// # Panics
/// When the row is not below 5.
pub const fn place(row: usize, colour: Colour) -> usize {
    Board::ROWS * row + colour.column(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_and_each_column_takes_each_colour_once() {
        for line in 0..Board::ROWS {
            let row = PATTERN[line].map(Colour::index);
            let column = PATTERN.map(|row| row[line].index());
            for mut colours in [row, column] {
                colours.sort_unstable();
                assert_eq!(colours, [0, 1, 2, 3, 4]);
            }
        }
    }

    #[test]
    fn columns_and_places_agree_with_the_pattern() {
        for colour in Colour::ALL {
            let places = (0..Board::ROWS).map(|row| place(row, colour));
            for (row, place) in places.clone().enumerate() {
                assert_eq!(PATTERN[row][colour.column(row)], colour);
                assert_eq!(place, 5 * row + colour.column(row));
            }
            let bits = places.fold(0, |bits, place| bits | 1 << place);
            assert_eq!(PLACES[colour.index()], bits);
        }
    }
}
