//! The parser of LP files: from words to a program.

use super::super::Linear;
use super::columns::{Columns, Sum};
use super::tokens::{Token, Word, Words};
use super::{Fault, fault};

/// A part of an LP file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    Objective {
        maximizes: bool,
    },
    Rows,
    Bounds,
    Integers,
    Binaries,
    End,
    /// A section without a reader.
    Other,
}

/// The section that a keyword begins.
fn section(word: &str) -> Option<Section> {
    Some(match word {
        "maximize" | "maximise" | "maximum" | "max" => Section::Objective { maximizes: true },
        "minimize" | "minimise" | "minimum" | "min" => Section::Objective { maximizes: false },
        "subject to" | "such that" | "st" | "s.t." | "st." => Section::Rows,
        "bounds" | "bound" => Section::Bounds,
        "generals" | "general" | "gen" | "integers" | "integer" | "int" => Section::Integers,
        "binaries" | "binary" | "bin" => Section::Binaries,
        "end" => Section::End,
        "semi"
        | "semis"
        | "semi-continuous"
        | "sos"
        | "sos1"
        | "sos2"
        | "lazy constraints"
        | "user cuts"
        | "general constraints"
        | "pwlobj"
        | "multi-objectives" => Section::Other,
        _ => return None,
    })
}

