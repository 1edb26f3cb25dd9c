use super::pattern::{COLUMNS, PATTERN};
use std::fmt;

/// A colour of tiles.
///
/// The numbers 0–4 follow the order of the declaration. One source calls [`Colour::White`] cyan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Colour {
    /// `B`, 0.
    Blue,
    /// `Y`, 1.
    Yellow,
    /// `R`, 2.
    Red,
    /// `K`, 3.
    Black,
    /// `W`, 4.
    White,
}

impl Colour {
    /// The number of colours, which is also the number of rows and of columns of a wall.
    pub const COUNT: usize = 5;

    /// Every colour, by number.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Blue,
        Self::Yellow,
        Self::Red,
        Self::Black,
        Self::White,
    ];

    /// The number, from 0.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The colour with a number from 0.
    pub fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }

    /// The letter of the notation.
    pub const fn letter(self) -> char {
        match self {
            Self::Blue => 'B',
            Self::Yellow => 'Y',
            Self::Red => 'R',
            Self::Black => 'K',
            Self::White => 'W',
        }
    }

    /// The colour with a letter of the notation, a capital.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|colour| colour.letter() == letter)
    }

    /// The column, from 0, in which a wall row takes this colour.
    ///
    /// # Panics
    /// When the row is not below 5.
    pub const fn column(self, row: usize) -> usize {
        COLUMNS[row][self as usize] as usize
    }

    /// The colour that a wall takes in a row and a column, both from 0: the inverse of
    /// [`Colour::column`].
    ///
    /// # Panics
    /// When the row or the column is not below 5.
    pub const fn at(row: usize, column: usize) -> Self {
        PATTERN[row][column]
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Blue => "blue",
            Self::Yellow => "yellow",
            Self::Red => "red",
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_numbers_name_one_colour_each() {
        let letters: String = Colour::ALL.map(Colour::letter).into_iter().collect();
        assert_eq!(letters, "BYRKW");
        for colour in Colour::ALL {
            assert_eq!(Colour::from_letter(colour.letter()), Some(colour));
            assert_eq!(Colour::from_index(colour.index()), Some(colour));
        }
        assert_eq!(Colour::from_letter('b'), None);
        assert_eq!(Colour::from_index(5), None);
    }
}
