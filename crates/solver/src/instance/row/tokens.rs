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

/// Numbers have no more digits: the largest coefficient has seven.
const DIGITS: usize = 9;

/// The tokens of a row.
///
/// # Errors
/// The place of each character that no row has, with what to write there.
pub(super) fn tokens(text: &str) -> Result<Vec<Located<Token>>, Vec<(usize, String)>> {
    let letters: Vec<char> = text.chars().collect();
    let (mut tokens, mut faults, mut at) = (Vec::new(), Vec::new(), 0);
    let run = |from: usize, is: fn(&char) -> bool| -> String {
        letters[from..].iter().take_while(|one| is(one)).collect()
    };
    while at < letters.len() {
        let (letter, place) = (letters[at], at + 1);
        if letter.is_whitespace() {
            at += 1;
        } else if letter.is_ascii_digit() {
            let digits = run(at, char::is_ascii_digit);
            at += digits.len();
            match digits.parse() {
                Ok(number) if digits.len() <= DIGITS => {
                    tokens.push((place, Token::Whole(number)));
                }
                _ => faults.push((place, format!("a number of more than {DIGITS} digits"))),
            }
        } else if letter.is_ascii_alphabetic() {
            let word = run(at, char::is_ascii_alphabetic);
            at += word.len();
            tokens.push((place, Token::Word(word)));
        } else {
            let sign = SIGNS.into_iter().find(|sign| {
                let mut found = letters[at..].iter();
                sign.chars().all(|one| found.next() == Some(&one))
            });
            match sign {
                Some(sign) => {
                    at += sign.len();
                    tokens.push((place, Token::Sign(sign)));
                }
                None => {
                    at += 1;
                    faults.push((place, mend(letter)));
                }
            }
        }
    }
    match faults.is_empty() {
        true => Ok(tokens),
        false => Err(faults),
    }
}

/// Advice on a character that no row has.
fn mend(letter: char) -> String {
    let instead = match letter {
        '<' | '≤' => "write <= for at most",
        '>' | '≥' => "write >= for at least",
        '−' | '–' => "write - for minus",
        '·' | '×' => "write * between a number and a name",
        '{' | '}' | '[' | ']' => "write cells with spaces between them: count(1 2 3, 6)",
        '.' => "numbers are whole; write .. between the turns of a range",
        '!' => "rows compare by <=, >= and =",
        _ => "a row has letters, numbers and the signs + - * ( ) , .. <= >= =",
    };
    format!("{:?} is no part of a row: {instead}", letter)
}
