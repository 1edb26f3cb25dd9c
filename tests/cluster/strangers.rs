//! Processes and connections that do not belong to a count, and wrong usage.

use crate::{Site, assert_ended, assert_same_coverings, count_alone, json, output_of, wait_for};
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

#[test]
fn another_secret_is_refused() {
    let site = Site::new(2);
    let first = site.start(0, "--size 4 --timeout 3s");
    fs::write(site.file("other"), "another secret, as long").expect("written");
    let words = "count --quiet --size 4 --timeout 3s --process 1 --hosts hosts --secret other";
    let second = site.run(words);
    assert_ended(&second, 1, &format!("{} has another secret", site.name(0)));
    let first = output_of(first);
    let message = format!("{} did not come within 3s", site.name(1));
    assert_ended(&first, 1, &message);
    assert_ended(&first, 1, "One connection had another secret");
}

#[test]
fn both_processes_refuse_a_difference_between_them() {
    let problem = "counts the orders of another problem";
    for (other, message) in [
        ("--size 5", problem),
        ("--size 4 --sense min", problem),
        ("--size 4 --bonus 1,1,1", problem),
        ("--size 4 --checkpoint layers", "without --checkpoint"),
    ] {
        let site = Site::new(2);
        let children = [(0, "--size 4"), (1, other)];
        for child in children.map(|(process, words)| site.start(process, words)) {
            assert_ended(&output_of(child), 1, message);
        }
    }
}

/// Whether a port has a connection, by the table of Linux: state 1.
#[cfg(target_os = "linux")]
fn has_connection(port: u16) -> bool {
    let table = std::fs::read_to_string("/proc/net/tcp").expect("the table of connections");
    let mut lines = table.lines().map(str::split_whitespace);
    let address = format!("0100007F:{port:04X}");
    lines.any(|mut line| line.nth(1) == Some(&address) && line.nth(1) == Some("01"))
}

/// All three stop, though the third one agrees with the first.
#[cfg(target_os = "linux")]
#[test]
fn a_refused_process_ends_the_wait_of_the_others() {
    let site = Site::new(3);
    let first = site.start(0, "--size 4");
    let third = site.start(2, "--size 4");
    wait_for("the third one meets the first", || {
        has_connection(site.ports[0])
    });
    let second = site.start(1, "--size 5");
    for output in [first, second, third].map(output_of) {
        assert_ended(&output, 1, "");
        let text = crate::stderr(&output);
        let messages = ["another problem", "ended before all processes had come"];
        let has_message = messages.iter().any(|message| text.contains(message));
        assert!(has_message, "{text}");
    }
}

#[test]
fn a_second_process_with_the_same_number_is_refused() {
    let site = Site::new(2);
    for process in [0, 1] {
        let first = site.start(process, "--size 4 --timeout 20s");
        drop(site.connect(process));
        let second = output_of(site.start(process, "--size 4"));
        let message = format!("cannot listen at 127.0.0.1:{}", site.ports[process]);
        assert_ended(&second, 1, &message);
        assert_ended(&output_of(site.start(1 - process, "--size 4")), 0, "");
        assert_ended(&output_of(first), 0, "");
    }
}

/// A running count keeps its ports, too.
#[cfg(unix)]
#[test]
fn a_port_stays_taken_to_the_end() {
    let site = Site::new(2);
    let children = site.start_all("--size 9 --checkpoint layers");
    wait_for("it counts", || crate::exists(&site.file("layers.0.before")));
    for process in [0, 1] {
        let second = output_of(site.start(process, "--size 9"));
        assert_ended(&second, 1, "cannot listen at");
    }
    crate::signal(&children[0], "-INT");
    for child in children {
        assert_ended(&output_of(child), 5, "");
    }
}

#[test]
fn a_stray_request_is_rejected_and_does_no_harm() {
    let site = Site::new(2);
    let words = "--size 5 --sense min";
    let first = site.start(0, words);
    let mut stray = site.connect(0);
    // Other connections are silent meanwhile.
    let silent: Vec<TcpStream> = (0..20).map(|_| site.connect(0)).collect();
    let request = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n";
    stray.write_all(request).expect("sent");
    let limit = Some(Duration::from_secs(20));
    stray.set_read_timeout(limit).expect("set");
    let mut answer = Vec::new();
    let _ = stray.read_to_end(&mut answer);
    assert_eq!(answer, b"", "it is told nothing");
    let second = site.start(1, words);
    let outputs = [first, second].map(output_of);
    for output in &outputs {
        assert_ended(output, 0, "");
    }
    assert_same_coverings(&json(&outputs[0]), &count_alone(words));
    drop(silent);
}

/// Asserts that two processes refuse what a stranger sends to each: the first one goes on waiting, and the second one
/// ends.
pub(crate) fn assert_refused(
    site: &Site,
    words: &str,
    messages: [&[u8]; 2],
    [from_first, from_second]: [&str; 2],
) {
    let first = site.start(0, &format!("{words} --timeout 3s"));
    let mut stranger = site.connect(0);
    // The process may close the connection before the last byte.
    let _ = stranger.write_all(messages[0]);
    let first = output_of(first);
    let message = format!("{} did not come within 3s", site.name(1));
    assert_ended(&first, 1, &message);
    assert_ended(&first, 1, from_first);

    let listener = TcpListener::bind(("127.0.0.1", site.ports[0])).expect("free again");
    let second = site.start(1, &format!("{words} --timeout 20s"));
    let (mut stranger, _) = listener.accept().expect("it comes");
    let _ = stranger.write_all(messages[1]);
    let message = format!("{} {from_second}", site.name(0));
    assert_ended(&output_of(second), 1, &message);
}

#[test]
fn another_version_of_the_protocol_is_refused_and_both_versions_are_named() {
    let other: &[u8] = b"azulejo cluster\x63";
    let fault = "speaks version 99 of the protocol between processes, this one version 1";
    assert_refused(&Site::new(2), "--size 4", [other; 2], [fault; 2]);
}

/// Wrong usage: exit code, arguments, and a part of the message.
const WRONG: &str = "
    2 count --size 3 --hosts hosts => --process
    2 count --size 3 --process 1 => --hosts
    2 count --size 3 --hosts hosts --process 2 --secret secret => there is no process 2: the file of hosts names 2
    2 count --size 3 --process 0 --hosts hosts --secret short => must have at least 16
    2 count --size 3 --process 0 --hosts none --secret secret => it names no host
    1 count --size 3 --process 0 --hosts missing --secret secret => cannot read missing
    2 count --size 3 --process 0 --hosts hosts --secret secret --timeout 10ms => it must be at least 1s
    2 count --size 3 --process 0 --hosts hosts --secret secret --timeout 500000000years => at most 30days
    2 count --size 3 --process 0 --hosts hosts --secret secret --method dense => with the method frontier
    2 count --size 3 --process 0 --hosts hosts --secret secret --all-scores => --all-scores
    1 count --size 12 --hosts hosts --process 0 --secret secret => at most 128 cells
    2 orders --size 3 --list 1 --hosts hosts => one process needs every layer
";

#[test]
fn wrong_usage_ends_at_once_with_a_message() {
    let site = Site::new(2);
    fs::write(site.file("short"), "short").expect("written");
    fs::write(site.file("none"), "# nobody\n").expect("written");
    for case in WRONG.trim().lines() {
        let (usage, message) = case.split_once(" => ").expect("two parts");
        let (code, words) = usage.trim().split_once(' ').expect("a code");
        let code = code.parse().expect("a number");
        assert_ended(&site.run(words), code, message);
    }
}
