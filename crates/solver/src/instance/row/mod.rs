//! A linear row over quantities that every order has: the constraint that people write themselves.
//!
//! | quantity | of an order of T turns with the coverings S_0, the tiles at first, to S_T |
//! |---|---|
//! | `y(c,t)` | 1 if cell c is in S_t, else 0, for t from 0 to T |
//! | `x(c,t)` | y(c,t) − y(c,t−1), for t from 1 to T: cell c is filled in turn t |
//! | `count(set,t)` | the number of cells of the set in S_t |
//! | `turn(c)` | the turn of cell c: 0 for a tile at first, T + 1 for a cell that stays empty |
//! | `o(a,b)` | 1 if (turn(a), a) < (turn(b), b), else 0 |
//! | `earned(t)` | the points of the tile of turn t, without the bonus |
//! | `points(c)` | the points of the tile in cell c, without the bonus; 0 if it has none, or one at first |
//!
//! A row is written out once for each turn `t` and for each line that a bare `row`, `column` or `line` stands for. What
//! is written out becomes sums that are at most a number.

mod inequality;
mod meaning;
mod plain;
mod syntax;
mod tokens;

pub use inequality::{Inequality, Quantity, Requirement, RowClass};

use crate::wall::{Cell, CellSet, Colours, Factors, Wall};
use itertools::Itertools;
use std::fmt;
use std::sync::Arc;

/// A row as a person states it, and what it requires of an order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SubjectTo {
    text: String,
    requirements: Arc<[Requirement]>,
}

/// The instance that constraints are read for.
#[derive(Debug)]
pub(in crate::instance) struct Frame {
    pub(in crate::instance) wall: Wall,
    pub(in crate::instance) initial: CellSet,
    pub(in crate::instance) holes: CellSet,
    pub(in crate::instance) turns: usize,
    /// Whether turns may pass.
    pub(in crate::instance) passes: bool,
    pub(in crate::instance) factors: Factors,
    pub(in crate::instance) colours: Colours,
}

/// A fault of a row: the number of a character where that is known, and a message.
pub(in crate::instance) type RowFault = (Option<usize>, String);

impl SubjectTo {
    /// The most characters of a row.
    pub const MAX_LENGTH: usize = 1_000;

    /// As often a row is written out at most.
    pub const MAX_ROWS: usize = 1_000;

    /// The most terms of a row that is written out.
    pub const MAX_TERMS: usize = 100_000;

    /// The most clauses between which `or` stands.
    pub const MAX_CLAUSES: usize = 8;

    /// Reads a row.
    ///
    /// # Errors
    /// All its faults.
    pub(in crate::instance) fn read(text: &str, frame: &Frame) -> Result<Self, Vec<RowFault>> {
        let length = text.chars().count();
        if length > Self::MAX_LENGTH {
            let most = Self::MAX_LENGTH;
            let message = format!("{length} characters: a row has at most {most}");
            return Err(vec![(None, message)]);
        }
        let placed = |(place, message)| (Some(place), message);
        let located = |faults: Vec<_>| faults.into_iter().map(placed).collect_vec();
        let tokens = tokens::tokens(text).map_err(located)?;
        let syntax = syntax::parse(&tokens, length + 1).map_err(located)?;
        Ok(Self {
            text: text.split_whitespace().join(" "),
            requirements: meaning::requirements(&syntax, frame)?.into(),
        })
    }

    /// The row as it is written, with one space between words.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Requirements of the row, written out; those that hold for every order are left out.
    pub fn requirements(&self) -> &[Requirement] {
        &self.requirements
    }

    /// The widest class of what it requires: which methods are exact with it.
    pub fn class(&self) -> RowClass {
        let classes = self.requirements.iter().map(Requirement::class);
        classes.max().unwrap_or(RowClass::Level)
    }

    /// The cells that it speaks of, by number.
    pub fn cells(&self) -> Vec<Cell> {
        let inequalities = self.requirements.iter().flat_map(Requirement::inequalities);
        let terms = inequalities.flat_map(|row| row.terms.iter());
        let cells = terms.flat_map(|(quantity, _)| quantity.cells());
        cells.sorted().dedup().collect()
    }
}

impl fmt::Display for SubjectTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests;
