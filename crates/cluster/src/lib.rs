//! Processes that count together: they find each other, exchange packed batches, and stop together.
//!
//! A [`Cluster`] is one of the processes of a file of [`Hosts`]. Its [`Link`] sends each batch of records to the process that
//! [owns](Link::owner) their shard, and gathers the words of all processes at the same point. A record arrives once,
//! or the connection breaks; then all processes stop. The content of a record is of no matter here.

mod channel;
mod desk;
mod error;
mod greeting;
mod handshake;
mod hosts;
mod link;
mod meeting;
mod message;
mod mover;
#[cfg(test)]
mod relay;
mod wire;

pub use error::ClusterError;
pub use greeting::Checkpoints;
pub use hosts::Hosts;
pub use link::{Link, Next};
pub use message::{Cause, Termination};

use azulejo_text::harmless::harmless;
use handshake::Key;
use std::time::Duration;

/// The most processes of a cluster, and the number of shards that they share.
pub const SHARDS: usize = 1024;

/// Readable bytes behind the last record of a batch: a record is read together with the bytes behind it.
pub const SPARE: usize = 128;

/// A process among those that count together.
#[derive(Clone)]
pub struct Cluster {
    hosts: Hosts,
    process: usize,
    key: Key,
    timeout: Duration,
    /// The most bytes under way from one process to another, unless a single batch has more.
    under_way: u64,
}

/// The most bytes under way from one process to another: enough to hide the round trip.
pub const WINDOW: u64 = 1 << 20;

impl std::fmt::Debug for Cluster {
    /// Without the secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("Cluster");
        debug
            .field("hosts", &self.hosts)
            .field("process", &self.process);
        debug
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

impl Cluster {
    /// The shortest secret, in bytes.
    pub const LEAST_SECRET: usize = 16;

    /// The shortest timeout: processes send several heartbeats a second.
    pub const LEAST_TIMEOUT: Duration = Duration::from_secs(1);

    /// The longest timeout, 30 days: longer times could overflow a clock.
    pub const MOST_TIMEOUT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

    /// A process by its number from 0 in the hosts. All processes must have the same secret. A process that is silent for the
    /// timeout, at the start or later, is given up.
    ///
    /// # Errors
    /// When there is no such process, the secret is too short, or the timeout is too short or too long.
    pub fn new(
        hosts: Hosts,
        process: usize,
        secret: &[u8],
        timeout: Duration,
    ) -> Result<Self, ClusterError> {
        if process >= hosts.len() {
            let hosts = hosts.len();
            return Err(ClusterError::NoSuchProcess { process, hosts });
        }
        if secret.len() < Self::LEAST_SECRET {
            let bytes = secret.len();
            return Err(ClusterError::Secret { bytes });
        }
        if !(Self::LEAST_TIMEOUT..=Self::MOST_TIMEOUT).contains(&timeout) {
            return Err(ClusterError::Timeout { timeout });
        }
        Ok(Self {
            hosts,
            process,
            key: Key::of(secret),
            timeout,
            under_way: WINDOW,
        })
    }

    /// The name of a process in messages.
    fn name(&self, process: usize) -> String {
        match process == self.process {
            true => "this process".into(),
            false => format!(
                "process {process} ({})",
                harmless(self.hosts.address(process))
            ),
        }
    }

    /// The error about a process that does not belong to this count.
    fn stranger(&self, process: usize, reason: &str) -> ClusterError {
        let process = match process < self.hosts.len() {
            true => self.name(process),
            false => format!("process {process}"),
        };
        let reason = reason.into();
        ClusterError::ForeignProcess { process, reason }
    }

    /// The process with another limit of the bytes under way; a single batch is always allowed.
    #[must_use]
    pub fn under_way(self, bytes: u64) -> Self {
        Self {
            under_way: bytes,
            ..self
        }
    }

    /// The error of this process when the count has ended in another one.
    pub fn ended(&self, termination: Termination) -> ClusterError {
        let process = self.name(termination.process);
        match termination.cause {
            Cause::Stopped => ClusterError::Stopped { process },
            Cause::Lost(reason) => ClusterError::Lost { process, reason },
            Cause::Failed(error) => ClusterError::Failed { process, error },
        }
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
