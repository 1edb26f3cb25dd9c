//! Solving a [`Formulation`](crate::formulation::Formulation) with a mixed-integer solver, through good_lp.
//!
//! The search is the same for every solver: [`solve`] works in rounds until a solution is an order, with the bounds, incumbents and
//! relaxations of a [backend](Solver).

mod backend;
#[cfg(feature = "microlp")]
mod dual;
#[cfg(feature = "highs")]
mod highs;
#[cfg(feature = "microlp")]
mod microlp;
#[cfg(any(feature = "highs", feature = "microlp"))]
mod model;
mod options;
mod record;
mod relax;
mod run;
mod solver;
#[cfg(any(feature = "highs", feature = "microlp"))]
mod thread;

#[cfg(feature = "highs")]
pub(crate) use highs::LinearProgram;
#[cfg(feature = "highs")]
pub use highs::{FileColumn, FileProgram, FileRow, FileSolution, FileValues, ModelFile};
pub use options::MilpOptions;
pub(crate) use relax::multipliers;
pub use relax::{Best, Relaxation, best, relax};
pub use run::solve;
pub use solver::Solver;

use bytesize::ByteSize;

#[cfg(any(feature = "highs", feature = "microlp"))]
impl MilpError {
    /// The error of a solver that refused a call, with the status that it returned.
    fn refused(call: &'static str, status: impl ToString) -> Self {
        let status = status.to_string();
        Self::Refused { call, status }
    }
}

/// Errors of a mixed-integer solver. Infeasible and out of time are verdicts, not errors.
#[derive(Debug, thiserror::Error)]
pub enum MilpError {
    /// The solver is not built in.
    #[error(
        "{solver} is not built into this azulejo: cargo install --path . --features {solver} builds it in; or use a method \
         without a mixed-integer solver, such as frontier"
    )]
    NotBuiltIn {
        /// The solver.
        solver: Solver,
    },
    /// A solver refused a call.
    #[error("the solver failed in {call}: {status}")]
    Refused {
        /// The call.
        call: &'static str,
        /// The status that the solver returned.
        status: String,
    },
    /// The thread of a solver ended without an answer.
    #[error("the thread of the solver ended without an answer; please report this")]
    Ended,
    /// A solver claims what an order that is known refutes.
    #[error("the solver {claim}, but an order of score {score} is known; please report this")]
    Contradiction {
        /// The claim.
        claim: String,
        /// The score of the order.
        score: u32,
    },
    /// A solution is not what it claims: an error of this program.
    #[error(
        "the solver claims a score of {claimed}, but the order of its solution is not admitted or scores {scored}; please report this"
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
        /// The memory that the solver needs, in bytes.
        needs: u64,
        /// The memory that is left, in bytes.
        left: u64,
    },
    /// A model file is not what HiGHS reads.
    #[error("{0}: HiGHS reads no model from it")]
    Unreadable(String),
    /// A thread could not be started.
    #[error("the system refused: {0}")]
    System(#[from] std::io::Error),
}
