//! The solution of a linear relaxation, as the page shows it: its bound, and fractions on the wall.

use super::formulation::Relaxed;
use crate::formulation::{Fact, Program};
use crate::milp::{Relaxation, relax};
use crate::render::relaxation::number;
use crate::serve::refusal::Refusal;
use crate::serve::runs::Run;
use crate::wall::Cell;
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// So close are two values that are the same.
const TOLERANCE: f64 = 1e-6;

/// The values of the columns; none where the relaxation has no solution.
pub(super) struct Fractions {
    solved: Option<(f64, Vec<f64>)>,
    /// Whether the program has a column for each pair of cells that says which comes first.
    pairs: bool,
}

impl Fractions {
    /// Solves the relaxation.
    pub(super) fn find(run: &Run, program: &Program) -> Result<Self, Refusal> {
        let busy = |message: &str| Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message);
        let relaxation = relax(program, run.control());
        let solved = match relaxation.map_err(|error| busy(&error.to_string()))? {
            Relaxation::Solved { bound, values, .. } => Some((bound, values)),
            Relaxation::Infeasible => None,
            Relaxation::Stopped => {
                return Err(busy(
                    "The relaxation was not solved in time. A smaller wall is quicker.",
                ));
            }
        };
        let mut columns = program.columns().iter();
        let pairs = columns.any(|column| matches!(column.fact, Fact::Before { .. }));
        Ok(Self { solved, pairs })
    }

    /// The value of a column, as a fraction where it is one.
    pub(super) fn value(&self, column: usize) -> Option<String> {
        let (_, values) = self.solved.as_ref()?;
        values.get(column).map(|value| number(*value))
    }

    /// What there is to say beside the wall.
    pub(super) fn words(&self, cell: Option<Cell>) -> Relaxed {
        let values = self.solved.iter().flat_map(|(_, values)| values);
        let whole = |value: &&f64| (*value - value.round()).abs() > TOLERANCE;
        Relaxed {
            bound: match &self.solved {
                Some((bound, _)) => number(*bound),
                None => "none: not even fractions satisfy the rows".into(),
            },
            fractional: values.filter(whole).count(),
            legend: match (self.pairs, cell) {
                (true, Some(cell)) => {
                    format!("The number in a cell says to what part it comes before cell {cell}.")
                }
                (true, None) => {
                    "Choose a cell to see to what part each other one comes before it.".into()
                }
                (false, _) => {
                    "The number in a cell is its mean turn: each turn times its part.".into()
                }
            },
        }
    }

    /// A number for each cell: to what part it comes before the chosen one, or its mean turn. What is no whole number is
    /// marked.
    pub(super) fn on_wall(&self, program: &Program, chosen: Option<Cell>) -> Vec<Value> {
        let values = self.solved.iter().flat_map(|(_, values)| values);
        let mut shown: BTreeMap<Cell, f64> = BTreeMap::new();
        for (column, &value) in program.columns().iter().zip(values) {
            match column.fact {
                Fact::Before { first, then } if Some(then) == chosen => {
                    shown.insert(first, value);
                }
                Fact::Before { first, then } if Some(first) == chosen => {
                    shown.insert(then, 1.0 - value);
                }
                Fact::At { cell, turn } if !self.pairs => {
                    *shown.entry(cell).or_default() += value * turn.number() as f64;
                }
                _ => {}
            }
        }
        let cells = shown.into_iter().map(|(cell, value)| {
            let broken = (value - value.round()).abs() > TOLERANCE;
            json!({"cell": cell.number(), "text": number(value), "fraction": broken})
        });
        cells.collect()
    }
}
