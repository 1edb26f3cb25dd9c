//! The number of orders: ways to count them by name, a question and its answer.

mod counter;
mod question;

pub use counter::{Counter, OptimalCount};
pub use question::{CountAnswer, CountQuestion, Counts};

use crate::merge::MergeError;
use azulejo_solver::solve::SolveError;

/// Errors of a count.
#[derive(Debug, thiserror::Error)]
pub enum CountError {
    /// The method of the solver fails.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The last merges of the problem cannot be counted.
    #[error(transparent)]
    Merge(#[from] MergeError),
}

impl CountError {
    /// Whether another method, or a smaller wall, would do.
    pub fn is_unfit(&self) -> bool {
        match self {
            Self::Solve(error) => error.is_unfit(),
            Self::Merge(error) => matches!(error, MergeError::Unfit | MergeError::Memory { .. }),
        }
    }
}
