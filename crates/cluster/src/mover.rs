//! One thread moves messages between the count and the threads of timely, which send and receive.

use super::Cluster;
use super::link::{LOOK, Shared, State};
use super::message::{Content, How, Message, Over};
use super::wire::Wire;
use azulejo_text::harmless::harmless;
use std::time::{Duration, Instant};
use timely_communication::allocator::ProcessBuilder;
use timely_communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely_communication::{Allocator, Hooks};

/// A process tells so often that it is there.
const ALIVE: Duration = Duration::from_millis(250);

/// Moves messages until the connections are closed.
pub(super) fn run(shared: &Shared, cluster: &Cluster, wires: Vec<Option<Wire>>) {
    let me = cluster.process;
    let hooks = Hooks::default();
    let inner = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
    let (builders, threads) = match initialize_networking_from_sockets(inner, wires, me, 1, hooks) {
        Ok(made) => made,
        Err(error) => {
            let reason = format!("the network cannot be used: {error}");
            shared.lock().end(me, How::Failed(reason));
            return shared.tell();
        }
    };
    // Dropped, it would wait for its threads, and panic where one of them did. They end when the connections are closed.
    std::mem::forget(threads);
    let mut allocators = builders.into_iter().map(|builder| builder.build());
    let Some(mut allocator) = allocators.next().map(Allocator::Tcp) else {
        return;
    };
    let (mut send, mut receive) = allocator.allocate::<Message>(0);
    let others: Vec<usize> = (0..send.len()).filter(|&other| other != me).collect();
    let mut last_sign = Instant::now();
    loop {
        // Before what has come is taken: the last that a process says comes before it hangs up.
        let hung_up = shared.lock().hung_up_processes(me);
        allocator.events().borrow_mut().clear();
        allocator.receive();
        let mut come = Vec::new();
        while let Some(message) = receive.recv() {
            come.push(message);
        }
        let moved = !come.is_empty();
        let mut state = shared.lock();
        for message in come {
            state.hear(message, cluster);
        }
        state.miss(&hung_up, &others, cluster);
        if moved || !hung_up.is_empty() || state.over.is_some() {
            shared.tell();
        }
        let mut out = std::mem::take(&mut state.outbox);
        let (closing, ending) = (state.closing, state.ending);
        drop(state);
        if last_sign.elapsed() >= ALIVE && !closing {
            last_sign = Instant::now();
            out.extend(others.iter().map(|&other| (other, Content::Alive)));
        }
        let idle = out.is_empty() && !moved;
        for (process, content) in out {
            send[process].send(Message { from: me, content });
            send[process].done();
        }
        allocator.release();
        if ending {
            return;
        }
        if idle {
            allocator.await_events(Some(LOOK));
        }
    }
}

impl State {
    fn hung_up_processes(&self, me: usize) -> Vec<usize> {
        let peers = self.peers.iter().enumerate();
        let hung_up = peers.filter(|(other, peer)| *other != me && peer.hung_up);
        hung_up.map(|(other, _)| other).collect()
    }

    fn hear(&mut self, Message { from, content }: Message, cluster: &Cluster) {
        let Some(peer) = self.peers.get_mut(from) else {
            let reason = "got what is not a message".into();
            return self.end(cluster.process, How::Failed(reason));
        };
        peer.heard = Instant::now();
        match content {
            Content::Batch(batch) => self.inbox.push_back((from, batch)),
            Content::Taken(bytes) => peer.under_way = peer.under_way.saturating_sub(bytes),
            Content::Done => peer.done = true,
            Content::Word(word) => peer.words.push_back(word),
            Content::Alive => {}
            Content::Finished => peer.finished = true,
            Content::Over(Over { process, how }) => {
                peer.finished = true;
                let process = process.min(cluster.hosts.len() - 1);
                self.end(
                    process,
                    match how {
                        How::Stopped => How::Stopped,
                        How::Lost(reason) => How::Lost(harmless(&reason)),
                        How::Failed(reason) => How::Failed(harmless(&reason)),
                    },
                );
            }
        }
    }

    /// Notes who is gone, or says nothing.
    fn miss(&mut self, hung_up: &[usize], others: &[usize], cluster: &Cluster) {
        if self.closing {
            return;
        }
        for &process in others {
            let peer = &self.peers[process];
            if peer.finished {
                continue;
            }
            if hung_up.contains(&process) {
                self.end(process, How::Lost("is gone: the connection broke".into()));
            } else if peer.heard.elapsed() > cluster.timeout {
                let waited = humantime::format_duration(cluster.timeout);
                self.end(process, How::Lost(format!("has said nothing for {waited}")));
            }
        }
    }
}
