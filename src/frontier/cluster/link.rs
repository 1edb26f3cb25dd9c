//! The connections of a process, on the communication layer of timely dataflow: its threads send and receive, and one
//! thread of ours moves messages between them and the count.

use super::message::{Message, Say};
use super::{Cluster, ClusterError, handshake};
use crate::control::Control;
use crate::harmless::harmless;
use std::collections::VecDeque;
use std::net::TcpStream;
use std::panic;
use std::sync::mpsc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Thread;
use std::time::{Duration, Instant};
use timely_communication::allocator::ProcessBuilder;
use timely_communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely_communication::{Allocator, Hooks};

/// The connections to all other processes.
#[derive(Debug)]
pub(super) struct Link {
    cluster: Cluster,
    shared: Arc<Shared>,
    mover: Option<Thread>,
    /// Hung up when the connections are closed.
    closed: Mutex<mpsc::Receiver<()>>,
}

/// What the mover and the count share.
#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    /// Whenever a message has come, or a connection broke.
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    outbox: VecDeque<(usize, Say)>,
    /// Batches that nobody has taken in yet, and their senders.
    inbox: VecDeque<(usize, Vec<u8>)>,
    peers: Vec<Peer>,
    /// The first process that was lost, and how.
    lost: Option<(usize, String)>,
    closing: bool,
}

#[derive(Debug)]
struct Peer {
    /// Bytes of batches that are on their way to it or not yet taken in there.
    under_way: u64,
    /// Whether all its batches of this layer have come.
    done: bool,
    words: VecDeque<Vec<u8>>,
    heard: Instant,
}

/// What is on its way from one process to another is at most so many bytes.
pub(super) const UNDER_WAY: u64 = 1 << 20;

/// A process that has nothing to say tells that it is there, so often.
const ALIVE: Duration = Duration::from_millis(500);

/// Whoever waits looks so often whether it is to stop.
const LOOK: Duration = Duration::from_millis(50);

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lose(&self, process: usize, reason: &str) {
        let mut state = self.lock();
        if state.lost.is_none() && !state.closing {
            state.lost = Some((process, reason.to_owned()));
        }
        self.changed.notify_all();
    }
}

/// What there is to do for whoever waits.
pub(super) enum Next {
    /// A batch to take in, of so many bytes, from a process.
    Batch(usize, Vec<u8>),
    /// What was waited for.
    Ready,
}

