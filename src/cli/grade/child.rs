//! One model on one wall, graded by a process of its own, so that a model that breaks a solver breaks nothing else.

use crate::instance::Instance;
use crate::schema;
use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a process said of a model.
#[derive(Debug)]
pub(super) enum Said {
    Graded(schema::Grade),
    /// Why no model was read.
    Refused(String),
    Stopped,
}

/// What it takes to end after its limit, before it is killed.
const GRACE: Duration = Duration::from_secs(5);
/// How often it is looked at whether it is done.
const TICK: Duration = Duration::from_millis(10);
/// What a process and its solver may take each.
#[cfg(target_os = "linux")]
const MEMORY: u64 = 4 << 30;
/// What a process and its solver may write.
#[cfg(target_os = "linux")]
const DISK: u64 = 1 << 28;

/// Grades a model with more flags on a wall, within a time limit.
pub(super) fn graded(
    model: &Path,
    flags: &[OsString],
    instance: &Instance,
    limit: Duration,
    stop: &AtomicBool,
) -> anyhow::Result<Said> {
    // The words before ours: of a Python package, they are those that lead to this program.
    let before = std::env::args_os().skip(1);
    let before = before.take_while(|word| word != "grade");
    let mut command = Command::new(std::env::current_exe()?);
    command
        .args(before)
        .args(["grade", "--format", "json", "--quiet", "--time-limit"])
        .arg(limit.as_secs_f64().to_string())
        .args(flags)
        .arg("--")
        .args([model, Path::new("-")]);
    let (mut out, mut err) = (tempfile::tempfile()?, tempfile::tempfile()?);
    let mut stated = tempfile::tempfile()?;
    stated.write_all(schema::pretty(instance).as_bytes())?;
    stated.rewind()?;
    command.stdin(stated).stdout(out.try_clone()?);
    command.stderr(Stdio::from(err.try_clone()?));
    // Its solver ends with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let child = command.spawn()?;
    let Some(status) = ended(child, Instant::now() + limit + GRACE, stop)? else {
        return Ok(Said::Stopped);
    };
    let said = |file: &mut File| -> std::io::Result<String> {
        let mut bytes = Vec::new();
        file.rewind()?;
        file.read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    Ok(match status.code() {
        Some(0 | 3 | 4) => Said::Graded(serde_json::from_str(&said(&mut out)?)?),
        Some(5) => Said::Stopped,
        Some(_) => {
            let error = anstream::adapter::strip_str(&said(&mut err)?).to_string();
            let lines = error.trim().trim_start_matches("error: ").lines();
            // glpsol names itself, its flags and what it reads before it says what is wrong.
            let noise = ["GLPSOL", "Parameter(s)", " --", "Reading "];
            let lines = lines.filter(|line| !noise.iter().any(|begin| line.starts_with(begin)));
            let lines: Vec<&str> = lines.map(str::trim).collect();
            let folder = model
                .parent()
                .map(|folder| format!("{}/", folder.display()));
            let says = lines.join(" ");
            Said::Refused(folder.map_or(says.clone(), |folder| says.replace(&folder, "")))
        }
        None => Said::Refused(format!("the solver crashed on it ({status})")),
    })
}

/// How a process ended; none where it had to be killed.
fn ended(
    mut child: Child,
    until: Instant,
    stop: &AtomicBool,
) -> std::io::Result<Option<ExitStatus>> {
    #[cfg(target_os = "linux")]
    limit(&child);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if stop.load(Ordering::Relaxed) || Instant::now() > until {
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
