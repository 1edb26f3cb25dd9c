//! Many, slow, half-open and hostile clients: no client breaks the server or its answers.

use crate::server::{Answer, LONG, PageServer, event};
use azulejo::serve::Limits;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

fn limits() -> Limits {
    Limits {
        runs: 2,
        time: Duration::from_secs(20),
        patience: Duration::from_secs(1),
        ..Limits::default()
    }
}

/// Limits for one long run.
fn one_long_run() -> Limits {
    Limits {
        runs: 1,
        time: Duration::from_secs(600),
        ..limits()
    }
}

/// Limits with more time for a run than patience with a client that does not read.
fn beyond_patience() -> Limits {
    Limits {
        time: 4 * limits().patience,
        ..limits()
    }
}

/// Opens a run, and reads to the event `stated`.
pub(crate) fn open_run(server: &PageServer, path: &str) -> TcpStream {
    open_run_until(server, path, "event: stated")
}

/// Opens a run, and reads to a word.
fn open_run_until(server: &PageServer, path: &str, word: &str) -> TcpStream {
    let mut stream = server.open_request(path, "HTTP/1.1");
    read_until(&mut stream, word);
    stream
}

/// Reads to a word.
fn read_until(stream: &mut TcpStream, word: &str) {
    let mut text = String::new();
    while !text.contains(word) {
        let mut bytes = [0; 4096];
        let length = stream.read(&mut bytes).expect("events");
        assert!(length > 0, "{text}");
        text += &String::from_utf8_lossy(&bytes[..length]);
    }
}

/// Reads an answer to its end.
fn read_all(mut stream: TcpStream) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    text
}

fn assert_answered(server: &PageServer, path: &str) {
    event(&server.events(path), "answer");
}

#[test]
fn many_clients_at_once_get_the_right_answers() {
    let server = PageServer::within(limits());
    let clients = 60;
    thread::scope(|scope| {
        for client in 0..clients {
            let server = &server;
            scope.spawn(move || {
                let turn = 1 + client % 9;
                let events = server.events(&format!("/explore/run?size=3x3&fix=5@{turn}"));
                let answer = event(&events, "answer");
                // The best score with the centre of a 3×3 wall in each turn, by the state graph.
                let json = format!(
                    r#"{{"wall": {{"rows": 3, "columns": 3}}, "sense": "maximize",
                        "constraints": [{{"type": "place-at", "cell": 5, "turn": {turn}}}]}}"#
                );
                let best = azulejo::graph::solve(
                    &(&crate::common::parse(&json)).into(),
                    &azulejo::control::Control::default(),
                );
                let best = best.expect("small").verdict.score();
                assert_eq!(answer["score"].as_u64(), best.map(u64::from), "turn {turn}");
            });
        }
    });
}

#[test]
fn a_run_takes_the_methods_that_keep_to_limits() {
    let server = PageServer::within(limits());
    for method in ["ordering", "dense", "backward", "frontier"] {
        let events = server.events(&format!("/explore/run?size=3x3&fix=5@9&method={method}"));
        let has_event = events.iter().any(|(name, _)| name == "stated");
        assert!(!has_event, "{method}");
        let answer = event(&events, "answer");
        // Case study, section VI.
        assert_eq!(answer["score"], 30, "{method}");
        assert_eq!(answer["method"], method);
    }
    for method in ["thesis", "auto", "%3Cb%3E"] {
        let answer = server.get_refusal(&format!("/explore/run?size=3x3&method={method}"));
        assert!(answer.body.contains("method cannot be"), "{answer:?}");
    }
}

