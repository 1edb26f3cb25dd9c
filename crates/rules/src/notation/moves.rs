//! The notation of moves: `3Y2`, `CR-`.

use crate::{Colour, Destination, Move, Source};
use std::fmt;
use std::str::FromStr;

/// The error of a text that is no move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{text:?} is no move: a source (1–9 or C), a colour (B, Y, R, K, W) and a line (1–5 or - for the floor), \
     such as 3Y2 or CR-"
)]
pub struct MoveSyntax {
    /// The beginning of the text, at most 20 letters.
    text: String,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.source().number() {
            Some(number) => write!(f, "{number}")?,
            None => f.write_str("C")?,
        }
        write!(f, "{}", self.colour().letter())?;
        match self.destination().row() {
            Some(row) => write!(f, "{}", row + 1),
            None => f.write_str("-"),
        }
    }
}

impl FromStr for Move {
    type Err = MoveSyntax;

    fn from_str(text: &str) -> Result<Self, MoveSyntax> {
        read(text).ok_or_else(|| MoveSyntax {
            text: text.chars().take(20).collect(),
        })
    }
}

fn read(text: &str) -> Option<Move> {
    let mut letters = text.chars();
    let source = match letters.next()? {
        'C' => Source::CENTRE,
        digit => Source::factory(digit.to_digit(10)? as usize)?,
    };
    let colour = Colour::from_letter(letters.next()?)?;
    let destination = match letters.next()? {
        '-' => Destination::Floor,
        digit @ '1'..='5' => Destination::ALL[digit as usize - '1' as usize],
        _ => return None,
    };
    letters
        .next()
        .is_none()
        .then_some(Move::new(source, colour, destination))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Players;
    use proptest::prelude::*;

    #[test]
    fn moves_equal_their_text_after_reading() {
        for code in 0..Players::Four.codes() {
            let taken = Move::from_code(u64::from(code), Players::Four).expect("in range");
            assert_eq!(taken.to_string().parse(), Ok(taken));
            assert_eq!(taken.to_string().len(), 3);
        }
    }

    #[test]
    fn other_texts_are_no_moves() {
        for text in [
            "", "3", "3Y", "0Y2", "AY2", "3G2", "3y2", "3Y0", "3Y6", "3Y2 ", " 3Y2", "10Y2",
            "３Y2", "3Y₂", "c R-", "CR*",
        ] {
            let error = text.parse::<Move>().expect_err(text).to_string();
            assert!(error.contains(&format!("{text:?}")), "{error}");
        }
    }

    proptest! {
        #[test]
        fn accepted_texts_equal_their_moves_in_writing(text in "\\PC{0,4}|[0-9C][BYRKWb][0-6-]") {
            if let Ok(taken) = text.parse::<Move>() {
                prop_assert_eq!(taken.to_string(), text);
            }
        }
    }
}
