//! An encrypted connection, after its handshake.
//!
//! Every message is sealed together with its number, which both sides count. One that was changed, left out, repeated or
//! moved does not open, and the connection ends there.

use snow::{HandshakeState, StatelessTransportState};
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The content of a message has at most so many bytes: timely writes twice as many at once.
const CONTENT: usize = 1 << 15;

/// The bytes that a seal adds to the content.
const SEAL: usize = 16;

/// The length before a message.
const LENGTH: usize = size_of::<u16>();

/// One thread can send while another one receives.
pub(super) struct Channel {
    socket: TcpStream,
    keys: StatelessTransportState,
    sending: Mutex<Sending>,
    receiving: Mutex<Receiving>,
}

struct Sending {
    /// Of the message that is sent next.
    number: u64,
    /// The sealed message, and its length before it.
    message: Box<[u8]>,
}

struct Receiving {
    /// Of the message that must come next.
    number: u64,
    socket: BufReader<TcpStream>,
    message: Box<[u8]>,
    content: Box<[u8]>,
    /// The content that nobody has taken.
    left: std::ops::Range<usize>,
}

impl std::fmt::Debug for Channel {
    /// Without the keys.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("Channel");
        debug.field("socket", &self.socket).finish_non_exhaustive()
    }
}

/// The lock of one direction, which one thread alone takes.
fn locked<T>(half: &Mutex<T>) -> MutexGuard<'_, T> {
    half.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Channel {
    /// After the last message of the handshake.
    pub(super) fn new(socket: TcpStream, noise: HandshakeState) -> io::Result<Self> {
        let keys = noise.into_stateless_transport_mode();
        let room = || vec![0; CONTENT + SEAL].into_boxed_slice();
        Ok(Self {
            keys: keys.map_err(io::Error::other)?,
            sending: Mutex::new(Sending {
                number: 0,
                message: vec![0; LENGTH + CONTENT + SEAL].into(),
            }),
            receiving: Mutex::new(Receiving {
                number: 0,
                socket: BufReader::with_capacity(LENGTH + CONTENT + SEAL, socket.try_clone()?),
                message: room(),
                content: room(),
                left: 0..0,
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
        let Sending { number, message } = &mut *locked(&self.sending);
        for content in bytes.chunks(CONTENT) {
            let (length, sealed) = message.split_at_mut(LENGTH);
            let written = self.keys.write_message(*number, content, sealed);
            let written = written.map_err(io::Error::other)?;
            *number += 1;
            length.copy_from_slice(&(written as u16).to_le_bytes());
            (&self.socket).write_all(&message[..LENGTH + written])?;
        }
        Ok(())
    }

    /// Receives some bytes, of one message at most: none where the other side has hung up.
    ///
    /// # Errors
    /// The kind is `InvalidData` where a message was not sealed by the other side as the next one.
    pub(super) fn receive(&self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut receiving = locked(&self.receiving);
        while receiving.left.is_empty() {
            match receiving.next(&self.keys) {
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(0),
                done => done?,
            }
        }
        let count = bytes.len().min(receiving.left.len());
        let start = receiving.left.start;
        receiving.left.start += count;
        bytes[..count].copy_from_slice(&receiving.content[start..start + count]);
        Ok(count)
    }

    /// Ends one direction or both, whether or not the connection is broken already.
    pub(super) fn shutdown(&self, how: Shutdown) {
        let _ = self.socket.shutdown(how);
    }
}

impl Receiving {
    fn next(&mut self, keys: &StatelessTransportState) -> io::Result<()> {
        let changed = || io::Error::from(ErrorKind::InvalidData);
        let mut length = [0; LENGTH];
        self.socket.read_exact(&mut length)?;
        let length = u16::from_le_bytes(length).into();
        let message = self.message.get_mut(..length).ok_or_else(changed)?;
        self.socket.read_exact(message)?;
        let opened = keys.read_message(self.number, message, &mut self.content);
        self.left = 0..opened.map_err(|_| changed())?;
        self.number += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relay::{Relay, relay, take};

    /// The next message that is on its way.
    fn message(from: &TcpStream) -> Vec<u8> {
        let length = take(from, LENGTH);
        let bytes = u16::from_le_bytes(length[..].try_into().expect("two"));
        [length, take(from, bytes.into())].concat()
    }

    /// The bytes that the second end receives of some messages of the first, by their numbers, up to the first failure.
    fn received(change: impl FnOnce(&mut Vec<Vec<u8>>)) -> (Vec<u8>, ErrorKind) {
        let Relay {
            ends: [one, other],
            between: [near, mut far],
            ..
        } = relay();
        let mut messages = Vec::new();
        for content in b"abc" {
            one.send(&[*content]).expect("sent");
            messages.push(message(&near));
        }
        change(&mut messages);
        far.write_all(&messages.concat()).expect("sent");
        far.shutdown(Shutdown::Write).expect("closed");
        let mut received = Vec::new();
        loop {
            let mut bytes = [0; 8];
            match other.receive(&mut bytes) {
                Ok(0) => return (received, ErrorKind::UnexpectedEof),
                Ok(count) => received.extend(&bytes[..count]),
                Err(error) => return (received, error.kind()),
            }
        }
    }

    #[test]
    fn what_is_sent_arrives_in_both_directions() {
        let Relay {
            ends: [one, other],
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
            for (from, to) in [(&one, &other), (&other, &one)] {
                let bytes: Vec<u8> = (0..3 * CONTENT + 1).map(|index| index as u8).collect();
                let sent = bytes.clone();
                scope.spawn(move || {
                    from.send(&[]).expect("sent");
                    from.send(&sent).expect("sent");
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
        assert_eq!(received(|_| {}), (b"abc".into(), end));
        let repeated = received(|messages| messages.insert(1, messages[0].clone()));
        assert_eq!(repeated, (b"a".into(), forged));
        let moved = received(|messages| messages.swap(1, 2));
        assert_eq!(moved, (b"a".into(), forged));
        let left_out = received(|messages| drop(messages.remove(0)));
        assert_eq!(left_out, (b"".into(), forged));
        for place in LENGTH..LENGTH + 1 + SEAL {
            let changed = received(|messages| messages[1][place] ^= 1);
            assert_eq!(changed, (b"a".into(), forged), "byte {place}");
        }
        let shorter = received(|messages| messages[1][0] -= 1);
        assert_eq!(shorter, (b"a".into(), forged));
        let longer = received(|messages| messages[1][1] = u8::MAX);
        assert_eq!(longer, (b"a".into(), forged));
        let cut = received(|messages| messages[2].truncate(9));
        assert_eq!(cut, (b"ab".into(), end));
    }

    #[test]
    fn nobody_takes_its_own_message_for_one_of_the_other_side() {
        let Relay {
            ends: [one, _other],
            between: [mut near, _far],
            ..
        } = relay();
        one.send(b"a").expect("sent");
        let own = message(&near);
        near.write_all(&own).expect("sent");
        let refused = one.receive(&mut [0; 8]).expect_err("its own");
        assert_eq!(refused.kind(), ErrorKind::InvalidData);
    }
}
