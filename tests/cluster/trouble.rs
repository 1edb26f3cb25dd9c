//! Processes that are lost, strangers, and checkpoints.

use crate::{Site, alone, assert_same, ended, exists, said, until};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Some seconds of two processes, and layers of which each takes a while.
const LONG: &str = "--size 6 --sense min";

/// A count that takes longer than any test waits.
const ENDLESS: &str = "--size 9";

#[test]
fn whoever_loses_another_one_stops_and_all_go_on_from_their_checkpoints() {
    let words = "--size 5x6 --sense min --rule last-round --checkpoint layers";
    let expected = alone("--size 5x6 --sense min --rule last-round --memory 64MiB");
    let site = Site::new(2);
    let mut resume = "";
    for (round, tiles) in [3, 9, 14].into_iter().enumerate() {
        let mut children = site.all(&format!("{words} {resume}"));
        let victim = round % 2;
        let file = site.file(&format!("layers.{victim}"));
        let before = fs::metadata(&file).and_then(|file| file.modified()).ok();
        let _ = tiles;
        until("a checkpoint", || {
            exists(&file) && fs::metadata(&file).and_then(|file| file.modified()).ok() != before
        });
        children[victim].kill().expect("it runs");
        let other = ended(children.remove(1 - victim));
        let killed = ended(children.remove(0));
        if killed.status.code() == Some(0) {
            break;
        }
        let told = said(&other);
        assert_eq!(other.status.code(), Some(1), "{told}");
        let lost = format!(
            "process {victim} (127.0.0.1:{}) is gone",
            site.ports[victim]
        );
        assert!(told.contains(&lost) && told.contains("--resume"), "{told}");
        assert!(!told.contains("panic"), "{told}");
        resume = "--resume";
    }
    let counted = site.count(&format!("{words} {resume}"));
    assert_eq!(
        (&counted["orders"], &counted["score"]),
        (&expected["orders"], &expected["score"])
    );
    // With another number of processes, from what two have left, and from there again.
    for processes in [4, 1, 3] {
        let other = Site::new(processes);
        for file in fs::read_dir(site.folder.path()).expect("a folder") {
            let file = file.expect("readable").path();
            let name = file.file_name().expect("a name").to_owned();
            if name.to_string_lossy().starts_with("layers.") {
                fs::copy(&file, other.folder.path().join(name)).expect("copied");
            }
        }
        let counted = other.count(&format!("{words} --resume"));
        assert_eq!(
            (&counted["orders"], &counted["score"]),
            (&expected["orders"], &expected["score"])
        );
    }
}

#[test]
fn a_checkpoint_that_is_there_is_not_written_over_and_one_that_is_missing_is_named() {
    let site = Site::new(2);
    fs::write(site.file("layers.1"), "mine").expect("written");
    let [first, second] = [0, 1].map(|process| site.start(process, "--size 4 --checkpoint layers"));
    let (first, second) = (ended(first), ended(second));
    assert_eq!(
        [first.status.code(), second.status.code()],
        [Some(1), Some(1)]
    );
    assert!(
        said(&second).contains("is there already"),
        "{}",
        said(&second)
    );
    assert!(said(&first).contains("process 1") && said(&first).contains("is there already"));
    assert_eq!(fs::read(site.file("layers.1")).expect("readable"), b"mine");
    let site = Site::new(2);
    for child in site.all("--size 4 --checkpoint layers --resume") {
        let output = ended(child);
        assert!(said(&output).contains("of no layer are the files of all processes there"));
    }
    // One process reads no part of several.
    site.count("--size 4 --checkpoint layers");
    let mut one = site.command(0, "");
    one = {
        let mut fresh = std::process::Command::new(one.get_program());
        fresh.current_dir(site.folder.path());
        fresh
    };
    let one =
        one.args("count --size 4 --checkpoint layers.0 --resume --method frontier".split(' '));
    let refused = one.output().expect("it runs");
    assert!(
        said(&refused).contains("go on from it with --hosts"),
        "{}",
        said(&refused)
    );
}

#[test]
fn another_secret_and_another_problem_are_refused() {
    let site = Site::new(2);
    fs::write(site.file("other"), "another secret, as long").expect("written");
    let first = site.start(0, "--size 4 --timeout 3s");
    let secret = format!(
        "--size 4 --timeout 3s --secret {}",
        site.file("other").display()
    );
    let mut second = std::process::Command::new(env!("CARGO_BIN_EXE_azulejo"));
    second
        .args(["count", "--quiet", "--process", "1", "--hosts"])
        .arg(site.file("hosts"));
    let second = second.args(secret.split(' ')).output().expect("it runs");
    assert_eq!(second.status.code(), Some(1));
    assert!(said(&second).contains("process 0") && said(&second).contains("has another secret"));
    let first = ended(first);
    assert!(said(&first).contains("process 1") && said(&first).contains("did not come within 3s"));

    let site = Site::new(2);
    let [first, second] =
        [(0, "--size 4"), (1, "--size 5")].map(|(process, words)| site.start(process, words));
    for output in [ended(first), ended(second)] {
        assert_eq!(output.status.code(), Some(1));
        assert!(
            said(&output).contains("another problem"),
            "{}",
            said(&output)
        );
    }
}

