//! The handshake of two processes: each proves that it knows the secret, before the other one trusts its messages.
//!
//! The Noise protocol does the work. Its keys come from the secret and from random numbers of both sides for this connection
//! alone: a recording is of no use in another connection, and the secret alone does not decrypt it.

use super::channel::Channel;
use sha2::{Digest, Sha256};
use snow::{Builder, HandshakeState};
use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;

/// The first bytes of both sides, which are not encrypted. The last byte is the version of the protocol.
const OPENING: Opening = *b"azulejo cluster\x01";

type Opening = [u8; 16];

/// The version of the protocol between processes.
pub(super) const PROTOCOL: u8 = OPENING[OPENING.len() - 1];

/// The pattern of Noise with its ciphers. AES-GCM took a third of the time of ChaCha20-Poly1305.
const NOISE: &str = "Noise_NNpsk0_25519_AESGCM_SHA256";

/// The most bytes of a message of the handshake: the length before a message is one byte.
const LONGEST: usize = u8::MAX as usize;

/// The key of all processes of a count, made from their secret.
#[derive(Clone)]
pub(super) struct Key([u8; 32]);

/// Reasons why a connection is not one of this count.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The other side is no process, or is silent.
    Stray,
    /// The other side has another version of the protocol.
    Protocol(u8),
    /// The other side does not know the secret.
    Secret,
    /// The other side knows the secret, but is not the expected process.
    Wrong { process: usize, reason: String },
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::InvalidData => Self::Secret,
            _ => Self::Stray,
        }
    }
}

impl Key {
    /// The key of a secret of any length.
    pub(super) fn of(secret: &[u8]) -> Self {
        let hash = Sha256::new().chain_update(b"azulejo cluster key\n");
        Self(hash.chain_update(secret).finalize().into())
    }

    /// The channel of the side that connected, after the handshake.
    pub(super) fn connect(&self, mut socket: TcpStream) -> Result<Channel, Refusal> {
        socket.write_all(&OPENING)?;
        check_version(receive_opening(&mut socket)?)?;
        let mut noise = self.noise()?.build_initiator().map_err(internal)?;
        transmit(&mut socket, &mut noise)?;
        receive(&mut socket, &mut noise)?;
        Ok(Channel::new(socket, noise)?)
    }

    /// The channel of the side that listened, after the handshake. A connection without the opening gets no answer.
    pub(super) fn accept(&self, mut socket: TcpStream) -> Result<Channel, Refusal> {
        let other = receive_opening(&mut socket)?;
        socket.write_all(&OPENING)?;
        check_version(other)?;
        let mut noise = self.noise()?.build_responder().map_err(internal)?;
        if let Err(refusal) = receive(&mut socket, &mut noise) {
            // A message without bytes, so that the other side knows why nothing follows.
            socket.write_all(&[0])?;
            return Err(refusal);
        }
        transmit(&mut socket, &mut noise)?;
        Ok(Channel::new(socket, noise)?)
    }

    fn noise(&self) -> Result<Builder<'_>, Refusal> {
        let builder = NOISE.parse().map(Builder::new);
        let builder = builder.and_then(|builder| builder.psk(0, &self.0)?.prologue(&OPENING));
        builder.map_err(internal)
    }
}

/// The refusal after an error of this side, such as no random numbers from the system.
fn internal(_: snow::Error) -> Refusal {
    Refusal::Stray
}

/// The version of the other side's protocol.
fn receive_opening(socket: &mut TcpStream) -> Result<u8, Refusal> {
    let mut opening = Opening::default();
    socket.read_exact(&mut opening)?;
    let [magic @ .., version] = opening;
    let is_process = OPENING.starts_with(&magic);
    is_process.then_some(version).ok_or(Refusal::Stray)
}

fn check_version(version: u8) -> Result<(), Refusal> {
    match version {
        PROTOCOL => Ok(()),
        other => Err(Refusal::Protocol(other)),
    }
}

/// The next message of the handshake to the other side.
fn transmit(socket: &mut TcpStream, noise: &mut HandshakeState) -> Result<(), Refusal> {
    let mut message = [0; 1 + LONGEST];
    let length = noise.write_message(&[], &mut message[1..]);
    let length = length.map_err(internal)?;
    message[0] = length as u8;
    Ok(socket.write_all(&message[..=length])?)
}

/// The next message of the handshake from the other side.
fn receive(socket: &mut TcpStream, noise: &mut HandshakeState) -> Result<(), Refusal> {
    let mut length = [0];
    socket.read_exact(&mut length)?;
    let mut message = vec![0; length[0].into()];
    socket.read_exact(&mut message)?;
    let length = noise.read_message(&message, &mut [0; LONGEST]);
    length.map(|_| ()).map_err(|_| Refusal::Secret)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relay::{Relay, SECRET, next_bytes, relay, socket_pair};

    #[test]
    fn with_another_secret_neither_side_goes_on() {
        let [first, second] = socket_pair();
        let answer = std::thread::spawn(|| Key::of(b"another of 20 bytes.").accept(second).err());
        assert_eq!(Key::of(SECRET).connect(first).err(), Some(Refusal::Secret));
        let answer = answer.join().expect("no panic");
        assert_eq!(answer, Some(Refusal::Secret));
    }

    /// Both sides learn the version of the other one, for their message.
    #[test]
    fn a_refusal_distinguishes_another_version_from_a_stray_request() {
        for (opening, refusal) in [
            (b"azulejo cluster\x63", Refusal::Protocol(99)),
            (b"GET / HTTP/1.1\r\n", Refusal::Stray),
        ] {
            let [first, mut second] = socket_pair();
            second.write_all(opening).expect("sent");
            let error = Key::of(SECRET).connect(first).err();
            assert_eq!(error.as_ref(), Some(&refusal));
            assert_eq!(next_bytes(&second, OPENING.len()), OPENING);
            let [mut first, second] = socket_pair();
            first.write_all(opening).expect("sent");
            let error = Key::of(SECRET).accept(second).err();
            assert_eq!(error.as_ref(), Some(&refusal));
            let mut answer = Vec::new();
            first.read_to_end(&mut answer).expect("it hangs up");
            match refusal {
                Refusal::Stray => assert_eq!(answer, b"", "it is told nothing"),
                _ => assert_eq!(answer, OPENING),
            }
        }
    }

    /// An eavesdropper learns nothing.
    #[test]
    fn a_recording_of_one_connection_is_of_no_use_in_another() {
        let Relay {
            ends: [end, _other],
            between: [near, _far],
            transcripts: [initiator, responder],
        } = relay();
        end.send(b"a greeting").expect("sent");
        let greeting = next_bytes(&near, 2 + 10 + 16);
        let [mut first, second] = socket_pair();
        let recording = [initiator, greeting].concat();
        first.write_all(&recording).expect("sent");
        // The first message is of the right secret, but nothing is proven yet.
        let channel = Key::of(SECRET).accept(second).expect("a handshake");
        let error = channel
            .receive(&mut [0; 99])
            .expect_err("not of this connection");
        assert_eq!(Refusal::from(error), Refusal::Secret);
        let [first, mut second] = socket_pair();
        second.write_all(&responder).expect("sent");
        assert_eq!(Key::of(SECRET).connect(first).err(), Some(Refusal::Secret));
    }
}
