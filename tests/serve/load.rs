//! What the server holds: 200 clients at once, beside slow, silent, deaf and hostile ones, and one that asks for all that
//! it can get. `cargo maintain load` runs it and prints the figures of `docs/serve.md`; in the suite it would take too long.

use crate::common::parse;
use crate::server::Served;
use azulejo::control::Control;
use azulejo::serve::Limits;
use std::io::{self, Read, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const CLIENTS: u64 = 200;
const REQUESTS: u64 = 10;

/// The greedy one asks for so many runs at once, each of which would take minutes.
const GREEDY: usize = 300;

/// The address of a kind of attacker.
fn address(attacker: u8) -> [u8; 4] {
    [127, 0, 0, attacker]
}

/// The memory that the process has now and has had at most, in MiB (Linux alone).
fn memory() -> [u64; 2] {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    ["VmRSS:", "VmHWM:"].map(|field| {
        let line = status.lines().find_map(|line| line.strip_prefix(field));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        kib.unwrap_or(0_u64) / 1024
    })
}

/// The best scores with the centre of a 3×3 wall in each turn, by the state graph.
fn scores() -> Vec<u64> {
    let score = |turn: usize| {
        let json = format!(
            r#"{{"wall": {{"rows": 3, "columns": 3}}, "sense": "maximize",
                "constraints": [{{"type": "place-at", "cell": 5, "turn": {turn}}}]}}"#
        );
        let outcome = azulejo::graph::solve(&(&parse(&json)).into(), &Control::default());
        u64::from(outcome.expect("small").verdict.score().expect("an order"))
    };
    (1..=9).map(score).collect()
}

#[test]
#[ignore = "it takes a minute; `cargo maintain load` runs it"]
fn two_hundred_clients_among_slow_silent_deaf_and_hostile_ones() {
    let scores = scores();
    let server = Served::within(Limits {
        time: Duration::from_secs(30),
        patience: Duration::from_secs(5),
        ..Limits::default()
    });
    let before = memory();
    let over = AtomicBool::new(false);
    let (times, attacks, refused) = (Mutex::new(Vec::new()), AtomicU64::new(0), AtomicU64::new(0));
    let began = Instant::now();
    thread::scope(|scope| {
        let (server, over, scores) = (&server, &over, &scores);
        let (times, attacks, refused) = (&times, &attacks, &refused);
        let attack = |what: Attack| {
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    // A server that is full lets nobody in.
                    let _ = what(server, over);
                    attacks.fetch_add(1, Ordering::Relaxed);
                }
            });
        };
        for _ in 0..50 {
            attack(silent);
            attack(slow);
        }
        for _ in 0..20 {
            attack(deaf);
            attack(hostile);
        }
        for _ in 0..GREEDY {
            attack(greedy);
        }
        let clients: Vec<_> = (0..CLIENTS)
            .map(|client| {
                scope.spawn(move || {
                    for request in 0..REQUESTS {
                        let clock = Instant::now();
                        let turn = 1 + (client + request) % 9;
                        let path = format!("/explore/run?size=3x3&fix=5@{turn}");
                        let own = [127, 1, 0, u8::try_from(client).expect("few")];
                        let answer = server.get_from(own, &path);
                        if answer.status == 503 {
                            // The queue is full, and says so.
                            refused.fetch_add(1, Ordering::Relaxed);
                            thread::sleep(Duration::from_millis(200));
                            continue;
                        }
                        let events = answer.events();
                        let found = events.iter().find(|(name, _)| name == "answer");
                        let (_, found) = found.unwrap_or_else(|| panic!("{answer:?}"));
                        assert_eq!(found["score"], scores[turn as usize - 1], "turn {turn}");
                        times.lock().expect("whole").push(clock.elapsed());
                    }
                })
            })
            .collect();
        let ended: Vec<_> = clients
            .into_iter()
            .map(thread::ScopedJoinHandle::join)
            .collect();
        over.store(true, Ordering::Relaxed);
        assert!(
            ended.iter().all(Result::is_ok),
            "every client got right answers"
        );
    });
    let mut times = times.into_inner().expect("whole");
    times.sort();
    let at = |part: usize| times[(times.len() - 1) * part / 100];
    let (took, after) = (began.elapsed(), memory());
    assert_eq!(server.get("/explore?size=2x2").status, 200, "it goes on");
    // The runs end, and their memory is given back.
    thread::sleep(Duration::from_secs(15));
    let [rest, _] = memory();
    println!(
        "{} right answers for {CLIENTS} clients in {:.1?}, {} told that the queue is full, {} attacks;\n\
         half of the answers within {:.0?}, 95 % within {:.0?}, all within {:.0?};\n\
         memory {} MiB before, {} MiB at most, {} MiB after, {rest} MiB at rest",
        times.len(),
        took,
        refused.into_inner(),
        attacks.into_inner(),
        at(50),
        at(95),
        at(100),
        before[0],
        after[1],
        after[0],
    );
    assert!(rest < before[0] + 64, "{before:?} {rest}");
    assert!(
        after[1] < before[1] + 1024,
        "memory stays bounded: {before:?} {after:?}"
    );
}