impl Link {
    /// Connects to all other processes; none if it was stopped.
    pub(super) fn open(
        cluster: &Cluster,
        head: &[u8],
        control: &Control,
    ) -> Result<Option<Self>, ClusterError> {
        let processes = cluster.hosts.len();
        let sockets = handshake::connect(cluster, head, control)?;
        if sockets.len() != processes {
            return Ok(None);
        }
        let peer = || Peer {
            under_way: 0,
            done: false,
            words: VecDeque::new(),
            heard: Instant::now(),
        };
        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                outbox: VecDeque::new(),
                inbox: VecDeque::new(),
                peers: std::iter::repeat_with(peer).take(processes).collect(),
                lost: None,
                closing: false,
            }),
            changed: Condvar::new(),
        });
        let (alive, closed) = mpsc::channel();
        let mut link = Self {
            cluster: cluster.clone(),
            shared,
            mover: None,
            closed: Mutex::new(closed),
        };
        if processes > 1 {
            link.mover = Some(link.start(sockets, alive)?);
        }
        Ok(Some(link))
    }

    fn start(
        &self,
        sockets: Vec<Option<TcpStream>>,
        alive: mpsc::Sender<()>,
    ) -> Result<Thread, ClusterError> {
        hush(&self.shared);
        let (shared, cluster) = (Arc::clone(&self.shared), self.cluster.clone());
        let thread = std::thread::Builder::new().name("timely:move".into());
        let moving = thread.spawn(move || {
            // Timely panics where a connection breaks: the first panic has said who was lost.
            let moved = panic::catch_unwind(panic::AssertUnwindSafe(|| {
                moving(&shared, &cluster, sockets);
            }));
            if moved.is_err() {
                shared.lose(cluster.process, "lost its connections");
            }
            drop(alive);
        });
        Ok(moving.map_err(ClusterError::Network)?.thread().clone())
    }

    pub(super) fn me(&self) -> usize {
        self.cluster.process
    }

    pub(super) fn processes(&self) -> usize {
        self.cluster.hosts.len()
    }

    /// The process that keeps a shard: neighbouring ones are different, so that every table has shards of each.
    pub(super) fn owner(&self, shard: usize) -> usize {
        shard % self.processes()
    }

    fn others(&self) -> impl Iterator<Item = usize> {
        let me = self.me();
        (0..self.processes()).filter(move |&other| other != me)
    }

    /// Which process was lost, if one was.
    pub(super) fn check(&self) -> Result<(), ClusterError> {
        match &self.shared.lock().lost {
            None => Ok(()),
            Some((process, reason)) => Err(self.cluster.lost(*process, reason)),
        }
    }

    fn wake(&self) {
        if let Some(mover) = &self.mover {
            mover.unpark();
        }
    }

    /// Waits until something can be done: none where it was stopped, or a process was lost.
    fn wait<T>(
        &self,
        control: &Control,
        mut ready: impl FnMut(&mut State) -> Option<T>,
    ) -> Option<T> {
        let mut state = self.shared.lock();
        loop {
            if state.lost.is_some() || control.stopped() {
                return None;
            }
            if let Some(result) = ready(&mut state) {
                return Some(result);
            }
            let waited = self.shared.changed.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Sends a batch, or gives a batch to take in before there is room for it.
    pub(super) fn send(
        &self,
        process: usize,
        batch: &mut Vec<u8>,
        control: &Control,
    ) -> Option<Next> {
        let bytes = batch.len() as u64;
        let next = self.wait(control, |state| {
            let peer = &mut state.peers[process];
            if peer.under_way == 0 || peer.under_way + bytes <= UNDER_WAY {
                peer.under_way += bytes;
                state.outbox.push_back((process, Say::Batch(std::mem::take(batch))));
                return Some(Next::Ready);
            }
            let (from, batch) = state.inbox.pop_front()?;
            Some(Next::Batch(from, batch))
        })?;
        self.wake();
        Some(next)
    }

    /// A batch that has come, if there is one.
    pub(super) fn waiting_batch(&self) -> Option<(usize, Vec<u8>)> {
        self.shared.lock().inbox.pop_front()
    }

    /// A batch that has come, or that all of this layer have.
    pub(super) fn next(&self, control: &Control) -> Option<Next> {
        let me = self.me();
        self.wait(control, |state| {
            if let Some((from, batch)) = state.inbox.pop_front() {
                return Some(Next::Batch(from, batch));
            }
            let done = |(other, peer): (usize, &Peer)| other == me || peer.done;
            state.peers.iter().enumerate().all(done).then(|| {
                state.peers.iter_mut().for_each(|peer| peer.done = false);
                Next::Ready
            })
        })
    }

    /// Says that a batch has been taken in.
    pub(super) fn taken(&self, process: usize, bytes: u64) {
        self.say(process, Say::Taken(bytes));
    }

    /// Says that no batch of this layer follows.
    pub(super) fn done(&self) {
        self.others().for_each(|other| self.say(other, Say::Done));
    }

    fn say(&self, process: usize, say: Say) {
        self.shared.lock().outbox.push_back((process, say));
        self.wake();
    }

    /// What every process says at this point, in their order; none where it was stopped, or a process was lost.
    pub(super) fn gather(&self, word: Vec<u8>, control: &Control) -> Option<Vec<Vec<u8>>> {
        for other in self.others() {
            self.say(other, Say::Word(word.clone()));
        }
        let mut own = Some(word);
        let mut words = Vec::with_capacity(self.processes());
        for process in 0..self.processes() {
            words.push(match process == self.me() {
                true => own.take()?,
                false => self.wait(control, |state| state.peers[process].words.pop_front())?,
            });
        }
        Some(words)
    }

    /// Closes the connections, and tells the others why if the count is not finished.
    pub(super) fn close(self, reason: Option<&str>) {
        {
            let mut state = self.shared.lock();
            if let Some(reason) = reason.filter(|_| state.lost.is_none()) {
                let others: Vec<usize> = self.others().collect();
                // What was to follow is of no use any more.
                state.outbox.clear();
                for other in others {
                    state.outbox.push_back((other, Say::Leave(reason.to_owned())));
                }
            }
            state.closing = true;
        }
        self.wake();
        // The last words go out at once; a frozen process is not waited for.
        let patience = match reason {
            None => self.cluster.timeout,
            Some(_) => Duration::from_secs(1),
        };
        let closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = closed.recv_timeout(patience);
    }
}

/// Moves messages until the connections are closed.
fn moving(shared: &Shared, cluster: &Cluster, sockets: Vec<Option<TcpStream>>) {
    let me = cluster.process;
    let hooks = Hooks::default();
    let inner = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
    let (builders, guard) = match initialize_networking_from_sockets(inner, sockets, me, 1, hooks) {
        Ok(made) => made,
        Err(error) => return shared.lose(me, &format!("cannot use its sockets: {error}")),
    };
    let mut allocators = builders.into_iter().map(|builder| builder.build());
    let Some(mut allocator) = allocators.next().map(Allocator::Tcp) else {
        return;
    };
    let (mut send, mut receive) = allocator.allocate::<Message>(0);
    let mut told = Instant::now();
    loop {
        allocator.events().borrow_mut().clear();
        allocator.receive();
        let mut come = Vec::new();
        while let Some(message) = receive.recv() {
            come.push(message);
        }
        let mut state = shared.lock();
        let moved = !come.is_empty();
        for message in come {
            state.hear(message, cluster);
        }
        if moved {
            shared.changed.notify_all();
        }
        let mut out = std::mem::take(&mut state.outbox);
        let (closing, lost) = (state.closing, state.lost.is_some());
        let silent = |(other, peer): &(usize, &Peer)| {
            *other != me && peer.heard.elapsed() > cluster.timeout
        };
        let silent = state.peers.iter().enumerate().find(silent);
        let silent = silent.map(|(other, _)| other);
        drop(state);
        if let Some(silent) = silent.filter(|_| !closing && !lost) {
            let waited = humantime::format_duration(cluster.timeout);
            shared.lose(silent, &format!("has said nothing for {waited}"));
        }
        if told.elapsed() >= ALIVE {
            told = Instant::now();
            out.extend((0..send.len()).filter(|&other| other != me).map(|other| (other, Say::Alive)));
        }
        let idle = out.is_empty() && !moved;
        for (process, say) in out {
            send[process].send(Message { from: me, say });
            send[process].done();
        }
        allocator.release();
        if closing && idle {
            break;
        }
        if idle {
            allocator.await_events(Some(LOOK));
        }
    }
    drop((send, receive));
    drop(allocator);
    if shared.lock().lost.is_some() {
        // Its threads may wait for a process that is gone, and end with the program.
        std::mem::forget(guard);
    }
}

impl State {
    fn hear(&mut self, Message { from, say }: Message, cluster: &Cluster) {
        let Some(peer) = self.peers.get_mut(from) else {
            self.lost.get_or_insert((cluster.process, "got what is not a message".into()));
            return;
        };
        peer.heard = Instant::now();
        match say {
            Say::Batch(batch) => self.inbox.push_back((from, batch)),
            Say::Taken(bytes) => peer.under_way = peer.under_way.saturating_sub(bytes),
            Say::Done => peer.done = true,
            Say::Word(word) => peer.words.push_back(word),
            Say::Alive => {}
            Say::Leave(reason) => {
                let reason = format!("ends: {}", harmless(&reason));
                self.lost.get_or_insert((from, reason));
            }
        }
    }
}

/// The threads of timely panic where a connection breaks: that is no fault of the program, and is told in other words.
fn hush(shared: &Arc<Shared>) {
    let (shared, before) = (Arc::downgrade(shared), panic::take_hook());
    panic::set_hook(Box::new(move |panicked| {
        let thread = std::thread::current();
        let of_timely = thread.name().and_then(|name| name.strip_prefix("timely:"));
        match (of_timely, shared.upgrade()) {
            (Some(task), Some(shared)) => {
                let process = task.rsplit_once('-').and_then(|(_, process)| process.parse().ok());
                if let Some(process) = process {
                    shared.lose(process, "is gone: the connection broke");
                }
            }
            (Some(_), None) => {}
            (None, _) => before(panicked),
        }
    }));
}
