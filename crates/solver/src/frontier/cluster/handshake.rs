//! How processes find each other: each connects to those before it and listens for those after it.
//!
//! Both sides prove that they know the secret, by a keyed hash over two nonces, before either reads what the other says.
//! What comes from anybody else is turned away.

use super::super::options::Checkpoint;
use super::link::FAREWELL;
use super::{Cluster, ClusterError};
use crate::harmless::harmless;
use azulejo_control::Control;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

const MAGIC: &[u8; 16] = b"azulejo cluster\n";

/// Whether a process writes checkpoints, and goes on from them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Checkpoints {
    None,
    New,
    Resumed,
}

/// What a process says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Greeting {
    version: String,
    processes: usize,
    process: usize,
    /// A hash of the problem.
    problem: String,
    /// What it does about checkpoints: all do it at the same points of the count.
    checkpoint: Checkpoints,
}

/// The longest greeting, in bytes.
const LONGEST: usize = 1 << 12;

/// Who takes longer to say who it is, is turned away.
const PATIENCE: Duration = Duration::from_secs(5);

/// Between two attempts to connect.
const AGAIN: Duration = Duration::from_millis(100);

/// Between two looks for somebody who has come.
const LOOK: Duration = Duration::from_millis(20);

/// At most so many are answered at once, beside the processes of the count.
const AT_ONCE: usize = 64;

type Proof = [u8; 32];

/// What all handshakes of a process need.
#[derive(Debug)]
struct Desk {
    cluster: Cluster,
    greeting: Greeting,
    /// Nobody waits any more.
    done: AtomicBool,
    /// Connections that did not know the secret.
    turned_away: AtomicUsize,
}

/// Why a connection is not one.
#[derive(Debug)]
enum Refusal {
    /// Nobody of this count: it says something else, or nothing.
    Stray,
    /// It does not know the secret.
    Secret,
    /// Of this count, but wrong in it.
    Wrong { process: usize, reason: String },
}

impl From<std::io::Error> for Refusal {
    fn from(_: std::io::Error) -> Self {
        Self::Stray
    }
}

/// All processes have met.
#[derive(Debug)]
pub(super) struct Met {
    /// What they came to.
    pub(super) listener: TcpListener,
    /// By process; none for this one.
    pub(super) sockets: Vec<Option<TcpStream>>,
}

/// Meets all other processes; none if it was stopped.
pub(super) fn connect(
    cluster: &Cluster,
    head: &[u8],
    checkpoint: Option<&Checkpoint>,
    control: &Control,
) -> Result<Option<Met>, ClusterError> {
    let (me, processes) = (cluster.process, cluster.hosts.len());
    let address = cluster.hosts.address(me);
    let listener = TcpListener::bind(address).map_err(|error| ClusterError::Listen {
        address: harmless(address),
        error,
    })?;
    let desk = Arc::new(Desk {
        cluster: cluster.clone(),
        greeting: Greeting {
            version: env!("CARGO_PKG_VERSION").into(),
            processes,
            process: me,
            problem: hex(&keyed(b"problem", &[head])),
            checkpoint: match checkpoint {
                None => Checkpoints::None,
                Some(checkpoint) if checkpoint.resume => Checkpoints::Resumed,
                Some(_) => Checkpoints::New,
            },
        },
        done: AtomicBool::new(false),
        turned_away: AtomicUsize::new(0),
    });
    let (found, come) = mpsc::channel();
    if me + 1 < processes {
        listen(&desk, &listener, &found)?;
    }
    for process in 0..me {
        let (desk, found) = (Arc::clone(&desk), found.clone());
        spawn("azulejo:connect", move || {
            found.send(desk.reach(process)).ok();
        })?;
    }
    let sockets = desk.wait(&come, control);
    if matches!(sockets, Err(ClusterError::Stranger { .. })) {
        // Who comes a little later finds somebody that leaves, and does not wait for the timeout.
        std::thread::sleep(FAREWELL);
    }
    desk.done.store(true, Ordering::Relaxed);
    Ok(sockets?.map(|sockets| Met { listener, sockets }))
}

type Come = Result<(usize, TcpStream), ClusterError>;

