//! Somebody between two processes, who hears and changes what they send.

use crate::{Site, alone, assert_ended, assert_same_way, ended, json};
use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::Output;
use std::sync::{Arc, Mutex};
use std::thread;

/// The bytes that were heard of each of the two processes.
type Heard = Arc<Mutex<[Vec<u8>; 2]>>;

/// The change of some bytes of a process, which has sent so many before them: whether the connection goes on.
type Change = fn(process: usize, before: usize, bytes: &mut Vec<u8>) -> bool;

/// Two processes of which the second one reaches the first by a detour.
struct Detour {
    site: Site,
    port: u16,
    heard: Heard,
}

fn detour(change: Change) -> Detour {
    let site = Site::new(2);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("bound").port();
    let hosts = format!("127.0.0.1:{port}\n127.0.0.1:{}\n", site.ports[1]);
    fs::write(site.file("detour"), hosts).expect("written");
    let heard = Heard::default();
    let (to, hearing) = (site.ports[0], Arc::clone(&heard));
    thread::spawn(move || {
        for second in listener.incoming() {
            let second = second.expect("connected");
            // The second process tries again until the first one listens.
            if let Ok(first) = TcpStream::connect(("127.0.0.1", to)) {
                *hearing.lock().expect("no panic") = Heard::default().lock().expect("new").clone();
                let both = |socket: &TcpStream| socket.try_clone().expect("a handle");
                for (process, from, to) in [
                    (0, both(&first), both(&second)),
                    (1, both(&second), both(&first)),
                ] {
                    let hearing = Arc::clone(&hearing);
                    thread::spawn(move || pass(process, from, to, &hearing, change));
                }
            }
        }
    });
    Detour { site, port, heard }
}

/// Passes on what a process sends.
fn pass(process: usize, mut from: TcpStream, mut to: TcpStream, heard: &Heard, change: Change) {
    let (mut piece, mut before) = (vec![0; 1 << 14], 0);
    while let Ok(count @ 1..) = from.read(&mut piece) {
        let mut bytes = piece[..count].to_vec();
        heard.lock().expect("no panic")[process].extend(&bytes);
        if !change(process, before, &mut bytes) {
            from.shutdown(Shutdown::Both).expect("it was open");
            break;
        }
        if to.write_all(&bytes).is_err() {
            break;
        }
        before += count;
    }
    // What the other one sends still passes. It fails where the connection is broken already.
    let _ = to.shutdown(Shutdown::Write);
}

impl Detour {
    /// Both processes to their end.
    fn all_ended(&self, words: &str) -> [Output; 2] {
        let second = format!("{words} --hosts detour");
        [self.site.start(0, words), self.site.start(1, &second)].map(ended)
    }

    /// How the second process names the first.
    fn first(&self) -> String {
        format!("process 0 (127.0.0.1:{})", self.port)
    }
}

/// Without a change.
fn honest(_: usize, _: usize, _: &mut Vec<u8>) -> bool {
    true
}

const WORDS: &str = "--size 5 --sense min";

/// Encrypted bytes look like chance: each byte is as frequent as every other one. Records, and the numbers before them, have many
/// zeros.
#[test]
fn whoever_hears_all_reads_nothing() {
    let detour = detour(honest);
    let outputs = detour.all_ended(WORDS);
    for output in &outputs {
        assert_ended(output, 0, "");
    }
    assert_same_way(&json(&outputs[0]), &alone(WORDS));
    for heard in &*detour.heard.lock().expect("no panic") {
        assert!(heard.len() > 100_000, "{} bytes", heard.len());
        let mut counts = [0; 256];
        for &byte in heard {
            counts[usize::from(byte)] += 1;
        }
        let share = heard.len() / counts.len();
        for (byte, count) in counts.into_iter().enumerate() {
            let is_usual = (share / 2..2 * share).contains(&count);
            assert!(is_usual, "byte {byte}: {count} of {share}");
        }
        for word in ["sixteen bytes", "version", "processes", "checkpoint"] {
            let mut places = heard.windows(word.len());
            assert!(places.all(|place| place != word.as_bytes()), "{word}");
        }
    }
}

/// A count that takes longer than any test waits.
const ENDLESS: &str = "--size 9";

#[test]
fn a_changed_byte_ends_the_count() {
    let changes: [(usize, Change); 2] = [
        (0, |process, before, bytes| {
            if process == 1 && before > 50_000 {
                bytes[0] ^= 1;
            }
            true
        }),
        (1, |process, before, bytes| {
            // What was sent once is sent again.
            if process == 0 && before > 50_000 {
                *bytes = [&bytes[..], bytes].concat();
            }
            true
        }),
    ];
    for (victim, change) in changes {
        let detour = detour(change);
        let outputs = detour.all_ended(ENDLESS);
        for output in &outputs {
            assert_ended(output, 1, "");
            assert_eq!(output.stdout, b"");
        }
        let other = match victim {
            0 => detour.site.name(1),
            _ => detour.first(),
        };
        let says = format!("{other} is lost: what came from it was changed on its way");
        assert_ended(&outputs[victim], 1, &says);
    }
}

/// A connection that is closed in good order is no end of a count.
#[test]
fn whoever_cuts_the_connection_ends_the_count_with_an_error() {
    let detour = detour(|_, before, _| before < 50_000);
    let outputs = detour.all_ended(ENDLESS);
    let others = [detour.site.name(1), detour.first()];
    for (output, other) in outputs.iter().zip(others) {
        let gone = format!("{other} is gone: the connection broke");
        assert_ended(output, 1, &gone);
    }
}

/// A stranger who has heard a count, and repeats the words of one of its processes, is none of its processes.
#[test]
fn what_was_heard_of_a_count_is_of_no_use_in_another() {
    let detour = detour(honest);
    for output in detour.all_ended(WORDS) {
        assert_ended(&output, 0, "");
    }
    let heard = detour.heard.lock().expect("no panic").clone();
    let site = &detour.site;
    let first = site.start(0, &format!("{WORDS} --timeout 3s"));
    let mut again = site.connected(0);
    // The first process hangs up before all is sent.
    let _ = again.write_all(&heard[1]);
    let first = ended(first);
    let missing = format!("{} did not come within 3s", site.name(1));
    assert_ended(&first, 1, &missing);
    assert_ended(&first, 1, "One connection had another secret");

    let listener = TcpListener::bind(("127.0.0.1", site.ports[0])).expect("free again");
    let second = site.start(1, &format!("{WORDS} --timeout 20s"));
    let (mut again, _) = listener.accept().expect("it comes");
    let _ = again.write_all(&heard[0]);
    let says = format!("{} has another secret", site.name(0));
    assert_ended(&ended(second), 1, &says);
}
