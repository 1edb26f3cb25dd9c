//! Processes and connections that do not belong to a count, and wrong usage.

use crate::{Site, ended, name, said, until};
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::time::Duration;

#[test]
fn another_secret_is_refused() {
    let site = Site::new(2);
    let first = site.start(0, "--size 4 --timeout 3s");
    fs::write(site.file("other"), "another secret, as long").expect("written");
    let mut second = Command::new(env!("CARGO_BIN_EXE_azulejo"));
    let words = "count --quiet --size 4 --timeout 3s --process 1 --hosts hosts --secret other";
    let second = second
        .args(words.split(' '))
        .current_dir(site.folder.path())
        .output();
    let second = second.expect("it runs");
    assert_eq!(second.status.code(), Some(1));
    let says = format!("{} has another secret", name(&site, 0));
    assert!(said(&second).contains(&says), "{}", said(&second));
    let first = ended(first);
    assert_eq!(first.status.code(), Some(1));
    let told = said(&first);
    assert!(
        told.contains(&format!("{} did not come within 3s", name(&site, 1))),
        "{told}"
    );
    assert!(told.contains("One connection had another secret"), "{told}");
}

#[test]
fn another_problem_is_refused_by_both() {
    for other in ["--size 5", "--size 4 --sense min", "--size 4 --bonus 1,1,1"] {
        let site = Site::new(2);
        let children = [(0, "--size 4"), (1, other)];
        for child in children.map(|(process, words)| site.start(process, words)) {
            let output = ended(child);
            assert_eq!(output.status.code(), Some(1));
            assert!(
                said(&output).contains("counts the orders of another problem"),
                "{}",
                said(&output)
            );
        }
    }
}

#[test]
fn all_write_checkpoints_or_none_does() {
    let site = Site::new(2);
    let children = [(0, "--size 4"), (1, "--size 4 --checkpoint layers")];
    for child in children.map(|(process, words)| site.start(process, words)) {
        let output = ended(child);
        assert_eq!(output.status.code(), Some(1));
        assert!(
            said(&output).contains("without --checkpoint"),
            "{}",
            said(&output)
        );
    }
}

/// Whether somebody is connected to a port, as Linux says: state 1.
#[cfg(target_os = "linux")]
fn connected(port: u16) -> bool {
    let table = std::fs::read_to_string("/proc/net/tcp").expect("the table of connections");
    let mut lines = table.lines().map(str::split_whitespace);
    let own = format!("0100007F:{port:04X}");
    lines.any(|mut line| line.nth(1) == Some(&own) && line.nth(1) == Some("01"))
}

/// All three stop, though the third one agrees with the first.
#[cfg(target_os = "linux")]
#[test]
fn where_one_is_refused_the_others_do_not_wait_for_it() {
    let site = Site::new(3);
    let first = site.start(0, "--size 4");
    let third = site.start(2, "--size 4");
    until("the third one meets the first", || connected(site.ports[0]));
    let second = site.start(1, "--size 5");
    for child in [first, second, third] {
        let output = ended(child);
        assert_eq!(output.status.code(), Some(1));
        let told = said(&output);
        let says = ["another problem", "ended before all processes had come"];
        assert!(says.iter().any(|says| told.contains(says)), "{told}");
    }
}

#[test]
fn a_second_process_with_the_same_number_is_refused() {
    let site = Site::new(2);
    for process in [0, 1] {
        let first = site.start(process, "--size 4 --timeout 20s");
        until("it listens", || {
            TcpStream::connect(("127.0.0.1", site.ports[process])).is_ok()
        });
        let second = ended(site.start(process, "--size 4"));
        assert_eq!(second.status.code(), Some(1));
        let says = format!("cannot listen at 127.0.0.1:{}", site.ports[process]);
        assert!(said(&second).contains(&says), "{}", said(&second));
        let other = ended(site.start(1 - process, "--size 4"));
        assert_eq!(
            [other.status.code(), ended(first).status.code()],
            [Some(0), Some(0)]
        );
    }
}

/// While they count, too.
#[cfg(unix)]
#[test]
fn a_port_stays_taken_to_the_end() {
    let site = Site::new(2);
    let children = site.all("--size 9 --checkpoint layers");
    until("it counts", || crate::exists(&site.file("layers.0.before")));
    for process in [0, 1] {
        let second = ended(site.start(process, "--size 9"));
        assert_eq!(second.status.code(), Some(1));
        assert!(
            said(&second).contains("cannot listen at"),
            "{}",
            said(&second)
        );
    }
    crate::signal(&children[0], "-INT");
    for child in children {
        assert_eq!(ended(child).status.code(), Some(5));
    }
}

