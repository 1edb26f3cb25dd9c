//! The process of an external program that speaks the engine protocol.

use crate::players::PlayerFault;
use azulejo_control::Instant;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// The time limit of the answer to `uai`.
const GREETING: Duration = Duration::from_secs(20);

/// The time that a process has to end by itself.
const FAREWELL: Duration = Duration::from_millis(500);

/// The longest line of an answer, in bytes.
const LONGEST: u64 = 1 << 16;

/// A process that has answered `uai`. Dropping the value ends the process.
#[derive(Debug)]
pub(super) struct Program {
    command: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// Whether the program has the option `SEED`.
    pub(super) has_seed: bool,
}

impl Program {
    /// Starts a command, and waits for its answer to `uai`.
    pub(super) fn start(command: &str) -> Result<Self, PlayerFault> {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| PlayerFault::Command {
            command: command.to_owned(),
        })?;
        let start_fault = |error: std::io::Error| PlayerFault::Start {
            command: command.to_owned(),
            reason: error.to_string(),
        };
        let mut builder = Command::new(&words[0]);
        builder.args(&words[1..]);
        builder.stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is for the caller alone: a program that ends with it would count as failed.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut builder, 0);
        let mut child = builder.spawn().map_err(start_fault)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(start_fault(std::io::ErrorKind::BrokenPipe.into()));
        };
        let (sender, lines) = channel();
        let read = move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let length = output.by_ref().take(LONGEST).read_until(b'\n', &mut line);
                let line = String::from_utf8_lossy(&line).trim().to_owned();
                if matches!(length, Ok(0) | Err(_)) || sender.send(line).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().spawn(read).map_err(start_fault)?;
        let mut program = Self {
            command: command.to_owned(),
            child,
            input,
            lines,
            has_seed: false,
        };
        program.greet()?;
        Ok(program)
    }

    fn greet(&mut self) -> Result<(), PlayerFault> {
        self.send("uai")?;
        let start = Instant::now();
        loop {
            match self.receive()? {
                Some(line) if line == "uaiok" => return Ok(()),
                Some(line) => self.has_seed |= line.starts_with("option name SEED "),
                None if start.elapsed() > GREETING => {
                    return Err(self.timeout_fault("uai", GREETING));
                }
                None => {}
            }
        }
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: &str) -> Result<(), PlayerFault> {
        let result = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        result.map_err(|_| self.end_fault())
    }

    /// The next line of the program; none if no line comes within 20 ms.
    pub(super) fn receive(&mut self) -> Result<Option<String>, PlayerFault> {
        match self.lines.recv_timeout(Duration::from_millis(20)) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.end_fault()),
        }
    }

    fn end_fault(&mut self) -> PlayerFault {
        let status = self.wait(FAREWELL);
        PlayerFault::Ended {
            command: self.command.clone(),
            status: status.unwrap_or_else(|| "it only closed its output".into()),
        }
    }

    /// The fault of a program that has not answered a request within `limit`.
    pub(super) fn timeout_fault(&self, request: &'static str, limit: Duration) -> PlayerFault {
        PlayerFault::Silent {
            command: self.command.clone(),
            request,
            seconds: limit.as_secs(),
        }
    }

    /// The exit status of the process, if it ends within `time`.
    fn wait(&mut self, time: Duration) -> Option<String> {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if start.elapsed() < time => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if self.send("quit").is_ok() && self.wait(FAREWELL).is_some() {
            return;
        }
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
