//! One count by several processes on loopback: equal counts, and the end of a count without one of them.

mod between;
mod checkpoints;
mod lost;
mod strangers;
mod together;

use serde_json::Value;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tempfile::TempDir;

/// The folder of a count: hosts, secret and checkpoints of its processes.
struct Site {
    folder: TempDir,
    ports: Vec<u16>,
}

impl Site {
    /// A site for `processes` processes.
    fn new(processes: usize) -> Self {
        let site = Self {
            ports: (0..processes).map(|_| free_port()).collect(),
            folder: TempDir::new().expect("a folder"),
        };
        let lines = site.ports.iter().map(|port| format!("127.0.0.1:{port}\n"));
        fs::write(site.file("hosts"), lines.collect::<String>()).expect("written");
        fs::write(site.file("secret"), "sixteen bytes or more\n").expect("written");
        site
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn len(&self) -> usize {
        self.ports.len()
    }

    /// The command of a process of the count.
    fn command(&self, process: usize, words: &str) -> Command {
        self.complete(Command::new(env!("CARGO_BIN_EXE_azulejo")), process, words)
    }

    /// The command of a process of the count, for a program or a shell that takes its arguments.
    fn complete(&self, mut command: Command, process: usize, words: &str) -> Command {
        command
            .args(["count", "--format", "json", "--quiet", "--secret"])
            .arg(self.file("secret"))
            .args(["--process", &process.to_string()])
            .args(words.split_whitespace())
            .args(match words.contains("--hosts") {
                true => &[][..],
                false => &["--hosts", "hosts"],
            })
            .args(match words.contains("--memory") {
                true => &[][..],
                false => &["--memory", "64MiB"],
            })
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn start(&self, process: usize, words: &str) -> Child {
        self.command(process, words).spawn().expect("it starts")
    }

    /// Starts all processes.
    fn start_all(&self, words: &str) -> Vec<Child> {
        let processes = 0..self.len();
        let children = processes.map(|process| self.start(process, words));
        children.collect()
    }

    /// The outputs of all processes, at their end.
    fn outputs(&self, words: &str) -> Vec<Output> {
        self.start_all(words).into_iter().map(output_of).collect()
    }

    /// The count that the first process prints, after the end of all.
    fn count(&self, words: &str) -> Value {
        let outputs = self.outputs(words);
        outputs.iter().for_each(assert_silent);
        for other in &outputs[1..] {
            assert_eq!(other.stdout, b"", "the first one alone prints");
        }
        json(&outputs[0])
    }

    /// The output of the program in the folder, with these arguments alone.
    fn run(&self, words: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_azulejo"));
        let command = command.args(words.split(' '));
        let output = command.current_dir(self.folder.path()).output();
        output.expect("it runs")
    }

    /// A connection to a process, as soon as it listens.
    fn connect(&self, process: usize) -> TcpStream {
        let mut stream = None;
        wait_for("the process listens", || {
            stream = TcpStream::connect(("127.0.0.1", self.ports[process])).ok();
            stream.is_some()
        });
        stream.expect("connected")
    }

    /// The name of a process in the messages of others.
    fn name(&self, process: usize) -> String {
        format!("process {process} (127.0.0.1:{})", self.ports[process])
    }
}

/// A free port, different from those of all other sites of this program. All lie below the ephemeral ports of systems, from
/// 32,768 on Linux and from 49,152 elsewhere: a port stays free between two counts.
fn free_port() -> u16 {
    const FIRST: u32 = 12_000;
    const PORTS: u32 = 20_000;
    static NEXT: AtomicU32 = AtomicU32::new(0);
    // Programs that run at the same time begin at different ports.
    let start = std::process::id().wrapping_mul(977);
    let mut ports = (0..PORTS).map(|_| {
        let turn = NEXT.fetch_add(1, Ordering::Relaxed);
        (FIRST + start.wrapping_add(turn) % PORTS) as u16
    });
    let port = ports.find(|&port| TcpListener::bind(("127.0.0.1", port)).is_ok());
    port.expect("a free port")
}

/// The output of a process, at its end.
fn output_of(child: Child) -> Output {
    child.wait_with_output().expect("it runs")
}

/// The text on standard error.
fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The JSON that a process printed.
fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Asserts an exit code of a process, and a part of its text on standard error.
#[track_caller]
fn assert_ended(output: &Output, code: i32, message: &str) {
    let text = stderr(output);
    assert_eq!(output.status.code(), Some(code), "{text}");
    assert!(text.contains(message), "{text}, and not {message}");
}

/// Asserts a successful process without a text on standard error.
#[track_caller]
fn assert_silent(output: &Output) {
    let end = (output.status.code(), stderr(output));
    assert_eq!(end, (Some(0), String::new()));
}

/// The count of a single process.
fn count_alone(words: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_azulejo"));
    let count = "count --format json --quiet --method frontier --memory 64MiB";
    let words = count.split(' ').chain(words.split(' '));
    let output = command.args(words).output().expect("it runs");
    assert_ended(&output, 0, "");
    json(&output)
}

/// Asserts equal counts.
#[track_caller]
fn assert_same(first: &Value, second: &Value) {
    for key in ["status", "score", "orders"] {
        assert_eq!(first[key], second[key], "{key}");
    }
}

/// Asserts equal counts of equal numbers of coverings.
#[track_caller]
fn assert_same_coverings(first: &Value, second: &Value) {
    assert_same(first, second);
    for key in ["coverings", "peak_layer"] {
        assert_eq!(first["stats"][key], second["stats"][key], "{key}");
    }
}

/// Sends a signal.
#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let kill = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    assert!(kill.expect("kill").success());
}

/// Waits until a condition holds.
fn wait_for(event: &str, mut condition: impl FnMut() -> bool) {
    for _ in 0..12_000 {
        if condition() {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("{event} did not happen within a minute");
}

fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}