#[test]
fn a_stray_request_is_turned_away_and_does_no_harm() {
    let site = Site::new(2);
    let first = site.start(0, "--size 5 --sense min");
    let mut stray = None;
    until("the first process listens", || {
        stray = TcpStream::connect(("127.0.0.1", site.ports[0])).ok();
        stray.is_some()
    });
    let mut stray = stray.expect("connected");
    // One is silent meanwhile.
    let silent = TcpStream::connect(("127.0.0.1", site.ports[0])).expect("it listens");
    stray
        .write_all(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n")
        .expect("sent");
    stray
        .set_read_timeout(Some(Duration::from_secs(20)))
        .expect("set");
    let mut answer = Vec::new();
    let _ = stray.read_to_end(&mut answer);
    assert_eq!(answer, b"", "it is told nothing");
    let second = site.start(1, "--size 5 --sense min");
    let (first, second) = (ended(first), ended(second));
    assert_eq!(
        [first.status.code(), second.status.code()],
        [Some(0), Some(0)],
        "{}",
        said(&first)
    );
    assert!(String::from_utf8_lossy(&first.stdout).contains("1562034076438438272"));
    drop(silent);
}

#[cfg(unix)]
#[test]
fn a_frozen_process_is_given_up_after_the_timeout() {
    let site = Site::new(2);
    let words = format!("{ENDLESS} --timeout 2s --checkpoint layers");
    let mut children = site.all(&words);
    until("a checkpoint", || exists(&site.file("layers.1.before")));
    let frozen = children[1].id().to_string();
    let signal = |name: &str| {
        let kill = std::process::Command::new("kill")
            .args([name, &frozen])
            .status();
        assert!(kill.expect("kill").success());
    };
    signal("-STOP");
    let frozen_at = Instant::now();
    let first = ended(children.remove(0));
    assert_eq!(first.status.code(), Some(1));
    let told = said(&first);
    assert!(
        told.contains("process 1") && told.contains("has said nothing for 2s"),
        "{told}"
    );
    assert!(frozen_at.elapsed() >= Duration::from_secs(1));
    signal("-CONT");
    let second = ended(children.remove(0));
    assert_eq!(second.status.code(), Some(1), "{}", said(&second));
}

#[cfg(unix)]
#[test]
fn whoever_is_stopped_tells_the_others() {
    let site = Site::new(3);
    let children = site.all(&format!("{ENDLESS} --checkpoint layers"));
    until("a checkpoint", || exists(&site.file("layers.2.before")));
    let asked = std::process::Command::new("kill")
        .args(["-INT", &children[1].id().to_string()])
        .status();
    assert!(asked.expect("kill").success());
    let outputs: Vec<_> = children.into_iter().map(ended).collect();
    assert_eq!(outputs[1].status.code(), Some(5), "{}", said(&outputs[1]));
    for other in [&outputs[0], &outputs[2]] {
        assert_eq!(other.status.code(), Some(1));
        let told = said(other);
        assert!(
            told.contains("process 1") && told.contains("ends: it was stopped"),
            "{told}"
        );
    }
}

#[test]
fn wrong_usage_is_told_at_once() {
    let site = Site::new(2);
    fs::write(site.file("short"), "short").expect("written");
    fs::write(site.file("none"), "# nobody\n").expect("written");
    for (words, says) in [
        ("count --size 3 --hosts hosts", "--process"),
        ("count --size 3 --process 1", "--hosts"),
        (
            "count --size 3 --hosts hosts --process 2 --secret secret",
            "there is no process 2: the file of hosts names 2",
        ),
        (
            "count --size 3 --hosts hosts --process 0 --secret short",
            "must have at least 16",
        ),
        (
            "count --size 3 --hosts none --process 0 --secret secret",
            "it names no host",
        ),
        (
            "count --size 3 --hosts missing --process 0 --secret secret",
            "cannot read missing",
        ),
        (
            "count --size 3 --hosts hosts --process 0 --secret secret --method dense",
            "with the method frontier",
        ),
        (
            "count --size 3 --hosts hosts --process 0 --secret secret --all-scores",
            "--all-scores",
        ),
        (
            "orders --size 3 --list 1 --hosts hosts",
            "one process needs every layer",
        ),
    ] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_azulejo"));
        let output = command
            .args(words.split(' '))
            .current_dir(site.folder.path())
            .output();
        let output = output.expect("it runs");
        assert!(
            [Some(1), Some(2)].contains(&output.status.code()),
            "{words}"
        );
        assert!(said(&output).contains(says), "{words}: {}", said(&output));
    }
    let _ = LONG;
}
