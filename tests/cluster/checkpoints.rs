//! Checkpoints of several processes.

use crate::{Site, alone, ended, exists, said, until};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Half a second of two processes, in 25 layers.
const PROBLEM: &str = "--size 5x5 --sense min --rule last-round";

const CHECKPOINT: &str = "--size 5x5 --sense min --rule last-round --checkpoint layers";

fn expected() -> Value {
    alone(&format!("{PROBLEM} --memory 64MiB"))
}

fn assert_counts(site: &Site, words: &str, expected: &Value) {
    let counted = site.count(words);
    for key in ["status", "score", "orders"] {
        assert_eq!(counted[key], expected[key], "{key}");
    }
}

/// A site for another number of processes with the same checkpoints.
fn copy(site: &Site, processes: usize) -> Site {
    let other = Site::new(processes);
    for file in fs::read_dir(site.folder.path()).expect("a folder") {
        let file = file.expect("readable").path();
        let name = file
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if name.starts_with("layers.") {
            fs::copy(&file, other.file(&name)).expect("copied");
        }
    }
    other
}

/// Starts a count, and kills a process as soon as it has written a layer and all have; false where it had finished by then.
fn kill(site: &Site, victim: usize, words: &str) -> bool {
    let files: Vec<_> = (0..site.len())
        .map(|process| site.file(&format!("layers.{process}")))
        .collect();
    let written = |file: &Path| fs::metadata(file).and_then(|file| file.modified()).ok();
    let before = written(&files[victim]);
    let mut children = site.all(words);
    until("a checkpoint", || {
        files.iter().all(|file| exists(file)) && written(&files[victim]) != before
    });
    children[victim].kill().expect("it runs");
    let codes: Vec<_> = children
        .into_iter()
        .map(|child| ended(child).status.code())
        .collect();
    codes[victim].is_none()
}

#[test]
fn after_a_kill_any_number_of_processes_goes_on() {
    let expected = expected();
    let site = Site::new(2);
    assert!(kill(&site, 0, CHECKPOINT));
    let resume = format!("{CHECKPOINT} --resume");
    for victim in [1, 0] {
        kill(&site, victim, &resume);
    }
    assert_counts(&copy(&site, 1), &resume, &expected);
    let four = copy(&site, 4);
    kill(&four, 3, &resume);
    assert_counts(&copy(&four, 3), &resume, &expected);
    assert_counts(&four, &resume, &expected);
    assert_counts(&site, &resume, &expected);
}

/// A process that is killed between the two renames has the layer before alone; one that is killed earlier has not
/// the layer that others have.
#[test]
fn all_go_on_from_the_latest_layer_that_all_have() {
    let expected = expected();
    let resume = format!("{CHECKPOINT} --resume");
    let site = Site::new(2);
    kill(&site, 0, CHECKPOINT);
    kill(&site, 1, &resume);
    let moved = copy(&site, 2);
    fs::rename(moved.file("layers.1"), moved.file("layers.1.before")).expect("moved");
    fs::write(
        moved.file("layers.1.part"),
        "azulejo+ and what was not written",
    )
    .expect("written");
    // Which layer is the latest that both have depends on who was how far; one of them is there.
    let last = |site: &Site, name: &str| {
        fs::metadata(site.file(name))
            .map(|file| file.len())
            .unwrap_or(0)
    };
    assert!(last(&moved, "layers.0") > 0 && last(&moved, "layers.1.before") > 0);
    if last(&site, "layers.0.before") > 0 {
        assert_counts(&moved, &resume, &expected);
    }
    let behind = copy(&site, 2);
    site.count(&resume);
    for process in [0, 1] {
        assert!(exists(&site.file(&format!("layers.{process}.before"))));
    }
    fs::remove_file(site.file("layers.1")).expect("removed");
    assert_counts(&site, &resume, &expected);
    // Without a layer that both have there is nothing to go on from.
    fs::remove_file(behind.file("layers.0")).expect("removed");
    fs::remove_file(behind.file("layers.0.before")).ok();
    for child in behind.all(&resume) {
        let output = ended(child);
        assert_eq!(output.status.code(), Some(1));
        assert!(
            said(&output).contains("no layer has the files of all its processes"),
            "{}",
            said(&output)
        );
    }
}

