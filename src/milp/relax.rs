//! The linear relaxation of a program.

use super::backend::{Attempt, Beside, End};
use super::{MilpError, MilpOptions};
use crate::control::Control;
use crate::formulation::Program;
use crate::order::Incumbent;
use std::sync::Arc;

/// What came of a linear relaxation.
#[derive(Debug, Clone, PartialEq)]
pub enum Relaxation {
    /// It was solved.
    Solved {
        /// The best objective value, which no order's score beats.
        bound: f64,
        /// One value a column, from 0 to 1 but for the turns of equation (15).
        values: Vec<f64>,
        /// Simplex iterations.
        iterations: u64,
    },
    /// It has no solution, so no order satisfies the constraints.
    Infeasible,
    /// It was stopped before.
    Stopped,
}

impl Relaxation {
    /// What a run on a relaxed program says.
    pub(super) fn of(run: Attempt) -> Self {
        match (run.end, run.solution) {
            (End::Optimal, Some((values, bound))) => Self::Solved {
                bound,
                values,
                iterations: run.iterations,
            },
            (End::Infeasible, _) => Self::Infeasible,
            (End::Optimal | End::Stopped, _) => Self::Stopped,
        }
    }
}

/// Solves the linear relaxation of a program: its columns may take any value in their range.
///
/// # Errors
/// When the solver fails.
pub fn relax(program: &Program, control: &Control) -> Result<Relaxation, MilpError> {
    let options = MilpOptions::default();
    let relaxed = Arc::new(program.relaxed());
    let run = match Attempt::decided(&relaxed) {
        Some(decided) => decided,
        None => {
            let backend = options.solver.backend();
            let alone = Incumbent::new(program.sense(), None);
            let beside = Beside {
                incumbent: &alone,
                found: &|_| (),
            };
            backend.solve(&relaxed, &[], None, &beside, &options, control)?
        }
    };
    Ok(Relaxation::of(run))
}
