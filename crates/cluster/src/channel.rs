//! An encrypted connection, after its handshake.
//!
//! Every message is sealed together with its number, which both sides count. One that was changed, left out, repeated or
//! moved does not open, and the connection ends there.

use snow::{HandshakeState, StatelessTransportState};
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most bytes of content in a message: timely writes twice as many at once.
const CONTENT: usize = 1 << 15;

/// The bytes that a seal adds to the content.
const SEAL: usize = 16;

/// The length before a message.
const LENGTH: usize = size_of::<u16>();

/// An encrypted connection: one thread can send while another one receives.
pub(super) struct Channel {
    socket: TcpStream,
    keys: StatelessTransportState,
    sender: Mutex<Sender>,
    receiver: Mutex<Receiver>,
}

struct Sender {
    /// The number of the next message.
    number: u64,
    /// The sealed message, and its length before it.
    message: Box<[u8]>,
}

struct Receiver {
    /// The number of the next message.
    number: u64,
    socket: BufReader<TcpStream>,
    message: Box<[u8]>,
    content: Box<[u8]>,
    /// The unread part of the content.
    unread: std::ops::Range<usize>,
}

impl std::fmt::Debug for Channel {
    /// Without the keys.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("Channel");
        debug.field("socket", &self.socket).finish_non_exhaustive()
    }
}

/// The state of one direction, for one thread alone.
fn lock<T>(half: &Mutex<T>) -> MutexGuard<'_, T> {
    half.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Channel {
    /// The channel after the last message of the handshake.
    pub(super) fn new(socket: TcpStream, noise: HandshakeState) -> io::Result<Self> {
        let keys = noise.into_stateless_transport_mode();
        let buffer = || vec![0; CONTENT + SEAL].into_boxed_slice();
        Ok(Self {
            keys: keys.map_err(io::Error::other)?,
            sender: Mutex::new(Sender {
                number: 0,
                message: vec![0; LENGTH + CONTENT + SEAL].into(),
            }),
            receiver: Mutex::new(Receiver {
                number: 0,
                socket: BufReader::with_capacity(LENGTH + CONTENT + SEAL, socket.try_clone()?),
                message: buffer(),
                content: buffer(),
                unread: 0..0,
            }),
            socket,
        })
    }

    /// The connection itself.
    pub(super) fn socket(&self) -> &TcpStream {
        &self.socket
    }

    /// Sends all of the bytes.
    pub(super) fn send(&self, bytes: &[u8]) -> io::Result<()> {
        let Sender { number, message } = &mut *lock(&self.sender);
        for content in bytes.chunks(CONTENT) {
            let (prefix, body) = message.split_at_mut(LENGTH);
            let length = self.keys.write_message(*number, content, body);
            let length = length.map_err(io::Error::other)?;
            *number += 1;
            prefix.copy_from_slice(&(length as u16).to_le_bytes());
            (&self.socket).write_all(&message[..LENGTH + length])?;
        }
        Ok(())
    }

    /// Receives bytes of one message; none where the other side has closed the connection.
    ///
    /// # Errors
    /// The kind is `InvalidData` where a message was not sealed by the other side as the next one.
    pub(super) fn receive(&self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut receiver = lock(&self.receiver);
        while receiver.unread.is_empty() {
            match receiver.next(&self.keys) {
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(0),
                result => result?,
            }
        }
        let count = bytes.len().min(receiver.unread.len());
        let start = receiver.unread.start;
        receiver.unread.start += count;
        bytes[..count].copy_from_slice(&receiver.content[start..start + count]);
        Ok(count)
    }

    /// Closes one direction or both, also of a broken connection.
    pub(super) fn shutdown(&self, how: Shutdown) {
        let _ = self.socket.shutdown(how);
    }
}

