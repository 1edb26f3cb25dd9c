//! One thread moves messages between the count and the threads of timely, which send and receive.

use super::Cluster;
use super::link::{LOOK, Shared, State};
use super::message::{Cause, Content, Message, Termination};
use super::wire::Wire;
use azulejo_text::harmless::harmless;
use std::time::{Duration, Instant};
use timely_communication::allocator::ProcessBuilder;
use timely_communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely_communication::{Allocator, Hooks};

/// The time between two heartbeats of a process.
const HEARTBEAT: Duration = Duration::from_millis(250);

/// Moves messages until the connections are closed.
pub(super) fn run(shared: &Shared, cluster: &Cluster, wires: Vec<Option<Wire>>) {
    let me = cluster.process;
    let hooks = Hooks::default();
    let inner = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
    let (builders, threads) = match initialize_networking_from_sockets(inner, wires, me, 1, hooks) {
        Ok(network) => network,
        Err(error) => {
            let reason = format!("the network cannot be used: {error}");
            shared.lock().end(me, Cause::Failed(reason));
            return shared.notify();
        }
    };
    // A guard that is dropped waits for its threads, and panics if one of them did. The threads end with the connections.
    std::mem::forget(threads);
    let mut allocators = builders.into_iter().map(|builder| builder.build());
    let Some(mut allocator) = allocators.next().map(Allocator::Tcp) else {
        return;
    };
    let (mut send, mut receive) = allocator.allocate::<Message>(0);
    let others: Vec<usize> = (0..send.len()).filter(|&other| other != me).collect();
    let mut last_heartbeat = Instant::now();
    loop {
        // Before the messages are received: the last message of a process comes before the end of its connection.
        let gone = shared.lock().gone_processes(me);
        allocator.events().borrow_mut().clear();
        allocator.receive();
        let mut messages = Vec::new();
        while let Some(message) = receive.recv() {
            messages.push(message);
        }
        let has_messages = !messages.is_empty();
        let mut state = shared.lock();
        for message in messages {
            state.handle(message, cluster);
        }
        state.check_peers(&gone, &others, cluster);
        if has_messages || !gone.is_empty() || state.termination.is_some() {
            shared.notify();
        }
        let mut outbox = std::mem::take(&mut state.outbox);
        let (is_closing, stop_mover) = (state.is_closing, state.stop_mover);
        drop(state);
        if last_heartbeat.elapsed() >= HEARTBEAT && !is_closing {
            last_heartbeat = Instant::now();
            outbox.extend(others.iter().map(|&other| (other, Content::Heartbeat)));
        }
        let idle = outbox.is_empty() && !has_messages;
        for (process, content) in outbox {
            send[process].send(Message { from: me, content });
            send[process].done();
        }
        allocator.release();
        if stop_mover {
            return;
        }
        if idle {
            allocator.await_events(Some(LOOK));
        }
    }
}

impl State {
    fn gone_processes(&self, me: usize) -> Vec<usize> {
        let peers = self.peers.iter().enumerate();
        let gone = peers.filter(|(other, peer)| *other != me && peer.is_gone);
        gone.map(|(other, _)| other).collect()
    }

    fn handle(&mut self, Message { from, content }: Message, cluster: &Cluster) {
        let Some(peer) = self.peers.get_mut(from) else {
            let reason = "got what is not a message".into();
            return self.end(cluster.process, Cause::Failed(reason));
        };
        peer.last_message = Instant::now();
        match content {
            Content::Batch(batch) => self.inbox.push_back((from, batch)),
            Content::Credit(bytes) => peer.under_way = peer.under_way.saturating_sub(bytes),
            Content::EndOfLayer => peer.has_ended_layer = true,
            Content::Word(word) => peer.words.push_back(word),
            Content::Heartbeat => {}
            Content::Finished => peer.is_finished = true,
            Content::Termination(Termination { process, cause }) => {
                peer.is_finished = true;
                let process = process.min(cluster.hosts.len() - 1);
                self.end(
                    process,
                    match cause {
                        Cause::Stopped => Cause::Stopped,
                        Cause::Lost(reason) => Cause::Lost(harmless(&reason)),
                        Cause::Failed(reason) => Cause::Failed(harmless(&reason)),
                    },
                );
            }
        }
    }

    /// Ends the count if a process is gone, or silent for too long.
    fn check_peers(&mut self, gone: &[usize], others: &[usize], cluster: &Cluster) {
        if self.is_closing {
            return;
        }
        for &process in others {
            let peer = &self.peers[process];
            if peer.is_finished {
                continue;
            }
            if gone.contains(&process) {
                self.end(process, Cause::Lost("is gone: the connection broke".into()));
            } else if peer.last_message.elapsed() > cluster.timeout {
                let timeout = humantime::format_duration(cluster.timeout);
                let reason = format!("has said nothing for {timeout}");
                self.end(process, Cause::Lost(reason));
            }
        }
    }
}
