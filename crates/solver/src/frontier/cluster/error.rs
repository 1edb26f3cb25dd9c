use super::super::FrontierError;
use azulejo_cluster::ClusterError;

/// Errors of a count by several processes.
#[derive(Debug, thiserror::Error)]
pub enum JointCountError {
    /// The processes do not find each other, or another one has ended.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// There is no checkpoint to go on from.
    #[error("cannot go on from the checkpoint: {0}")]
    Resume(String),
    /// The count of this process failed.
    #[error(transparent)]
    Frontier(#[from] FrontierError),
}
