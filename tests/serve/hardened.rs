//! Clients that are many, slow, half gone or hostile: nothing breaks, and answers stay right.

use crate::server::{Answer, LONG, Served, event};
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

/// Limits of one run that may take long.
fn one_long_run() -> Limits {
    Limits {
        runs: 1,
        time: Duration::from_secs(600),
        ..limits()
    }
}

/// Limits under which a run takes longer than a client is waited for that takes nothing.
fn beyond_patience() -> Limits {
    Limits {
        time: 4 * limits().patience,
        ..limits()
    }
}

/// Opens a run and reads until it has begun.
pub(crate) fn begun(server: &Served, path: &str) -> TcpStream {
    until(server, path, "event: stated")
}

/// Opens a run and reads until this has come.
fn until(server: &Served, path: &str, word: &str) -> TcpStream {
    let mut stream = server.asking(path, "HTTP/1.1");
    read_until(&mut stream, word);
    stream
}

/// Reads until a word has come.
fn read_until(stream: &mut TcpStream, word: &str) {
    let mut heard = String::new();
    while !heard.contains(word) {
        let mut bytes = [0; 4096];
        let read = stream.read(&mut bytes).expect("events");
        assert!(read > 0, "{heard}");
        heard += &String::from_utf8_lossy(&bytes[..read]);
    }
}

/// An answer to its end.
fn read_all(mut stream: TcpStream) -> String {
    let mut heard = String::new();
    stream.read_to_string(&mut heard).expect("an answer");
    heard
}

/// Asserts that a run has an answer.
fn assert_answered(server: &Served, path: &str) {
    event(&server.events(path), "answer");
}

