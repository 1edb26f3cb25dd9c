//! Two processes show each other that they know the secret, before either believes what the other says.
//!
//! The Noise protocol does the work. Its keys come from the secret and from numbers that both sides draw for this connection
//! alone: what was recorded is of no use in another connection, and the secret alone does not open it.

use super::channel::Channel;
use sha2::{Digest, Sha256};
use snow::{Builder, HandshakeState};
use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;

/// The first bytes of both sides, before anything is secret; their last byte is the version of their protocol.
const OPENING: Opening = *b"azulejo cluster\x01";

type Opening = [u8; 16];

/// The version of all that is said between processes.
pub(super) const PROTOCOL: u8 = OPENING[OPENING.len() - 1];

/// AES-GCM, which took a third of the time of ChaCha20-Poly1305 where it was measured.
const NOISE: &str = "Noise_NNpsk0_25519_AESGCM_SHA256";

/// A message of the handshake has at most so many bytes: its length before it has one.
const LONGEST: usize = u8::MAX as usize;

/// The key that all processes of a count know.
#[derive(Clone)]
pub(super) struct Key([u8; 32]);

/// Reasons why a connection is not one of this count.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The other side says something else, or nothing.
    Stray,
    /// The other side has another version of the protocol.
    Protocol(u8),
    /// The other side does not know the secret.
    Secret,
    /// The other side knows the secret, but is another process than it must be.
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

    /// The side that connected.
    pub(super) fn connect(&self, mut socket: TcpStream) -> Result<Channel, Refusal> {
        socket.write_all(&OPENING)?;
        same(hear_opening(&mut socket)?)?;
        let mut noise = self.noise()?.build_initiator().map_err(failed)?;
        transmit(&mut socket, &mut noise)?;
        hear(&mut socket, &mut noise)?;
        Ok(Channel::new(socket, noise)?)
    }

    /// The side that listened. It says nothing to anybody who does not begin as a process does.
    pub(super) fn accept(&self, mut socket: TcpStream) -> Result<Channel, Refusal> {
        let other = hear_opening(&mut socket)?;
        socket.write_all(&OPENING)?;
        same(other)?;
        let mut noise = self.noise()?.build_responder().map_err(failed)?;
        if let Err(refusal) = hear(&mut socket, &mut noise) {
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
        builder.map_err(failed)
    }
}

/// No random numbers from the system, say.
fn failed(_: snow::Error) -> Refusal {
    Refusal::Stray
}

/// The version of the other side's protocol.
fn hear_opening(socket: &mut TcpStream) -> Result<u8, Refusal> {
    let mut opening = Opening::default();
    socket.read_exact(&mut opening)?;
    let [magic @ .., version] = opening;
    let known = OPENING.starts_with(&magic);
    known.then_some(version).ok_or(Refusal::Stray)
}

fn same(version: u8) -> Result<(), Refusal> {
    match version {
        PROTOCOL => Ok(()),
        other => Err(Refusal::Protocol(other)),
    }
}

/// The next message of the handshake to the other side.
fn transmit(socket: &mut TcpStream, noise: &mut HandshakeState) -> Result<(), Refusal> {
    let mut message = [0; 1 + LONGEST];
    let length = noise.write_message(&[], &mut message[1..]);
    let length = length.map_err(failed)?;
    message[0] = length as u8;
    Ok(socket.write_all(&message[..=length])?)
}

/// The next message of the handshake from the other side.
fn hear(socket: &mut TcpStream, noise: &mut HandshakeState) -> Result<(), Refusal> {
    let mut length = [0];
    socket.read_exact(&mut length)?;
    let mut message = vec![0; length[0].into()];
    socket.read_exact(&mut message)?;
    let opened = noise.read_message(&message, &mut [0; LONGEST]);
    opened.map(|_| ()).map_err(|_| Refusal::Secret)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relay::{Relay, SECRET, connected, relay, take};

    #[test]
    fn with_another_secret_neither_side_goes_on() {
        let [one, other] = connected();
        let answer = std::thread::spawn(|| Key::of(b"another of 20 bytes.").accept(other).err());
        assert_eq!(Key::of(SECRET).connect(one).err(), Some(Refusal::Secret));
        let answer = answer.join().expect("no panic");
        assert_eq!(answer, Some(Refusal::Secret));
    }

    /// Both hear which version the other side has, to tell it.
    #[test]
    fn another_version_of_the_protocol_is_told_from_a_stray_word() {
        for (opening, refusal) in [
            (b"azulejo cluster\x63", Refusal::Protocol(99)),
            (b"GET / HTTP/1.1\r\n", Refusal::Stray),
        ] {
            let [one, mut other] = connected();
            other.write_all(opening).expect("sent");
            assert_eq!(Key::of(SECRET).connect(one).err().as_ref(), Some(&refusal));
            assert_eq!(take(&other, OPENING.len()), OPENING);
            let [mut one, other] = connected();
            one.write_all(opening).expect("sent");
            assert_eq!(Key::of(SECRET).accept(other).err().as_ref(), Some(&refusal));
            let mut answer = Vec::new();
            one.read_to_end(&mut answer).expect("it hangs up");
            match refusal {
                Refusal::Stray => assert_eq!(answer, b"", "it is told nothing"),
                _ => assert_eq!(answer, OPENING),
            }
        }
    }

    /// A listener on a connection learns nothing.
    #[test]
    fn what_was_said_in_one_connection_is_of_no_use_in_another() {
        let Relay {
            ends: [before, _other],
            between: [near, _far],
            said: [connects, accepts],
        } = relay();
        before.send(b"a greeting").expect("sent");
        let greeting = take(&near, 2 + 10 + 16);
        let [mut one, other] = connected();
        one.write_all(&[connects, greeting].concat()).expect("sent");
        // Its first message is of the right secret, and nobody has believed anything yet.
        let accepted = Key::of(SECRET).accept(other).expect("a handshake");
        let refused = accepted
            .receive(&mut [0; 99])
            .expect_err("not of this connection");
        assert_eq!(Refusal::from(refused), Refusal::Secret);
        let [one, mut other] = connected();
        other.write_all(&accepts).expect("sent");
        assert_eq!(Key::of(SECRET).connect(one).err(), Some(Refusal::Secret));
    }
}
