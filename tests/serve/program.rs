//! The command `azulejo serve`: its address, its warning, its end, and no file.

use crate::server::PageServer;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Starts the program with flags on a free port, and returns its address. The folder is also the folder of temporary files.
fn start(folder: &Path, flags: &[&str]) -> (Child, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_azulejo"))
        .args(["serve", "--port", "0"])
        .args(flags)
        .current_dir(folder)
        .env("TMPDIR", folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut line = String::new();
    let stdout = child.stdout.take().expect("a pipe");
    BufReader::new(stdout).read_line(&mut line).expect("a line");
    let address = line.trim().trim_start_matches("http://");
    let address = address.trim_end_matches('/');
    (child, address.to_owned())
}

/// Ends the program by a signal, and returns its exit code and its standard error.
fn end(mut child: Child, signal: &str) -> (Option<i32>, String) {
    let id = child.id().to_string();
    let status = Command::new("kill").args([signal, &id]).status();
    assert!(status.expect("kill").success());
    let mut message = String::new();
    let mut stderr = child.stderr.take().expect("a pipe");
    stderr.read_to_string(&mut message).expect("text");
    (child.wait().expect("an exit status").code(), message)
}

#[cfg(unix)]
#[test]
fn the_program_prints_an_address_writes_no_file_and_ends_at_a_signal() {
    for signal in ["-TERM", "-INT"] {
        let folder = tempfile::tempdir().expect("a folder");
        let (child, address) = start(folder.path(), &["--time-limit", "2s"]);
        assert!(address.starts_with("127.0.0.1:"), "{address}");
        let server = PageServer::at(&address);
        assert!(server.get("/explore").body.contains("Explore walls"));
        let wall = "size=8x8&before=1:9&fix=28@9&window=5@3-20";
        let run = server.get(&format!("/explore/run?{wall}")).body;
        assert!(run.contains("event: end"), "{run:.300}");
        let (code, message) = end(child, signal);
        assert_eq!(code, Some(0), "{message}");
        assert!(!message.contains("warning"), "{message}");
        let file_count = std::fs::read_dir(folder.path()).expect("readable").count();
        assert_eq!(file_count, 0, "nothing is written");
    }
}

#[cfg(unix)]
#[test]
fn the_program_warns_of_a_public_address_and_names_a_busy_port() {
    let folder = tempfile::tempdir().expect("a folder");
    let (child, address) = start(folder.path(), &["--listen", "0.0.0.0"]);
    // An address for a browser.
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let port = address.rsplit(':').next().expect("a port");
    let output = Command::new(env!("CARGO_BIN_EXE_azulejo"))
        .args(["serve", "--port", port, "--listen", "0.0.0.0"])
        .output()
        .expect("the program");
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr);
    for part in ["cannot listen on", "--port 0"] {
        assert!(message.contains(part), "{message}");
    }
    let (code, message) = end(child, "-TERM");
    assert_eq!(code, Some(0), "{message}");
    let warning = "warning: everybody who reaches 0.0.0.0";
    assert!(message.contains(warning), "{message}");
}
