//! The rows of a problem that are neither allowed cells nor precedences.

mod lift;
mod moves;
mod timeline;

pub(crate) use moves::{RowTests, Sum, Test};
pub(crate) use timeline::Timeline;

use super::{Feature, Features, Problem};
use crate::instance::{Inequality, Quantity, Requirement, RowClass, Turn};
use crate::wall::{Cell, CellSet, Colours, Symmetry};
use itertools::Itertools;

/// The rows of a time or a turn of a problem, by the last turn that they need; on walls of any size.
#[derive(Debug)]
pub(crate) struct RowsByTurn<'a> {
    problem: &'a Problem,
    rows: Vec<Vec<&'a Requirement>>,
}

impl<'a> RowsByTurn<'a> {
    pub(crate) fn new(problem: &'a Problem) -> Self {
        let mut rows = vec![Vec::new(); problem.horizon()];
        for row in problem.rows() {
            if let (RowClass::Level | RowClass::Step, Some((_, last))) = (row.class(), row.span()) {
                rows[last - 1].push(row);
            }
        }
        Self { problem, rows }
    }

    /// Whether the rows allow a turn to fill a cell after these cells.
    pub(crate) fn is_legal(&self, filled: &CellSet, cell: Cell, turn: Turn) -> bool {
        let value = |quantity: Quantity| match quantity {
            Quantity::Filled { cell: other, time } => {
                i64::from(filled.contains(other) || time == turn.number() && other == cell)
            }
            _ => i64::from(self.problem.points(cell, |other| filled.contains(other))),
        };
        self.rows[turn.index()].iter().all(|row| row.holds(value))
    }
}

/// The class of a row as a feature.
fn feature(class: RowClass) -> Feature {
    match class {
        RowClass::Level => Feature::LevelRows,
        RowClass::Step => Feature::StepRows,
        RowClass::Order => Feature::OrderRows,
    }
}

impl Problem {
    /// The rows that every order satisfies beside allowed cells and precedences.
    pub fn rows(&self) -> &[Requirement] {
        &self.rows
    }

    /// The problem with these rows in place of its own, without lifting them.
    #[cfg(feature = "highs")]
    pub(crate) fn with_rows(mut self, rows: Vec<Requirement>) -> Self {
        self.rows = rows;
        self
    }

    /// The features of the problem that some methods do not take.
    pub fn features(&self) -> Features {
        let rows = self.rows.iter().map(|row| feature(row.class()));
        let is_square = matches!(self.colours, Colours::Square(_)) && self.bonus.colour > 0;
        let fields = [
            (Feature::Factors, !self.factors.is_empty()),
            (Feature::Holes, !self.holes.is_empty()),
            (Feature::BonusSets, !self.bonus_sets.is_empty() || is_square),
            (Feature::FreeColours, self.free_colours().is_some()),
            (Feature::Passes, self.passes()),
        ];
        let fields = fields.into_iter().filter(|(_, is_given)| *is_given);
        rows.chain(fields.map(|(feature, _)| feature)).collect()
    }

    /// Whether a symmetry of the wall maps the rows onto themselves.
    pub(super) fn preserves_rows(&self, symmetry: &Symmetry) -> bool {
        let image = |row: &Inequality| {
            let terms = row.terms.iter().map(|&(quantity, factor)| {
                let quantity = match quantity {
                    Quantity::Filled { cell, time } => Quantity::Filled {
                        cell: symmetry.image(cell),
                        time,
                    },
                    Quantity::Turn(cell) => Quantity::Turn(symmetry.image(cell)),
                    Quantity::Points(cell) => Quantity::Points(symmetry.image(cell)),
                    Quantity::Before(..) => return None,
                    Quantity::Earned(_) => quantity,
                };
                Some((quantity, factor))
            });
            let terms: Option<Vec<_>> = terms.collect();
            Some(Inequality::new(terms?, row.at_most))
        };
        let images = self.rows.iter().map(|row| {
            let clauses = row.clauses.iter();
            let clauses = clauses.map(|clause| clause.iter().map(image).collect());
            let clauses: Option<Vec<Vec<Inequality>>> = clauses.collect();
            Some(Requirement::any_of(clauses?))
        });
        let images: Option<Vec<Requirement>> = images.collect();
        images.is_some_and(|images| images.iter().sorted().eq(self.rows.iter().sorted()))
    }

    /// The times of the coverings that the rows depend on.
    pub(crate) fn times_of_rows(&self) -> Vec<usize> {
        let sums = self.rows.iter().flat_map(Requirement::inequalities);
        let quantities = sums.flat_map(|row| row.terms.iter().map(|(quantity, _)| *quantity));
        let mut times = Vec::new();
        for quantity in quantities {
            match quantity {
                Quantity::Filled { time, .. } => times.push(time),
                Quantity::Earned(turn) => times.extend([turn - 1, turn]),
                Quantity::Turn(_) => return (1..=self.horizon()).collect(),
                Quantity::Before(..) | Quantity::Points(_) => {}
            }
        }
        times.into_iter().sorted().dedup().collect()
    }
}
