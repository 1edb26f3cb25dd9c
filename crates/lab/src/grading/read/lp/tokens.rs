//! The words of an LP file, each with its line.

use super::{Fault, fault};

/// A word, a number or a sign.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Word {
    /// A name or a keyword.
    Name(String),
    /// A number, and its text.
    Number(f64, String),
    Plus,
    Minus,
    Colon,
    /// `<`, `<=` and `=<`.
    AtMost,
    /// `>`, `>=` and `=>`.
    AtLeast,
    Equal,
}

/// A word with the number of its line, from 1.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) word: Word,
    pub(super) line: usize,
}

/// The words of a file, and the constant of the objective in a comment of glpsol.
#[derive(Debug, Default)]
pub(super) struct Words {
    pub(super) tokens: Vec<Token>,
    pub(super) constant: f64,
}

/// Signs of names, beside letters and digits.
const SIGNS: &str = "_!\"#$%&(),.?@'`{}|~";

/// Splits the text of a file into words.
pub(super) fn words(text: &str) -> Result<Words, Fault> {
    let mut words = Words::default();
    let mut is_comment = false;
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let mut rest = line;
        loop {
            if is_comment {
                let Some(end) = rest.find("*/") else {
                    break;
                };
                (rest, is_comment) = (&rest[end + 2..], false);
            }
            rest = rest.trim_start();
            let Some(first) = rest.chars().next() else {
                break;
            };
            if first == '\\' {
                words.constant += constant(rest).unwrap_or_default();
                break;
            }
            if let Some(inside) = rest.strip_prefix("/*") {
                (rest, is_comment) = (inside, true);
                continue;
            }
            let (word, length) = word(rest).map_err(|message| fault(line_number, message))?;
            words.tokens.push(Token {
                word,
                line: line_number,
            });
            rest = &rest[length..];
        }
    }
    Ok(words)
}

/// The constant of `\* constant term = 2 *\`: glpsol knows no other way to write it.
fn constant(comment: &str) -> Option<f64> {
    let term = comment.strip_prefix("\\* constant term = ")?;
    term.strip_suffix("*\\")?.trim().parse().ok()
}

/// The first word of a text, and its length.
fn word(text: &str) -> Result<(Word, usize), String> {
    for (sign, word) in [
        ("<=", Word::AtMost),
        ("=<", Word::AtMost),
        ("<", Word::AtMost),
        (">=", Word::AtLeast),
        ("=>", Word::AtLeast),
        (">", Word::AtLeast),
        ("=", Word::Equal),
        ("+", Word::Plus),
        ("-", Word::Minus),
        (":", Word::Colon),
    ] {
        if text.starts_with(sign) {
            return Ok((word, sign.len()));
        }
    }
    let first = text.chars().next().unwrap_or_default();
    if first.is_ascii_digit() || first == '.' {
        let length = number(text);
        let digits = &text[..length];
        let number = digits
            .parse()
            .map_err(|_| format!("{digits:?} is no number"))?;
        return Ok((Word::Number(number, digits.to_owned()), length));
    }
    match name(text)? {
        0 => Err(unexpected(first)),
        length => Ok((Word::Name(text[..length].to_owned()), length)),
    }
}

/// The reason why a letter begins no word.
fn unexpected(letter: char) -> String {
    match letter {
        '*' | '^' | '/' | '[' | '(' => {
            format!("{letter:?} is for products, and only sums of multiples of variables are read")
        }
        ';' => {
            "';' ends nothing in an LP file: leave it out, and begin each row on a line of its own"
                .into()
        }
        _ => format!("{letter:?} begins no word of an LP file"),
    }
}

/// Length of the number with which a text begins.
fn number(text: &str) -> usize {
    let digits = |text: &str| {
        let end = text.find(|symbol: char| !symbol.is_ascii_digit());
        end.unwrap_or(text.len())
    };
    let mut length = digits(text);
    if text[length..].starts_with('.') {
        length += 1;
        length += digits(&text[length..]);
    }
    let rest = &text[length..];
    if let Some(power) = rest.strip_prefix(['e', 'E']) {
        let sign = usize::from(power.starts_with(['+', '-']));
        match digits(&power[sign..]) {
            0 => {}
            figures => length += 1 + sign + figures,
        }
    }
    length
}

/// Length of the name with which a text begins; `A[1,2]` and `A(1,2)` are names.
fn name(text: &str) -> Result<usize, String> {
    let (mut length, mut depth) = (0, 0);
    while let Some(symbol) = text[length..].chars().next() {
        match symbol {
            '(' if length == 0 => return Err(unexpected(symbol)),
            '(' => depth += 1,
            ')' if depth == 0 => return Err("')' closes nothing".into()),
            ')' => depth -= 1,
            _ => {}
        }
        if symbol == '[' && length > 0 {
            let end = text[length..].find(']');
            length += 1 + end.ok_or_else(|| format!("{:?} has no ]", &text[..=length]))?;
        } else if symbol.is_alphanumeric() || SIGNS.contains(symbol) {
            length += symbol.len_utf8();
        } else if symbol == ' ' && depth > 0 && text[..length].ends_with(',') {
            length += 1;
        } else {
            break;
        }
    }
    let name = &text[..length];
    match depth {
        0 if name.ends_with(',') => Err(format!("{name:?} ends in a comma: leave it out")),
        0 => Ok(length),
        _ => Err(format!("{name:?} has no )")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_need_no_spaces_between_them() {
        let words = words("3x+2e1 A[1, 2]=<.5 \\ no + word\n/* a\nb */ e_1>-1").expect("words");
        let name = |name: &str| Word::Name(name.into());
        let number = |number: f64, digits: &str| Word::Number(number, digits.into());
        let tokens: Vec<(Word, usize)> = (words.tokens.into_iter())
            .map(|token| (token.word, token.line))
            .collect();
        let expected = [
            (number(3.0, "3"), 1),
            (name("x"), 1),
            (Word::Plus, 1),
            (number(20.0, "2e1"), 1),
            (name("A[1, 2]"), 1),
            (Word::AtMost, 1),
            (number(0.5, ".5"), 1),
            (name("e_1"), 3),
            (Word::AtLeast, 3),
            (Word::Minus, 3),
            (number(1.0, "1"), 3),
        ];
        assert_eq!(tokens, expected);
    }

    #[test]
    fn brackets_and_commas_outside_of_names_are_faults() {
        for text in ["A(1,2)", "A(1, 2)", "A_1,2_", "x.1(2)"] {
            assert_eq!(words(text).expect(text).tokens.len(), 1, "{text}");
        }
        for (text, part) in [
            ("3 (x + y)", "'(' is for products"),
            ("x(1 + 2", "has no )"),
            ("x + y)", "')' closes nothing"),
            ("x, y", "\"x,\" ends in a comma"),
        ] {
            let fault = words(text).expect_err(text);
            assert!(fault.message.contains(part), "{fault}");
        }
    }
}
