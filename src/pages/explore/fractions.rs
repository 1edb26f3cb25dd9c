//! The solution of a linear relaxation, as the page shows it: its bound, and fractions on the wall.

use super::formulation::RelaxationWords;
use crate::bounds::{Bound, by_lines_and_blocks};
use crate::control::{Control, Stopped};
use crate::formulation::{Fact, Program};
use crate::milp::{MilpError, Relaxation, relax};
use crate::pages::refusal::{Refusal, Status};
use crate::pages::run::limited;
use crate::problem::Problem;
use crate::render::proof::bound;
use crate::render::relaxation::number;
use crate::wall::Cell;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// The difference up to which two values count as the same.
const TOLERANCE: f64 = 1e-6;

/// The values of the columns.
pub(super) struct Fractions {
    /// The bound of the relaxation; none where the relaxation has no solution, or took too long.
    bound: Option<f64>,
    /// A value a column, where there is a bound.
    values: Vec<f64>,
    /// The time limit of a relaxation that took longer, and a bound that holds all the same.
    late: Option<(Duration, Bound)>,
    /// Whether the program has a column for each pair of cells that says which comes first.
    pairs: bool,
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
pub(super) const TIME: Duration = Duration::from_secs(15);

/// Time limit of a bound without a program, in any case: such a bound is there at once.
const KNOWN: Duration = Duration::from_secs(1);

/// The refusal of a page whose solver failed.
pub(super) fn failed(error: MilpError) -> Refusal {
    Refusal::new(Status::Failed, error)
}

impl Fractions {
    /// Solves the relaxation, as far as there is time.
    pub(super) fn find(
        control: &Control,
        problem: &Problem,
        program: &Program,
    ) -> Result<Self, Refusal> {
        let (time, control) = limited(control, TIME);
        let relaxation = relax(program, &control).map_err(failed)?;
        let (bound, values, late) = match relaxation {
            Relaxation::Solved { bound, values, .. } => (Some(bound), values, None),
            Relaxation::Infeasible => (None, Vec::new(), None),
            Relaxation::Stopped => {
                let known = by_lines_and_blocks(problem, &control.at_least(KNOWN));
                let known = known.unwrap_or_else(|Stopped| Bound::trivial(problem));
                (None, Vec::new(), Some((time, known)))
            }
        };
        let mut columns = program.columns().iter();
        let pairs = columns.any(|column| matches!(column.fact, Fact::Before { .. }));
        Ok(Self {
            bound,
            values,
            late,
            pairs,
        })
    }

    /// Whether the relaxation has a solution, and it is known.
    pub(super) fn are_solved(&self) -> bool {
        self.bound.is_some()
    }

    /// The value of a column, as a fraction where it is one.
    pub(super) fn value(&self, column: usize) -> Option<String> {
        self.values.get(column).map(|value| number(*value))
    }

    /// The words beside the wall.
    pub(super) fn words(&self, cell: Option<Cell>, optimum: Option<u32>) -> RelaxationWords {
        let broken = |value: &&f64| (*value - value.round()).abs() > TOLERANCE;
        let late = self.late.as_ref();
        RelaxationWords {
            bound: match (self.bound, late) {
                (Some(bound), _) => number(bound),
                (None, None) => "none: not even fractions satisfy the rows".into(),
                (None, Some((time, _))) => {
                    format!("not known after {} seconds", time.as_secs())
                }
            },
            instead: late.map(|(_, known)| (known.score, bound(&known.reason))),
            optimum: optimum.map(|optimum| match self.bound {
                Some(bound) => {
                    let beyond = (bound - f64::from(optimum)).abs();
                    match beyond < TOLERANCE * bound.abs().max(1.0) {
                        true => format!("{optimum}: the bound is tight"),
                        false => format!("{optimum}: the bound is {} away", number(beyond)),
                    }
                }
                None => optimum.to_string(),
            }),
            fractional: self.values.iter().filter(broken).count(),
            legend: match (self.pairs, cell) {
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

    /// A number for each cell: to what part it comes before the chosen one, or its mean turn. What is no whole number is
    /// marked.
    pub(super) fn on_wall(&self, program: &Program, chosen: Option<Cell>) -> Vec<Fraction> {
        let mut fractions: BTreeMap<Cell, f64> = BTreeMap::new();
        for (column, &value) in program.columns().iter().zip(&self.values) {
            match column.fact {
                Fact::Before { first, then } if Some(then) == chosen => {
                    fractions.insert(first, value);
                }
                Fact::Before { first, then } if Some(first) == chosen => {
                    fractions.insert(then, 1.0 - value);
                }
                Fact::At { cell, turn } if !self.pairs => {
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
    fn a_relaxation_without_time_leaves_the_bound_that_needs_no_program() {
        let json = r#"{"wall": {"rows": 5, "columns": 5}, "sense": "maximize"}"#;
        let instance = Instance::from_json(json).expect("an instance");
        let problem = Problem::from(&instance);
        let control = Control::default();
        let written = Kind::Ordering.formulate_within(&problem, &Families::new(), &control);
        let written = written.expect("small");
        let over = control.clone().within(Some(Duration::ZERO));
        let none = Fractions::find(&over, &problem, written.program()).expect("no failure");
        let words = none.words(None, None);
        assert_eq!(words.bound, "not known after 0 seconds");
        // Thesis, table 3.
        assert_eq!(words.instead, Some((145, "the formula for the wall")));
        let all = Fractions::find(&control, &problem, written.program()).expect("no failure");
        let words = all.words(None, None);
        assert_eq!((words.bound.as_str(), words.instead), ("145", None));
    }
}
