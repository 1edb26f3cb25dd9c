//! Processes that are lost, frozen, stopped, or never come.

use crate::{
    Site, alone, assert_ended, assert_same_way, assert_silent, ended, exists, json, said, until,
};
use std::process::Output;

/// A count that takes longer than any test waits.
const ENDLESS: &str = "--size 9 --checkpoint layers";

/// One line and no more is said of it.
#[track_caller]
fn assert_says(output: &Output, code: i32, says: &str) {
    assert_ended(output, code, says);
    let told = said(output);
    assert_eq!(told.lines().count(), 1, "{told}");
    assert_eq!(output.stdout, b"");
}

/// All have begun: each has two layers.
fn begun(site: &Site) {
    for process in 0..site.len() {
        let file = site.file(&format!("layers.{process}.before"));
        until("a second checkpoint", || exists(&file));
    }
}

#[test]
fn where_one_is_killed_all_others_name_it() {
    for victim in 0..3 {
        let site = Site::new(3);
        let mut children = site.all(ENDLESS);
        begun(&site);
        children[victim].kill().expect("it runs");
        for (process, child) in children.into_iter().enumerate() {
            let output = ended(child);
            if process != victim {
                let gone = format!("{} is gone: the connection broke", site.name(victim));
                assert_says(&output, 1, &gone);
                assert_says(&output, 1, "--resume");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn a_frozen_process_is_given_up_after_the_timeout() {
    let site = Site::new(3);
    let mut children = site.all(&format!("{ENDLESS} --timeout 2s"));
    begun(&site);
    let frozen = children.remove(1);
    crate::signal(&frozen, "-STOP");
    for child in children {
        let silent = format!("{} has said nothing for 2s", site.name(1));
        assert_says(&ended(child), 1, &silent);
    }
    crate::signal(&frozen, "-CONT");
    assert_says(&ended(frozen), 1, "");
}

/// The others fill what may be under way to it, wait, and go on.
#[cfg(unix)]
#[test]
fn whoever_is_frozen_for_less_than_the_timeout_is_waited_for() {
    let words = "--size 5x6 --sense min --rule last-round";
    let site = Site::new(2);
    let children = site.all(&format!("{words} --checkpoint layers"));
    begun(&site);
    crate::signal(&children[1], "-STOP");
    std::thread::sleep(std::time::Duration::from_secs(1));
    crate::signal(&children[1], "-CONT");
    let outputs: Vec<Output> = children.into_iter().map(ended).collect();
    outputs.iter().for_each(assert_silent);
    assert_same_way(&json(&outputs[0]), &alone(words));
}

#[cfg(unix)]
#[test]
fn whoever_is_interrupted_tells_the_others_and_all_stop() {
    for asked in [0, 1] {
        let site = Site::new(3);
        let children = site.all(ENDLESS);
        begun(&site);
        crate::signal(&children[asked], "-INT");
        for (process, child) in children.into_iter().enumerate() {
            let output = ended(child);
            assert_ended(&output, 5, "");
            if process == 0 {
                assert_eq!(json(&output)["status"], "unknown");
            } else {
                assert_eq!(output.stdout, b"");
                assert_ended(&output, 5, "go on with --checkpoint layers --resume");
            }
            let told = said(&output);
            let stopped = format!("{} was stopped, and all processes stop", site.name(asked));
            assert_eq!(told.contains(&stopped), process != asked, "{told}");
        }
    }
}

#[test]
fn a_time_limit_ends_all_of_them_as_it_ends_one() {
    let site = Site::new(2);
    for output in site.all_ended(&format!("{ENDLESS} --time-limit 1s")) {
        assert_ended(&output, 5, "");
    }
}

#[test]
fn whoever_does_not_come_is_named() {
    let site = Site::new(2);
    for process in [0, 1] {
        let waiting = site.start(process, "--size 4 --timeout 1s");
        let says = format!("{} did not come within 1s", site.name(1 - process));
        assert_says(&ended(waiting), 1, &says);
    }
}

/// A process fails, and not because of the network: the others say so.
#[test]
fn an_error_of_one_ends_all() {
    let site = Site::new(3);
    let words = "--size 7 --sense min --memory 1MiB";
    let children = [
        site.start(0, words),
        site.start(1, words),
        site.start(2, &format!("{words} --disk 100KiB")),
    ];
    let outputs = children.map(ended);
    assert_says(&outputs[2], 1, "--disk");
    let failed = format!("{} failed, and all processes stop", site.name(2));
    for output in &outputs[..2] {
        assert_says(output, 1, &failed);
        assert_says(output, 1, "--disk");
    }
}

/// The program in a shell: alone with its disks, or not.
#[cfg(target_os = "linux")]
fn in_a_shell(alone: bool, script: &str) -> std::process::Command {
    let mut words = vec!["sh", "-c", script, env!("CARGO_BIN_EXE_azulejo")];
    if alone {
        words.splice(0..0, ["unshare", "--map-root-user", "--mount"]);
    }
    let mut command = std::process::Command::new(words[0]);
    command.args(&words[1..]);
    command
}

/// The disk of one process is full while it writes a checkpoint: all stop, and name the process and the file.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_of_one_process_ends_all() {
    let limited = "ulimit -f 200; exec \"$0\" \"$@\"";
    let mounted = "mount -t tmpfs -o size=100k none small && exec \"$0\" \"$@\"";
    let mut rooms = vec![(false, limited, "File too large")];
    // Not every system lets everybody have a disk.
    let disk = in_a_shell(true, "mount -t tmpfs none /mnt").status();
    if disk.is_ok_and(|disk| disk.success()) {
        rooms.push((true, mounted, "no storage space"));
    }
    for (alone, room, says) in rooms {
        let site = Site::new(3);
        std::fs::create_dir(site.file("small")).expect("a folder");
        let words = "--size 5x6 --sense min --rule last-round --checkpoint small/layers";
        let others = [0, 1].map(|process| site.start(process, words));
        let full = site.by(in_a_shell(alone, room), 2, words).spawn();
        let full = ended(full.expect("it starts"));
        assert_says(&full, 1, says);
        let failed = format!("{} failed, and all processes stop", site.name(2));
        for output in others.map(ended) {
            let file = "the checkpoint small/layers.2 cannot be written";
            for says in [&*failed, file, says] {
                assert_says(&output, 1, says);
            }
        }
        for process in [0, 1, 2] {
            let part = site.file(&format!("small/layers.{process}.part"));
            assert!(!exists(&part), "nothing half-written stays");
        }
    }
}
