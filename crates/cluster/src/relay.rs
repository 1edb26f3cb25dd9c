//! Somebody between the two ends of a connection, for the tests of it.

use super::channel::Channel;
use super::handshake::Key;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

pub(super) const SECRET: &[u8] = b"a secret of 20 bytes";

/// Two ends after their handshake, and who is between them.
pub(super) struct Relay {
    /// The side that connected, and the other.
    pub(super) ends: [Channel; 2],
    /// The sockets in the middle, to which the ends are connected.
    pub(super) between: [TcpStream; 2],
    /// The bytes of each end in the handshake.
    pub(super) said: [Vec<u8>; 2],
}

/// The lengths of the opening, and of a message of the handshake.
const STEPS: [usize; 2] = [16, 49];

/// The two ends of a new connection.
pub(super) fn connected() -> [TcpStream; 2] {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let one = TcpStream::connect(listener.local_addr().expect("bound")).expect("connected");
    let both = [one, listener.accept().expect("connected").0];
    for end in &both {
        let limit = Some(Duration::from_secs(20));
        end.set_read_timeout(limit).expect("set");
    }
    both
}

/// The next bytes of a stream, so many.
pub(super) fn take(mut from: &TcpStream, bytes: usize) -> Vec<u8> {
    let mut taken = vec![0; bytes];
    from.read_exact(&mut taken).expect("all of them");
    taken
}

/// Both ends meet, and somebody between them hears it.
pub(super) fn relay() -> Relay {
    let [[one, near], [far, other]] = [connected(), connected()];
    std::thread::scope(|scope| {
        let connects = scope.spawn(|| Key::of(SECRET).connect(one));
        let accepts = scope.spawn(|| Key::of(SECRET).accept(other));
        let mut said = [Vec::new(), Vec::new()];
        for step in STEPS {
            for (side, from, mut to) in [(0, &near, &far), (1, &far, &near)] {
                let bytes = take(from, step);
                to.write_all(&bytes).expect("sent");
                said[side].extend(bytes);
            }
        }
        Relay {
            ends: [connects, accepts].map(|end| end.join().expect("no panic").expect("met")),
            between: [near, far],
            said,
        }
    })
}
