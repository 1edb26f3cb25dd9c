//! Sums as a person reads them. The check itself needs none of this.

use super::names::{Axis, Column, Row};
use super::rows::{Program, Summand};
use super::{Refusal, Sense};
use std::fmt;

/// A line of a sum that is written out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// What adds.
    pub what: String,
    /// How much it adds to the bound, times the denominator.
    pub adds: i128,
}

impl Program {
    /// A sum, line by line: the rows, the columns that no line decides, and the lines of the wall. Of a minimum, the bound is
    /// one from below. None if the fixed columns leave some line no order.
    ///
    /// ```
    /// use azulejo_check::{Program, Row, Statement};
    /// let program = Program::of(&Statement::bare(1, 2))?;
    /// let rows = [1, 2].map(|cell| (Row::new("singleh", [cell]), 1));
    /// let shown = program.written_out(1, &rows, &[])?.expect("there are orders");
    /// assert_eq!(shown[0].what, "1 × singleh(1): u(1) − h(1) ≤ 0");
    /// assert_eq!(shown[2].what, "row 1: the most of 1 × its points + h(1) + h(2)");
    /// assert_eq!(shown.iter().map(|line| line.adds).sum::<i128>(), 3);
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
        let (sign, best) = match self.facts.sense {
            Sense::Maximize => (1, "most"),
            Sense::Minimize => (-1, "least"),
        };
        let mut shown = Vec::new();
        let rows = rows.iter().map(|(row, number)| (row, *number));
        let some = self.add_up(denominator, rows, fixed, &mut |summand, adds| {
            let what = match summand {
                Summand::Row(row, number) => format!("{number} × {}", self.row(row)),
                Summand::Column(_, 0) => return,
                Summand::Column(column, price) => {
                    format!("the {best} of {}", terms([(column, sign * price)], false))
                }
                Summand::Line(line, prices) => {
                    let mut prices = prices.0.clone();
                    prices.sort_unstable();
                    let prices = prices.into_iter();
                    let prices = prices.map(|(column, price)| (column, sign * i128::from(price)));
                    let of = match line.checked_sub(self.facts.rows) {
                        None => format!("row {}", line + 1),
                        Some(column) => format!("column {}", column + 1),
                    };
                    let prices = terms(prices, true);
                    format!("{of}: the {best} of {denominator} × its points{prices}")
                }
            };
            let adds = sign * adds;
            shown.push(Shown { what, adds });
        })?;
        Ok(some.then_some(shown))
    }

    /// A row with its name, term by term.
    fn row(&self, row: &Row) -> String {
        let Ok(built) = self.build(row) else {
            return row.to_string();
        };
        let relation = if built.equal { "=" } else { "≤" };
        format!(
            "{row}: {} {relation} {}",
            terms(built.terms, false),
            built.right
        )
    }
}

/// Terms with their signs, the first one's only where it is needed, or where something comes before it.
fn terms(terms: impl IntoIterator<Item = (Column, i128)>, mut goes_on: bool) -> String {
    let mut text = String::new();
    for (column, factor) in terms {
        text += match (factor < 0, goes_on) {
            (true, true) => " − ",
            (true, false) => "−",
            (false, true) => " + ",
            (false, false) => "",
        };
        goes_on = true;
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
            Self::By(Axis::Horizontal, cell, turn) => write!(f, "y({cell},{turn})"),
            Self::By(Axis::Vertical, cell, turn) => write!(f, "z({cell},{turn})"),
            Self::Start(Axis::Horizontal, cell) => write!(f, "h({cell})"),
            Self::Start(Axis::Vertical, cell) => write!(f, "v({cell})"),
            Self::Single(cell) => write!(f, "u({cell})"),
            Self::Full(colour) => write!(f, "full({colour})"),
        }
    }
}
