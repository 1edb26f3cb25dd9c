use crate::frontier::FrontierError;
use crate::instance::InvalidInstance;
use crate::problem::Unfit;
use crate::solve::SolveError;
use crate::tiling::{InvalidPermutation, TooManyRows};
use crate::wall::WallError;

/// Errors of a figure that cannot be computed.
#[derive(Debug, thiserror::Error)]
pub enum ComputeError {
    /// A method failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The frontier failed.
    #[error(transparent)]
    Frontier(#[from] FrontierError),
    /// The state graph is too large.
    #[error(transparent)]
    Graph(#[from] Unfit),
    /// The figure's own instance is wrong.
    #[error(transparent)]
    Instance(#[from] InvalidInstance),
    /// The figure's own permutation is wrong.
    #[error(transparent)]
    Permutation(#[from] InvalidPermutation),
    /// The figure's own permutation is too long.
    #[error(transparent)]
    TooManyRows(#[from] TooManyRows),
    /// The figure's own wall is wrong.
    #[error(transparent)]
    Wall(#[from] WallError),
    /// Two methods give different scores.
    #[error("{methods} give different scores: {scores}")]
    Disagree {
        /// The methods.
        methods: String,
        /// Scores of both methods.
        scores: String,
    },
}
