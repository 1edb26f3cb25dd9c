//! The command `azulejo serve`: its address, its warning, its end, and the disk that it leaves alone.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The program with these flags, on a free port, in a folder that is also the one for temporary files.
fn started(folder: &Path, flags: &[&str]) -> (Child, String) {
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
    let stdout = child.stdout.take().expect("it is piped");
    BufReader::new(stdout).read_line(&mut line).expect("a line");
    let address = line.trim().trim_start_matches("http://");
    let address = address.trim_end_matches('/');
    (child, address.to_owned())
}

/// The program's answer to a request.
fn asked(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

/// Ends the program as a supervisor does, and gives its exit code and what it said on stderr.
fn ended(mut child: Child, signal: &str) -> (Option<i32>, String) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args([signal, &id]).status();
    assert!(sent.expect("kill").success());
    let mut said = String::new();
    let mut stderr = child.stderr.take().expect("it is piped");
    stderr.read_to_string(&mut said).expect("text");
    (child.wait().expect("it ends").code(), said)
}

#[cfg(unix)]
#[test]
fn it_prints_an_address_leaves_the_disk_alone_and_ends_at_a_signal() {
    for signal in ["-TERM", "-INT"] {
        let folder = tempfile::tempdir().expect("a folder");
        let (child, address) = started(folder.path(), &["--time-limit", "2s"]);
        assert!(address.starts_with("127.0.0.1:"), "{address}");
        assert!(asked(&address, "/explore").contains("Explore walls"));
        let wall = "size=8x8&before=1:9&fix=28@9&window=5@3-20";
        let run = asked(&address, &format!("/explore/run?{wall}"));
        assert!(run.contains("event: end"), "{run:.300}");
        let (code, said) = ended(child, signal);
        assert_eq!(code, Some(0), "{said}");
        assert!(!said.contains("warning"), "{said}");
        let left = std::fs::read_dir(folder.path()).expect("readable").count();
        assert_eq!(left, 0, "nothing is written");
    }
}

#[cfg(unix)]
#[test]
fn it_warns_where_others_can_reach_it_and_says_what_is_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let (child, address) = started(folder.path(), &["--listen", "0.0.0.0"]);
    // An address that a browser takes.
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let port = address.rsplit(':').next().expect("a port");
    let taken = Command::new(env!("CARGO_BIN_EXE_azulejo"))
        .args(["serve", "--port", port, "--listen", "0.0.0.0"])
        .output()
        .expect("the program");
    assert_eq!(taken.status.code(), Some(1));
    let said = String::from_utf8_lossy(&taken.stderr);
    for part in ["cannot listen on", "--port 0"] {
        assert!(said.contains(part), "{said}");
    }
    let (code, said) = ended(child, "-TERM");
    assert_eq!(code, Some(0), "{said}");
    let warning = "warning: everybody who reaches 0.0.0.0";
    assert!(said.contains(warning), "{said}");
}
