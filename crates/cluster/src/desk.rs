//! The desk of a process, which admits the processes of this count alone.
//!
//! A connection without the secret is rejected, and does no harm. A process with the secret that does not belong to this
//! count ends it.

use super::channel::Channel;
use super::greeting::{Checkpoints, Greeting};
use super::handshake::{PROTOCOL, Refusal};
use super::{Cluster, ClusterError};
use std::fmt::{Display, Formatter};
use std::net::TcpStream;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest time for a greeting: a slower connection is rejected.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// The most bytes of a greeting.
const LONGEST: usize = 1 << 12;

/// The number and the channel of an arrived process, or the error of the count.
pub(super) type Arrival = Result<(usize, Channel), ClusterError>;

/// The desk at which a process meets each of the others.
#[derive(Debug)]
pub(super) struct Desk {
    pub(super) cluster: Cluster,
    greeting: Greeting,
    rejections: Mutex<Rejections>,
}

/// Rejected connections that may be of processes of this count.
#[derive(Debug, Default)]
struct Rejections {
    /// The number of connections with another secret.
    secrets: usize,
    /// The other version of the protocol of one connection.
    protocol: Option<u8>,
}

impl Display for Rejections {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self.secrets {
            0 => {}
            1 => write!(f, " One connection had another secret")?,
            count => write!(f, " {count} connections had another secret")?,
        }
        let Some(other) = self.protocol else {
            return Ok(());
        };
        write!(f, " One connection {}", version_fault(other))
    }
}

/// The reason against a process of another version of the protocol.
fn version_fault(other: u8) -> String {
    format!(
        "speaks version {other} of the protocol between processes, this one version {PROTOCOL}: all machines need the \
         same version of azulejo"
    )
}

impl Desk {
    /// The desk of a process that counts the orders of a problem, by the head of its checkpoint.
    pub(super) fn new(cluster: &Cluster, head: &[u8], checkpoints: Checkpoints) -> Self {
        let (process, processes) = (cluster.process, cluster.hosts.len());
        Self {
            cluster: cluster.clone(),
            greeting: Greeting::new(process, processes, head, checkpoints),
            rejections: Mutex::default(),
        }
    }

    /// Greets a process; none if another program has its port.
    pub(super) fn greet(&self, socket: TcpStream, process: usize) -> Option<Arrival> {
        let reason = match self.connect(socket, process) {
            Ok(peer) => return Some(Ok(peer)),
            Err(Refusal::Stray) => return None,
            Err(Refusal::Secret) => "has another secret".into(),
            Err(Refusal::Protocol(other)) => version_fault(other),
            Err(Refusal::Wrong { reason, .. }) => reason,
        };
        Some(Err(self.cluster.stranger(process, &reason)))
    }

    /// Answers a connection; none if the other side does not know the secret.
    pub(super) fn answer(&self, socket: TcpStream) -> Option<Arrival> {
        match self.accept(socket) {
            Ok(peer) => return Some(Ok(peer)),
            Err(Refusal::Stray) => {}
            Err(Refusal::Secret) => self.rejections().secrets += 1,
            Err(Refusal::Protocol(other)) => self.rejections().protocol = Some(other),
            Err(Refusal::Wrong { process, reason }) => {
                return Some(Err(self.cluster.stranger(process, &reason)));
            }
        }
        None
    }

    /// The error that a process did not come.
    pub(super) fn missing(&self, process: usize) -> ClusterError {
        ClusterError::Missing {
            process: self.cluster.name(process),
            timeout: self.cluster.timeout,
            rejections: self.rejections().to_string(),
        }
    }