impl Receiver {
    fn next(&mut self, keys: &StatelessTransportState) -> io::Result<()> {
        let invalid = || io::Error::from(ErrorKind::InvalidData);
        let mut length = [0; LENGTH];
        self.socket.read_exact(&mut length)?;
        let length = u16::from_le_bytes(length).into();
        let message = self.message.get_mut(..length).ok_or_else(invalid)?;
        self.socket.read_exact(message)?;
        let length = keys.read_message(self.number, message, &mut self.content);
        self.unread = 0..length.map_err(|_| invalid())?;
        self.number += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relay::{Relay, next_bytes, relay};

    /// The next message of a socket, with its length.
    fn message(from: &TcpStream) -> Vec<u8> {
        let length = next_bytes(from, LENGTH);
        let bytes = u16::from_le_bytes(length[..].try_into().expect("two"));
        [length, next_bytes(from, bytes.into())].concat()
    }

    /// The content that the second end receives of three messages of the first end after a change, and the error that follows.
    fn delivery(change: impl FnOnce(&mut Vec<Vec<u8>>)) -> (Vec<u8>, ErrorKind) {
        let Relay {
            ends: [first, second],
            between: [near, mut far],
            ..
        } = relay();
        let mut messages = Vec::new();
        for content in b"abc" {
            first.send(&[*content]).expect("sent");
            messages.push(message(&near));
        }
        change(&mut messages);
        far.write_all(&messages.concat()).expect("sent");
        far.shutdown(Shutdown::Write).expect("closed");
        let mut received = Vec::new();
        loop {
            let mut bytes = [0; 8];
            match second.receive(&mut bytes) {
                Ok(0) => return (received, ErrorKind::UnexpectedEof),
                Ok(count) => received.extend(&bytes[..count]),
                Err(error) => return (received, error.kind()),
            }
        }
    }

    #[test]
    fn bytes_arrive_in_both_directions() {
        let Relay {
            ends: [first, second],
            between: [near, far],
            ..
        } = relay();
        std::thread::scope(|scope| {
            for (mut from, mut to) in [(&near, &far), (&far, &near)] {
                scope.spawn(move || {
                    io::copy(&mut from, &mut to).expect("relayed");
                    to.shutdown(Shutdown::Write).expect("closed");
                });
            }
            for (from, to) in [(&first, &second), (&second, &first)] {
                let bytes: Vec<u8> = (0..3 * CONTENT + 1).map(|index| index as u8).collect();
                let copy = bytes.clone();
                scope.spawn(move || {
                    from.send(&[]).expect("sent");
                    from.send(&copy).expect("sent");
                    from.shutdown(Shutdown::Write);
                });
                let mut received: Vec<u8> = Vec::new();
                let mut piece = [0; 1000];
                while let count @ 1.. = to.receive(&mut piece).expect("received") {
                    received.extend(&piece[..count]);
                }
                assert_eq!(received, bytes);
            }
        });
    }

    #[test]
    fn a_message_opens_once_in_its_place_and_unchanged() {
        let (end, forged) = (ErrorKind::UnexpectedEof, ErrorKind::InvalidData);
        assert_eq!(delivery(|_| {}), (b"abc".into(), end));
        let repetition = delivery(|messages| messages.insert(1, messages[0].clone()));
        assert_eq!(repetition, (b"a".into(), forged));
        let swap = delivery(|messages| messages.swap(1, 2));
        assert_eq!(swap, (b"a".into(), forged));
        let omission = delivery(|messages| drop(messages.remove(0)));
        assert_eq!(omission, (b"".into(), forged));
        for place in LENGTH..LENGTH + 1 + SEAL {
            let flip = delivery(|messages| messages[1][place] ^= 1);
            assert_eq!(flip, (b"a".into(), forged), "byte {place}");
        }
        let shorter = delivery(|messages| messages[1][0] -= 1);
        assert_eq!(shorter, (b"a".into(), forged));
        let longer = delivery(|messages| messages[1][1] = u8::MAX);
        assert_eq!(longer, (b"a".into(), forged));
        let truncation = delivery(|messages| messages[2].truncate(9));
        assert_eq!(truncation, (b"ab".into(), end));
    }

    #[test]
    fn an_end_refuses_its_own_message() {
        let Relay {
            ends: [first, _second],
            between: [mut near, _far],
            ..
        } = relay();
        first.send(b"a").expect("sent");
        let own = message(&near);
        near.write_all(&own).expect("sent");
        let error = first.receive(&mut [0; 8]).expect_err("its own");
        assert_eq!(error.kind(), ErrorKind::InvalidData);
    }
}
