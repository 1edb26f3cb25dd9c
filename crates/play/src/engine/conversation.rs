//! A session of the engine protocol on standard input.

use super::{EngineEvent, EngineSession};
use crate::players::Contestant;
use azulejo_control::Instant;
use std::io::{self, BufRead, ErrorKind, Read};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;

/// The longest accepted line, in bytes: many times that of a position with a round of moves.
const LONGEST: u64 = 1 << 16;

/// Runs a session on the lines of standard input until it is over, and passes each line of the answers to `print`.
/// Without a player, the lines set the player.
///
/// # Errors
/// When there is no thread for the input, or `print` fails.
pub fn converse<E: From<io::Error>>(
    player: Option<Contestant>,
    mut print: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let (events, receiver) = channel();
    let mut session = match player {
        Some(player) => EngineSession::of(player, events.clone()),
        None => EngineSession::new(events.clone()),
    };
    thread::Builder::new().spawn(move || read(&events))?;
    // The session keeps a sender, so that the channel stays open.
    let disconnected = |_| io::Error::from(ErrorKind::BrokenPipe);
    while !session.is_over() {
        let event = match session.deadline() {
            None => receiver.recv().map_err(disconnected)?,
            Some(deadline) => {
                let timeout = deadline.saturating_duration_since(Instant::now());
                match receiver.recv_timeout(timeout) {
                    Ok(event) => event,
                    Err(RecvTimeoutError::Timeout) => EngineEvent::TimeIsUp,
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(io::Error::from(ErrorKind::BrokenPipe).into());
                    }
                }
            }
        };
        for line in session.take(event) {
            print(&line)?;
        }
    }
    Ok(())
}

/// Sends every line of standard input as an event.
fn read(events: &Sender<EngineEvent>) {
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let length = input.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        let event = match length {
            Ok(0) | Err(_) => EngineEvent::EndOfLines,
            Ok(_) if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') => {
                // An error of the input comes again with the next line.
                let _ = input.skip_until(b'\n');
                EngineEvent::LongLine(LONGEST)
            }
            Ok(_) => EngineEvent::Line(String::from_utf8_lossy(&line).into_owned()),
        };
        let is_end = matches!(event, EngineEvent::EndOfLines);
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}
