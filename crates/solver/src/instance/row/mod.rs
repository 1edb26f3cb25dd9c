//! A linear row over quantities of an order: the user's own constraint.
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
//! A row has an instance for each turn `t` and for each line of a bare `row`, `column` or `line`. Each instance becomes sums that
//! are at most a number.

mod inequality;
mod meaning;
mod plain;
mod syntax;
mod tokens;

pub use inequality::{Inequality, Quantity, Requirement, RowClass};

use super::CellSpec;
use crate::wall::{Cell, CellSet, Colours, Factors, Wall};
use itertools::Itertools;
use std::fmt;
use std::sync::Arc;

/// A row of the user, and its requirements on an order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SubjectTo {
    text: String,
    requirements: Arc<[Requirement]>,
}

/// The instance of the constraints that are read.
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

impl Frame {
    /// A cell of the wall that is no hole.
    ///
    /// # Errors
    /// The fault of another cell, in words.
    pub(in crate::instance) fn cell(&self, cell: CellSpec) -> Result<Cell, String> {
        let cell = cell.on(self.wall).map_err(|error| error.to_string())?;
        match self.holes.contains(cell) {
            true => Err(format!("cell {cell} is a hole: no tile lies there")),
            false => Ok(cell),
        }
    }
}

/// A fault of a row: the number of its character, if it has a place, and a message.
pub(in crate::instance) type RowFault = (Option<usize>, String);

impl SubjectTo {
    /// The most characters of a row.
    pub const MAX_LENGTH: usize = 1_000;

    /// The most instances of a row.
    pub const MAX_ROWS: usize = 1_000;

    /// The most terms of all instances of a row.
    pub const MAX_TERMS: usize = 100_000;

    /// The most clauses of a row.
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
        let row_fault = |(place, message)| (Some(place), message);
        let row_faults = |faults: Vec<_>| faults.into_iter().map(row_fault).collect_vec();
        let tokens = tokens::tokens(text).map_err(row_faults)?;
        let syntax = syntax::parse(&tokens, length + 1).map_err(row_faults)?;
        Ok(Self {
            text: text.split_whitespace().join(" "),
            requirements: meaning::requirements(&syntax, frame)?.into(),
        })
    }

    /// The text of the row, with one space between words.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Requirements of the row, without the trivial ones.
    pub fn requirements(&self) -> &[Requirement] {
        &self.requirements
    }

    /// The widest class of its requirements, which decides the methods that are exact with it.
    pub fn class(&self) -> RowClass {
        let classes = self.requirements.iter().map(Requirement::class);
        classes.max().unwrap_or(RowClass::Level)
    }

    /// The cells of the row, by number.
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
