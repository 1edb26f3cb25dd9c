//! The linear relaxation of a program.

use super::attempt::{Attempt, End, attempt};
use super::{MilpError, MilpOptions};
use crate::control::Control;
use crate::formulation::Program;
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

/// Solves the linear relaxation of a program: its columns may take any value of their range.
///
/// # Errors
/// When HiGHS fails.
pub fn relax(program: &Program, control: &Control) -> Result<Relaxation, MilpError> {
    let Attempt {
        end,
        solution,
        iterations,
        ..
    } = attempt(
        &Arc::new(program.relaxed()),
        &[],
        None,
        &MilpOptions::default(),
        control,
    )?;
    Ok(match (end, solution) {
        (End::Optimal, Some((values, bound))) => Relaxation::Solved {
            bound,
            values,
            iterations,
        },
        (End::Infeasible, _) => Relaxation::Infeasible,
        (End::Optimal | End::Stopped, _) => Relaxation::Stopped,
    })
}
