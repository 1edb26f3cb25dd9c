//! The linear relaxation of a program.

use super::backend::{Attempt, End, Links};
use super::run::round;
use super::{MilpError, MilpOptions};
use crate::formulation::Program;
use crate::order::Incumbent;
use azulejo_control::Control;
use std::sync::Arc;

/// Result of a linear relaxation.
#[derive(Debug, Clone, PartialEq)]
pub enum Relaxation {
    /// The relaxation was solved.
    Solved {
        /// The best objective value, which no order's score beats.
        bound: f64,
        /// One value a column, from 0 to 1 but for the ranks of equation (O-15).
        values: Vec<f64>,
        /// Simplex iterations.
        iterations: u64,
    },
    /// The relaxation has no solution, so no order satisfies the constraints.
    Infeasible,
    /// The run was stopped before the relaxation was solved.
    Stopped,
}

impl Relaxation {
    /// The result of a run on a relaxed program.
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
    Ok(Relaxation::of(run(program.relaxed(), control)?))
}

/// Multipliers of the rows of the linear relaxation, one a row: points of its bound for each unit of the right side. None where the
/// relaxation has no solution, or the run was stopped.
///
/// # Errors
/// When the solver fails.
pub(crate) fn multipliers(
    program: &Program,
    control: &Control,
) -> Result<Option<Vec<f64>>, MilpError> {
    let options = MilpOptions::default();
    let backend = options.solver.backend()?;
    match Attempt::trivial(program) {
        Some(attempt) => Ok((attempt.end == End::Optimal).then(|| vec![0.0; program.rows().len()])),
        None => backend.multipliers(program, &options, control),
    }
}

/// Result of a program.
#[derive(Debug, Clone, PartialEq)]
pub struct Best {
    /// Best solution of the program, if one was found, one value a column.
    pub values: Option<Vec<i64>>,
    /// Dual bound of the program, if one is known.
    pub bound: Option<f64>,
    /// Whether the program has no solution.
    pub infeasible: bool,
}

/// Solves a program as it is.
///
/// # Errors
/// When the solver fails.
pub fn best(program: &Program, control: &Control) -> Result<Best, MilpError> {
    let run = run(program.clone(), control)?;
    // A solver need not report its last bound with a proven solution.
    let bound = match (run.end, &run.solution) {
        (End::Optimal, Some((_, objective))) => Some(*objective),
        _ => run.dual_bound,
    };
    Ok(Best {
        values: run.solution.map(|(values, _)| round(&values)),
        bound,
        infeasible: run.end == End::Infeasible,
    })
}

fn run(program: Program, control: &Control) -> Result<Attempt, MilpError> {
    if let Some(attempt) = Attempt::trivial(&program) {
        return Ok(attempt);
    }
    let options = MilpOptions::default();
    let incumbent = Incumbent::new(program.sense(), None);
    let links = Links {
        incumbent: &incumbent,
        on_solution: &|_| (),
        assignment: &|_| Vec::new(),
    };
    let backend = options.solver.backend()?;
    backend.solve(&Arc::new(program), &[], None, &links, &options, control)
}
