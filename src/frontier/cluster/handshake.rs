//! How processes find each other: each connects to those before it and listens for those after it.
//!
//! Both sides prove that they know the secret, by a keyed hash over two nonces, before either reads what the other says.
//! What comes from anybody else is turned away.

use super::{Cluster, ClusterError};
use crate::control::Control;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use std::hash::{BuildHasher, RandomState};
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

const MAGIC: &[u8; 16] = b"azulejo cluster\n";

/// What a process says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Greeting {
    version: String,
    processes: usize,
    process: usize,
    /// A hash of the problem.
    problem: String,
}

/// The longest greeting, in bytes.
const LONGEST: usize = 1 << 12;

/// Who takes longer to say who it is, is turned away.
const PATIENCE: Duration = Duration::from_secs(5);

/// Between two attempts to connect.
const AGAIN: Duration = Duration::from_millis(100);

type Proof = [u8; 32];

/// What all handshakes of a process need.
#[derive(Debug)]
struct Desk {
    cluster: Cluster,
    greeting: Greeting,
}

/// Why a connection is not one.
#[derive(Debug)]
enum Refusal {
    /// Nobody of this count: it does not know the secret, or says something else.
    Stray,
    /// Of this count, but wrong in it.
    Wrong { process: Option<usize>, reason: String },
}

impl From<std::io::Error> for Refusal {
    fn from(_: std::io::Error) -> Self {
        Self::Stray
    }
}

