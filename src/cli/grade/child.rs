//! One model on one wall, graded by a process of its own. A model that breaks a solver, or that a solver does not come to an end
//! with, breaks nothing else; and what a solver prints is nobody's output.

use crate::cli::exit::Exit;
use crate::cli::{input, progress};
use crate::control::Control;
use crate::grading::{GradeError, GradedSense, Model, ToolError, grade};
use crate::instance::Instance;
use crate::schema;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Reply of a process about a model.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// The model with its faults.
    Graded(Box<schema::WallGrade>),
    /// A model that is not graded.
    Refused {
        /// The side that is to be mended.
        what: FaultySide,
        /// The reason.
        says: String,
    },
    /// The run was stopped before an answer.
    Stopped,
}

/// The side that is to be mended, so that a model is graded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultySide {
    /// The model.
    Model,
    /// The writer of a file, which has dropped the constant of the objective.
    Constant,
    /// A file, which cannot be read or written.
    File,
    /// A solver, which is missing, or fails.
    Solver,
}

impl From<GradeError> for Reply {
    fn from(error: GradeError) -> Self {
        let what = match error {
            GradeError::Tool(ToolError::Stopped(_)) => return Self::Stopped,
            GradeError::Ending
            | GradeError::Unread(_)
            | GradeError::Unreadable(_)
            | GradeError::Files(_) => FaultySide::Model,
            GradeError::Constant(_) => FaultySide::Constant,
            GradeError::File { .. } => FaultySide::File,
            GradeError::Tool(_) | GradeError::Milp(_) | GradeError::Solve(_) => FaultySide::Solver,
        };
        let says = error.to_string();
        Self::Refused { what, says }
    }
}

/// Time of a process to end after its limit, before it is killed.
const GRACE: Duration = Duration::from_secs(2);
/// Time between two looks whether a process is done.
const TICK: Duration = Duration::from_millis(10);
/// Memory of a process, and of its solver, in bytes each.
#[cfg(target_os = "linux")]
const MEMORY: u64 = 4 << 30;
/// Bytes that a process and its solver may write.
#[cfg(target_os = "linux")]
const DISK: u64 = 1 << 28;

/// The words that lead to this program.
///
/// # Errors
/// When the system does not tell where it is.
pub(super) fn program() -> std::io::Result<Vec<OsString>> {
    // Of a Python package, there are words before the command.
    let before = std::env::args_os().skip(1);
    let before = before.take_while(|word| word != "grade");
    Ok(std::iter::once(std::env::current_exe()?.into())
        .chain(before)
        .collect())
}

/// Grades a model on a wall in a process of its own, within a time limit. `program` is the words that lead to this program.
///
/// # Errors
/// When the system starts no process, or has no room for its answer.
pub fn graded_apart(
    program: &[OsString],
    model: &Model,
    instance: &Instance,
    sense: GradedSense,
    limit: Option<Duration>,
    stop: &AtomicBool,
) -> std::io::Result<Reply> {
    let folder = tempfile::tempdir()?;
    let answer = folder.path().join("reply.json");
    let [first, rest @ ..] = program else {
        return Err(std::io::ErrorKind::NotFound.into());
    };
    let mut command = Command::new(first);
    command.args(rest).args(["grade", "--quiet", "--into"]);
    command.arg(&answer);
    if let Some(limit) = limit {
        command.arg("--time-limit");
        command.arg(limit.as_secs_f64().to_string());
    }
    if sense == GradedSense::Model {
        command.arg("--own-sense");
    }
    for data in &model.data {
        command.arg("--data").arg(data);
    }
    if let Some(reading) = model.reading {
        command.args(["--as", reading.name()]);
    }
    command.arg("--").arg(&model.path).arg("-");
    let mut err = tempfile::tempfile()?;
    let mut stated = tempfile::tempfile()?;
    stated.write_all(schema::pretty(instance).as_bytes())?;
    stated.rewind()?;
    command.stdin(stated).stdout(Stdio::null());
    command.stderr(Stdio::from(err.try_clone()?));
    // Its solver ends with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let child = command.spawn()?;
    let until = limit.map(|limit| Instant::now() + limit + GRACE);
    let Some(status) = ended(child, until, stop)? else {
        return Ok(Reply::Stopped);
    };
    let reply = std::fs::read(&answer).ok();
    let reply = reply.and_then(|reply| serde_json::from_slice(&reply).ok());
    if let Some(reply) = reply {
        return Ok(reply);
    }
    let mut bytes = Vec::new();
    err.rewind()?;
    err.read_to_end(&mut bytes)?;
    let error = String::from_utf8_lossy(&bytes);
    let error = anstream::adapter::strip_str(&error).to_string();
    let last = error.trim().lines().last().unwrap_or_default();
    Ok(Reply::Refused {
        what: FaultySide::Solver,
        says: match status.code() {
            Some(_) => last.trim_start_matches("error: ").to_owned(),
            None => format!("the solver crashed on it ({status})"),
        },
    })
}

/// The other side: grades a model in this process, and writes the reply to a file.
pub(super) fn grade_here(
    model: &Model,
    instance: &Instance,
    sense: GradedSense,
    limit: Option<Duration>,
    into: &Path,
) -> anyhow::Result<Exit> {
    // The process that started this one waits for it. Without that process, nobody ends this one.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    let control = Control {
        stop: progress::interrupt()?,
        ..Control::default()
    };
    let reply = match grade(model, instance, sense, &control.within(limit)) {
        Ok(grade) => Reply::Graded(Box::new(schema::WallGrade::from(&grade))),
        Err(error) => Reply::from(error),
    };
    let text = serde_json::to_string(&reply)?;
    std::fs::write(into, text)
        .map_err(|error| anyhow::anyhow!("{}: {error}", input::file_name(into)))?;
    Ok(Exit::Done)
}

/// How a process ended; none where it had to be killed.
fn ended(
    mut child: Child,
    until: Option<Instant>,
    stop: &AtomicBool,
) -> std::io::Result<Option<ExitStatus>> {
    #[cfg(target_os = "linux")]
    limit(&child);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if stop.load(Ordering::Relaxed) || until.is_some_and(|until| Instant::now() > until) {
            #[cfg(unix)]
            let _ = rustix::process::kill_process_group(
                rustix::process::Pid::from_child(&child),
                rustix::process::Signal::KILL,
            );
            let _ = child.kill();
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(TICK);
    }
}

/// A model that takes all memory, or writes without end, takes it from itself alone.
#[cfg(target_os = "linux")]
fn limit(child: &Child) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    for (what, most) in [(Resource::As, MEMORY), (Resource::Fsize, DISK)] {
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        // Without it, the time limit is left.
        let _ = prlimit(Some(Pid::from_child(child)), what, limit);
    }
}
