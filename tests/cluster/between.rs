//! A detour between two processes, which records and changes their bytes.

use crate::strangers::assert_refused;
use crate::{Site, assert_ended, assert_same_coverings, count_alone, json, output_of};
use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::Output;
use std::sync::{Arc, Mutex};
use std::thread;

/// The bytes of each of the two processes.
type Recording = Arc<Mutex<[Vec<u8>; 2]>>;

/// A change of bytes of a process, by the number of bytes before them: whether the connection goes on.
type Change = fn(process: usize, before: usize, bytes: &mut Vec<u8>) -> bool;

/// Two processes, of which the second one reaches the first one by the detour.
struct Detour {
    site: Site,
    port: u16,
    recording: Recording,
}

fn detour(change: Change) -> Detour {
    let site = Site::new(2);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("bound").port();
    let hosts = format!("127.0.0.1:{port}\n127.0.0.1:{}\n", site.ports[1]);
    fs::write(site.file("detour"), hosts).expect("written");
    let recording = Recording::default();
    let (to, recorder) = (site.ports[0], Arc::clone(&recording));
    thread::spawn(move || {
        for second in listener.incoming() {
            let second = second.expect("connected");
            // The second process tries again until the first one listens.
            if let Ok(first) = TcpStream::connect(("127.0.0.1", to)) {
                *recorder.lock().expect("no panic") = [Vec::new(), Vec::new()];
                let handle = |socket: &TcpStream| socket.try_clone().expect("a handle");
                for (process, from, to) in [
                    (0, handle(&first), handle(&second)),
                    (1, handle(&second), handle(&first)),
                ] {
                    let recorder = Arc::clone(&recorder);
                    thread::spawn(move || pass(process, from, to, &recorder, change));
                }
            }
        }
    });
    Detour {
        site,
        port,
        recording,
    }
}

/// Passes on the bytes of a process.
fn pass(
    process: usize,
    mut from: TcpStream,
    mut to: TcpStream,
    recording: &Recording,
    change: Change,
) {
    let (mut piece, mut before) = (vec![0; 1 << 14], 0);
    while let Ok(count @ 1..) = from.read(&mut piece) {
        let mut bytes = piece[..count].to_vec();
        recording.lock().expect("no panic")[process].extend(&bytes);
        if !change(process, before, &mut bytes) {
            from.shutdown(Shutdown::Both).expect("it was open");
            break;
        }
        if to.write_all(&bytes).is_err() {
            break;
        }
        before += count;
    }
    // The bytes of the other process still pass. An error is a connection that is broken already.
    let _ = to.shutdown(Shutdown::Write);
}

impl Detour {
    /// The outputs of both processes, at their end.
    fn outputs(&self, words: &str) -> [Output; 2] {
        let second = format!("{words} --hosts detour");
        [self.site.start(0, words), self.site.start(1, &second)].map(output_of)
    }

    /// The name of the first process in the messages of the second one.
    fn first_name(&self) -> String {
        format!("process 0 (127.0.0.1:{})", self.port)
    }
}

/// No change.
fn honest(_: usize, _: usize, _: &mut Vec<u8>) -> bool {
    true
}

const WORDS: &str = "--size 5 --sense min";

/// Encrypted bytes look like chance: all bytes have about the same frequency. Records, and the numbers before them, have many
/// zeros.
#[test]
fn a_recording_of_all_bytes_is_unreadable() {
    let detour = detour(honest);
    let outputs = detour.outputs(WORDS);
    for output in &outputs {
        assert_ended(output, 0, "");
    }
    assert_same_coverings(&json(&outputs[0]), &count_alone(WORDS));
    for recording in &*detour.recording.lock().expect("no panic") {
        assert!(recording.len() > 100_000, "{} bytes", recording.len());
        let mut counts = [0; 256];
        for &byte in recording {
            counts[usize::from(byte)] += 1;
        }
        let share = recording.len() / counts.len();
        for (byte, count) in counts.into_iter().enumerate() {
            let is_usual = (share / 2..2 * share).contains(&count);
            assert!(is_usual, "byte {byte}: {count} of {share}");
        }
        for word in ["sixteen bytes", "version", "processes", "checkpoint"] {
            let mut places = recording.windows(word.len());
            assert!(places.all(|place| place != word.as_bytes()), "{word}");
        }
    }
}

/// A count without an end in the time of a test.
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
            // The bytes are sent twice.
            if process == 0 && before > 50_000 {
                *bytes = [&bytes[..], bytes].concat();
            }
            true
        }),
    ];
    for (victim, change) in changes {
        let detour = detour(change);
        let outputs = detour.outputs(ENDLESS);
        for output in &outputs {
            assert_ended(output, 1, "");
            assert_eq!(output.stdout, b"");
        }
        let other = match victim {
            0 => detour.site.name(1),
            _ => detour.first_name(),
        };
        let message = format!("{other} is lost: what came from it was changed on its way");
        assert_ended(&outputs[victim], 1, &message);
    }
}

/// A connection that is closed in good order is no end of a count.
#[test]
fn a_cut_connection_ends_the_count_with_an_error() {
    let detour = detour(|_, before, _| before < 50_000);
    let outputs = detour.outputs(ENDLESS);
    let others = [detour.site.name(1), detour.first_name()];
    for (output, other) in outputs.iter().zip(others) {
        let message = format!("{other} is gone: the connection broke");
        assert_ended(output, 1, &message);
    }
}

/// A replay of the bytes of a process is refused by another count.
#[test]
fn a_recording_of_a_count_is_of_no_use_in_another() {
    let detour = detour(honest);
    for output in detour.outputs(WORDS) {
        assert_ended(&output, 0, "");
    }
    let [first, second] = detour.recording.lock().expect("no panic").clone();
    let reasons = ["One connection had another secret", "has another secret"];
    assert_refused(&detour.site, WORDS, [&second, &first], reasons);
}
