//! Grade of a model on a wall by a process of its own. A model on which a solver crashes or never ends breaks nothing else, and
//! the output of the solver is dropped.

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
    /// Model with its faults.
    Graded(Box<schema::WallGrade>),
    /// Model without a grade.
    Refused {
        /// Side of the fault.
        what: FaultySide,
        /// Reason.
        says: String,
    },
    /// Stop of the run before an answer.
    Stopped,
}

/// Side of the fault that prevents a grade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultySide {
    /// Model.
    Model,
    /// Writer of a file without the constant of the objective.
    Constant,
    /// File that cannot be read or written.
    File,
    /// Solver that is missing or fails.
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
/// Time between two looks at the status of a process.
const TICK: Duration = Duration::from_millis(10);
/// Memory of a process, and of its solver, in bytes each.
#[cfg(target_os = "linux")]
const MEMORY: u64 = 4 << 30;
/// Bytes that a process and its solver may write.
#[cfg(target_os = "linux")]
const DISK: u64 = 1 << 28;

/// Words of a command line that start this program.
///
/// # Errors
/// When the system does not know the path of this program.
pub(super) fn program() -> std::io::Result<Vec<OsString>> {
    // A Python package has words before the command.
    let before = std::env::args_os().skip(1);
    let before = before.take_while(|word| word != "grade");
    Ok(std::iter::once(std::env::current_exe()?.into())
        .chain(before)
        .collect())
}

/// Grades a model on a wall in a process of its own, within a time limit. `program` has the words that start this program.
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
    let reply_path = folder.path().join("reply.json");
    let [first, rest @ ..] = program else {
        return Err(std::io::ErrorKind::NotFound.into());
    };
    let mut command = Command::new(first);
    command.args(rest).args(["grade", "--quiet", "--into"]);
    command.arg(&reply_path);
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
    let mut stderr = tempfile::tempfile()?;
    let mut stdin = tempfile::tempfile()?;
    stdin.write_all(schema::pretty(instance).as_bytes())?;
    stdin.rewind()?;
    command.stdin(stdin).stdout(Stdio::null());
    command.stderr(Stdio::from(stderr.try_clone()?));
    // The solver ends with the group of the process.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let child = command.spawn()?;
    let deadline = limit.map(|limit| Instant::now() + limit + GRACE);
    let Some(status) = wait(child, deadline, stop)? else {
        return Ok(Reply::Stopped);
    };
    let reply = std::fs::read(&reply_path).ok();
    let reply = reply.and_then(|reply| serde_json::from_slice(&reply).ok());
    if let Some(reply) = reply {
        return Ok(reply);
    }
    let mut bytes = Vec::new();
    stderr.rewind()?;
    stderr.read_to_end(&mut bytes)?;
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

/// Grades a model in this process, and writes the reply to the file `into`.
pub(super) fn grade_here(
    model: &Model,
    instance: &Instance,
    sense: GradedSense,
    limit: Option<Duration>,
    into: &Path,
) -> anyhow::Result<Exit> {
    // The parent process ends this one. Without a parent, this process ends by itself.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    let control = Control {
        stop: progress::interrupt()?,
        ..Control::default()
    };
    let reply = match grade(model, instance, sense, &control.within(limit)) {
        Ok(grade) => Reply::Graded(Box::new(schema::WallGrade::from(grade))),
        Err(error) => Reply::from(error),
    };
    let text = serde_json::to_string(&reply)?;
    std::fs::write(into, text)
        .map_err(|error| anyhow::anyhow!("{}: {error}", input::file_name(into)))?;
    Ok(Exit::Done)
}

/// Exit status of a process, or `None` where a stop or the deadline killed it.
fn wait(
    mut child: Child,
    deadline: Option<Instant>,
    stop: &AtomicBool,
) -> std::io::Result<Option<ExitStatus>> {
    #[cfg(target_os = "linux")]
    limit_resources(&child);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if stop.load(Ordering::Relaxed)
            || deadline.is_some_and(|deadline| Instant::now() > deadline)
        {
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

/// Limits the memory and the disk of a process.
#[cfg(target_os = "linux")]
fn limit_resources(child: &Child) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    for (resource, maximum) in [(Resource::As, MEMORY), (Resource::Fsize, DISK)] {
        let limit = Rlimit {
            current: Some(maximum),
            maximum: Some(maximum),
        };
        // Where the system refuses this limit, the time limit still holds.
        let _ = prlimit(Some(Pid::from_child(child)), resource, limit);
    }
}
