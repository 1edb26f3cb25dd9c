//! The solution of a linear relaxation, as the page shows it: its bound, and fractions on the wall.

use super::formulation::RelaxationWords;
use crate::bounds::{Bound, by_lines_and_blocks};
use crate::control::{Control, Stopped};
use crate::formulation::{Fact, Program};
use crate::milp::{MilpError, Relaxation, relax};
use crate::pages::refusal::Refusal;
use crate::pages::refusal::Status;
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
    solved: RelaxationResult,
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

/// Result of the relaxation.
enum RelaxationResult {
    /// Bound, and a value a column.
    Bound(f64, Vec<f64>),
    Infeasible,
    /// The relaxation took longer than this. The bound holds all the same.
    Unknown(Duration, Bound),
}

/// Time limit of a linear program: a person waits for it.
const TIME: Duration = Duration::from_secs(15);

/// Time limit of a bound without a program, in any case: such a bound is there at once.
const KNOWN: Duration = Duration::from_secs(1);

/// The time of a linear program, and its limits.
pub(super) fn limited(control: &Control) -> (Duration, Control) {
    let time = control.time_left().map_or(TIME, |left| left.min(TIME));
    (time, control.clone().within(Some(time)))
}

/// The refusal of a page whose solver failed.
pub(super) fn failed(error: MilpError) -> Refusal {
    Refusal::new(Status::Failed, error.to_string())
}

impl Fractions {
    /// Solves the relaxation, as far as there is time.
    pub(super) fn find(
        control: &Control,
        problem: &Problem,
        program: &Program,
    ) -> Result<Self, Refusal> {
        let (time, control) = limited(control);
        let relaxation = relax(program, &control);
        let solved = match relaxation.map_err(failed)? {
            Relaxation::Solved { bound, values, .. } => RelaxationResult::Bound(bound, values),
            Relaxation::Infeasible => RelaxationResult::Infeasible,
            Relaxation::Stopped => {
                let known = by_lines_and_blocks(problem, &control.at_least(KNOWN));
                let known = known.unwrap_or_else(|Stopped| Bound::trivial(problem));
                RelaxationResult::Unknown(time, known)
            }
        };
        let mut columns = program.columns().iter();
        let pairs = columns.any(|column| matches!(column.fact, Fact::Before { .. }));
        Ok(Self { solved, pairs })
    }

    /// Whether the relaxation has a solution, and it is known.
    pub(super) fn are_solved(&self) -> bool {
        matches!(self.solved, RelaxationResult::Bound(..))
    }

    fn values(&self) -> &[f64] {
        match &self.solved {
            RelaxationResult::Bound(_, values) => values,
            RelaxationResult::Infeasible | RelaxationResult::Unknown(..) => &[],
        }
    }

    /// The value of a column, as a fraction where it is one.
    pub(super) fn value(&self, column: usize) -> Option<String> {
        self.values().get(column).map(|value| number(*value))
    }

    /// The words beside the wall.
    pub(super) fn words(&self, cell: Option<Cell>, optimum: Option<u32>) -> RelaxationWords {
        let broken = |value: &&f64| (*value - value.round()).abs() > TOLERANCE;
        RelaxationWords {
            bound: match &self.solved {
                RelaxationResult::Bound(bound, _) => number(*bound),
                RelaxationResult::Infeasible => "none: not even fractions satisfy the rows".into(),
                RelaxationResult::Unknown(time, _) => {
                    format!("not known after {} seconds", time.as_secs())
                }
            },
            instead: match &self.solved {
                RelaxationResult::Unknown(_, known) => Some((known.score, bound(&known.reason))),
                RelaxationResult::Bound(..) | RelaxationResult::Infeasible => None,
            },
            optimum: optimum.map(|optimum| match &self.solved {
                RelaxationResult::Bound(bound, _) => {
                    let beyond = (bound - f64::from(optimum)).abs();
                    match beyond < TOLERANCE * bound.abs().max(1.0) {
                        true => format!("{optimum}: the bound is tight"),
                        false => format!("{optimum}: the bound is {} away", number(beyond)),
                    }
                }
                RelaxationResult::Infeasible | RelaxationResult::Unknown(..) => optimum.to_string(),
            }),
            fractional: self.values().iter().filter(broken).count(),
            legend: match (self.pairs, cell) {
                _ if self.values().is_empty() => String::new(),
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
        for (column, &value) in program.columns().iter().zip(self.values()) {
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
