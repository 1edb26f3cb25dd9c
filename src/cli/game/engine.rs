//! The engine protocol on standard input and output.

use crate::cli::exit::Exit;
use crate::cli::output;
use crate::engine::{EngineEvent, EngineSession};
use anyhow::Context;
use std::io::{BufRead, Read};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

/// The longest line that is read, in bytes: many times that of a position with a round of moves.
const LONGEST: u64 = 1 << 16;

pub(super) fn run() -> anyhow::Result<Exit> {
    let (events, happened) = channel();
    let mut session = EngineSession::new(events.clone());
    let reader = thread::Builder::new().spawn(move || read(&events));
    reader.context("cannot start a thread")?;
    while !session.is_over() {
        let event = match session.deadline() {
            None => happened.recv().context("nobody sends lines any more")?,
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                match happened.recv_timeout(left) {
                    Ok(event) => event,
                    Err(RecvTimeoutError::Timeout) => EngineEvent::TimeIsUp,
                    Err(gone) => return Err(gone).context("nobody sends lines any more"),
                }
            }
        };
        for line in session.take(event) {
            output::line(&line)?;
        }
    }
    Ok(Exit::Done)
}

/// Sends every line of standard input.
fn read(events: &Sender<EngineEvent>) {
    let mut input = std::io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        let event = match read {
            Ok(0) | Err(_) => EngineEvent::EndOfLines,
            Ok(_) if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') => {
                // A failure to read comes again with the next line.
                let _ = input.skip_until(b'\n');
                EngineEvent::LongLine(LONGEST)
            }
            Ok(_) => EngineEvent::Line(String::from_utf8_lossy(&line).into_owned()),
        };
        let ends = matches!(event, EngineEvent::EndOfLines);
        if events.send(event).is_err() || ends {
            return;
        }
    }
}
