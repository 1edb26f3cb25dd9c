//! The greeting of a process, after the proof that the other side knows the secret.

use super::handshake::Refusal;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The facts about which all processes of a count must agree, and the number of the sender.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Greeting {
    version: String,
    processes: usize,
    process: usize,
    /// A hash of the problem.
    problem: Vec<u8>,
    checkpoint: Checkpoints,
}

/// The checkpoints of a process: all processes write them at the same points of the count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Checkpoints {
    /// No checkpoints.
    None,
    /// Checkpoints of a count from its start.
    New,
    /// Checkpoints of a count that goes on from the latest one.
    Resumed,
}

impl Checkpoints {
    fn words(self) -> &'static str {
        match self {
            Self::None => "without --checkpoint",
            Self::New => "with --checkpoint and without --resume",
            Self::Resumed => "with --checkpoint and --resume",
        }
    }
}

impl Greeting {
    /// The greeting of a process among `processes`, by the head of the problem's checkpoint.
    pub(super) fn new(
        process: usize,
        processes: usize,
        head: &[u8],
        checkpoints: Checkpoints,
    ) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").into(),
            processes,
            process,
            problem: Sha256::digest(head).to_vec(),
            checkpoint: checkpoints,
        }
    }

    /// The number of the other process, if that belongs to this count and its number is admissible.
    pub(super) fn examine(
        &self,
        other: &Self,
        is_admissible: impl Fn(usize) -> bool,
    ) -> Result<usize, Refusal> {
        let reason = if other.version != self.version {
            format!(
                "runs version {} of azulejo, this one {}",
                other.version, self.version
            )
        } else if other.processes != self.processes {
            let (other, own) = (other.processes, self.processes);
            format!("has a file of {other} hosts, this one has {own}")
        } else if other.problem != self.problem {
            "counts the orders of another problem".into()
        } else if other.checkpoint != self.checkpoint {
            let (other, own) = (other.checkpoint.words(), self.checkpoint.words());
            format!("counts {other}, this one {own}")
        } else if !is_admissible(other.process) {
            let (other, own) = (other.process, self.process);
            format!("says that it is process {other}, to process {own}: the files of hosts differ")
        } else {
            return Ok(other.process);
        };
        Err(Refusal::Wrong {
            process: other.process,
            reason,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn greeting(process: usize, change: impl FnOnce(&mut Greeting)) -> Greeting {
        let mut greeting = Greeting::new(process, 3, b"head", Checkpoints::None);
        greeting.version = "1.2.3".into();
        change(&mut greeting);
        greeting
    }

    #[test]
    fn each_difference_has_its_reason() {
        let first = greeting(0, |_| {});
        let is_admissible = |process| process > 0;
        assert_eq!(first.examine(&greeting(2, |_| {}), is_admissible), Ok(2));
        for (text, other) in [
            (
                "runs version 1.2.4 of azulejo, this one 1.2.3",
                greeting(1, |greeting| greeting.version = "1.2.4".into()),
            ),
            (
                "counts the orders of another problem",
                greeting(1, |greeting| greeting.problem.clear()),
            ),
            (
                "counts with --checkpoint and without --resume, this one without --checkpoint",
                greeting(1, |greeting| greeting.checkpoint = Checkpoints::New),
            ),
            (
                "has a file of 4 hosts, this one has 3",
                greeting(1, |greeting| greeting.processes = 4),
            ),
            (
                "says that it is process 0, to process 0: the files of hosts differ",
                greeting(0, |_| {}),
            ),
        ] {
            let result = first.examine(&other, is_admissible);
            let (process, reason) = (other.process, text.into());
            assert_eq!(result, Err(Refusal::Wrong { process, reason }));
        }
    }
}
