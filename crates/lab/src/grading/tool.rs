//! External programs, run within the limits of a run.

use azulejo_control::Control;
use std::io::{Read, Seek};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Errors of an external program without an answer.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The program is not there.
    #[error("{0} is missing; `make deps-models` installs it")]
    Missing(&'static str),
    /// The program refuses its input.
    #[error("{tool} does not take the model:\n{message}")]
    Refused {
        /// The program.
        tool: &'static str,
        /// The message of the program.
        message: String,
    },
    /// The program could not be run.
    #[error("{tool}: {error}")]
    System {
        /// The program.
        tool: &'static str,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The program was stopped.
    #[error("{0} was stopped before it was done")]
    Stopped(&'static str),
}

/// The time between two polls of the tool.
const TICK: Duration = Duration::from_millis(10);

/// The greatest number of lines of output in a message.
const LINES: usize = 12;

/// The output of a program, which must succeed.
pub(super) fn run(
    tool: &'static str,
    arguments: &[std::ffi::OsString],
    control: &Control,
) -> Result<String, ToolError> {
    let system = |error| ToolError::System { tool, error };
    // A file takes any amount of output without a reader.
    let mut output = tempfile::tempfile().map_err(system)?;
    let errors = output.try_clone().map_err(system)?;
    let process = Command::new(tool)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(output.try_clone().map_err(system)?)
        .stderr(errors)
        .spawn();
    let mut child = process.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => ToolError::Missing(tool),
        _ => system(error),
    })?;
    let status = loop {
        if let Some(status) = child.try_wait().map_err(system)? {
            break status;
        }
        if control.stopped() {
            let _ = child.kill();
            let _ = child.wait();
            return Err(ToolError::Stopped(tool));
        }
        std::thread::sleep(TICK);
    };
    let mut bytes = Vec::new();
    output.rewind().map_err(system)?;
    output.read_to_end(&mut bytes).map_err(system)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    match status.success() {
        true => Ok(text),
        false => Err(ToolError::Refused {
            tool,
            message: last_lines(&text),
        }),
    }
}

/// The last lines of the output of a program.
pub(super) fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    lines[lines.len().saturating_sub(LINES)..].join("\n")
}