    fn rejections(&self) -> MutexGuard<'_, Rejections> {
        let rejections = self.rejections.lock();
        rejections.unwrap_or_else(PoisonError::into_inner)
    }

    fn connect(&self, socket: TcpStream, process: usize) -> Result<(usize, Channel), Refusal> {
        prepare(&socket)?;
        let channel = self.cluster.key.connect(socket)?;
        self.introduce(channel, |other| other == process)
    }

    fn accept(&self, socket: TcpStream) -> Result<(usize, Channel), Refusal> {
        socket.set_nonblocking(false)?;
        prepare(&socket)?;
        let channel = self.cluster.key.accept(socket)?;
        self.introduce(channel, |other| other > self.cluster.process)
    }

    /// Exchanges greetings, and examines whether both processes belong to the same count.
    fn introduce(
        &self,
        channel: Channel,
        is_admissible: impl Fn(usize) -> bool,
    ) -> Result<(usize, Channel), Refusal> {
        channel.send(&serde_json::to_vec(&self.greeting).map_err(std::io::Error::from)?)?;
        let mut bytes = vec![0; LONGEST];
        let length = channel.receive(&mut bytes)?;
        let other = serde_json::from_slice(&bytes[..length]).map_err(|_| Refusal::Stray)?;
        let process = self.greeting.examine(&other, is_admissible)?;
        channel.socket().set_read_timeout(None)?;
        Ok((process, channel))
    }
}

fn prepare(socket: &TcpStream) -> std::io::Result<()> {
    socket.set_nodelay(true)?;
    socket.set_read_timeout(Some(PATIENCE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hosts;
    use crate::relay::{SECRET, socket_pair};
    use std::io::Write;

    /// The desk of one of three processes.
    fn desk(process: usize, secret: &[u8], problem: &[u8]) -> Desk {
        let hosts = Hosts::parse("a:1\nb:2\nc:3").expect("valid");
        let cluster = Cluster::new(hosts, process, secret, Duration::from_secs(5));
        Desk::new(&cluster.expect("valid"), problem, Checkpoints::None)
    }

    /// The refusals of the listener and of the initiator.
    fn meet(listener: &Desk, initiator: &Desk, process: usize) -> [Option<Refusal>; 2] {
        let [connected, accepted] = socket_pair();
        std::thread::scope(|scope| {
            let answer = scope.spawn(|| listener.accept(accepted).err());
            let refusal = initiator.connect(connected, process).err();
            [answer.join().expect("no panic"), refusal]
        })
    }

    #[test]
    fn processes_of_one_count_meet_and_others_state_their_reason() {
        let first = desk(0, SECRET, b"head");
        assert_eq!(meet(&first, &desk(1, SECRET, b"head"), 0), [None, None]);
        assert_eq!(meet(&first, &desk(2, SECRET, b"head"), 0), [None, None]);
        let other = meet(&first, &desk(1, b"another of 20 bytes.", b"head"), 0);
        assert_eq!(other, [Some(Refusal::Secret), Some(Refusal::Secret)]);
        let reason = "counts the orders of another problem";
        let wrong = |process| {
            Some(Refusal::Wrong {
                process,
                reason: reason.into(),
            })
        };
        let other = meet(&first, &desk(1, SECRET, b"other"), 0);
        assert_eq!(other, [wrong(1), wrong(0)]);
        // The second listens where the third looks for the first.
        let elsewhere = meet(&desk(1, SECRET, b"head"), &desk(2, SECRET, b"head"), 0);
        let [None, Some(Refusal::Wrong { process: 1, reason })] = elsewhere else {
            panic!("{elsewhere:?}");
        };
        assert!(
            reason.contains("says that it is process 1, to process 2"),
            "{reason}"
        );
    }

    #[test]
    fn connections_without_the_secret_end_nothing_and_are_reported() {
        let first = desk(0, SECRET, b"head");
        for opening in [b"GET / HTTP/1.1\r\n", b"azulejo cluster\x63"] {
            let [mut stray, socket] = socket_pair();
            stray.write_all(opening).expect("sent");
            assert!(first.answer(socket).is_none());
        }
        let other = desk(1, b"another of 20 bytes.", b"head");
        for _ in 0..2 {
            let [near, far] = socket_pair();
            let arrival = std::thread::scope(|scope| {
                scope.spawn(|| assert!(first.answer(far).is_none()));
                other.greet(near, 0)
            });
            let text = arrival
                .expect("a process")
                .expect_err("refused")
                .to_string();
            assert!(text.contains("has another secret"), "{text}");
        }
        let text = first.missing(1).to_string();
        assert!(text.contains("2 connections had another secret"), "{text}");
        assert!(text.contains("speaks version 99 of the protocol"), "{text}");
        assert!(
            text.contains(&format!("this one version {PROTOCOL}")),
            "{text}"
        );
    }
}
