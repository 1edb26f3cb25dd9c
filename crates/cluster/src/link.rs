//! The connections of a process: batches with flow control, the words of all processes at the same point, and the end of the count.

use super::channel::Channel;
use super::meeting::Mesh;
use super::message::{Cause, Content, Termination};
use super::wire::Wire;
use super::{Checkpoints, Cluster, ClusterError, SHARDS, meeting, mover};
use azulejo_control::Control;
use std::collections::VecDeque;
use std::net::{Shutdown, TcpListener};
use std::panic;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The connections to all other processes.
#[derive(Debug)]
pub struct Link {
    cluster: Cluster,
    /// The owner of each shard.
    owners: Vec<u16>,
    shared: Arc<Shared>,
    /// The channel to each process; none for this one.
    channels: Vec<Option<Arc<Channel>>>,
    mover: Option<JoinHandle<()>>,
    /// The listener keeps the port, so that no second process with the same number begins.
    _listener: TcpListener,
}

/// The state that the count, the mover and timely's threads share.
#[derive(Debug)]
pub(super) struct Shared {
    state: Mutex<State>,
    /// The signal of a new message or a closed connection.
    changed: Condvar,
}

#[derive(Debug)]
pub(super) struct State {
    pub(super) outbox: VecDeque<(usize, Content)>,
    /// Batches to take in, with their senders.
    pub(super) inbox: VecDeque<(usize, Vec<u8>)>,
    pub(super) peers: Vec<Peer>,
    /// The first reason why the count does not go on.
    pub(super) termination: Option<Termination>,
    /// Whether the outbox is the last one, and a closed connection is no error any more.
    pub(super) is_closing: bool,
    /// Whether the mover is to end.
    pub(super) stop_mover: bool,
    /// Whether the mover has ended.
    is_mover_over: bool,
}

#[derive(Debug)]
pub(super) struct Peer {
    /// Bytes of batches that the peer has not taken in yet.
    pub(super) under_way: u64,
    /// Whether all batches of this layer have come.
    pub(super) has_ended_layer: bool,
    pub(super) words: VecDeque<Vec<u8>>,
    pub(super) last_message: Instant,
    /// Whether the last message of the peer has come.
    pub(super) is_finished: bool,
    /// Whether the connection is closed.
    pub(super) is_gone: bool,
}

/// The time between two looks of a waiting thread at its control.
pub(super) const LOOK: Duration = Duration::from_millis(50);

/// The longest wait of a process for the others after a failed count, so that all learn the reason.
pub(super) const FAREWELL: Duration = Duration::from_secs(1);

