use crate::outcome::Verdict;

/// How the process ends; `docs/guide.md` has the table of exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    /// Proven.
    Done = 0,
    /// An error.
    Error = 1,
    /// Wrong usage.
    Usage = 2,
    /// No order satisfies the constraints, or the order that was checked does not; a move is illegal; a record is
    /// false.
    Infeasible = 3,
    /// Stopped early with an order.
    Stopped = 4,
    /// Stopped early without an order.
    StoppedEmpty = 5,
    /// Two methods disagree.
    Disagree = 6,
}

/// Wrong usage that clap does not see.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Usage(pub(super) String);

impl From<&anyhow::Error> for Exit {
    fn from(error: &anyhow::Error) -> Self {
        if error.is::<Usage>() {
            Self::Usage
        } else {
            Self::Error
        }
    }
}

impl From<&Verdict> for Exit {
    fn from(verdict: &Verdict) -> Self {
        match verdict {
            Verdict::Optimal { .. } => Self::Done,
            Verdict::Feasible { .. } => Self::Stopped,
            Verdict::Infeasible { .. } => Self::Infeasible,
            Verdict::Unknown { .. } => Self::StoppedEmpty,
        }
    }
}
