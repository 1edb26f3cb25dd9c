//! The text of a row, read from left to right.

use super::{Amount, Cells, Comparison, Moment, Sign};
use crate::refusal::{Refusal, need};
use crate::statement::all_differ;
use crate::wall::Wall;

/// The rest of a text.
pub(super) struct Text<'a> {
    pub(super) rest: &'a str,
    pub(super) wall: Wall,
}

impl Text<'_> {
    /// Takes a sign, if the text begins with it.
    fn sign(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Takes a whole word, if the text begins with it.
    pub(super) fn word(&mut self, word: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(word);
        let rest = rest.filter(|rest| !rest.starts_with(|next: char| next.is_ascii_alphabetic()));
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    pub(super) fn expect(&mut self, sign: &str) -> Result<(), Refusal> {
        let is_present = self.sign(sign);
        need(
            is_present,
            "row",
            format_args!("{sign} is missing before: {}", self.rest),
        )
    }

    /// Takes a number, if the text begins with one.
    fn digits(&mut self) -> Result<Option<i64>, Refusal> {
        let text = self.rest.trim_start();
        let end = text
            .find(|letter: char| !letter.is_ascii_digit())
            .unwrap_or(text.len());
        if end == 0 {
            return Ok(None);
        }
        need(end <= 9, "row", "a number is too long")?;
        self.rest = &text[end..];
        Ok(text[..end].parse().ok())
    }

    fn number(&mut self) -> Result<i64, Refusal> {
        let number = self.digits()?;
        number.ok_or_else(|| {
            Refusal::at(
                "row",
                format_args!("a number is missing before: {}", self.rest),
            )
        })
    }

    fn cell(&mut self) -> Result<usize, Refusal> {
        let number = self.number()?;
        self.checked_cell(number)
    }

    fn checked_cell(&self, number: i64) -> Result<usize, Refusal> {
        let cell = usize::try_from(number).unwrap_or(0);
        let valid = self.wall.cells().contains(&cell);
        need(valid, "row", format_args!("the wall has no cell {number}")).map(|()| cell)
    }

    pub(super) fn comparison(&mut self) -> Result<Comparison, Refusal> {
        let mut sum = self.side()?;
        let split = sum.len();
        let sign = if self.sign("<=") {
            Sign::Less
        } else if self.sign(">=") {
            Sign::More
        } else {
            self.expect("=")?;
            Sign::Same
        };
        let right = self.side()?;
        sum.extend(right.into_iter().map(|(factor, amount)| (-factor, amount)));
        Ok(Comparison { sum, split, sign })
    }

    fn side(&mut self) -> Result<Vec<(i64, Amount)>, Refusal> {
        let mut sum = Vec::new();
        let mut sign = match self.sign("-") {
            true => -1,
            false => {
                self.sign("+");
                1
            }
        };
        loop {
            let factor = self.digits()?;
            let star = self.sign("*");
            let letter = self.rest.trim_start().chars().next();
            let is_word = letter.is_some_and(|letter| letter.is_ascii_alphabetic())
                && !self.ahead(&["or", "for"]);
            let amount = match (star || is_word, factor) {
                (false, Some(_)) => Amount::One,
                _ => self.amount()?,
            };
            sum.push((sign * factor.unwrap_or(1), amount));
            sign = match (self.sign("+"), self.ahead_sign("-")) {
                (true, _) => 1,
                (false, true) => {
                    self.sign("-");
                    -1
                }
                (false, false) => return Ok(sum),
            };
        }
    }

    /// Whether the next word is one of these.
    fn ahead(&self, words: &[&str]) -> bool {
        let text = self.rest.trim_start();
        let end = text.find(|letter: char| !letter.is_ascii_alphabetic());
        words.contains(&&text[..end.unwrap_or(text.len())])
    }

    fn ahead_sign(&self, sign: &str) -> bool {
        self.rest.trim_start().starts_with(sign)
    }

    fn amount(&mut self) -> Result<Amount, Refusal> {
        let names = ["turn", "points", "o", "x", "y", "count", "earned"];
        let name = names.into_iter().find(|name| self.word(name));
        let name =
            name.ok_or_else(|| Refusal::at("row", format_args!("no quantity: {}", self.rest)))?;
        self.expect("(")?;
        let amount = match name {
            "turn" => Amount::Turn(self.cell()?),
            "points" => Amount::Points(self.cell()?),
            "earned" => Amount::Earned(self.moment()?),
            "count" => {
                let cells = self.cells()?;
                self.expect(",")?;
                Amount::Count(cells, self.moment()?)
            }
            _ => {
                let cell = self.cell()?;
                self.expect(",")?;
                match name {
                    "o" => Amount::Order(cell, self.cell()?),
                    "x" => Amount::At(cell, self.moment()?),
                    _ => Amount::By(cell, self.moment()?),
                }
            }
        };
        self.expect(")")?;
        Ok(amount)
    }

    fn cells(&mut self) -> Result<Cells, Refusal> {
        let Wall { rows, columns } = self.wall;
        let index_of = |number: i64, count: usize| {
            let index = usize::try_from(number).unwrap_or(0);
            need((1..=count).contains(&index), "row", "no such line").map(|()| index)
        };
        if self.word("row") {
            return Ok(match self.digits()? {
                Some(row) => Cells::These(self.wall.line(index_of(row, rows)? - 1)),
                None => Cells::Each(0),
            });
        }
        if self.word("column") {
            return Ok(match self.digits()? {
                Some(column) => Cells::These(self.wall.line(rows + index_of(column, columns)? - 1)),
                None => Cells::Each(1),
            });
        }
        if self.word("line") {
            return Ok(Cells::Each(2));
        }
        if self.word("wall") {
            return Ok(Cells::These(self.wall.cells().collect()));
        }
        if self.word("colour") {
            let colour = self.number()?;
            need(rows == columns, "row", "the wall has no colours")?;
            return Ok(Cells::Colour(self.wall.colour(index_of(colour, rows)?)));
        }
        let mut cells = vec![self.cell()?];
        while let Some(number) = self.digits()? {
            cells.push(self.checked_cell(number)?);
        }
        need(all_differ(&cells), "row", "a cell is named twice").map(|()| Cells::Named(cells))
    }

    pub(super) fn moment(&mut self) -> Result<Moment, Refusal> {
        if self.word("end") {
            let before = if self.sign("-") { self.number()? } else { 0 };
            return Ok(Moment::End(-before));
        }
        if self.word("t") {
            if self.sign("+") {
                return Ok(Moment::T(self.number()?));
            }
            let before = if self.sign("-") { self.number()? } else { 0 };
            return Ok(Moment::T(-before));
        }
        Ok(Moment::Zero(self.number()?))
    }
}