impl Shared {
    fn new(processes: usize) -> Self {
        let peer = || Peer {
            under_way: 0,
            has_ended_layer: false,
            words: VecDeque::new(),
            last_message: Instant::now(),
            is_finished: false,
            is_gone: false,
        };
        Self {
            state: Mutex::new(State {
                outbox: VecDeque::new(),
                inbox: VecDeque::new(),
                peers: std::iter::repeat_with(peer).take(processes).collect(),
                termination: None,
                is_closing: false,
                stop_mover: false,
                is_mover_over: false,
            }),
            changed: Condvar::new(),
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the waiting threads after a change of the state.
    pub(super) fn notify(&self) {
        self.changed.notify_all();
    }

    /// Records that bytes of a process were changed on their way.
    pub(super) fn record_forgery(&self, process: usize) {
        let reason = "is lost: what came from it was changed on its way".into();
        self.lock().end(process, Cause::Lost(reason));
    }

    /// Records that a process has closed its connection. Returns when the mover, which reads the last messages, has ended.
    pub(super) fn record_hang_up(&self, process: usize) {
        let mut state = self.lock();
        state.peers[process].is_gone = true;
        self.notify();
        while !state.is_mover_over {
            let guard = self.changed.wait(state);
            state = guard.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl State {
    /// Records why the count does not go on, if no reason is recorded.
    pub(super) fn end(&mut self, process: usize, cause: Cause) {
        self.termination
            .get_or_insert(Termination { process, cause });
    }
}

/// The next step of a thread that waits.
#[derive(Debug)]
pub enum Next {
    /// A batch to take in, and the process that it comes from.
    Batch(usize, Vec<u8>),
    /// The event that the thread waited for.
    Ready,
}

impl Link {
    /// Connects to all other processes; none if the run was stopped. All must have the same `head`, the identity of the problem.
    ///
    /// # Errors
    /// When a process does not come within the timeout, does not belong to this count, or the network cannot be used.
    pub fn open(
        cluster: &Cluster,
        head: &[u8],
        checkpoints: Checkpoints,
        control: &Control,
    ) -> Result<Option<Self>, ClusterError> {
        let Some(Mesh { listener, channels }) =
            meeting::connect(cluster, head, checkpoints, control)?
        else {
            return Ok(None);
        };
        let shared = Arc::new(Shared::new(cluster.hosts.len()));
        let mut link = Self {
            cluster: cluster.clone(),
            // Neighbouring shards have different owners, so that every table has shards of each.
            owners: (0..SHARDS)
                .map(|shard| (shard % cluster.hosts.len()) as u16)
                .collect(),
            shared: Arc::clone(&shared),
            channels: channels
                .into_iter()
                .map(|channel| channel.map(Arc::new))
                .collect(),
            mover: None,
            _listener: listener,
        };
        if link.processes() > 1 {
            link.mover = Some(link.start()?);
        }
        Ok(Some(link))
    }

    fn start(&self) -> Result<JoinHandle<()>, ClusterError> {
        let wire = |(process, channel): (usize, &Option<Arc<Channel>>)| {
            channel.as_ref().map(|channel| Wire {
                channel: Arc::clone(channel),
                process,
                shared: Arc::clone(&self.shared),
            })
        };
        let wires: Vec<Option<Wire>> = self.channels.iter().enumerate().map(wire).collect();
        let (shared, cluster) = (Arc::clone(&self.shared), self.cluster.clone());
        let thread = std::thread::Builder::new().name("azulejo:move".into());
        let handle = thread.spawn(move || {
            let result = panic::catch_unwind(panic::AssertUnwindSafe(|| {
                mover::run(&shared, &cluster, wires);
            }));
            if result.is_err() {
                let reason = "got what is not a message".into();
                shared.lock().end(cluster.process, Cause::Failed(reason));
                shared.notify();
            }
        });
        handle.map_err(ClusterError::Network)
    }

    /// The number of this process.
    pub fn me(&self) -> usize {
        self.cluster.process
    }

    /// The number of processes.
    pub fn processes(&self) -> usize {
        self.cluster.hosts.len()
    }

    /// The process that keeps a shard, by its number below [`SHARDS`].
    pub fn owner(&self, shard: usize) -> usize {
        self.owners[shard].into()
    }

    fn others(&self) -> impl Iterator<Item = usize> {
        let me = self.me();
        (0..self.processes()).filter(move |&other| other != me)
    }

    /// The reason why the count does not go on, if another process began it.
    pub fn termination(&self) -> Option<Termination> {
        self.shared.lock().termination.clone()
    }

    fn wake(&self) {
        if let Some(mover) = &self.mover {
            mover.thread().unpark();
        }
    }

    /// Waits until `ready` has a result; none where the run was stopped, or the count does not go on.
    fn wait<T>(
        &self,
        control: &Control,
        mut ready: impl FnMut(&mut State) -> Option<T>,
    ) -> Option<T> {
        let mut state = self.shared.lock();
        loop {
            if state.termination.is_some() || control.stopped() {
                return None;
            }
            if let Some(result) = ready(&mut state) {
                return Some(result);
            }
            let guard = self.shared.changed.wait_timeout(state, LOOK);
            state = guard.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Sends a batch, or returns a batch to take in before there is room for the other one.
    pub fn send(&self, process: usize, batch: &mut Vec<u8>, control: &Control) -> Option<Next> {
        let bytes = batch.len() as u64;
        let next = self.wait(control, |state| {
            let peer = &mut state.peers[process];
            if peer.under_way == 0 || peer.under_way + bytes <= self.cluster.under_way {
                peer.under_way += bytes;
                let batch = Content::Batch(std::mem::take(batch));
                state.outbox.push_back((process, batch));
                return Some(Next::Ready);
            }
            let (from, batch) = state.inbox.pop_front()?;
            Some(Next::Batch(from, batch))
        })?;
        self.wake();
        Some(next)
    }

    /// A batch that has come, if there is one.
    pub fn waiting_batch(&self) -> Option<(usize, Vec<u8>)> {
        self.shared.lock().inbox.pop_front()
    }

    /// The next batch of this layer, or the sign that all batches have come.
    pub fn next(&self, control: &Control) -> Option<Next> {
        let me = self.me();
        self.wait(control, |state| {
            if let Some((from, batch)) = state.inbox.pop_front() {
                return Some(Next::Batch(from, batch));
            }
            let is_done = |(other, peer): (usize, &Peer)| other == me || peer.has_ended_layer;
            state.peers.iter().enumerate().all(is_done).then(|| {
                let peers = state.peers.iter_mut();
                peers.for_each(|peer| peer.has_ended_layer = false);
                Next::Ready
            })
        })
    }

    /// Acknowledges a batch that has been taken in.
    pub fn taken(&self, process: usize, bytes: u64) {
        self.post(process, Content::Credit(bytes));
    }

    /// Tells all processes that no batch of this layer follows.
    pub fn done(&self) {
        self.others()
            .for_each(|other| self.post(other, Content::EndOfLayer));
    }

    fn post(&self, process: usize, content: Content) {
        self.shared.lock().outbox.push_back((process, content));
        self.wake();
    }

    /// The words of all processes at this point, in their order; none where the run was stopped, or the count does not go on.
    pub fn gather(&self, word: Vec<u8>, control: &Control) -> Option<Vec<Vec<u8>>> {
        for other in self.others() {
            self.post(other, Content::Word(word.clone()));
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

    /// Closes the connections. If the count is not finished, all other processes get the reason, also the one that it came
    /// from: each process may be the first to learn it.
    pub fn close(mut self, termination: Option<Termination>) {
        let patience = match termination {
            None => self.cluster.timeout,
            Some(_) => FAREWELL,
        };
        let others: Vec<usize> = self.others().collect();
        let mut state = self.shared.lock();
        if termination.is_some() {
            // The rest of the outbox is of no use any more.
            state.outbox.clear();
        }
        let last = termination.map_or(Content::Finished, Content::Termination);
        let messages = others.iter().map(|&other| (other, last.clone()));
        state.outbox.extend(messages);
        state.is_closing = true;
        drop(state);
        self.wake();
        // Unread messages are lost if the program ends. A process has read all of them before its last message.
        let deadline = Instant::now() + patience;
        let is_present = |peer: &Peer| !peer.is_finished && !peer.is_gone;
        let mut state = self.shared.lock();
        while others.iter().any(|&other| is_present(&state.peers[other])) {
            let Some(left) = deadline.checked_duration_since(Instant::now()) else {
                break;
            };
            let guard = self.shared.changed.wait_timeout(state, left);
            state = guard.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.stop_mover = true;
        drop(state);
        // Before the farewell of timely, whose threads panic where some farewells are missing.
        for channel in self.channels.iter().flatten() {
            channel.shutdown(Shutdown::Both);
        }
        self.wake();
        if let Some(mover) = self.mover.take() {
            // An error of the mover is recorded already.
            let _ = mover.join();
        }
        self.shared.lock().is_mover_over = true;
        self.shared.notify();
    }
}
