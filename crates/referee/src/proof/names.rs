//! The names of rows and columns: a family and its indices, such as `cycle(1,2,7,6)` and `o(1,2)`.

use crate::refusal::Refusal;
use std::fmt;
use std::str::FromStr;

/// The axis of a line through a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// Along the row of the cell.
    Horizontal,
    /// Along the column of the cell.
    Vertical,
}

/// A column of the program: a fact about an order, 1 if it is true and otherwise 0. Cells and turns are counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Column {
    /// `o(a,b)`, a < b: cell a comes before cell b.
    Before(usize, usize),
    /// `y(c,t)`: cell c is filled by turn t, in the program of its line along this axis.
    Filled(Axis, usize, usize),
    /// Cell c is a start of its line along the axis.
    Start(Axis, usize),
    /// Cell c is a start both ways.
    Single(usize),
    /// `full(c)`: the cells of colour c are full at the end.
    Full(usize),
}

/// The name of a row. The meaning of each family is in [`Program`](super::Program).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row {
    /// The family.
    pub family: String,
    /// The indices.
    pub indices: Vec<usize>,
}

impl Row {
    /// The row of a family with the given indices.
    pub fn new(family: &str, indices: impl Into<Vec<usize>>) -> Self {
        let (family, indices) = (family.into(), indices.into());
        Self { family, indices }
    }
}

/// A number to 9999 in canonical form.
fn number(text: &str) -> Option<usize> {
    let number: usize = text.parse().ok()?;
    (number < 10_000 && number.to_string() == text).then_some(number)
}

impl FromStr for Row {
    type Err = Refusal;

    fn from_str(name: &str) -> Result<Self, Refusal> {
        let read = || {
            let (family, rest) = name.split_once('(')?;
            let indices = rest.strip_suffix(')')?.split(',').map(number);
            let indices = indices.collect::<Option<Vec<_>>>()?;
            // Constraints are counted from 0, and so is what they say; all else is counted from 1.
            let counts = family == "given" || !indices.contains(&0);
            counts.then(|| Self::new(family, indices))
        };
        read().ok_or_else(|| Refusal::at(name, "not a family with its indices"))
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let indices: Vec<String> = self.indices.iter().map(usize::to_string).collect();
        write!(f, "{}({})", self.family, indices.join(","))
    }
}
