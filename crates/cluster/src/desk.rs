//! The door of a process: the processes of this count are let in, and nobody else.
//!
//! A connection without the secret is turned away, and does no harm. A process that knows the secret, and does
//! not belong to this count, ends it.

use super::channel::Channel;
use super::greeting::{Checkpoints, Greeting};
use super::handshake::{PROTOCOL, Refusal};
use super::{Cluster, ClusterError};
use std::fmt::{Display, Formatter};
use std::net::TcpStream;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest time for a greeting: a slower connection is turned away.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// A greeting has at most so many bytes.
const LONGEST: usize = 1 << 12;

/// A process that has come, and its number.
pub(super) type Come = Result<(usize, Channel), ClusterError>;

/// Where a process meets each of the others.
#[derive(Debug)]
pub(super) struct Desk {
    pub(super) cluster: Cluster,
    greeting: Greeting,
    turned_away: Mutex<TurnedAway>,
}

/// Connections that may be of processes of this count, and were not let in.
#[derive(Debug, Default)]
struct TurnedAway {
    /// How many had another secret.
    secrets: usize,
    /// Another version of the protocol that one of them has.
    protocol: Option<u8>,
}

impl Display for TurnedAway {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self.secrets {
            0 => {}
            1 => write!(f, " One connection had another secret")?,
            more => write!(f, " {more} connections had another secret")?,
        }
        let Some(other) = self.protocol else {
            return Ok(());
        };
        write!(f, " One connection {}", speaks(other))
    }
}

/// The fault of a process of another version of the protocol.
fn speaks(other: u8) -> String {
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
            turned_away: Mutex::default(),
        }
    }

    /// Connects to a process; none if somebody else has its port.
    pub(super) fn greet(&self, socket: TcpStream, process: usize) -> Option<Come> {
        let reason = match self.connect(socket, process) {
            Ok(met) => return Some(Ok(met)),
            Err(Refusal::Stray) => return None,
            Err(Refusal::Secret) => "has another secret".into(),
            Err(Refusal::Protocol(other)) => speaks(other),
            Err(Refusal::Wrong { reason, .. }) => reason,
        };
        Some(Err(self.cluster.stranger(process, &reason)))
    }

    /// Answers whoever has connected; none if it does not know the secret, and can end nothing.
    pub(super) fn answer(&self, socket: TcpStream) -> Option<Come> {
        match self.accept(socket) {
            Ok(met) => return Some(Ok(met)),
            Err(Refusal::Stray) => {}
            Err(Refusal::Secret) => self.turned_away().secrets += 1,
            Err(Refusal::Protocol(other)) => self.turned_away().protocol = Some(other),
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
            waited: self.cluster.timeout,
            turned_away: self.turned_away().to_string(),
        }
    }

    fn turned_away(&self) -> MutexGuard<'_, TurnedAway> {
        let turned_away = self.turned_away.lock();
        turned_away.unwrap_or_else(PoisonError::into_inner)
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

    /// Both say what they are, and find out whether they belong to the same count.
    fn introduce(
        &self,
        channel: Channel,
        may_be: impl Fn(usize) -> bool,
    ) -> Result<(usize, Channel), Refusal> {
        channel.send(&serde_json::to_vec(&self.greeting).map_err(std::io::Error::from)?)?;
        let mut words = vec![0; LONGEST];
        let length = channel.receive(&mut words)?;
        let other = serde_json::from_slice(&words[..length]).map_err(|_| Refusal::Stray)?;
        let process = self.greeting.examine(&other, may_be)?;
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
    use crate::relay::{SECRET, connected};
    use std::io::Write;

    /// The desk of one of three processes.
    fn desk(process: usize, secret: &[u8], problem: &[u8]) -> Desk {
        let hosts = Hosts::parse("a:1\nb:2\nc:3").expect("valid");
        let cluster = Cluster::new(hosts, process, secret, Duration::from_secs(5));
        Desk::new(&cluster.expect("valid"), problem, Checkpoints::None)
    }

    /// The refusals of the one that listens and of the one that connects.
    fn meet(listens: &Desk, connects: &Desk, process: usize) -> [Option<Refusal>; 2] {
        let [connected, accepted] = connected();
        std::thread::scope(|scope| {
            let answer = scope.spawn(|| listens.accept(accepted).err());
            let greeted = connects.connect(connected, process).err();
            [answer.join().expect("no panic"), greeted]
        })
    }

    #[test]
    fn those_of_one_count_meet_and_others_say_why_not() {
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
    fn whoever_does_not_know_the_secret_ends_nothing_and_is_told_of() {
        let first = desk(0, SECRET, b"head");
        for opening in [b"GET / HTTP/1.1\r\n", b"azulejo cluster\x63"] {
            let [mut one, other] = connected();
            one.write_all(opening).expect("sent");
            assert!(first.answer(other).is_none());
        }
        let other = desk(1, b"another of 20 bytes.", b"head");
        for _ in 0..2 {
            let [one, two] = connected();
            let refused = std::thread::scope(|scope| {
                scope.spawn(|| assert!(first.answer(two).is_none()));
                other.greet(one, 0)
            });
            let text = refused
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
