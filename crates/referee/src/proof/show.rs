//! Sums as a person reads them. The check itself needs none of this.

use super::names::{Axis, Column, Row};
use super::rows::{Program, Summand};
use super::{Refusal, Sense};
use std::fmt;

/// A line of a sum that is written out: what it is, and what it adds to the bound, times the denominator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// What adds.
    pub what: String,
    /// How much, of the score, or of a minimum of the score below zero.
    pub adds: i128,
}

impl Program {
    /// A sum, line by line: the rows, the columns that no line decides, and the lines of the wall. None if the fixed columns
    /// leave some line no order.
    ///
    /// ```
    /// use azulejo_check::{Program, Row, Statement};
    /// let program = Program::of(&Statement::bare(2, 2))?;
    /// let rows = [(Row::new("singleh", [1]), 1)];
    /// let shown = program.written_out(1, &rows, &[])?.expect("there are orders");
    /// assert_eq!(shown[0].what, "1 × singleh(1): u(1) − h(1) ≤ 0");
    /// let most: i128 = shown.iter().map(|line| line.adds).sum();
    /// assert_eq!(program.sum(1, rows.iter().map(|(row, number)| (row, *number)), &[])?, Some(most));
    /// # Ok::<(), azulejo_check::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// As [`Program::sum`].
    pub fn written_out(
        &self,
        denominator: u32,
        rows: &[(Row, i32)],
        fixed: &[(Column, bool)],
    ) -> Result<Option<Vec<Shown>>, Refusal> {
        let mut shown = Vec::new();
        let rows = rows.iter().map(|(row, number)| (row, *number));
        let some = self.add_up(denominator, rows, fixed, &mut |summand, adds| {
            let what = match summand {
                Summand::Row(row, number) => format!("{number} × {row}: {}", self.row(row)),
                Summand::Column(_, 0) => return,
                Summand::Column(column, price) => format!("{price} × {column}"),
                Summand::Line(line) => self.line(line, denominator),
            };
            shown.push(Shown { what, adds });
        })?;
        // What no line decides comes in no order.
        shown.sort_by_key(|line| {
            line.what
                .starts_with(|first: char| first.is_ascii_alphabetic())
        });
        Ok(some.then_some(shown))
    }

    /// A row, term by term.
    fn row(&self, row: &Row) -> String {
        let Ok(built) = self.build(row) else {
            return String::new();
        };
        let mut text = String::new();
        for (column, factor) in built.terms {
            let sign = match (factor < 0, text.is_empty()) {
                (true, true) => "−",
                (true, false) => " − ",
                (false, true) => "",
                (false, false) => " + ",
            };
            text += &match factor.abs() {
                1 => format!("{sign}{column}"),
                factor => format!("{sign}{factor} {column}"),
            };
        }
        let relation = if built.equal { "=" } else { "≤" };
        format!("{text} {relation} {}", built.right)
    }

    fn line(&self, line: usize, denominator: u32) -> String {
        let sense = match self.facts.sense {
            Sense::Maximize => "points",
            Sense::Minimize => "points below zero",
        };
        let of = match line.checked_sub(self.facts.rows) {
            None => format!("row {}", line + 1),
            Some(column) => format!("column {}", column + 1),
        };
        format!("{of}: the most of {denominator} × its {sense} and what is left of the rows")
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Before(first, then) => write!(f, "o({first},{then})"),
            Self::By(Axis::Horizontal, cell, turn) => write!(f, "y({cell},{turn})"),
            Self::By(Axis::Vertical, cell, turn) => write!(f, "z({cell},{turn})"),
            Self::Start(Axis::Horizontal, cell) => write!(f, "h({cell})"),
            Self::Start(Axis::Vertical, cell) => write!(f, "v({cell})"),
            Self::Single(cell) => write!(f, "u({cell})"),
            Self::Full(colour) => write!(f, "full({colour})"),
        }
    }
}
