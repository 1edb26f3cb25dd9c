//! The rows of a problem: what is left of them when the turns of cells and the waiting have taken their part.

mod lift;
mod moves;
mod timeline;

pub(crate) use moves::{RowTests, Sum, Test};
pub(crate) use timeline::Timeline;

use super::{Feature, Features, Problem};
use crate::instance::{Inequality, Quantity, Requirement, RowClass, Turn};
use crate::wall::{Cell, CellSet, Colours, Symmetry};
use itertools::Itertools;

/// The rows of a time or a turn of a problem, by the turn at whose end they hold; on walls of any size.
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

    /// Whether a turn may fill a cell after these cells.
    pub(crate) fn permit(&self, filled: &CellSet, cell: Cell, turn: Turn) -> bool {
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
    /// The rows that every order satisfies beyond turns and waiting.
    pub fn rows(&self) -> &[Requirement] {
        &self.rows
    }

    /// The problem with these rows in place of its own, as they are: nothing is drawn from them.
    #[cfg(feature = "highs")]
    pub(crate) fn with_rows(mut self, rows: Vec<Requirement>) -> Self {
        self.rows = rows;
        self
    }

    /// The features that not every method takes.
    pub fn features(&self) -> Features {
        let rows = self.rows.iter().map(|row| feature(row.class()));
        let factors = (!self.factors.is_empty()).then_some(Feature::Factors);
        let holes = (!self.holes.is_empty()).then_some(Feature::Holes);
        let is_square = matches!(self.colours, Colours::Square(_)) && self.bonus.colour > 0;
        let has_sets = !self.bonus_sets.is_empty() || is_square;
        let sets = has_sets.then_some(Feature::BonusSets);
        let colours = self.free_colours().map(|_| Feature::FreeColours);
        let passes = self.passes().then_some(Feature::Passes);
        let fields = [factors, holes, sets, colours, passes]
            .into_iter()
            .flatten();
        rows.chain(fields).collect()
    }

    /// Whether a symmetry of the wall maps the rows onto themselves.
    pub(super) fn keeps_rows(&self, symmetry: &Symmetry) -> bool {
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

    /// The times at which rows look at what is filled.
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