#[test]
fn many_clients_at_once_get_the_right_answers() {
    let server = Served::within(limits());
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
fn a_run_by_a_method_that_keeps_to_its_limits_can_be_asked_for() {
    let server = Served::within(limits());
    for method in ["ordering", "dense", "backward", "frontier"] {
        let events = server.events(&format!("/explore/run?size=3x3&fix=5@9&method={method}"));
        let is_stated = events.iter().any(|(name, _)| name == "stated");
        assert!(!is_stated, "{method}");
        let answer = event(&events, "answer");
        // Case study, section VI.
        assert_eq!(answer["score"], 30, "{method}");
        assert_eq!(answer["method"], method);
    }
    for method in ["thesis", "auto", "%3Cb%3E"] {
        let answer = server.refused_address(&format!("/explore/run?size=3x3&method={method}"));
        assert!(answer.body.contains("method cannot be"), "{answer:?}");
    }
}

#[test]
fn a_run_ends_when_its_page_goes_away() {
    let server = Served::within(one_long_run());
    let gone = begun(&server, LONG);
    drop(gone);
    // The only place is free again.
    let began = Instant::now();
    assert_answered(&server, "/explore/run?size=2x2");
    // Long before its time is over.
    assert!(began.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_client_that_says_no_more_gets_its_answer() {
    let server = Served::within(beyond_patience());
    for (path, part) in [
        ("/explore?size=3x3", "</html>"),
        ("/explore/run?size=3x3", "event: end"),
        ("/explore/count?size=3x3", "orders"),
        // Longer than anybody waits for a client that takes nothing.
        (LONG, "event: end"),
    ] {
        let stream = server.asking(path, "HTTP/1.1");
        stream.shutdown(Shutdown::Write).expect("it is open");
        let heard = read_all(stream);
        assert!(heard.contains(part), "{path}: {heard:.300}");
    }
}

/// The only place is taken for longer than a client is waited with that takes nothing.
#[test]
fn a_client_that_says_no_more_gets_an_answer_that_takes_long() {
    let server = Served::within(Limits {
        runs: 1,
        ..beyond_patience()
    });
    let _running = begun(&server, LONG);
    let path = LONG.replace("run", "count");
    let waiting = ["HTTP/1.1", "HTTP/1.0"].map(|version| {
        let stream = server.asking(&path, version);
        stream.shutdown(Shutdown::Write).expect("it is open");
        (version, stream)
    });
    for (version, stream) in waiting {
        let heard = read_all(stream);
        // What comes before the answer, and what an older client would take for it.
        let early = "HTTP/1.1 100 Continue\r\n\r\n";
        let (before, answer) = heard.split_at(heard.rfind(early).map_or(0, |at| at + early.len()));
        assert_eq!(before.is_empty(), version == "HTTP/1.0", "{heard}");
        let begins = answer.starts_with(&format!("{version} 200"));
        assert!(begins && answer.ends_with("{\"orders\":null}"), "{heard}");
    }
}

#[test]
fn who_waits_for_one_answer_leaves_the_queue_when_its_page_goes_away() {
    let server = Served::within(one_long_run());
    let _running = begun(&server, LONG);
    let gone = server.asking(&LONG.replace("run", "count"), "HTTP/1.1");
    let mut other = until(&server, LONG, r#""waiting":2"#);
    drop(gone);
    read_until(&mut other, r#""waiting":1"#);
}

#[test]
fn the_queue_says_its_length_and_has_an_end() {
    let server = Served::within(Limits {
        waiting: 1,
        ..one_long_run()
    });
    let running = begun(&server, LONG);
    let told = r#"data: {"ahead":0,"waiting":1}"#;
    let mut waiting = until(&server, LONG, told);
    let refused = server.get(LONG);
    assert_eq!(refused.status, 503);
    assert!(refused.header("retry-after").is_some(), "{refused:?}");
    assert!(refused.body.contains("waiting already: 1"), "{refused:?}");
    // A page is shown all the same, without an answer.
    assert_eq!(server.get("/explore?size=2x2").status, 200);
    drop(running);
    read_until(&mut waiting, "event: stated");
}

#[test]
fn small_runs_do_not_wait_for_long_ones() {
    let server = Served::within(Limits {
        runs: 2,
        ..one_long_run()
    });
    let _running = [(); 2].map(|()| begun(&server, LONG));
    let _waiting = until(&server, LONG, r#""waiting":1"#);
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| assert_answered(&server, "/explore/run?size=3x3"));
        }
    });
    until(&server, LONG, r#"{"ahead":1,"waiting":2}"#);
}

#[test]
fn a_run_keeps_to_its_time_and_says_what_it_knows() {
    let server = Served::within(Limits {
        time: Duration::from_secs(2),
        ..limits()
    });
    let began = Instant::now();
    let events = server.events(LONG);
    let answer = event(&events, "answer");
    assert_eq!(answer["status"], "feasible", "{}", answer["answer"]);
    assert!(answer["bound"].as_u64() > answer["score"].as_u64());
    assert!(began.elapsed() < Duration::from_secs(30));
}

#[test]
fn slow_and_half_open_clients_are_let_go_and_harm_nobody() {
    let server = Served::within(Limits {
        connections: 8,
        ..limits()
    });
    // All connections are taken by clients that say nothing; they are let go.
    let idle: Vec<_> = (0..8).map(|_| server.connect()).collect();
    for mut stream in idle {
        let closed = stream.read_to_end(&mut Vec::new());
        assert!(closed.is_ok(), "closed by the server");
    }
    assert_eq!(server.get("/explore?size=2x2").status, 200);
    // A head that comes letter by letter.
    let mut slow = server.connect();
    let mut cut = false;
    let head = "GET /explore HTTP/1.1\r\nHost: localhost\r\nX-Slow: abcdefghijklmnopqrstuvwxyz";
    for letter in head.bytes() {
        cut |= slow.write_all(&[letter]).is_err();
        thread::sleep(Duration::from_millis(40));
    }
    let mut heard = String::new();
    let _ = slow.read_to_string(&mut heard);
    let is_cut = cut || heard.is_empty() || heard.contains(" 408 ");
    assert!(is_cut, "{heard}");
    assert_eq!(server.get("/explore?size=2x2").status, 200);
}

#[test]
fn a_client_that_reads_no_answer_is_let_go_and_others_are_sent_away_until_then() {
    let server = Served::within(Limits {
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
    let began = Instant::now();
    while server.get(path).status != 200 {
        // Else it is still waited for.
        assert!(began.elapsed() < Duration::from_secs(60));
    }
}

#[test]
fn hostile_requests_are_refused_and_the_server_goes_on() {
    let server = Served::within(limits());
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
        let shown = &request[..request.len().min(60)];
        let is_refused = answer.status == 0 || answer.status >= 400;
        assert!(is_refused, "{shown:?}: {answer:?}");
        assert!(!answer.body.contains("root:"), "{shown:?}");
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
        let known = [200, 414, 431].contains(&answer.status);
        assert!(known, "{query:.40}: {answer:?}");
        let events = server.get(&format!("/explore/run?{query}"));
        assert!(!events.body.contains("please report"), "{query:.40}");
    }
    assert_eq!(server.get("/explore?size=2x2").status, 200);
}

#[test]
fn the_server_ends_soon_though_runs_go_on() {
    let server = Served::within(Limits {
        runs: 2,
        ..one_long_run()
    });
    let _running = begun(&server, LONG);
    let _waiting = begun(&server, LONG);
    assert!(server.end() < Duration::from_secs(15));
}