#[test]
fn a_run_ends_with_its_connection() {
    let server = PageServer::within(one_long_run());
    let client = open_run(&server, LONG);
    drop(client);
    // The only run has ended.
    let start = Instant::now();
    assert_answered(&server, "/explore/run?size=2x2");
    // Long before the time limit of the run.
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_half_closed_client_gets_its_answer() {
    let server = PageServer::within(beyond_patience());
    for (path, part) in [
        ("/explore?size=3x3", "</html>"),
        ("/explore/run?size=3x3", "event: end"),
        ("/explore/count?size=3x3", "orders"),
        // Longer than the patience with a client that does not read.
        (LONG, "event: end"),
    ] {
        let stream = server.open_request(path, "HTTP/1.1");
        stream.shutdown(Shutdown::Write).expect("an open stream");
        let text = read_all(stream);
        assert!(text.contains(part), "{path}: {text:.300}");
    }
}

/// The only run is longer than the patience with a client that does not read.
#[test]
fn a_half_closed_client_gets_a_late_answer() {
    let server = PageServer::within(Limits {
        runs: 1,
        ..beyond_patience()
    });
    let _run = open_run(&server, LONG);
    let path = LONG.replace("run", "count");
    let streams = ["HTTP/1.1", "HTTP/1.0"].map(|version| {
        let stream = server.open_request(&path, version);
        stream.shutdown(Shutdown::Write).expect("an open stream");
        (version, stream)
    });
    for (version, stream) in streams {
        let text = read_all(stream);
        // Interim responses before the answer, which an older client would take for the answer.
        let interim = "HTTP/1.1 100 Continue\r\n\r\n";
        let (before, answer) =
            text.split_at(text.rfind(interim).map_or(0, |index| index + interim.len()));
        assert_eq!(before.is_empty(), version == "HTTP/1.0", "{text}");
        let is_success = answer.starts_with(&format!("{version} 200"));
        assert!(
            is_success && answer.ends_with("{\"orders\":null}"),
            "{text}"
        );
    }
}

#[test]
fn a_request_leaves_the_queue_with_its_connection() {
    let server = PageServer::within(one_long_run());
    let _run = open_run(&server, LONG);
    let client = server.open_request(&LONG.replace("run", "count"), "HTTP/1.1");
    let mut other = open_run_until(&server, LONG, r#""waiting":2"#);
    drop(client);
    read_until(&mut other, r#""waiting":1"#);
}

#[test]
fn the_queue_has_a_length_and_a_limit() {
    let server = PageServer::within(Limits {
        waiting: 1,
        ..one_long_run()
    });
    let run = open_run(&server, LONG);
    let event = r#"data: {"ahead":0,"waiting":1}"#;
    let mut second_run = open_run_until(&server, LONG, event);
    let refusal = server.get(LONG);
    assert_eq!(refusal.status, 503);
    assert!(refusal.header("retry-after").is_some(), "{refusal:?}");
    assert!(refusal.body.contains("waiting already: 1"), "{refusal:?}");
    // A page without an answer needs no place in the queue.
    assert_eq!(server.get("/explore?size=2x2").status, 200);
    drop(run);
    read_until(&mut second_run, "event: stated");
}

#[test]
fn small_runs_do_not_wait_for_long_ones() {
    let server = PageServer::within(Limits {
        runs: 2,
        ..one_long_run()
    });
    let _run = [(); 2].map(|()| open_run(&server, LONG));
    let _second_run = open_run_until(&server, LONG, r#""waiting":1"#);
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| assert_answered(&server, "/explore/run?size=3x3"));
        }
    });
    open_run_until(&server, LONG, r#"{"ahead":1,"waiting":2}"#);
}

#[test]
fn slow_and_half_open_clients_are_disconnected() {
    let server = PageServer::within(Limits {
        connections: 8,
        ..limits()
    });
    // Silent clients take all connections; the server closes these.
    let idle: Vec<_> = (0..8).map(|_| server.connect()).collect();
    for mut stream in idle {
        let result = stream.read_to_end(&mut Vec::new());
        assert!(result.is_ok(), "closed by the server");
    }
    assert_eq!(server.get("/explore?size=2x2").status, 200);
    // A head in single letters.
    let mut slow = server.connect();
    let mut is_cut = false;
    let head = "GET /explore HTTP/1.1\r\nHost: localhost\r\nX-Slow: abcdefghijklmnopqrstuvwxyz";
    for letter in head.bytes() {
        is_cut |= slow.write_all(&[letter]).is_err();
        thread::sleep(Duration::from_millis(40));
    }
    let mut text = String::new();
    let _ = slow.read_to_string(&mut text);
    is_cut |= text.is_empty() || text.contains(" 408 ");
    assert!(is_cut, "{text}");
    assert_eq!(server.get("/explore?size=2x2").status, 200);
}

#[test]
fn a_client_without_reads_blocks_the_only_connection_for_a_limited_time() {
    let server = PageServer::within(Limits {
        connections: 1,
        ..limits()
    });
    // More answers than the buffers of the connection hold.
    let mut deaf = server.connect();
    deaf.set_write_timeout(Some(Duration::from_millis(500)))
        .expect("a timeout");
    let requests = "GET /explore?size=5x5 HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(1_000);
    let _ = deaf.write_all(requests.as_bytes());
    let path = "/explore?size=2x2";
    assert_eq!(server.get(path).status, 0, "the only connection is taken");
    let start = Instant::now();
    while server.get(path).status != 200 {
        // Without a limit the deaf client would block the connection for ever.
        assert!(start.elapsed() < Duration::from_secs(60));
    }
}

#[test]
fn hostile_requests_are_refused() {
    let server = PageServer::within(limits());
    let long = "x".repeat(100_000);
    let many = "fix=1@1&".repeat(2_000);
    let requests = [
        "\0\0\0\0\r\n\r\n".to_owned(),
        "GET / HTTP/9.9\r\n\r\n".to_owned(),
        format!("GET /{long} HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {long}\r\n\r\n"),
        "GET / HTTP/1.1\r\nHost: localhost\r\n".to_owned() + &"X: y\r\n".repeat(500) + "\r\n",
        "POST /explore HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n".to_owned(),
        "POST /explore HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\n".to_owned(),
        "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n".to_owned(),
        "GET /explore/../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".to_owned(),
        "GET /assets/..%2f..%2fetc%2fpasswd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".to_owned(),
    ];
    for request in requests {
        let mut stream = server.connect();
        let _ = stream.write_all(request.as_bytes());
        let answer = Answer::read(stream);
        let beginning = &request[..request.len().min(60)];
        let is_refused = answer.status == 0 || answer.status >= 400;
        assert!(is_refused, "{beginning:?}: {answer:?}");
        assert!(!answer.body.contains("root:"), "{beginning:?}");
    }
    for query in [
        many.as_str(),
        "size=999999999999999999999x1",
        "size=12x12&turns=18446744073709551616",
        "bonus=4294967295,4294967295,4294967295",
        "initial=1+1+1",
        "%ff%fe=%00",
        "fix=1@0",
        "only=1@1-18446744073709551615",
    ] {
        let answer = server.get(&format!("/explore?{query}"));
        let is_expected = [200, 414, 431].contains(&answer.status);
        assert!(is_expected, "{query:.40}: {answer:?}");
        let events = server.get(&format!("/explore/run?{query}"));
        assert!(!events.body.contains("please report"), "{query:.40}");
    }
    assert_eq!(server.get("/explore?size=2x2").status, 200);
}

#[test]
fn the_server_ends_soon_during_runs() {
    let server = PageServer::within(Limits {
        runs: 2,
        ..one_long_run()
    });
    let _run = open_run(&server, LONG);
    let _second_run = open_run(&server, LONG);
    assert!(server.end() < Duration::from_secs(15));
}