/// What an attacker does again and again; an error where it is let go.
type Attack = fn(&Served, &AtomicBool) -> io::Result<()>;

/// Connects and says nothing.
fn silent(server: &Served, over: &AtomicBool) -> io::Result<()> {
    let stream = server.connect_from(address(2))?;
    let _ = stream.set_read_timeout(Some(Duration::from_millis(500)));
    while !over.load(Ordering::Relaxed) {
        let mut byte = [0];
        // Closed by the server.
        if matches!((&stream).read(&mut byte), Ok(0)) {
            break;
        }
    }
    Ok(())
}

/// Says a letter now and then.
fn slow(server: &Served, over: &AtomicBool) -> io::Result<()> {
    let mut stream = server.connect_from(address(3))?;
    for letter in "GET /explore HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
        .bytes()
        .chain([b'x'; 1000])
    {
        if over.load(Ordering::Relaxed) {
            break;
        }
        stream.write_all(&[letter])?;
        thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}

/// Asks for much, and reads nothing.
fn deaf(server: &Served, over: &AtomicBool) -> io::Result<()> {
    let mut stream = server.connect_from(address(4))?;
    let ask = "GET /explore?size=12x12 HTTP/1.1\r\nHost: localhost\r\n\r\n";
    for _ in 0..200 {
        if over.load(Ordering::Relaxed) {
            break;
        }
        stream.write_all(ask.as_bytes())?;
        thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// Sends what is no request, and requests that are not allowed.
fn hostile(server: &Served, _: &AtomicBool) -> io::Result<()> {
    let long = "a".repeat(70_000);
    let requests = [
        "\u{0}\u{1}\u{2}\r\n\r\n".to_owned(),
        format!("GET /explore?fix={long} HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        "POST /explore/run HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999999\r\n\r\n{"
            .to_owned(),
        "GET /explore/run?size=12x12 HTTP/1.1\r\nHost: evil.example\r\n\r\n".to_owned(),
        // A run, and away.
        "GET /explore/run?size=8x8&sense=min&fix=28@9 HTTP/1.1\r\nHost: localhost\r\n\r\n"
            .to_owned(),
    ];
    for request in requests {
        let _ = server
            .connect_from(address(5))?
            .write_all(request.as_bytes());
    }
    thread::sleep(Duration::from_millis(100));
    Ok(())
}

/// Asks for a long run, and holds it as long as it can.
fn greedy(server: &Served, over: &AtomicBool) -> io::Result<()> {
    let mut stream = server.connect_from(address(6))?;
    let ask =
        "GET /explore/run?size=12x12&sense=min&rule=rounds HTTP/1.1\r\nHost: localhost\r\n\r\n";
    stream.write_all(ask.as_bytes())?;
    let mut bytes = [0; 4096];
    while !over.load(Ordering::Relaxed) && stream.read(&mut bytes)? > 0 {}
    thread::sleep(Duration::from_millis(100));
    Ok(())
}