/// A socket for every other process.
pub(super) fn connect(
    cluster: &Cluster,
    head: &[u8],
    control: &Control,
) -> Result<Vec<Option<TcpStream>>, ClusterError> {
    let (me, processes) = (cluster.process, cluster.hosts.len());
    let desk = Arc::new(Desk {
        cluster: cluster.clone(),
        greeting: Greeting {
            version: env!("CARGO_PKG_VERSION").into(),
            processes,
            process: me,
            problem: hex(&keyed(b"problem", &[head])),
        },
    });
    let mut sockets: Vec<Option<TcpStream>> = (0..processes).map(|_| None).collect();
    if processes == 1 {
        return Ok(sockets);
    }
    let (found, come) = mpsc::channel();
    listen(&desk, &found)?;
    for process in 0..me {
        let (desk, found) = (Arc::clone(&desk), found.clone());
        spawn("azulejo:connect", move || {
            found.send(desk.reach(process)).ok();
        })?;
    }
    let until = Instant::now() + cluster.timeout;
    while let Some(missing) = (0..processes).find(|&other| other != me && sockets[other].is_none()) {
        if control.stopped() {
            return Ok(Vec::new());
        }
        if Instant::now() >= until {
            return Err(ClusterError::Missing {
                missing: cluster.hosts.name(missing),
                waited: cluster.timeout,
            });
        }
        match come.recv_timeout(AGAIN) {
            Ok(Ok((process, socket))) if sockets[process].is_none() => sockets[process] = Some(socket),
            Ok(Ok((process, _))) => {
                return Err(cluster.stranger(process, "runs twice: two processes have its number"));
            }
            Ok(Err(error)) => return Err(error),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
    }
    Ok(sockets)
}

type Come = Result<(usize, TcpStream), ClusterError>;

/// Listens for processes that come after this one, until nobody waits for them any more.
fn listen(desk: &Arc<Desk>, found: &mpsc::Sender<Come>) -> Result<(), ClusterError> {
    let address = desk.cluster.hosts.address(desk.cluster.process);
    let listener = TcpListener::bind(address).map_err(|error| ClusterError::Listen {
        address: address.to_owned(),
        error,
    })?;
    if desk.cluster.process + 1 == desk.cluster.hosts.len() {
        // Nobody comes after the last one; the port is taken all the same, so that a second one with its number fails.
        return Ok(());
    }
    listener.set_nonblocking(true).map_err(ClusterError::Network)?;
    let (desk, found) = (Arc::clone(desk), found.clone());
    let until = Instant::now() + desk.cluster.timeout;
    spawn("azulejo:listen", move || {
        while Instant::now() < until {
            match listener.accept() {
                Ok((socket, _)) => {
                    let (desk, found) = (Arc::clone(&desk), found.clone());
                    // Each in a thread of its own, so that a stray one keeps nobody waiting.
                    let answered = spawn("azulejo:answer", move || match desk.answer(socket) {
                        Ok(come) => {
                            found.send(Ok(come)).ok();
                        }
                        Err(Refusal::Wrong { process, reason }) => {
                            found.send(Err(desk.wrong(process, reason))).ok();
                        }
                        Err(Refusal::Stray) => {}
                    });
                    if answered.is_err() {
                        return;
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(AGAIN / 4),
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
    fn wrong(&self, process: Option<usize>, reason: String) -> ClusterError {
        let hosts = &self.cluster.hosts;
        ClusterError::Stranger {
            process: match process.filter(|&process| process < hosts.len()) {
                Some(process) => hosts.name(process),
                None => "another process".into(),
            },
            reason,
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
                    Err(Refusal::Wrong { reason, .. }) => return Err(self.wrong(Some(process), reason)),
                    // Perhaps it has not begun to listen, and somebody else had its port.
                    Err(Refusal::Stray) => {}
                }
            }
            if Instant::now() >= until {
                return Err(ClusterError::Missing {
                    missing: self.cluster.hosts.name(process),
                    waited: self.cluster.timeout,
                });
            }
            std::thread::sleep(AGAIN);
        }
    }

    /// The side that connected: it gives a nonce, gets proof and greeting of the other, then gives its own.
    fn greet(&self, mut socket: TcpStream, process: usize) -> Result<TcpStream, Refusal> {
        prepare(&socket)?;
        let own = nonce();
        socket.write_all(&[&MAGIC[..], &own].concat())?;
        let mut opening = [0; MAGIC.len() + 32];
        socket.read_exact(&mut opening)?;
        let Some(other) = opening.strip_prefix(MAGIC) else {
            return Err(Refusal::Stray);
        };
        let nonces = [&own[..], other].concat();
        let greeting = self.hear(&mut socket, b"listens", &nonces)?;
        self.say(&mut socket, b"connects", &nonces)?;
        self.examine(&greeting, |other| other == process)?;
        // The other one has examined this one's greeting, too.
        let mut welcome = [0];
        socket.read_exact(&mut welcome).map_err(|_| Refusal::Wrong {
            process: Some(process),
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
        let own = nonce();
        let nonces = [other, &own[..]].concat();
        socket.write_all(&[&MAGIC[..], &own].concat())?;
        self.say(&mut socket, b"listens", &nonces)?;
        let greeting = match self.hear(&mut socket, b"connects", &nonces) {
            Err(Refusal::Wrong { .. }) => return Err(Refusal::Stray),
            heard => heard?,
        };
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
            return Err(Refusal::Wrong {
                process: None,
                reason: "has another secret".into(),
            });
        }
        serde_json::from_slice(&words).map_err(|_| Refusal::Wrong {
            process: None,
            reason: "runs another version of azulejo".into(),
        })
    }

    /// Whether a greeting is that of a process of this count.
    fn examine(&self, other: &Greeting, may_be: impl Fn(usize) -> bool) -> Result<(), Refusal> {
        let own = &self.greeting;
        let reason = if other.version != own.version {
            format!("runs version {} of azulejo, this one {}", other.version, own.version)
        } else if other.processes != own.processes {
            let (other, own) = (other.processes, own.processes);
            format!("has a file of {other} hosts, this one has {own}")
        } else if other.problem != own.problem {
            "counts the orders of another problem".into()
        } else if !may_be(other.process) {
            let (other, own) = (other.process, own.process);
            format!("says that it is process {other}, to process {own}: the files of hosts differ")
        } else {
            return Ok(());
        };
        Err(Refusal::Wrong {
            process: Some(other.process),
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

/// Never the same twice: the system's random numbers, by way of the keys of a hash map, and the time.
fn nonce() -> Proof {
    let words: [u64; 4] = std::array::from_fn(|word| RandomState::new().hash_one((word, Instant::now())));
    let mut nonce = [0; 32];
    for (bytes, word) in nonce.chunks_exact_mut(8).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    nonce
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