#[test]
fn a_damaged_part_is_refused_by_name() {
    let site = Site::new(2);
    site.count("--size 4 --checkpoint layers");
    let mut bytes = fs::read(site.file("layers.1")).expect("readable");
    *bytes.last_mut().expect("records") ^= 1;
    fs::write(site.file("layers.1"), bytes).expect("written");
    let outputs: Vec<_> = site
        .all("--size 4 --checkpoint layers --resume")
        .into_iter()
        .map(ended)
        .collect();
    for output in outputs {
        assert_eq!(output.status.code(), Some(1));
        let told = said(&output);
        assert!(
            told.contains("layers.1 ") && told.contains("is damaged"),
            "{told}"
        );
    }
}

#[test]
fn what_is_there_is_not_written_over() {
    let site = Site::new(2);
    fs::write(site.file("layers.1"), "mine").expect("written");
    let outputs: Vec<_> = site
        .all("--size 4 --checkpoint layers")
        .into_iter()
        .map(ended)
        .collect();
    for output in &outputs {
        assert_eq!(output.status.code(), Some(1));
        assert!(
            said(output).contains("layers.1 is there already"),
            "{}",
            said(output)
        );
    }
    assert!(
        said(&outputs[0]).contains("process 1"),
        "{}",
        said(&outputs[0])
    );
    assert_eq!(fs::read(site.file("layers.1")).expect("readable"), b"mine");
    assert!(!exists(&site.file("layers.0")), "nothing is left behind");
}

/// A process that sees its own files alone goes on with the same number of processes, and with no other.
#[test]
fn folders_of_their_own_do_for_the_same_number_of_processes() {
    let words = "--size 4 --checkpoint";
    let site = Site::new(2);
    for process in [0, 1] {
        fs::create_dir(site.file(&format!("own{process}"))).expect("a folder");
    }
    let each = |site: &Site, rest: &str| {
        let start = |process| {
            site.start(
                process,
                &format!("{words} own{}/layers {rest}", process % 2),
            )
        };
        let children: Vec<_> = (0..site.len()).map(start).collect();
        children.into_iter().map(ended).collect::<Vec<_>>()
    };
    for rest in ["", "--resume"] {
        for output in each(&site, rest) {
            assert_eq!(
                (output.status.code(), said(&output)),
                (Some(0), String::new())
            );
        }
    }
    let one = Site::new(1);
    fs::create_dir(one.file("own0")).expect("a folder");
    fs::copy(site.file("own0/layers.0"), one.file("own0/layers.0")).expect("copied");
    let refused = &each(&one, "--resume")[0];
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        said(refused).contains("no layer has the files of all its processes"),
        "{}",
        said(refused)
    );
    let three = Site::new(3);
    for process in [0, 1] {
        let (file, folder) = (
            format!("own{process}/layers.{process}"),
            format!("own{process}"),
        );
        fs::create_dir(three.file(&folder)).expect("a folder");
        fs::copy(site.file(&file), three.file(&file)).expect("copied");
    }
    for output in each(&three, "--resume") {
        assert_eq!(output.status.code(), Some(1));
        assert!(
            said(&output).contains("does not see all their files"),
            "{}",
            said(&output)
        );
    }
}

#[test]
fn one_process_alone_reads_no_part_of_several() {
    let site = Site::new(2);
    site.count("--size 4 --checkpoint layers");
    let mut one = Command::new(env!("CARGO_BIN_EXE_azulejo"));
    let words = "count --size 4 --checkpoint layers.0 --resume --method frontier";
    let refused = one
        .args(words.split(' '))
        .current_dir(site.folder.path())
        .output();
    let told = said(&refused.expect("it runs"));
    assert!(told.contains("go on from it with --hosts"), "{told}");
}
