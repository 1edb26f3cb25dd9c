//! Clients share the server: whatever one of them asks for, the others are answered.

use crate::hardened::LONG;
use crate::server::{Answer, Served};
use azulejo::serve::{Limits, Options};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

const ATTACKER: [u8; 4] = [127, 0, 0, 2];
const VICTIM: [u8; 4] = [127, 0, 0, 3];

fn ask(stream: &mut TcpStream, path: &str, headers: &str) {
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n");
    // A server that has no room may have closed already.
    let _ = stream.write_all(request.as_bytes());
}

/// A run of this client, from which nothing has been read yet.
fn run(server: &Served, source: [u8; 4], path: &str) -> TcpStream {
    let mut stream = server.connect_from(source).expect("a connection");
    ask(&mut stream, path, "");
    stream
}

/// Reads until this comes.
fn until(stream: &mut TcpStream, word: &str) -> String {
    let mut heard = String::new();
    while !heard.contains(word) {
        let mut bytes = [0; 4096];
        let read = stream.read(&mut bytes).expect("events");
        assert!(read > 0, "no {word}: {heard}");
        heard += &String::from_utf8_lossy(&bytes[..read]);
    }
    heard
}

/// What comes within so much time.
fn within(stream: &mut TcpStream, time: Duration) -> String {
    stream.set_read_timeout(Some(time)).expect("a timeout");
    let (began, mut heard) = (Instant::now(), String::new());
    while began.elapsed() < time {
        let mut bytes = [0; 4096];
        match stream.read(&mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(read) => heard += &String::from_utf8_lossy(&bytes[..read]),
        }
    }
    heard
}