#[test]
fn a_stray_request_is_turned_away_and_does_no_harm() {
    let site = Site::new(2);
    let words = "--size 5 --sense min";
    let first = site.start(0, words);
    let mut stray = None;
    until("the first process listens", || {
        stray = TcpStream::connect(("127.0.0.1", site.ports[0])).ok();
        stray.is_some()
    });
    let mut stray = stray.expect("connected");
    // Others are silent meanwhile.
    let silent: Vec<_> = (0..20)
        .map(|_| TcpStream::connect(("127.0.0.1", site.ports[0])).expect("it listens"))
        .collect();
    let request = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n";
    stray.write_all(request).expect("sent");
    let limit = Some(Duration::from_secs(20));
    stray.set_read_timeout(limit).expect("set");
    let mut answer = Vec::new();
    let _ = stray.read_to_end(&mut answer);
    assert_eq!(answer, b"", "it is told nothing");
    let second = site.start(1, words);
    let (first, second) = (ended(first), ended(second));
    assert_eq!(
        [first.status.code(), second.status.code()],
        [Some(0), Some(0)],
        "{}",
        said(&first)
    );
    let counted: serde_json::Value = serde_json::from_slice(&first.stdout).expect("JSON");
    crate::assert_same(&counted, &crate::alone(words));
    drop(silent);
}

/// Whoever connects can be anybody, and is waited for no less; whoever is connected to is asked no more.
#[test]
fn another_version_of_the_protocol_is_turned_away_and_both_are_named() {
    const OTHER: &[u8; 16] = b"azulejo cluster\x63";
    let says = "speaks version 99 of the protocol between processes, this one version 1";
    let site = Site::new(2);
    let first = site.start(0, "--size 4 --timeout 2s");
    let mut other = None;
    until("the first process listens", || {
        other = TcpStream::connect(("127.0.0.1", site.ports[0])).ok();
        other.is_some()
    });
    let mut other = other.expect("connected");
    other.write_all(OTHER).expect("sent");
    let mut answer = Vec::new();
    other.read_to_end(&mut answer).expect("it hangs up");
    assert_eq!(answer, b"azulejo cluster\x01");
    let first = ended(first);
    assert_eq!(first.status.code(), Some(1));
    let told = said(&first);
    let missing = format!("{} did not come within 2s", name(&site, 1));
    assert!(told.contains(&missing) && told.contains(says), "{told}");

    let listener = TcpListener::bind(("127.0.0.1", site.ports[0])).expect("free again");
    let second = site.start(1, "--size 4 --timeout 20s");
    let (mut other, _) = listener.accept().expect("it comes");
    other.write_all(OTHER).expect("sent");
    let second = ended(second);
    assert_eq!(second.status.code(), Some(1));
    let told = said(&second);
    assert!(
        told.contains(&format!("{} {says}", name(&site, 0))),
        "{told}"
    );
}

#[test]
fn wrong_usage_is_told_at_once() {
    let site = Site::new(2);
    fs::write(site.file("short"), "short").expect("written");
    fs::write(site.file("none"), "# nobody\n").expect("written");
    let both = "--size 3 --process 0";
    for (code, words, says) in [
        (2, "count --size 3 --hosts hosts".into(), "--process"),
        (2, "count --size 3 --process 1".into(), "--hosts"),
        (
            2,
            "count --size 3 --hosts hosts --process 2 --secret secret".into(),
            "there is no process 2: the file of hosts names 2",
        ),
        (
            2,
            format!("count {both} --hosts hosts --secret short"),
            "must have at least 16",
        ),
        (
            2,
            format!("count {both} --hosts none --secret secret"),
            "it names no host",
        ),
        (
            2,
            format!("count {both} --hosts hosts --secret secret --timeout 10ms"),
            "it must be at least 1s",
        ),
        (
            2,
            format!("count {both} --hosts hosts --secret secret --timeout 500000000years"),
            "at most 30days",
        ),
        (
            1,
            "count --size 12 --hosts hosts --process 0 --secret secret".into(),
            "at most 128 cells",
        ),
        (
            1,
            format!("count {both} --hosts missing --secret secret"),
            "cannot read missing",
        ),
        (
            2,
            format!("count {both} --hosts hosts --secret secret --method dense"),
            "with the method frontier",
        ),
        (
            2,
            format!("count {both} --hosts hosts --secret secret --all-scores"),
            "--all-scores",
        ),
        (
            2,
            "orders --size 3 --list 1 --hosts hosts".into(),
            "one process needs every layer",
        ),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_azulejo"));
        let output = command
            .args(words.split(' '))
            .current_dir(site.folder.path())
            .output();
        let output = output.expect("it runs");
        assert_eq!(
            output.status.code(),
            Some(code),
            "{words}: {}",
            said(&output)
        );
        assert!(said(&output).contains(says), "{words}: {}", said(&output));
    }
}
