use super::super::FrontierError;
use std::time::Duration;

/// Why several processes do not count together.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The file of hosts is wrong.
    #[error("the file of hosts: {0}")]
    Hosts(String),
    /// The process is none of those in the file.
    #[error("there is no process {process}: the file of hosts names {hosts}, and numbers begin with 0")]
    NoSuchProcess {
        /// The process.
        process: usize,
        /// The number of hosts.
        hosts: usize,
    },
    /// The secret is too short to be one.
    #[error("the secret has {bytes} bytes; it must have at least {}", super::Cluster::LEAST_SECRET)]
    Secret {
        /// Its length.
        bytes: usize,
    },
    /// It cannot listen at its own address.
    #[error("cannot listen at {address}, which the file of hosts names for this process: {error}")]
    Listen {
        /// The address.
        address: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// Some processes did not come, or their host does not answer.
    #[error("{missing} did not come within {}; is it running, with the same file of hosts and the same secret?", humantime::format_duration(*waited))]
    Missing {
        /// The process.
        missing: String,
        /// How long it was waited for.
        waited: Duration,
    },
    /// Another process does not belong to this count.
    #[error("{process} {reason}")]
    Stranger {
        /// The process.
        process: String,
        /// Why it does not belong.
        reason: String,
    },
    /// A connection broke, or another process says that it ends.
    #[error("{process} {reason}; all processes stop, and go on from a checkpoint with --resume")]
    Lost {
        /// The process.
        process: String,
        /// What happened.
        reason: String,
    },
    /// There is no checkpoint to go on from.
    #[error("cannot go on from the checkpoint: {0}")]
    Resume(String),
    /// The count of this process failed.
    #[error(transparent)]
    Frontier(#[from] FrontierError),
    /// A thread cannot be started, or the system gives no sockets.
    #[error("the network cannot be used: {0}")]
    Network(std::io::Error),
}
