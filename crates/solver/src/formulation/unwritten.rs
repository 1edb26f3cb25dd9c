use super::Program;
use azulejo_control::Stopped;

/// Errors of a program that is not written for a problem.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unwritten {
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

/// A formulation cannot take a problem.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the {formulation} formulation takes at most {limit} {what}; this wall has {size}")]
pub struct Unfit {
    /// The formulation.
    pub formulation: &'static str,
    /// The quantity that is too large: cells, or cells in a line.
    pub what: &'static str,
    /// The limit of the formulation.
    pub limit: usize,
    /// The quantity of the problem's wall.
    pub size: usize,
}

impl From<Stopped> for Unwritten {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}
