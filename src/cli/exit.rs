use crate::outcome::Verdict;
use crate::solve::CrossCheck;

/// Exit code of the process; `docs/guide.md` has the table of exit codes.
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

/// Wrong usage beyond the errors of clap.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Usage(pub(super) String);

impl Exit {
    /// Exit code of a check.
    pub(super) fn of_check(is_valid: bool) -> Self {
        match is_valid {
            true => Self::Done,
            false => Self::Infeasible,
        }
    }

    /// Exit code of a run with a result.
    pub(super) fn of_run(is_whole: bool) -> Self {
        match is_whole {
            true => Self::Done,
            false => Self::Stopped,
        }
    }

    /// Exit code of a verdict and its cross-check by the state graph.
    pub(super) fn of_verdict(verdict: &Verdict, check: Option<&CrossCheck>) -> Self {
        match check {
            Some(check) if !check.agrees => Self::Disagree,
            _ => Self::from(verdict),
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
