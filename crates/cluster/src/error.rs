use std::time::Duration;

/// Errors of several processes that do not work together.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The file of hosts is wrong.
    #[error("the file of hosts: {0}")]
    Hosts(String),
    /// The file has no process of this number.
    #[error(
        "there is no process {process}: the file of hosts names {hosts}, and numbers begin with 0"
    )]
    NoSuchProcess {
        /// The process.
        process: usize,
        /// The number of hosts.
        hosts: usize,
    },
    /// The secret is too short.
    #[error(
        "the secret has {bytes} bytes; it must have at least {}",
        crate::Cluster::LEAST_SECRET
    )]
    Secret {
        /// The length of the secret.
        bytes: usize,
    },
    /// The process cannot listen at its own address.
    #[error("cannot listen at {address}, which the file of hosts names for this process: {error}")]
    Listen {
        /// The address.
        address: String,
        /// The error of the system.
        error: std::io::Error,
    },
    /// A process or its host did not answer.
    #[error(
        "{process} did not come within {}; is it running, with the same file of hosts and the same secret?{rejections}",
        humantime::format_duration(*timeout)
    )]
    Missing {
        /// The process.
        process: String,
        /// The time of the wait.
        timeout: Duration,
        /// The rejected connections, in words.
        rejections: String,
    },
    /// Another process does not belong to this count.
    #[error("{process} {reason}")]
    ForeignProcess {
        /// The process.
        process: String,
        /// The reason why it does not belong.
        reason: String,
    },
    /// A connection broke, or a process was silent for too long.
    #[error(
        "{process} {reason}. All processes stop; those that have checkpoints go on with --resume"
    )]
    Lost {
        /// The process.
        process: String,
        /// The event.
        reason: String,
    },
    /// Another process failed.
    #[error("{process} failed, and all processes stop: {error}")]
    Failed {
        /// The process.
        process: String,
        /// The error of that process.
        error: String,
    },
    /// Another process was interrupted, or its time was up.
    #[error("{process} was stopped, and all processes stop")]
    Stopped {
        /// The process.
        process: String,
    },
    /// The timeout is too short to tell a slow process from one that is gone, or longer than anybody waits.
    #[error(
        "the timeout is {}; it must be at least {} and at most {}",
        humantime::format_duration(*timeout),
        humantime::format_duration(crate::Cluster::LEAST_TIMEOUT),
        humantime::format_duration(crate::Cluster::MOST_TIMEOUT)
    )]
    Timeout {
        /// The timeout.
        timeout: Duration,
    },
    /// A thread cannot be started, or the system gives no sockets.
    #[error("the network cannot be used: {0}")]
    Network(std::io::Error),
}
