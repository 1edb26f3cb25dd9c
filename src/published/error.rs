use crate::frontier::FrontierError;
use crate::instance::InvalidInstance;
use crate::problem::Unfit;
use crate::solve::SolveError;
use crate::tiling::{InvalidPermutation, TooManyRows};
use crate::wall::WallError;

/// Errors of a figure that cannot be computed.
#[derive(Debug, thiserror::Error)]
pub enum ComputeError {
    /// Failure of a method.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// Failure of the frontier.
    #[error(transparent)]
    Frontier(#[from] FrontierError),
    /// State graph that is too large.
    #[error(transparent)]
    Graph(#[from] Unfit),
    /// Invalid instance of the figure.
    #[error(transparent)]
    Instance(#[from] InvalidInstance),
    /// Invalid permutation of the figure.
    #[error(transparent)]
    Permutation(#[from] InvalidPermutation),
    /// Permutation of the figure that is too long.
    #[error(transparent)]
    TooManyRows(#[from] TooManyRows),
    /// Invalid wall of the figure.
    #[error(transparent)]
    Wall(#[from] WallError),
    /// Different scores by two methods.
    #[error("{methods} give different scores: {scores}")]
    Disagree {
        /// Methods.
        methods: String,
        /// Scores of both methods.
        scores: String,
    },
}
