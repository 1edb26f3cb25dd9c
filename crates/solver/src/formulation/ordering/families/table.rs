//! The table of a family: what it is called, what it says, and its rows.

use crate::formulation::ordering::points::{LineSums, PointRows};
use crate::formulation::{Equation, Unwritten};
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
    /// The kinds of columns that it brings: their name in general, what they state.
    pub(super) columns: &'static [(&'static str, &'static str)],
    /// The sense that they help; none if they help both.
    pub(super) helps: Option<Sense>,
    /// Rows of the family.
    pub(super) rows: Rows,
}

impl Cuts {
    pub(super) fn helps(&self, sense: Sense) -> bool {
        self.helps.is_none_or(|helped| helped == sense)
    }
}

/// Ways in which the rows of a family come about.
pub(super) enum Rows {
    /// Cells that form no cycle, one way or the other. Where a wall has too many of these
    /// circles, they are separated.
    Circles(fn(&Problem) -> Vec<Vec<Cell>>),
    /// A line's, when its runs and its starts are there.
    OfLine(fn(&mut PointRows<'_>, Line, &LineSums, &Control) -> Result<(), Unwritten>),
    /// The wall's, when all runs, starts and singles are there.
    OfWall(fn(&mut PointRows<'_>, &Control) -> Result<(), Unwritten>),
}
