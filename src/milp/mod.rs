//! Solving a [`Formulation`](crate::formulation::Formulation) with HiGHS, through good_lp.

mod attempt;
mod export;
mod ffi;
mod run;
mod translate;

pub use export::{FileFormat, export};
pub use run::solve;

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
    /// HiGHS keeps the first number of threads of a process.
    #[error(
        "HiGHS runs with {first} threads in this process and cannot change to {asked}: solve with one number of threads"
    )]
    Threads {
        /// The number it runs with.
        first: u32,
        /// The number asked for.
        asked: u32,
    },
    /// HiGHS calls a program infeasible of which an order is known.
    #[error("HiGHS calls the program infeasible, but an order of score {score} satisfies it")]
    Contradiction {
        /// The score of the order that is known.
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
    /// A model file could not be written or read back.
    #[error("cannot write the model file: {0}")]
    File(#[from] std::io::Error),
}
