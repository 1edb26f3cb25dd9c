//! The families of cuts: a file for each, with its table, and below a line of the registry.
//!
//! Every order satisfies their rows. They only make the linear relaxation tighter, or spare rounds, so that the
//! formulation can go without each of them.

mod blocks;
mod lines;
mod rectangles;
mod schedules;

pub(super) use rectangles::rectangles;

use super::points::{LineSums, PointRows};
use crate::formulation::{Equation, Unwritten};
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::{Cell, Line};
use azulejo_control::Control;
use std::collections::BTreeSet;
use std::fmt;

/// What there is to say about a family.
pub(super) struct Cuts {
    /// The name on the command line and in JSON.
    name: &'static str,
    /// What its rows say, for the help text.
    help: &'static str,
    /// The equations of its rows.
    equations: &'static [&'static Equation],
    /// The kinds of columns that it brings: what their names begin with, their name in general, what they state.
    columns: &'static [(&'static str, &'static str, &'static str)],
    /// The sense that they help; none if they help both.
    helps: Option<Sense>,
    rows: Rows,
}

impl Cuts {
    fn helps(&self, sense: Sense) -> bool {
        self.helps.is_none_or(|helped| helped == sense)
    }
}

/// How the rows of a family come about.
enum Rows {
    /// Cells that form no cycle, one way or the other. Where a wall has too many of these
    /// circles, they are separated.
    Circles(fn(&Problem) -> Vec<Vec<Cell>>),
    /// A line's, when its runs and its starts are there.
    OfLine(fn(&mut PointRows<'_>, Line, &LineSums, &Control) -> Result<(), Unwritten>),
    /// The wall's, when all runs, starts and singles are there.
    OfWall(fn(&mut PointRows<'_>, &Control) -> Result<(), Unwritten>),
}

/// Every family once: its name in code, the list of all families, and the table of each.
macro_rules! registry {
    ($($(#[$says:meta])+ $family:ident => $file:ident,)+) => {
        /// A family of rows of the ordering formulation that it can go without: every order satisfies them, and
        /// they only make its linear relaxation tighter, or spare rounds.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Family {
            $($(#[$says])+ $family,)+
        }

        impl Family {
            /// Every family, in the order in which they are added step by step.
            pub const ALL: &[Self] = &[$(Self::$family),+];

            fn cuts(self) -> &'static Cuts {
                match self {
                    $(Self::$family => &$file::CUTS,)+
                }
            }
        }
    };
}

registry! {
    /// (2) The cycles of the corners of rectangles; without them they are cut off as longer cycles are.
    RectangleCuts => rectangles,
    /// (6) What a line can earn for how many starts.
    LineCuts => lines,
    /// (13) Of the cells of a 2×2 block, one is no start.
    BlockCuts => blocks,
    /// (14) What a line earns at least by the phases of its cells.
    Schedules => schedules,
}

/// Some of them.
pub type Families = BTreeSet<Family>;

impl Family {
    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        self.cuts().name
    }

    /// What its rows say, in a few words.
    pub fn help(self) -> &'static str {
        self.cuts().help
    }

    /// The equations of its rows.
    pub fn equations(self) -> &'static [&'static Equation] {
        self.cuts().equations
    }

    /// The kinds of columns that it brings: what their names begin with, their name in general, what they state.
    pub(super) fn columns(self) -> &'static [(&'static str, &'static str, &'static str)] {
        self.cuts().columns
    }

    /// Its circles of cells that form no cycle, each with its equation.
    pub(super) fn circles(
        self,
        problem: &Problem,
    ) -> impl Iterator<Item = (&'static Equation, Vec<Cell>)> {
        let cuts = self.cuts();
        let circles = match cuts.rows {
            Rows::Circles(circles) if cuts.helps(problem.sense()) => circles(problem),
            _ => Vec::new(),
        };
        let equations = self.equations().iter().copied().cycle();
        equations.zip(circles)
    }

    /// Whether its rows are circles.
    pub(super) fn is_of_circles(self) -> bool {
        matches!(self.cuts().rows, Rows::Circles(_))
    }

    /// All of them.
    pub fn all() -> Families {
        Self::ALL.iter().copied().collect()
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PointRows<'_> {
    /// Adds the rows that families have for a line.
    pub(super) fn cut_line(
        &mut self,
        line: Line,
        sums: &LineSums,
        control: &Control,
    ) -> Result<(), Unwritten> {
        for cuts in self.families() {
            if let Rows::OfLine(add) = cuts.rows {
                add(self, line, sums, control)?;
            }
        }
        Ok(())
    }

    /// Adds the rows that families have for the wall.
    pub(super) fn cut_wall(&mut self, control: &Control) -> Result<(), Unwritten> {
        for cuts in self.families() {
            if let Rows::OfWall(add) = cuts.rows {
                add(self, control)?;
            }
        }
        Ok(())
    }

    /// The families that help and that the program does not go without.
    fn families(&self) -> impl Iterator<Item = &'static Cuts> + use<> {
        let (sense, without) = (self.problem.sense(), self.without.clone());
        let all = Family::ALL
            .iter()
            .filter(move |family| !without.contains(family));
        all.map(|family| family.cuts())
            .filter(move |cuts| cuts.helps(sense))
    }
}
