//! Sums written out for people. The check itself does not use this module.

use super::facts::Facts;
use super::names::{Axis, Column, Row};
use super::rows::{Program, Summand};
use crate::refusal::Refusal;
use crate::statement::{Sense, Statement};
use std::fmt;

/// A summand of a sum, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofLine {
    /// The description of the summand.
    pub description: String,
    /// The amount that the summand adds to the bound, times the denominator.
    pub amount: i128,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Program({:?})", self.facts.wall)
    }
}

impl Program {
    /// The program of an instance.
    ///
    /// # Errors
    /// When a line is too long for its orders to be enumerated, or the wall too large.
    pub fn of(statement: &Statement) -> Result<Self, Refusal> {
        super::limits(statement)?;
        Self::new(Facts::new(statement))
    }

    /// The summands of a sum, written out: the rows, the columns of no line, and the lines of the wall. For a minimum,
    /// the bound is a lower one. None if the fixed columns leave some line without an order.
    ///
    /// ```
    /// use azulejo_check::{Program, Row, Statement};
    /// let wall = r#"{"wall": {"rows": 1, "columns": 2}, "sense": "maximize"}"#;
    /// let program = Program::of(&Statement::from_json(wall)?)?;
    /// let rows = [1, 2].map(|cell| (Row::new("singleh", [cell]), 1));
    /// let shown = program.written_out(1, &rows, &[])?.expect("there are orders");
    /// assert_eq!(shown[0].description, "1 × singleh(1): u(1) − sh(1) ≤ 0");
    /// assert_eq!(shown[2].description, "row 1: the most of 1 × its points + sh(1) + sh(2)");
    /// assert_eq!(shown.iter().map(|line| line.amount).sum::<i128>(), 3);
    /// # Ok::<(), azulejo_check::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Program::sum`].
    pub fn written_out(
        &self,
        denominator: u32,
        rows: &[(Row, i32)],
        fixed: &[(Column, bool)],
    ) -> Result<Option<Vec<ProofLine>>, Refusal> {
        let (sign, best) = match self.facts.statement.sense {
            Sense::Maximize => (1, "most"),
            Sense::Minimize => (-1, "least"),
        };
        let mut lines = Vec::new();
        let rows = rows.iter().map(|(row, number)| (row, *number));
        let Some(summands) = self.summands(denominator, rows, fixed)? else {
            return Ok(None);
        };
        for (summand, amount) in summands {
            let description = match summand {
                Summand::Row(row, number) => format!("{number} × {}", self.row(row)),
                Summand::Column(_, 0) => continue,
                Summand::Column(column, price) => {
                    format!("the {best} of {}", terms([(column, sign * price)], false))
                }
                Summand::Line(line, mut prices) => {
                    prices.sort_unstable();
                    let prices = prices.into_iter();
                    let prices = prices.map(|(column, price)| (column, sign * i128::from(price)));
                    let of = match line.checked_sub(self.facts.wall.rows) {
                        None => format!("row {}", line + 1),
                        Some(column) => format!("column {}", column + 1),
                    };
                    let prices = terms(prices, true);
                    format!("{of}: the {best} of {denominator} × its points{prices}")
                }
            };
            let amount = sign * amount;
            lines.push(ProofLine {
                description,
                amount,
            });
        }
        Ok(Some(lines))
    }

    /// A row with its name, term by term.
    fn row(&self, row: &Row) -> String {
        let Ok(linear) = self.build(row) else {
            return row.to_string();
        };
        let relation = if linear.equal { "=" } else { "≤" };
        format!(
            "{row}: {} {relation} {}",
            terms(linear.terms, false),
            linear.right
        )
    }
}

/// Terms with their signs. The first term has its sign if it is negative, or if `is_continued` says that text comes before
/// it.
fn terms(terms: impl IntoIterator<Item = (Column, i128)>, mut is_continued: bool) -> String {
    let mut text = String::new();
    for (column, factor) in terms {
        text += match (factor < 0, is_continued) {
            (true, true) => " − ",
            (true, false) => "−",
            (false, true) => " + ",
            (false, false) => "",
        };
        is_continued = true;
        text += &match factor.abs() {
            1 => column.to_string(),
            factor => format!("{factor} {column}"),
        };
    }
    text
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Before(first, then) => write!(f, "o({first},{then})"),
            Self::Filled(Axis::Horizontal, cell, turn) => write!(f, "y({cell},{turn})"),
            Self::Filled(Axis::Vertical, cell, turn) => write!(f, "z({cell},{turn})"),
            Self::Start(Axis::Horizontal, cell) => write!(f, "sh({cell})"),
            Self::Start(Axis::Vertical, cell) => write!(f, "sv({cell})"),
            Self::Single(cell) => write!(f, "u({cell})"),
            Self::Full(colour) => write!(f, "full({colour})"),
        }
    }
}