/// Runs of a client: one that has begun, and others that wait, one after the other.
fn begun(server: &Served, source: [u8; 4], count: usize) -> Vec<TcpStream> {
    let runs = (0..count).map(|index| {
        let mut own = run(server, source, LONG);
        let word = match index {
            0 => "event: stated".to_owned(),
            _ => format!(r#""waiting":{index}"#),
        };
        until(&mut own, &word);
        own
    });
    runs.collect()
}

/// A run of an address that takes a minute and more.
fn heavy(seed: usize) -> String {
    format!("/explore/run?size=12x12&sense=min&rule=rounds&seed={seed}")
}

/// As many runs as an attacker can have.
fn attack(server: &Served, source: [u8; 4], count: usize) -> Vec<TcpStream> {
    let mut attack: Vec<_> = (0..count)
        .map(|seed| run(server, source, &heavy(seed)))
        .collect();
    // The first has begun, and the last has its place or none.
    until(&mut attack[0], "event: stated");
    let last = attack.last_mut().expect("some");
    let mut bytes = [0; 64];
    let _ = last.read(&mut bytes);
    attack
}

fn has_answer(answer: &Answer) -> bool {
    answer.events().iter().any(|(name, _)| name == "answer")
}

#[test]
fn one_client_cannot_keep_the_others_waiting() {
    let server = Served::within(Limits {
        runs: 2,
        ..Limits::default()
    });
    let attack = attack(&server, ATTACKER, 300);
    let mut times: Vec<Duration> = (0..5)
        .map(|_| {
            let began = Instant::now();
            let answer = server.get_from(VICTIM, "/explore/run?size=3x3&fix=5@9");
            assert!(has_answer(&answer), "{answer:?}");
            began.elapsed()
        })
        .collect();
    times.sort();
    assert!(times[2] < Duration::from_secs(2), "{times:?}");
    // Nor in the slots for long runs.
    let began = Instant::now();
    let mut long = run(&server, VICTIM, LONG);
    until(&mut long, "event: stated");
    assert!(
        began.elapsed() < Duration::from_secs(30),
        "long before a run of the attacker is over"
    );
    drop(attack);
}

#[test]
fn a_run_that_gives_way_says_so_with_what_it_has_found() {
    let server = Served::within(Limits {
        runs: 2,
        time: Duration::from_secs(600),
        ..Limits::default()
    });
    let [mut first, mut second] = [(); 2].map(|()| {
        let mut own = run(&server, ATTACKER, LONG);
        until(&mut own, "event: stated");
        own
    });
    let mut other = run(&server, VICTIM, LONG);
    until(&mut other, "event: stated");
    let told = until(&mut first, "event: end");
    assert!(told.contains("event: answer"), "{told:.300}");
    assert!(told.contains("Others wait"), "{told:.300}");
    // A third run of the two clients waits: neither has too much.
    let mut third = run(&server, ATTACKER, LONG);
    until(&mut third, r#"{"ahead":0,"waiting":1}"#);
    drop(other);
    until(&mut third, "event: stated");
    drop(third);
    let rest = within(&mut second, Duration::from_millis(300));
    assert!(!rest.contains("event: end"), "the second one goes on");
}

#[test]
fn who_has_most_places_loses_one_and_is_told_so() {
    let server = Served::within(Limits {
        runs: 1,
        waiting: 3,
        time: Duration::from_secs(600),
        ..Limits::default()
    });
    let mut own = begun(&server, ATTACKER, 4);
    let refused = server.get_from(ATTACKER, LONG);
    assert_eq!(refused.status, 503);
    assert_eq!(refused.header("retry-after"), Some("10"));
    let mut other = run(&server, VICTIM, LONG);
    // It is next, for the other client has a run.
    until(&mut other, r#"{"ahead":0,"waiting":3}"#);
    let told = own.pop().map(|mut last| until(&mut last, "event: end"));
    let told = told.expect("four");
    assert!(told.contains("waiting already: 3"), "{told}");
    for mut other in own {
        let rest = within(&mut other, Duration::from_millis(200));
        assert!(!rest.contains("event: end"), "{rest}");
    }
}

#[test]
fn one_client_cannot_have_all_connections() {
    let server = Served::within(Limits {
        connections: 20,
        ..Limits::default()
    });
    let mut attack: Vec<_> = (0..20)
        .map(|_| server.connect_from(ATTACKER).expect("a connection"))
        .collect();
    // The server closes what is one too many.
    let mut more = server.connect_from(ATTACKER).expect("a connection");
    assert!(matches!(more.read(&mut [0]), Ok(0) | Err(_)));
    assert_eq!(server.get_from(VICTIM, "/explore?size=2x2").status, 200);
    let last = attack.last_mut().expect("some");
    assert!(matches!(last.read(&mut [0]), Ok(0) | Err(_)), "it gave way");
}

#[test]
fn behind_a_trusted_proxy_clients_are_those_that_it_names() {
    let limits = Limits {
        runs: 1,
        waiting: 2,
        time: Duration::from_secs(600),
        ..Limits::default()
    };
    for proxies in [vec![], vec![[127, 0, 0, 1].into()]] {
        let is_trusted = !proxies.is_empty();
        let server = Served::with(Options {
            proxies,
            limits: limits.clone(),
            ..Options::default()
        });
        let by = |client: &str| {
            let mut stream = server.connect();
            ask(
                &mut stream,
                LONG,
                &format!("X-Forwarded-For: 9.9.9.9, {client}\r\n"),
            );
            stream
        };
        let mut first = by("192.0.2.1");
        until(&mut first, "event: stated");
        let [mut second, mut third] = [(); 2].map(|()| by("192.0.2.1"));
        for waiting in [&mut second, &mut third] {
            until(waiting, r#""waiting":2"#);
        }
        let heard = until(&mut by("192.0.2.2"), "\r\n");
        let status = if is_trusted { " 200 " } else { " 503 " };
        assert!(heard.contains(status), "{is_trusted}: {heard}");
    }
}

#[test]
fn small_runs_do_not_wait_for_long_ones() {
    let server = Served::within(Limits {
        runs: 2,
        time: Duration::from_secs(600),
        ..Limits::default()
    });
    let clients = [[127, 0, 0, 5], [127, 0, 0, 6], [127, 0, 0, 7]];
    let _running = [clients[0], clients[1]].map(|client| begun(&server, client, 1));
    let mut waiting = run(&server, clients[2], LONG);
    until(&mut waiting, r#""waiting":1"#);
    thread::scope(|scope| {
        for client in clients {
            let server = &server;
            scope.spawn(move || {
                assert!(has_answer(
                    &server.get_from(client, "/explore/run?size=3x3")
                ));
            });
        }
    });
    let heard = within(&mut waiting, Duration::from_millis(700));
    assert!(heard.contains("event: queue"), "{heard}");
    assert!(!heard.contains("event: stated"), "{heard}");
}