/// Answers processes that come after this one, until nobody waits for them any more.
fn listen(
    desk: &Arc<Desk>,
    listener: &TcpListener,
    found: &mpsc::Sender<Come>,
) -> Result<(), ClusterError> {
    let listener = listener.try_clone().map_err(ClusterError::Network)?;
    listener
        .set_nonblocking(true)
        .map_err(ClusterError::Network)?;
    let (desk, found) = (Arc::clone(desk), found.clone());
    spawn("azulejo:listen", move || {
        while !desk.done.load(Ordering::Relaxed) {
            match listener.accept() {
                // Too many at once are no processes of this count: they come again, or they do not.
                Ok(_) if Arc::strong_count(&desk) > AT_ONCE + desk.cluster.hosts.len() => {}
                Ok((socket, _)) => {
                    let (desk, found) = (Arc::clone(&desk), found.clone());
                    // Each in a thread of its own, so that a stray one keeps nobody waiting.
                    let answered = spawn("azulejo:answer", move || match desk.answer(socket) {
                        Ok(come) => {
                            found.send(Ok(come)).ok();
                        }
                        Err(Refusal::Wrong { process, reason }) => {
                            found
                                .send(Err(desk.cluster.stranger(process, &reason)))
                                .ok();
                        }
                        Err(Refusal::Secret) => {
                            desk.turned_away.fetch_add(1, Ordering::Relaxed);
                        }
                        Err(Refusal::Stray) => {}
                    });
                    if answered.is_err() {
                        std::thread::sleep(AGAIN);
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(LOOK),
                Err(_) => std::thread::sleep(AGAIN),
            }
        }
    })
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), ClusterError> {
    let thread = std::thread::Builder::new().name(name.into()).spawn(work);
    thread.map(|_| ()).map_err(ClusterError::Network)
}

impl Desk {
    /// Waits until all are there; none if it was stopped.
    fn wait(
        &self,
        come: &mpsc::Receiver<Come>,
        control: &Control,
    ) -> Result<Option<Vec<Option<TcpStream>>>, ClusterError> {
        let (cluster, me) = (&self.cluster, self.cluster.process);
        let mut sockets: Vec<Option<TcpStream>> = cluster.hosts.all().map(|_| None).collect();
        let until = Instant::now() + cluster.timeout;
        loop {
            let mut others = (0..sockets.len()).filter(|&other| other != me);
            let Some(missing) = others.find(|&other| sockets[other].is_none()) else {
                return Ok(Some(sockets));
            };
            if control.stopped() {
                return Ok(None);
            }
            if Instant::now() >= until {
                return Err(self.missing(missing));
            }
            match come.recv_timeout(AGAIN) {
                Ok(Ok((process, socket))) => {
                    if sockets[process].replace(socket).is_some() {
                        return Err(cluster.stranger(process, "has come twice"));
                    }
                }
                Ok(Err(error)) => return Err(error),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    let there = sockets.iter().enumerate();
                    let mut there =
                        there.filter_map(|(process, socket)| Some((process, socket.as_ref()?)));
                    if let Some((process, _)) = there.find(|(_, socket)| has_left(socket)) {
                        let reason = "ended before all processes had come";
                        return Err(cluster.stranger(process, reason));
                    }
                }
            }
        }
    }

    fn missing(&self, process: usize) -> ClusterError {
        ClusterError::Missing {
            process: self.cluster.name(process),
            waited: self.cluster.timeout,
            turned_away: self.turned_away.load(Ordering::Relaxed),
        }
    }

    /// Connects to a process before this one, again and again until it is there.
    fn reach(&self, process: usize) -> Come {
        let address = self.cluster.hosts.address(process);
        let until = Instant::now() + self.cluster.timeout;
        loop {
            let addresses = address.to_socket_addrs().map(Iterator::collect);
            let addresses: Vec<_> = addresses.unwrap_or_default();
            let mut sockets = addresses
                .iter()
                .filter_map(|at| TcpStream::connect_timeout(at, PATIENCE).ok());
            if let Some(socket) = sockets.next() {
                match self.greet(socket, process) {
                    Ok(socket) => return Ok((process, socket)),
                    Err(Refusal::Wrong { reason, .. }) => {
                        return Err(self.cluster.stranger(process, &reason));
                    }
                    Err(Refusal::Secret) => {
                        return Err(self.cluster.stranger(process, "has another secret"));
                    }
                    // Perhaps it has not begun to listen, and somebody else had its port.
                    Err(Refusal::Stray) => {}
                }
            }
            if Instant::now() >= until || self.done.load(Ordering::Relaxed) {
                return Err(self.missing(process));
            }
            std::thread::sleep(AGAIN);
        }
    }

    /// The side that connected: it gives a nonce, gets proof and greeting of the other, then gives its own.
    fn greet(&self, mut socket: TcpStream, process: usize) -> Result<TcpStream, Refusal> {
        prepare(&socket)?;
        let own = nonce()?;
        socket.write_all(&[&MAGIC[..], &own].concat())?;
        let mut opening = [0; MAGIC.len() + 32];
        socket.read_exact(&mut opening)?;
        let Some(other) = opening.strip_prefix(MAGIC) else {
            return Err(Refusal::Stray);
        };
        let nonces = [&own[..], other].concat();
        let heard = self.hear(&mut socket, b"listens", &nonces);
        if !matches!(heard, Err(Refusal::Stray)) {
            // Whatever is wrong, the other one can say it, too.
            self.say(&mut socket, b"connects", &nonces)?;
        }
        self.examine(&heard?, |other| other == process)?;
        // The other one has examined this one's greeting, too.
        let mut welcome = [0];
        socket
            .read_exact(&mut welcome)
            .map_err(|_| Refusal::Wrong {
                process,
                reason: "turned this process away".into(),
            })?;
        socket.set_read_timeout(None)?;
        Ok(socket)
    }

    /// The side that listened.
    fn answer(&self, mut socket: TcpStream) -> Result<(usize, TcpStream), Refusal> {
        socket.set_nonblocking(false)?;
        prepare(&socket)?;
        let mut opening = [0; MAGIC.len() + 32];
        socket.read_exact(&mut opening)?;
        let Some(other) = opening.strip_prefix(MAGIC) else {
            return Err(Refusal::Stray);
        };
        let own = nonce()?;
        let nonces = [other, &own[..]].concat();
        socket.write_all(&[&MAGIC[..], &own].concat())?;
        self.say(&mut socket, b"listens", &nonces)?;
        let greeting = self.hear(&mut socket, b"connects", &nonces)?;
        self.examine(&greeting, |other| other > self.cluster.process)?;
        socket.write_all(&[1])?;
        socket.set_read_timeout(None)?;
        Ok((greeting.process, socket))
    }

    /// Proof and greeting.
    fn say(&self, socket: &mut TcpStream, side: &[u8], nonces: &[u8]) -> Result<(), Refusal> {
        let words = serde_json::to_vec(&self.greeting).map_err(std::io::Error::from)?;
        let proof = keyed(&self.cluster.secret, &[side, nonces, &words]);
        let length = (words.len() as u32).to_le_bytes();
        Ok(socket.write_all(&[&proof[..], &length, &words].concat())?)
    }

    fn hear(
        &self,
        socket: &mut TcpStream,
        side: &[u8],
        nonces: &[u8],
    ) -> Result<Greeting, Refusal> {
        let (mut proof, mut length): (Proof, _) = ([0; 32], [0; 4]);
        socket.read_exact(&mut proof)?;
        socket.read_exact(&mut length)?;
        let length = u32::from_le_bytes(length) as usize;
        if length > LONGEST {
            return Err(Refusal::Stray);
        }
        let mut words = vec![0; length];
        socket.read_exact(&mut words)?;
        let expected = keyed_hash(&self.cluster.secret, &[side, nonces, &words]);
        if expected.verify_slice(&proof).is_err() {
            return Err(Refusal::Secret);
        }
        serde_json::from_slice(&words).map_err(|_| Refusal::Stray)
    }

    /// Whether a greeting is that of a process of this count.
    fn examine(&self, other: &Greeting, may_be: impl Fn(usize) -> bool) -> Result<(), Refusal> {
        let own = &self.greeting;
        let reason = if other.version != own.version {
            format!(
                "runs version {} of azulejo, this one {}",
                other.version, own.version
            )
        } else if other.processes != own.processes {
            let (other, own) = (other.processes, own.processes);
            format!("has a file of {other} hosts, this one has {own}")
        } else if other.problem != own.problem {
            "counts the orders of another problem".into()
        } else if other.checkpoint != own.checkpoint {
            let words = |checkpoint| match checkpoint {
                Checkpoints::None => "without --checkpoint",
                Checkpoints::New => "with --checkpoint and without --resume",
                Checkpoints::Resumed => "with --checkpoint and --resume",
            };
            let (other, own) = (words(other.checkpoint), words(own.checkpoint));
            format!("counts {other}, this one {own}")
        } else if !may_be(other.process) {
            let (other, own) = (other.process, own.process);
            format!("says that it is process {other}, to process {own}: the files of hosts differ")
        } else {
            return Ok(());
        };
        Err(Refusal::Wrong {
            process: other.process,
            reason,
        })
    }
}

fn prepare(socket: &TcpStream) -> std::io::Result<()> {
    socket.set_nodelay(true)?;
    socket.set_read_timeout(Some(PATIENCE))
}

fn keyed_hash(key: &[u8], parts: &[&[u8]]) -> Hmac<Sha256> {
    let mut hash = Hmac::<Sha256>::new_from_slice(key).expect("a key of any length will do");
    for part in parts {
        hash.update(&(part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash
}

fn keyed(key: &[u8], parts: &[&[u8]]) -> Proof {
    keyed_hash(key, parts).finalize().into_bytes().into()
}

/// Never the same twice.
fn nonce() -> Result<[u8; 32], Refusal> {
    let mut nonce = [0; 32];
    getrandom::fill(&mut nonce).map_err(std::io::Error::other)?;
    Ok(nonce)
}

/// Whether whoever was connected has hung up.
fn has_left(socket: &TcpStream) -> bool {
    let left = |socket: &TcpStream| {
        socket.set_nonblocking(true)?;
        let there = socket.peek(&mut [0]);
        socket.set_nonblocking(false)?;
        match there {
            Ok(bytes) => Ok(bytes == 0),
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(false),
            Err(error) => Err(error),
        }
    };
    left(socket).unwrap_or(true)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Hosts;
    use super::*;

    /// The desk of one of three processes.
    fn desk(process: usize, secret: &str, change: impl FnOnce(&mut Greeting)) -> Desk {
        let hosts = Hosts::parse("a:1\nb:2\nc:3").expect("valid");
        let timeout = Duration::from_secs(5);
        let secret = secret.as_bytes().to_vec();
        let mut greeting = Greeting {
            version: "1.2.3".into(),
            processes: 3,
            process,
            problem: "a hash".into(),
            checkpoint: Checkpoints::New,
        };
        change(&mut greeting);
        Desk {
            cluster: Cluster::new(hosts, process, secret, timeout).expect("valid"),
            greeting,
            done: AtomicBool::new(false),
            turned_away: AtomicUsize::new(0),
        }
    }

    /// What the one that listens and the one that connects say, if they refuse.
    fn meet(listens: &Desk, connects: &Desk, process: usize) -> [Option<String>; 2] {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let socket = TcpStream::connect(listener.local_addr().expect("bound")).expect("connected");
        let said = |refusal: Refusal| match refusal {
            Refusal::Stray => "stray".to_owned(),
            Refusal::Secret => "secret".into(),
            Refusal::Wrong { reason, .. } => reason,
        };
        std::thread::scope(|scope| {
            let answer = scope.spawn(move || {
                let (come, _) = listener.accept().expect("connected");
                listens.answer(come).err()
            });
            let greeted = connects.greet(socket, process).err().map(said);
            [answer.join().expect("no panic").map(said), greeted]
        })
    }

    #[test]
    fn those_of_one_count_meet_and_others_say_why_not() {
        const SECRET: &str = "a secret of 20 bytes";
        let first = desk(0, SECRET, |_| {});
        let met = |other: Desk| meet(&first, &other, 0).map(|said| said.unwrap_or_default());
        assert_eq!(met(desk(1, SECRET, |_| {})), ["", ""]);
        assert_eq!(met(desk(2, SECRET, |_| {})), ["", ""]);
        assert_eq!(
            met(desk(1, "another of 20 bytes.", |_| {})),
            ["secret", "secret"]
        );
        for (own, other) in [
            (
                "runs version 1.2.4 of azulejo, this one 1.2.3",
                desk(1, SECRET, |it| it.version = "1.2.4".into()),
            ),
            (
                "counts the orders of another problem",
                desk(1, SECRET, |it| it.problem.clear()),
            ),
            (
                "counts without --checkpoint, this one with --checkpoint and without --resume",
                desk(1, SECRET, |it| it.checkpoint = Checkpoints::None),
            ),
            (
                "has a file of 4 hosts, this one has 3",
                desk(1, SECRET, |it| it.processes = 4),
            ),
        ] {
            let said = met(other);
            assert_eq!(said[0], own);
            assert_ne!(said[1], "");
        }
        let numbers = met(desk(0, SECRET, |_| {}));
        assert!(
            numbers[0].contains("says that it is process 0, to process 0"),
            "{numbers:?}"
        );
        let elsewhere = meet(&desk(1, SECRET, |_| {}), &desk(2, SECRET, |_| {}), 0);
        let said = elsewhere[1].as_deref().unwrap_or_default();
        assert!(
            said.contains("says that it is process 1, to process 2"),
            "{said}"
        );
    }

    /// Who has heard a handshake, and says it again, does not know the secret.
    #[test]
    fn a_proof_is_good_for_one_connection() {
        const SECRET: &str = "a secret of 20 bytes";
        let second = desk(1, SECRET, |_| {});
        let nonces = [[1; 32], [2; 32]].concat();
        let said = |side: &[u8], nonces: &[u8]| {
            let words = serde_json::to_vec(&second.greeting).expect("JSON");
            keyed(SECRET.as_bytes(), &[side, nonces, &words])
        };
        let proof = said(b"connects", &nonces);
        assert_eq!(proof, said(b"connects", &nonces));
        assert_ne!(
            proof,
            said(b"listens", &nonces),
            "nobody's own proof is thrown back"
        );
        assert_ne!(proof, said(b"connects", &[[1; 32], [3; 32]].concat()));
        let distinct = [nonce(), nonce()].map(|nonce| nonce.expect("random"));
        assert_ne!(distinct[0], distinct[1]);
    }
}
