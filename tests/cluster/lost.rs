//! Processes that are lost, frozen, stopped, or never come.

use crate::{
    Site, assert_ended, assert_same_coverings, assert_silent, count_alone, exists, json, output_of,
    stderr, wait_for,
};
use std::process::Output;

/// A count without an end in the time of a test.
const ENDLESS: &str = "--size 9 --checkpoint layers";

/// Asserts an exit code, and a single line on standard error with a part of it.
#[track_caller]
fn assert_line(output: &Output, code: i32, message: &str) {
    assert_ended(output, code, message);
    let text = stderr(output);
    assert_eq!(text.lines().count(), 1, "{text}");
    assert_eq!(output.stdout, b"");
}

/// Waits until each process has two layers.
fn wait_for_layers(site: &Site) {
    for process in 0..site.len() {
        let file = site.file(&format!("layers.{process}.before"));
        wait_for("a second checkpoint", || exists(&file));
    }
}

#[test]
fn all_others_name_a_killed_process() {
    for victim in 0..3 {
        let site = Site::new(3);
        let mut children = site.start_all(ENDLESS);
        wait_for_layers(&site);
        children[victim].kill().expect("it runs");
        for (process, child) in children.into_iter().enumerate() {
            let output = output_of(child);
            if process != victim {
                let message = format!("{} is gone: the connection broke", site.name(victim));
                assert_line(&output, 1, &message);
                assert_line(&output, 1, "--resume");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn a_frozen_process_is_given_up_after_the_timeout() {
    let site = Site::new(3);
    let mut children = site.start_all(&format!("{ENDLESS} --timeout 2s"));
    wait_for_layers(&site);
    let frozen = children.remove(1);
    crate::signal(&frozen, "-STOP");
    for child in children {
        let message = format!("{} has said nothing for 2s", site.name(1));
        assert_line(&output_of(child), 1, &message);
    }
    crate::signal(&frozen, "-CONT");
    assert_line(&output_of(frozen), 1, "");
}

/// The others fill the space under way, wait, and go on.
#[cfg(unix)]
#[test]
fn a_process_that_is_frozen_for_less_than_the_timeout_is_awaited() {
    let words = "--size 5x6 --sense min --rule last-round";
    let site = Site::new(2);
    let children = site.start_all(&format!("{words} --checkpoint layers"));
    wait_for_layers(&site);
    crate::signal(&children[1], "-STOP");
    std::thread::sleep(std::time::Duration::from_secs(1));
    crate::signal(&children[1], "-CONT");
    let outputs: Vec<Output> = children.into_iter().map(output_of).collect();
    outputs.iter().for_each(assert_silent);
    assert_same_coverings(&json(&outputs[0]), &count_alone(words));
}

#[cfg(unix)]
#[test]
fn an_interrupted_process_tells_the_others_and_all_stop() {
    for target in [0, 1] {
        let site = Site::new(3);
        let children = site.start_all(ENDLESS);
        wait_for_layers(&site);
        crate::signal(&children[target], "-INT");
        for (process, child) in children.into_iter().enumerate() {
            let output = output_of(child);
            assert_ended(&output, 5, "");
            if process == 0 {
                assert_eq!(json(&output)["status"], "unknown");
            } else {
                assert_eq!(output.stdout, b"");
                assert_ended(&output, 5, "go on with --checkpoint layers --resume");
            }
            let text = stderr(&output);
            let message = format!("{} was stopped, and all processes stop", site.name(target));
            assert_eq!(text.contains(&message), process != target, "{text}");
        }
    }
}

#[test]
fn a_time_limit_ends_all_processes() {
    let site = Site::new(2);
    for output in site.outputs(&format!("{ENDLESS} --time-limit 1s")) {
        assert_ended(&output, 5, "");
    }
}

#[test]
fn a_missing_process_is_named() {
    let site = Site::new(2);
    for process in [0, 1] {
        let child = site.start(process, "--size 4 --timeout 1s");
        let message = format!("{} did not come within 1s", site.name(1 - process));
        assert_line(&output_of(child), 1, &message);
    }
}

/// A process fails, but not because of the network: the others report its error.
#[test]
fn an_error_of_one_process_ends_all() {
    let site = Site::new(3);
    let words = "--size 7 --sense min --memory 1MiB";
    let children = [
        site.start(0, words),
        site.start(1, words),
        site.start(2, &format!("{words} --disk 100KiB")),
    ];
    let outputs = children.map(output_of);
    assert_line(&outputs[2], 1, "--disk");
    let message = format!("{} failed, and all processes stop", site.name(2));
    for output in &outputs[..2] {
        assert_line(output, 1, &message);
        assert_line(output, 1, "--disk");
    }
}

/// The program in a shell, with disks of its own or not.
#[cfg(target_os = "linux")]
fn in_a_shell(private: bool, script: &str) -> std::process::Command {
    let mut words = vec!["sh", "-c", script, env!("CARGO_BIN_EXE_azulejo")];
    if private {
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
    let mut disks = vec![(false, limited, "File too large")];
    // Some systems forbid private disks.
    let disk = in_a_shell(true, "mount -t tmpfs none /mnt").status();
    if disk.is_ok_and(|disk| disk.success()) {
        disks.push((true, mounted, "no storage space"));
    }
    for (private, script, fault) in disks {
        let site = Site::new(3);
        std::fs::create_dir(site.file("small")).expect("a folder");
        let words = "--size 5x6 --sense min --rule last-round --checkpoint small/layers";
        let others = [0, 1].map(|process| site.start(process, words));
        let full = site.complete(in_a_shell(private, script), 2, words).spawn();
        let full = output_of(full.expect("it starts"));
        assert_line(&full, 1, fault);
        let message = format!("{} failed, and all processes stop", site.name(2));
        for output in others.map(output_of) {
            let file = "the checkpoint small/layers.2 cannot be written";
            for part in [&*message, file, fault] {
                assert_line(&output, 1, part);
            }
        }
        for process in [0, 1, 2] {
            let part = site.file(&format!("small/layers.{process}.part"));
            assert!(!exists(&part), "nothing half-written stays");
        }
    }
}
