//! The connections of a process, as the count uses them: batches with flow control, words that all say at the same
//! point, and how it ends.

use super::channel::Channel;
use super::meeting::Mesh;
use super::message::{Content, How, Over};
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
    /// By shard.
    owners: Vec<u16>,
    shared: Arc<Shared>,
    /// By process; none for this one.
    channels: Vec<Option<Arc<Channel>>>,
    mover: Option<JoinHandle<()>>,
    /// Keeps the port, so that no second process with the same number begins.
    _listener: TcpListener,
}

/// The state that the count, the mover and timely's threads share.
#[derive(Debug)]
pub(super) struct Shared {
    state: Mutex<State>,
    /// Whenever a message has come, or a process has hung up.
    changed: Condvar,
}

#[derive(Debug)]
pub(super) struct State {
    pub(super) outbox: VecDeque<(usize, Content)>,
    /// Batches that nobody has taken in yet, and their senders.
    pub(super) inbox: VecDeque<(usize, Vec<u8>)>,
    pub(super) peers: Vec<Peer>,
    /// The reason why the count does not go on: the first one alone.
    pub(super) over: Option<Over>,
    /// Nothing is sent after what is in the outbox, and nobody is missed.
    pub(super) closing: bool,
    /// The mover is to end.
    pub(super) ending: bool,
    /// The mover has ended.
    ended: bool,
}

#[derive(Debug)]
pub(super) struct Peer {
    /// Bytes of batches that are on their way to it or not yet taken in there.
    pub(super) under_way: u64,
    /// Whether all its batches of this layer have come.
    pub(super) done: bool,
    pub(super) words: VecDeque<Vec<u8>>,
    pub(super) heard: Instant,
    /// Whether the peer has said its last word, and knows all that it must know.
    pub(super) finished: bool,
    pub(super) hung_up: bool,
}

/// The time between two looks of a thread that waits whether it is to stop.
pub(super) const LOOK: Duration = Duration::from_millis(50);

/// Where a count fails, a process waits so long at most for the others to hang up, so that all hear why.
pub(super) const FAREWELL: Duration = Duration::from_secs(1);

impl Shared {
    fn new(processes: usize) -> Self {
        let peer = || Peer {
            under_way: 0,
            done: false,
            words: VecDeque::new(),
            heard: Instant::now(),
            finished: false,
            hung_up: false,
        };
        Self {
            state: Mutex::new(State {
                outbox: VecDeque::new(),
                inbox: VecDeque::new(),
                peers: std::iter::repeat_with(peer).take(processes).collect(),
                over: None,
                closing: false,
                ending: false,
                ended: false,
            }),
            changed: Condvar::new(),
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells whoever waits that something has changed.
    pub(super) fn tell(&self) {
        self.changed.notify_all();
    }

    /// Notes that what came from a process is not what it sent.
    pub(super) fn forged(&self, process: usize) {
        let reason = "is lost: what came from it was changed on its way".into();
        self.lock().end(process, How::Lost(reason));
    }

    /// Notes that a process has hung up, and comes back when the mover has ended: it reads what came before.
    pub(super) fn hung_up(&self, process: usize) {
        let mut state = self.lock();
        state.peers[process].hung_up = true;
        self.tell();
        while !state.ended {
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl State {
    /// Notes why the count does not go on, if nothing is known of that.
    pub(super) fn end(&mut self, process: usize, how: How) {
        self.over.get_or_insert(Over { process, how });
    }
}

/// The next step of a thread that waits.
#[derive(Debug)]
pub enum Next {
    /// A batch to take in, and the process that it comes from.
    Batch(usize, Vec<u8>),
    /// The event that was waited for.
    Ready,
}

impl Link {
    /// Connects to all other processes; none if it was stopped. All must count for the same `head`, which says what is counted.
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
        let moving = thread.spawn(move || {
            let moved = panic::catch_unwind(panic::AssertUnwindSafe(|| {
                mover::run(&shared, &cluster, wires);
            }));
            if moved.is_err() {
                let reason = "got what is not a message".into();
                shared.lock().end(cluster.process, How::Failed(reason));
                shared.tell();
            }
        });
        moving.map_err(ClusterError::Network)
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
    pub fn over(&self) -> Option<Over> {
        self.shared.lock().over.clone()
    }

    fn wake(&self) {
        if let Some(mover) = &self.mover {
            mover.thread().unpark();
        }
    }

    /// Waits until something can be done: none where it was stopped, or the count does not go on.
    fn wait<T>(
        &self,
        control: &Control,
        mut ready: impl FnMut(&mut State) -> Option<T>,
    ) -> Option<T> {
        let mut state = self.shared.lock();
        loop {
            if state.over.is_some() || control.stopped() {
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

    /// A batch that has come, or that all of this layer have.
    pub fn next(&self, control: &Control) -> Option<Next> {
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
    pub fn taken(&self, process: usize, bytes: u64) {
        self.post(process, Content::Taken(bytes));
    }

    /// Says that no batch of this layer follows.
    pub fn done(&self) {
        self.others()
            .for_each(|other| self.post(other, Content::Done));
    }

    fn post(&self, process: usize, content: Content) {
        self.shared.lock().outbox.push_back((process, content));
        self.wake();
    }

    /// The words of all processes at this point, in their order; none where it was stopped, or the count does not go on.
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

    /// Closes the connections. The others are told why, if the count is not finished: whoever told this process, too, for
    /// nobody knows who hears it first from whom.
    pub fn close(mut self, over: Option<Over>) {
        let patience = match over {
            None => self.cluster.timeout,
            Some(_) => FAREWELL,
        };
        let others: Vec<usize> = self.others().collect();
        let mut state = self.shared.lock();
        if over.is_some() {
            // What was to follow is of no use any more.
            state.outbox.clear();
        }
        let last = over.map_or(Content::Finished, Content::Over);
        let words = others.iter().map(|&other| (other, last.clone()));
        state.outbox.extend(words);
        state.closing = true;
        drop(state);
        self.wake();
        // What was sent is lost if the program ends before it is read: whoever says a last word has read all.
        let until = Instant::now() + patience;
        let waits = |peer: &Peer| !peer.finished && !peer.hung_up;
        let mut state = self.shared.lock();
        while others.iter().any(|&other| waits(&state.peers[other])) {
            let Some(left) = until.checked_duration_since(Instant::now()) else {
                break;
            };
            let waited = self.shared.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.ending = true;
        drop(state);
        // Before timely says farewell in its own way: its threads panic where one comes and another does not.
        for channel in self.channels.iter().flatten() {
            channel.shutdown(Shutdown::Both);
        }
        self.wake();
        if let Some(mover) = self.mover.take() {
            // If it failed, then that is told already.
            let _ = mover.join();
        }
        self.shared.lock().ended = true;
        self.shared.tell();
    }
}
