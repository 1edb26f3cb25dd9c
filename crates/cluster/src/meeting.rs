//! The meeting of processes: each connects to those before it and listens for those after it.

use super::channel::Channel;
use super::desk::{Come, Desk, PATIENCE};
use super::link::FAREWELL;
use super::{Checkpoints, Cluster, ClusterError};
use azulejo_control::Control;
use azulejo_text::harmless::harmless;
use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Between two attempts to connect.
const AGAIN: Duration = Duration::from_millis(100);

/// Between two looks for somebody who has come.
const LOOK: Duration = Duration::from_millis(20);

/// At most so many are answered at once, beside the processes of the count.
const AT_ONCE: usize = 64;

/// The state of the threads that wait for the others.
#[derive(Debug)]
struct Meeting {
    desk: Desk,
    /// Nobody waits any more.
    done: AtomicBool,
}

/// All processes have met.
#[derive(Debug)]
pub(super) struct Mesh {
    /// The result of the meeting.
    pub(super) listener: TcpListener,
    /// By process; none for this one.
    pub(super) channels: Vec<Option<Channel>>,
}

/// Meets all other processes; none if it was stopped.
pub(super) fn connect(
    cluster: &Cluster,
    head: &[u8],
    checkpoints: Checkpoints,
    control: &Control,
) -> Result<Option<Mesh>, ClusterError> {
    let (me, processes) = (cluster.process, cluster.hosts.len());
    let address = cluster.hosts.address(me);
    let listener = TcpListener::bind(address).map_err(|error| ClusterError::Listen {
        address: harmless(address),
        error,
    })?;
    let meeting = Arc::new(Meeting {
        desk: Desk::new(cluster, head, checkpoints),
        done: AtomicBool::new(false),
    });
    let (found, come) = mpsc::channel();
    if me + 1 < processes {
        listen(&meeting, &listener, &found)?;
    }
    for process in 0..me {
        let (meeting, found) = (Arc::clone(&meeting), found.clone());
        spawn("azulejo:connect", move || {
            found.send(meeting.reach(process)).ok();
        })?;
    }
    let channels = meeting.wait(&come, control);
    if matches!(channels, Err(ClusterError::Stranger { .. })) {
        // A process that comes a little later finds this one leaving, and does not wait for the timeout.
        std::thread::sleep(FAREWELL);
    }
    meeting.done.store(true, Ordering::Relaxed);
    Ok(channels?.map(|channels| Mesh { listener, channels }))
}

/// Answers processes that come after this one, until nobody waits for them any more.
fn listen(
    meeting: &Arc<Meeting>,
    listener: &TcpListener,
    found: &mpsc::Sender<Come>,
) -> Result<(), ClusterError> {
    let listener = listener.try_clone().map_err(ClusterError::Network)?;
    listener
        .set_nonblocking(true)
        .map_err(ClusterError::Network)?;
    let (meeting, found) = (Arc::clone(meeting), found.clone());
    spawn("azulejo:listen", move || {
        let strangers = AT_ONCE + meeting.desk.cluster.hosts.len();
        while !meeting.done.load(Ordering::Relaxed) {
            match listener.accept() {
                // Too many at once are no processes of this count: they come again, or they do not.
                Ok(_) if Arc::strong_count(&meeting) > strangers => {}
                Ok((socket, _)) => {
                    let (meeting, found) = (Arc::clone(&meeting), found.clone());
                    // Each in a thread of its own, so that a stray one keeps nobody waiting.
                    let answered = spawn("azulejo:answer", move || {
                        if let Some(come) = meeting.desk.answer(socket) {
                            found.send(come).ok();
                        }
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

impl Meeting {
    /// Waits until all are there; none if it was stopped.
    fn wait(
        &self,
        come: &mpsc::Receiver<Come>,
        control: &Control,
    ) -> Result<Option<Vec<Option<Channel>>>, ClusterError> {
        let cluster = &self.desk.cluster;
        let mut channels: Vec<Option<Channel>> = cluster.hosts.all().map(|_| None).collect();
        let until = Instant::now() + cluster.timeout;
        loop {
            let mut others = (0..channels.len()).filter(|&other| other != cluster.process);
            let Some(missing) = others.find(|&other| channels[other].is_none()) else {
                return Ok(Some(channels));
            };
            if control.stopped() {
                return Ok(None);
            }
            if Instant::now() >= until {
                return Err(self.desk.missing(missing));
            }
            match come.recv_timeout(AGAIN) {
                Ok(Ok((process, channel))) => {
                    if channels[process].replace(channel).is_some() {
                        return Err(cluster.stranger(process, "has come twice"));
                    }
                }
                Ok(Err(error)) => return Err(error),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    let left = |channel: &Option<Channel>| {
                        let channel = channel.as_ref();
                        channel.is_some_and(|channel| has_left(channel.socket()))
                    };
                    if let Some(process) = channels.iter().position(left) {
                        let reason = "ended before all processes had come";
                        return Err(cluster.stranger(process, reason));
                    }
                }
            }
        }
    }

    /// Connects to a process before this one, again and again until it is there.
    fn reach(&self, process: usize) -> Come {
        let cluster = &self.desk.cluster;
        let address = cluster.hosts.address(process);
        let until = Instant::now() + cluster.timeout;
        loop {
            let addresses = address.to_socket_addrs().map(Iterator::collect);
            let addresses: Vec<_> = addresses.unwrap_or_default();
            let mut sockets = addresses
                .iter()
                .filter_map(|at| TcpStream::connect_timeout(at, PATIENCE).ok());
            // Perhaps it has not begun to listen, and somebody else had its port.
            let come = sockets
                .next()
                .and_then(|socket| self.desk.greet(socket, process));
            if let Some(come) = come {
                return come;
            }
            if Instant::now() >= until || self.done.load(Ordering::Relaxed) {
                return Err(self.desk.missing(process));
            }
            std::thread::sleep(AGAIN);
        }
    }
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
