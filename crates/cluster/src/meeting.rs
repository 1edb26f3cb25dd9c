//! The meeting of processes: each connects to those before it and listens for those after it.

use super::channel::Channel;
use super::desk::{Arrival, Desk, PATIENCE};
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

/// The time between two attempts to connect.
const RETRY: Duration = Duration::from_millis(100);

/// The time between two looks for a new connection.
const LOOK: Duration = Duration::from_millis(20);

/// The most connections that are answered at the same time, beside those of the processes of the count.
const MOST_STRANGERS: usize = 64;

/// The state of the threads that wait for the others.
#[derive(Debug)]
struct Meeting {
    desk: Desk,
    /// Whether the meeting has ended.
    is_over: AtomicBool,
}

/// The connections to all other processes, after the meeting.
#[derive(Debug)]
pub(super) struct Mesh {
    /// The listener at the address of this process.
    pub(super) listener: TcpListener,
    /// The channel to each process; none for this one.
    pub(super) channels: Vec<Option<Channel>>,
}

/// Meets all other processes; none if the run was stopped.
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
        is_over: AtomicBool::new(false),
    });
    let (sender, arrivals) = mpsc::channel();
    if me + 1 < processes {
        listen(&meeting, &listener, &sender)?;
    }
    for process in 0..me {
        let (meeting, sender) = (Arc::clone(&meeting), sender.clone());
        spawn("azulejo:connect", move || {
            sender.send(meeting.reach(process)).ok();
        })?;
    }
    let channels = meeting.wait(&arrivals, control);
    if matches!(channels, Err(ClusterError::ForeignProcess { .. })) {
        // A process that comes a little later finds the connection closed, and does not wait for the timeout.
        std::thread::sleep(FAREWELL);
    }
    meeting.is_over.store(true, Ordering::Relaxed);
    Ok(channels?.map(|channels| Mesh { listener, channels }))
}

/// Answers the processes after this one, until the meeting has ended.
fn listen(
    meeting: &Arc<Meeting>,
    listener: &TcpListener,
    sender: &mpsc::Sender<Arrival>,
) -> Result<(), ClusterError> {
    let listener = listener.try_clone().map_err(ClusterError::Network)?;
    listener
        .set_nonblocking(true)
        .map_err(ClusterError::Network)?;
    let (meeting, sender) = (Arc::clone(meeting), sender.clone());
    spawn("azulejo:listen", move || {
        let strangers = MOST_STRANGERS + meeting.desk.cluster.hosts.len();
        while !meeting.is_over.load(Ordering::Relaxed) {
            match listener.accept() {
                // Too many connections at the same time are dropped: a process of this count tries again.
                Ok(_) if Arc::strong_count(&meeting) > strangers => {}
                Ok((socket, _)) => {
                    let (meeting, sender) = (Arc::clone(&meeting), sender.clone());
                    // Each connection has a thread of its own, so that a stray one delays no other.
                    let thread = spawn("azulejo:answer", move || {
                        if let Some(arrival) = meeting.desk.answer(socket) {
                            sender.send(arrival).ok();
                        }
                    });
                    if thread.is_err() {
                        std::thread::sleep(RETRY);
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(LOOK),
                Err(_) => std::thread::sleep(RETRY),
            }
        }
    })
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), ClusterError> {
    let thread = std::thread::Builder::new().name(name.into()).spawn(work);
    thread.map(|_| ()).map_err(ClusterError::Network)
}

impl Meeting {
    /// Waits for the channels of all other processes; none if the run was stopped.
    fn wait(
        &self,
        arrivals: &mpsc::Receiver<Arrival>,
        control: &Control,
    ) -> Result<Option<Vec<Option<Channel>>>, ClusterError> {
        let cluster = &self.desk.cluster;
        let mut channels: Vec<Option<Channel>> = cluster.hosts.all().map(|_| None).collect();
        let deadline = Instant::now() + cluster.timeout;
        loop {
            let mut others = (0..channels.len()).filter(|&other| other != cluster.process);
            let Some(missing) = others.find(|&other| channels[other].is_none()) else {
                return Ok(Some(channels));
            };
            if control.stopped() {
                return Ok(None);
            }
            if Instant::now() >= deadline {
                return Err(self.desk.missing(missing));
            }
            match arrivals.recv_timeout(RETRY) {
                Ok(Ok((process, channel))) => {
                    if channels[process].replace(channel).is_some() {
                        return Err(cluster.stranger(process, "has come twice"));
                    }
                }
                Ok(Err(error)) => return Err(error),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    let is_gone = |channel: &Option<Channel>| {
                        let channel = channel.as_ref();
                        channel.is_some_and(|channel| is_closed(channel.socket()))
                    };
                    if let Some(process) = channels.iter().position(is_gone) {
                        let reason = "ended before all processes had come";
                        return Err(cluster.stranger(process, reason));
                    }
                }
            }
        }
    }

    /// Connects to a process before this one, by attempts until the deadline.
    fn reach(&self, process: usize) -> Arrival {
        let cluster = &self.desk.cluster;
        let address = cluster.hosts.address(process);
        let deadline = Instant::now() + cluster.timeout;
        loop {
            let addresses = address.to_socket_addrs().map(Iterator::collect);
            let addresses: Vec<_> = addresses.unwrap_or_default();
            let mut sockets = addresses
                .iter()
                .filter_map(|candidate| TcpStream::connect_timeout(candidate, PATIENCE).ok());
            // Another program may have the port before the process listens.
            let arrival = sockets
                .next()
                .and_then(|socket| self.desk.greet(socket, process));
            if let Some(arrival) = arrival {
                return arrival;
            }
            if Instant::now() >= deadline || self.is_over.load(Ordering::Relaxed) {
                return Err(self.desk.missing(process));
            }
            std::thread::sleep(RETRY);
        }
    }
}

/// Whether the other side has closed the connection.
fn is_closed(socket: &TcpStream) -> bool {
    let peek = |socket: &TcpStream| {
        socket.set_nonblocking(true)?;
        let result = socket.peek(&mut [0]);
        socket.set_nonblocking(false)?;
        match result {
            Ok(bytes) => Ok(bytes == 0),
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(false),
            Err(error) => Err(error),
        }
    };
    peek(socket).unwrap_or(true)
}
