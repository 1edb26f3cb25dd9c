//! The table of a family: name, statement and rows.

use crate::formulation::ordering::points::{LineSums, PointRows};
use crate::formulation::{BuildError, Equation};
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Cell, Line};
use azulejo_control::Control;

/// Table entry of a family of cuts.
pub(super) struct Cuts {
    /// The name on the command line and in JSON.
    pub(super) name: &'static str,
    /// The statement of its rows, for the help text.
    pub(super) help: &'static str,
    /// The equations of its rows.
    pub(super) equations: &'static [&'static Equation],
    /// Names and meanings of its kinds of columns.
    pub(super) columns: &'static [(&'static str, &'static str)],
    /// The sense that the rows help; none for both.
    pub(super) helps: Option<Sense>,
    /// Rows of the family.
    pub(super) rows: Rows,
}

impl Cuts {
    pub(super) fn helps(&self, sense: Sense) -> bool {
        self.helps.is_none_or(|helpful| helpful == sense)
    }
}

/// Kinds of rows of a family.
pub(super) enum Rows {
    /// Cells that form no cycle, one way or the other. Where a wall has too many of these
    /// circles, they are separated.
    Circles(fn(&Problem) -> Vec<Vec<Cell>>),
    /// Rows of a line, after its runs and its starts.
    OfLine(fn(&mut PointRows<'_>, Line, &LineSums, &Control) -> Result<(), BuildError>),
    /// Rows of the wall, after all runs, starts and singles.
    OfWall(fn(&mut PointRows<'_>, &Control) -> Result<(), BuildError>),
}
