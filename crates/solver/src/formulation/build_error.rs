use super::Program;
use crate::problem::Unfit;
use azulejo_control::Stopped;

/// Errors of a program that is not written for a problem.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The wall is too large for the formulation.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// The program grew too large on the way.
    #[error("the program has more than {} nonzeros", Program::MOST_NONZEROS)]
    TooLarge,
    /// The run was stopped on the way.
    #[error("stopped while the program was written down")]
    Stopped,
}

impl From<Stopped> for BuildError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}
