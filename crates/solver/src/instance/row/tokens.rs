//! The words of a row, each with its place.

use super::syntax::Located;
use std::fmt;

/// A word, a number or a sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    Whole(i64),
    Sign(&'static str),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Whole(number) => write!(f, "{number}"),
            Self::Sign(sign) => f.write_str(sign),
        }
    }
}

/// The signs, the longer ones first.
const SIGNS: [&str; 10] = ["<=", ">=", "..", "=", "+", "-", "*", "(", ")", ","];

/// The most digits of a number: the largest coefficient has seven.
const DIGITS: usize = 9;

/// The tokens of a row.
///
/// # Errors
/// The place of each foreign character, with advice.
pub(super) fn tokens(text: &str) -> Result<Vec<Located<Token>>, Vec<(usize, String)>> {
    let letters: Vec<char> = text.chars().collect();
    let (mut tokens, mut faults, mut index) = (Vec::new(), Vec::new(), 0);
    let run = |from: usize, is_member: fn(&char) -> bool| -> String {
        letters[from..]
            .iter()
            .take_while(|letter| is_member(letter))
            .collect()
    };
    while index < letters.len() {
        let (letter, place) = (letters[index], index + 1);
        if letter.is_whitespace() {
            index += 1;
        } else if letter.is_ascii_digit() {
            let digits = run(index, char::is_ascii_digit);
            index += digits.len();
            match digits.parse() {
                Ok(number) if digits.len() <= DIGITS => {
                    tokens.push((place, Token::Whole(number)));
                }
                _ => faults.push((place, format!("a number of more than {DIGITS} digits"))),
            }
        } else if letter.is_ascii_alphabetic() {
            let word = run(index, char::is_ascii_alphabetic);
            index += word.len();
            tokens.push((place, Token::Word(word)));
        } else {
            let sign = SIGNS.into_iter().find(|sign| {
                let mut rest = letters[index..].iter();
                sign.chars()
                    .all(|sign_letter| rest.next() == Some(&sign_letter))
            });
            match sign {
                Some(sign) => {
                    index += sign.len();
                    tokens.push((place, Token::Sign(sign)));
                }
                None => {
                    index += 1;
                    faults.push((place, advice(letter)));
                }
            }
        }
    }
    match faults.is_empty() {
        true => Ok(tokens),
        false => Err(faults),
    }
}

/// Advice on a foreign character.
fn advice(letter: char) -> String {
    let advice = match letter {
        '<' | '≤' => "write <= for at most",
        '>' | '≥' => "write >= for at least",
        '−' | '–' => "write - for minus",
        '·' | '×' => "write * between a number and a name",
        '{' | '}' | '[' | ']' => "write cells with spaces between them: count(1 2 3, 6)",
        '.' => "numbers are whole; write .. between the turns of a range",
        '!' => "rows compare by <=, >= and =",
        _ => "a row has letters, numbers and the signs + - * ( ) , .. <= >= =",
    };
    format!("{:?} is no part of a row: {advice}", letter)
}
