//! Solution of a linear relaxation on the page: its bound, and fractions on the wall.

use super::formulation::RelaxationWords;
use crate::bounds::{Bound, by_lines_and_blocks};
use crate::control::{Control, Stopped};
use crate::formulation::{Fact, Program};
use crate::milp::{MilpError, Relaxation, relax};
use crate::pages::refusal::{Refusal, Status};
use crate::pages::run::time_limit;
use crate::problem::Problem;
use crate::render::proof::bound;
use crate::render::relaxation::number;
use crate::wall::Cell;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// Largest difference of equal values.
const TOLERANCE: f64 = 1e-6;

/// Values of the columns.
pub(super) struct Fractions {
    /// Bound of the relaxation; none where the relaxation has no solution, or took too long.
    bound: Option<f64>,
    /// One value for each column, where there is a bound.
    values: Vec<f64>,
    /// Time limit of a relaxation that took longer, and a bound without a relaxation.
    timeout: Option<(Duration, Bound)>,
    /// Whether the columns are pairs of cells, each with the order of the pair.
    has_pairs: bool,
}

/// A number in a cell.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct Fraction {
    /// The cell, from 1.
    cell: usize,
    text: String,
    /// Whether the value is no whole number.
    fraction: bool,
}

/// Time limit of a linear program: a person waits for it.
pub(super) const TIME_LIMIT: Duration = Duration::from_secs(15);

/// Least time for a bound without a relaxation: such a bound is there at once.
const BOUND_TIME: Duration = Duration::from_secs(1);

/// Refusal where the solver failed.
pub(super) fn solver_failure(error: MilpError) -> Refusal {
    Refusal::new(Status::Failed, error)
}

impl Fractions {
    /// Solves the relaxation, as far as there is time.
    pub(super) fn find(
        control: &Control,
        problem: &Problem,
        program: &Program,
    ) -> Result<Self, Refusal> {
        let (time, control) = time_limit(control, TIME_LIMIT);
        let relaxation = relax(program, &control).map_err(solver_failure)?;
        let (bound, values, timeout) = match relaxation {
            Relaxation::Solved { bound, values, .. } => (Some(bound), values, None),
            Relaxation::Infeasible => (None, Vec::new(), None),
            Relaxation::Stopped => {
                let fallback = by_lines_and_blocks(problem, &control.at_least(BOUND_TIME));
                let fallback = fallback.unwrap_or_else(|Stopped| Bound::trivial(problem));
                (None, Vec::new(), Some((time, fallback)))
            }
        };
        let mut columns = program.columns().iter();
        let has_pairs = columns.any(|column| matches!(column.fact, Fact::Before { .. }));
        Ok(Self {
            bound,
            values,
            timeout,
            has_pairs,
        })
    }

    /// Whether the relaxation has a solution, found in time.
    pub(super) fn are_solved(&self) -> bool {
        self.bound.is_some()
    }

    /// Value of a column, as a fraction where it is one.
    pub(super) fn value(&self, column: usize) -> Option<String> {
        self.values.get(column).map(|value| number(*value))
    }

    /// Words beside the wall.
    pub(super) fn words(&self, cell: Option<Cell>, optimum: Option<u32>) -> RelaxationWords {
        let is_fractional = |value: &&f64| (*value - value.round()).abs() > TOLERANCE;
        let timeout = self.timeout.as_ref();
        RelaxationWords {
            bound: match (self.bound, timeout) {
                (Some(bound), _) => number(bound),
                (None, None) => "none: not even fractions satisfy the rows".into(),
                (None, Some((time, _))) => {
                    format!("not known after {} seconds", time.as_secs())
                }
            },
            instead: timeout.map(|(_, fallback)| (fallback.score, bound(&fallback.reason))),
            optimum: optimum.map(|optimum| match self.bound {
                Some(bound) => {
                    let gap = (bound - f64::from(optimum)).abs();
                    match gap < TOLERANCE * bound.abs().max(1.0) {
                        true => format!("{optimum}: the bound is tight"),
                        false => format!("{optimum}: the bound is {} away", number(gap)),
                    }
                }
                None => optimum.to_string(),
            }),
            fractional: self.values.iter().filter(is_fractional).count(),
            legend: match (self.has_pairs, cell) {
                _ if self.values.is_empty() => String::new(),
                (true, Some(cell)) => {
                    format!("The number in a cell says how far it comes before cell {cell}: 1 is before it, 0 is after it, and a fraction is undecided.")
                }
                (true, None) => {
                    "Choose a cell. The others then show how far they come before it: 1 is before it, 0 is after it, and a fraction is undecided.".into()
                }
                (false, _) => {
                    "The number in a cell is the mean of its turns, each with the weight that the relaxation gives it.".into()
                }
            },
        }
    }

    /// One number for each cell: how far the cell comes before the selected cell, or the mean of its turns. Fractions are
    /// marked.
    pub(super) fn of_cells(&self, program: &Program, selection: Option<Cell>) -> Vec<Fraction> {
        let mut fractions: BTreeMap<Cell, f64> = BTreeMap::new();
        for (column, &value) in program.columns().iter().zip(&self.values) {
            match column.fact {
                Fact::Before { first, then } if Some(then) == selection => {
                    fractions.insert(first, value);
                }
                Fact::Before { first, then } if Some(first) == selection => {
                    fractions.insert(then, 1.0 - value);
                }
                Fact::At { cell, turn } if !self.has_pairs => {
                    *fractions.entry(cell).or_default() += value * turn.number() as f64;
                }
                _ => {}
            }
        }
        let cells = fractions.into_iter().map(|(cell, value)| Fraction {
            cell: cell.number(),
            text: number(value),
            fraction: (value - value.round()).abs() > TOLERANCE,
        });
        cells.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulation::{Families, Kind};
    use crate::instance::Instance;

    #[test]
    fn a_relaxation_without_time_leaves_a_closed_bound() {
        let json = r#"{"wall": {"rows": 5, "columns": 5}, "sense": "maximize"}"#;
        let instance = Instance::from_json(json).expect("an instance");
        let problem = Problem::from(&instance);
        let control = Control::default();
        let formulation = Kind::Ordering.formulate_within(&problem, &Families::new(), &control);
        let formulation = formulation.expect("small");
        let expired = control.clone().within(Some(Duration::ZERO));
        let unsolved =
            Fractions::find(&expired, &problem, formulation.program()).expect("no failure");
        let words = unsolved.words(None, None);
        assert_eq!(words.bound, "not known after 0 seconds");
        // Thesis, table 3.
        assert_eq!(words.instead, Some((145, "the formula for the wall")));
        let solved =
            Fractions::find(&control, &problem, formulation.program()).expect("no failure");
        let words = solved.words(None, None);
        assert_eq!((words.bound.as_str(), words.instead), ("145", None));
    }
}
