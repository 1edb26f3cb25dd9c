//! The families of cuts: a file for each, with its table, and below a line of the registry.
//!
//! Every order satisfies their rows. The rows only make the linear relaxation tighter, or spare rounds, so that the
//! formulation can go without each family.

mod blocks;
mod lines;
mod rectangles;
mod schedules;
mod table;

pub(super) use rectangles::rectangles;

use table::{Cuts, Rows};

use super::points::{LineSums, PointRows};
use crate::formulation::{BuildError, Equation};
use crate::problem::{Features, Problem};
use crate::wall::{Cell, Line};
use azulejo_control::Control;
use std::collections::BTreeSet;
use std::fmt;

/// Every family once: its name in code, the list of all families, and the table of each.
macro_rules! registry {
    ($($(#[$statement:meta])+ $family:ident => $file:ident,)+) => {
        /// A family of rows of the ordering formulation that it can go without: every order satisfies them, and
        /// they only make its linear relaxation tighter, or spare rounds.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Family {
            $($(#[$statement])+ $family,)+
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
    /// (O-2) The cycles of the corners of rectangles; without them they are cut off as longer cycles are.
    RectangleCuts => rectangles,
    /// (O-6) How many points a line can earn with so many starts.
    LineCuts => lines,
    /// (O-13) Of the cells of a 2×2 block, one is no start.
    BlockCuts => blocks,
    /// (O-14) The least that a line earns, given the phases in which its cells are filled.
    Schedules => schedules,
}

/// A set of families.
pub type Families = BTreeSet<Family>;

impl Family {
    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        self.cuts().name
    }

    /// The statement of its rows, in a few words.
    pub fn help(self) -> &'static str {
        self.cuts().help
    }

    /// The equations of its rows.
    pub fn equations(self) -> &'static [&'static Equation] {
        self.cuts().equations
    }

    /// Names and meanings of its kinds of columns.
    pub(super) fn columns(self) -> &'static [(&'static str, &'static str)] {
        self.cuts().columns
    }

    /// Circles of cells that form no cycle, each with its equation.
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

    /// The set of all families.
    pub fn all() -> Families {
        Self::ALL.iter().copied().collect()
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Adds the rows of families for a line, or for the wall, but for the families that the program goes without.
pub(super) fn cut(
    points: &mut PointRows<'_>,
    without: &Families,
    line: Option<(Line, &LineSums)>,
    control: &Control,
) -> Result<(), BuildError> {
    for cuts in helpful_cuts(points.problem, without) {
        match (&cuts.rows, line) {
            (Rows::OfLine(add), Some((line, sums))) => add(points, line, sums, control)?,
            (Rows::OfWall(add), None) => add(points, control)?,
            _ => {}
        }
    }
    Ok(())
}

/// The families that help, apart from those that the program goes without; none where the instance has fields, which lines and blocks do
/// not take.
fn helpful_cuts(problem: &Problem, without: &Families) -> impl Iterator<Item = &'static Cuts> {
    let sense = problem.sense();
    let is_applicable = !problem.features().meets(Features::FIELDS);
    let families = Family::ALL
        .iter()
        .filter(move |family| is_applicable && !without.contains(family));
    families
        .map(|family| family.cuts())
        .filter(move |cuts| cuts.helps(sense))
}
