//! A relay between the two ends of a connection, for tests.

use super::channel::Channel;
use super::handshake::Key;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

pub(super) const SECRET: &[u8] = b"a secret of 20 bytes";

/// Two ends after their handshake, and the relay between them.
pub(super) struct Relay {
    /// The side that connected, and the side that listened.
    pub(super) ends: [Channel; 2],
    /// The sockets of the relay, to which the ends are connected.
    pub(super) between: [TcpStream; 2],
    /// The bytes of each end in the handshake.
    pub(super) transcripts: [Vec<u8>; 2],
}

/// The lengths of the opening, and of a message of the handshake.
const STEPS: [usize; 2] = [16, 49];

/// The two ends of a new connection.
pub(super) fn socket_pair() -> [TcpStream; 2] {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let first = TcpStream::connect(listener.local_addr().expect("bound")).expect("connected");
    let ends = [first, listener.accept().expect("connected").0];
    for end in &ends {
        let limit = Some(Duration::from_secs(20));
        end.set_read_timeout(limit).expect("set");
    }
    ends
}

/// The next `count` bytes of a stream.
pub(super) fn next_bytes(mut from: &TcpStream, count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    from.read_exact(&mut bytes).expect("all of them");
    bytes
}

/// The relay after the handshake of both ends.
pub(super) fn relay() -> Relay {
    let [[first, near], [far, second]] = [socket_pair(), socket_pair()];
    std::thread::scope(|scope| {
        let initiator = scope.spawn(|| Key::of(SECRET).connect(first));
        let responder = scope.spawn(|| Key::of(SECRET).accept(second));
        let mut transcripts = [Vec::new(), Vec::new()];
        for step in STEPS {
            for (side, from, mut to) in [(0, &near, &far), (1, &far, &near)] {
                let bytes = next_bytes(from, step);
                to.write_all(&bytes).expect("sent");
                transcripts[side].extend(bytes);
            }
        }
        Relay {
            ends: [initiator, responder].map(|end| end.join().expect("no panic").expect("met")),
            between: [near, far],
            transcripts,
        }
    })
}