/// The program of a file's words.
pub(super) fn parse(words: Words) -> Result<Linear, Fault> {
    let mut parser = Parser {
        last: words.tokens.last().map_or(1, |token| token.line),
        tokens: words.tokens,
        at: 0,
        columns: Columns::default(),
    };
    let first = parser.line();
    let Some((Section::Objective { maximizes }, _)) = parser.keyword() else {
        return Err(fault(first, "an LP file begins with Maximize or Minimize"));
    };
    if parser.peek() == Some(&Word::Colon) {
        let hint = "no colon comes after Maximize or Minimize: 'max:' is of another language";
        return Err(fault(first, hint));
    }
    let offset = parser.objective()? + words.constant;
    let mut has_rows = false;
    while parser.peek().is_some() {
        let line = parser.line();
        let Some((section, word)) = parser.keyword() else {
            let hint = "Subject To, Bounds, Generals, Binaries or End was expected";
            return Err(parser.unexpected_word(hint));
        };
        match section {
            Section::Objective { .. } => {
                return Err(fault(line, format!("{word:?} begins a second objective")));
            }
            Section::Rows if has_rows => {
                return Err(fault(line, format!("{word:?} stands in the file twice")));
            }
            Section::Rows => {
                has_rows = true;
                parser.skip(&Word::Colon);
                parser.rows()?;
            }
            Section::Bounds => parser.bounds()?,
            Section::Integers => parser.list(Columns::integral)?,
            Section::Binaries => parser.list(Columns::binary)?,
            Section::End if parser.peek().is_some() => {
                return Err(parser.unexpected_word("nothing is read after End"));
            }
            Section::End => {}
            Section::Other => return Err(fault(line, format!("sections {word:?} are not read"))),
        }
    }
    match has_rows {
        true => parser.columns.into_linear(maximizes, offset),
        false => Err(fault(parser.last, "Subject To is missing: it has no rows")),
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    /// The line of the last word.
    last: usize,
    columns: Columns,
}

/// The sides of a sum that has this relation to a number.
fn sides(relation: &Word, number: f64) -> [f64; 2] {
    match relation {
        Word::AtMost => [f64::NEG_INFINITY, number],
        Word::AtLeast => [number, f64::INFINITY],
        _ => [number, number],
    }
}

/// The converse of a relation.
fn converse(relation: &Word) -> Word {
    match relation {
        Word::AtMost => Word::AtLeast,
        Word::AtLeast => Word::AtMost,
        other => other.clone(),
    }
}

fn is_infinity(name: &str) -> bool {
    ["inf", "infinity"].contains(&&*name.to_lowercase())
}

impl Parser {
    fn word(&self, ahead: usize) -> Option<&Word> {
        self.tokens.get(self.at + ahead).map(|token| &token.word)
    }

    fn peek(&self) -> Option<&Word> {
        self.word(0)
    }

    /// Takes the next word, if it is `word`.
    fn skip(&mut self, word: &Word) -> bool {
        let is_next = self.peek() == Some(word);
        self.at += usize::from(is_next);
        is_next
    }

    /// The line of the next word.
    fn line(&self) -> usize {
        let next = self.tokens.get(self.at);
        next.map_or(self.last, |token| token.line)
    }

    /// Whether the next word stands on the line of the last one.
    fn is_on_same_line(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let next = self.tokens.get(self.at);
        matches!((before, next), (Some(before), Some(next)) if before.line == next.line)
    }

    /// An error at the next word.
    fn unexpected_word(&self, message: &str) -> Fault {
        let position = match self.peek() {
            None => "the file ends here",
            Some(Word::Name(name)) => &format!("{name:?} stands here"),
            Some(Word::Number(_, number)) => &format!("{number} stands here"),
            Some(Word::Plus) => "+ stands here",
            Some(Word::Minus) => "- stands here",
            Some(Word::Colon) => "a colon stands here",
            Some(Word::AtMost | Word::AtLeast | Word::Equal) => "a relation stands here",
        };
        fault(self.line(), format!("{position}, but {message}"))
    }

    /// The next keyword, if there is one: its section, its words, and their count.
    fn next_keyword(&self) -> Option<(Section, String, usize)> {
        let text = |ahead: usize| match self.word(ahead) {
            Some(Word::Name(name)) => Some(name.to_lowercase()),
            _ => None,
        };
        let first = text(0)?;
        let is_hyphen = self.word(1) == Some(&Word::Minus);
        let hyphenation = text(2).filter(|_| is_hyphen);
        let hyphenation = hyphenation.map(|second| (format!("{first}-{second}"), 3));
        let word_pair = text(1).map(|second| (format!("{first} {second}"), 2));
        let candidates = [hyphenation, word_pair, Some((first, 1))];
        candidates.into_iter().flatten().find_map(|(words, count)| {
            let section = section(&words)?;
            // `bound: x <= 3` is a row with a name.
            let is_name = count == 1
                && self.word(1) == Some(&Word::Colon)
                && !matches!(section, Section::Objective { .. } | Section::Rows);
            (!is_name).then_some((section, words, count))
        })
    }

    fn keyword(&mut self) -> Option<(Section, String)> {
        let (section, words, count) = self.next_keyword()?;
        self.at += count;
        Some((section, words))
    }

    /// Whether the name of a row comes next.
    fn has_name(&self) -> bool {
        let is_name = matches!(self.peek(), Some(Word::Name(_) | Word::Number(..)));
        is_name && self.word(1) == Some(&Word::Colon) && self.next_keyword().is_none()
    }

    /// The next word as a variable, if it is one.
    fn variable(&mut self) -> Option<usize> {
        let name = match self.peek() {
            Some(Word::Name(name)) if self.next_keyword().is_none() && !self.has_name() => {
                name.clone()
            }
            _ => return None,
        };
        let column = self.columns.column(&name, self.line());
        self.at += 1;
        Some(column)
    }

    /// Takes the next name with its colon, if there is one.
    fn name(&mut self) -> Option<String> {
        let name = match self.peek() {
            Some(Word::Name(name) | Word::Number(_, name)) if self.has_name() => name.clone(),
            _ => return None,
        };
        self.at += 2;
        Some(name)
    }

    /// Takes the next signs: their product, and their count.
    fn signs(&mut self) -> (f64, usize) {
        let (mut sign, mut count) = (1.0, 0);
        while let Some(word @ (Word::Plus | Word::Minus)) = self.peek() {
            sign = if *word == Word::Minus { -sign } else { sign };
            (self.at, count) = (self.at + 1, count + 1);
        }
        (sign, count)
    }

    /// The objective; returns its constant.
    fn objective(&mut self) -> Result<f64, Fault> {
        self.name();
        let sum = self.sum()?;
        match self.peek() {
            _ if self.has_name() => Err(self.unexpected_word("an LP file has one objective")),
            Some(Word::AtMost | Word::AtLeast | Word::Equal) => {
                Err(self.unexpected_word("an objective has none: rows come after Subject To"))
            }
            Some(_) if self.next_keyword().is_none() => {
                Err(self.unexpected_word("a + or - was expected before it"))
            }
            _ => {
                let constant = sum.constant;
                self.columns.objective(sum);
                Ok(constant)
            }
        }
    }

    /// A sum, as far as it goes: each term but the first begins with a sign.
    fn sum(&mut self) -> Result<Sum, Fault> {
        let mut sum = Sum::default();
        let mut is_first = true;
        loop {
            let (sign, signs) = self.signs();
            if signs == 0 && !is_first {
                return Ok(sum);
            }
            is_first = false;
            let factor = match self.peek() {
                Some(Word::Number(factor, _)) if !self.has_name() => Some(*factor),
                _ => None,
            };
            self.at += usize::from(factor.is_some());
            match (factor, self.variable()) {
                (factor, Some(column)) => sum.terms.push((column, sign * factor.unwrap_or(1.0))),
                (Some(constant), None) => sum.constant += sign * constant,
                (None, None) if signs == 0 => return Ok(sum),
                (None, None) => {
                    return Err(
                        self.unexpected_word("a number or a variable was expected after the sign")
                    );
                }
            }
        }
    }

    fn relation(&mut self) -> Option<Word> {
        let relation = match self.peek() {
            Some(word @ (Word::AtMost | Word::AtLeast | Word::Equal)) => word.clone(),
            _ => return None,
        };
        self.at += 1;
        Some(relation)
    }

    /// The next number with its signs, if there is one; `inf` is a number.
    fn number(&mut self) -> Option<f64> {
        let start = self.at;
        let (sign, _) = self.signs();
        let number = match self.peek() {
            Some(Word::Number(number, _)) => Some(*number),
            Some(Word::Name(name)) => is_infinity(name).then_some(f64::INFINITY),
            _ => None,
        };
        self.at = number.map_or(start, |_| self.at + 1);
        number.map(|number| sign * number)
    }

    /// The number on the right side of a row or a bound.
    fn right(&mut self) -> Result<f64, Fault> {
        let hint = "the right side is one number: bring the rest to the left, and begin each row on a line of its own";
        let number = self.number().ok_or_else(|| self.unexpected_word(hint))?;
        let is_next = self.has_name() || self.next_keyword().is_some();
        let is_relation = matches!(
            self.peek(),
            Some(Word::AtMost | Word::AtLeast | Word::Equal)
        );
        match self.is_on_same_line() && !is_next && !is_relation {
            true => Err(self.unexpected_word(hint)),
            false => Ok(number),
        }
    }

    fn rows(&mut self) -> Result<(), Fault> {
        while self.peek().is_some() && self.next_keyword().is_none() {
            let line = self.line();
            let name = self.name();
            let name = name.unwrap_or_else(|| format!("the row of line {line}"));
            let sum = self.sum()?;
            let relation = self.relation().ok_or_else(|| match self.peek() {
                Some(_) if self.next_keyword().is_none() && !self.has_name() => {
                    self.unexpected_word("+, - or a relation was expected before it")
                }
                _ => fault(
                    line,
                    "the row that begins here has no relation: <=, >= or =",
                ),
            })?;
            // `number <= sum`, and also `number <= sum <= number`.
            let (sum, mut range) = match sum.terms.is_empty() {
                true => (self.sum()?, sides(&converse(&relation), sum.constant)),
                false => (sum, sides(&relation, self.right()?)),
            };
            if let Some(relation) = self.relation() {
                let [low, high] = sides(&relation, self.right()?);
                range = [range[0].max(low), range[1].min(high)];
            }
            self.columns.row(name, sum, range);
        }
        Ok(())
    }

    fn bounds(&mut self) -> Result<(), Fault> {
        while self.peek().is_some() && self.next_keyword().is_none() {
            let hint = "a bound was expected, such as 0 <= x <= 1 or x free";
            let left = match self.number() {
                None => None,
                Some(number) => {
                    let relation = self.relation().ok_or_else(|| self.unexpected_word(hint))?;
                    Some((converse(&relation), number))
                }
            };
            let column = self.variable().ok_or_else(|| self.unexpected_word(hint))?;
            let is_free =
                matches!(self.peek(), Some(Word::Name(word)) if word.eq_ignore_ascii_case("free"));
            let right = match self.relation() {
                _ if is_free && left.is_none() => {
                    self.at += 1;
                    self.columns
                        .bound(column, &Word::AtLeast, f64::NEG_INFINITY);
                    Some((Word::AtMost, f64::INFINITY))
                }
                Some(relation) => {
                    let number = self.number().ok_or_else(|| self.unexpected_word(hint))?;
                    Some((relation, number))
                }
                None => None,
            };
            if left.is_none() && right.is_none() {
                return Err(self.unexpected_word(hint));
            }
            for (relation, number) in left.into_iter().chain(right) {
                self.columns.bound(column, &relation, number);
            }
        }
        Ok(())
    }

    fn list(&mut self, declare: fn(&mut Columns, usize)) -> Result<(), Fault> {
        while self.peek().is_some() && self.next_keyword().is_none() {
            let hint = "names of variables are listed here";
            let column = self.variable().ok_or_else(|| self.unexpected_word(hint))?;
            declare(&mut self.columns, column);
        }
        Ok(())
    }
}
