//! Solving a [`Formulation`](crate::formulation::Formulation) with HiGHS, through good_lp.

#[cfg(feature = "highs")]
mod attempt;
#[cfg(feature = "highs")]
mod ffi;
mod options;
#[cfg(feature = "highs")]
mod record;
#[cfg(feature = "highs")]
mod relax;
#[cfg(feature = "highs")]
mod root;
#[cfg(feature = "highs")]
mod run;

#[cfg(feature = "highs")]
mod translate;
#[cfg(feature = "highs")]
mod unwritten;

pub use options::MilpOptions;
#[cfg(feature = "highs")]
pub use relax::{Relaxation, relax};
#[cfg(feature = "highs")]
pub use run::solve;
#[cfg(feature = "highs")]
pub(crate) use unwritten::unwritten;

use bytesize::ByteSize;

/// What can go wrong with the solver. Infeasible and out of time are verdicts, not errors.
#[derive(Debug, thiserror::Error)]
pub enum MilpError {
    /// HiGHS refused a call.
    #[error("HiGHS failed in {call}: {status}")]
    Highs {
        /// The call.
        call: &'static str,
        /// What it answered.
        status: String,
    },
    /// HiGHS claims what an order that is known refutes.
    #[error("HiGHS {claim}, but an order of score {score} is known; please report this")]
    Contradiction {
        /// The claim.
        claim: String,
        /// The score of the order.
        score: u32,
    },
    /// A solution of HiGHS is not what it claims: an error of this program.
    #[error(
        "HiGHS claims a score of {claimed}, but the order of its solution is not admitted or scores {scored}; please report this"
    )]
    Unsound {
        /// The objective value.
        claimed: f64,
        /// The score of the order.
        scored: i64,
    },
    /// The process may not have the memory that HiGHS needs, which would end it.
    #[error(
        "HiGHS needs about {} of memory here, and the process has {} left: raise its limit (ulimit -v), or use \
         --method frontier",
        ByteSize(*needs).display().iec(),
        ByteSize(*left).display().iec()
    )]
    NoMemory {
        /// What it needs, in bytes.
        needs: u64,
        /// What is left, in bytes.
        left: u64,
    },
    /// A thread could not be started.
    #[error("the system refused: {0}")]
    System(#[from] std::io::Error),
}
