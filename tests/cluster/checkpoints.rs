//! Checkpoints of several processes.

use crate::{Site, alone, assert_ended, assert_same, assert_silent, ended, exists, until};
use std::fs;
use std::path::Path;
use std::process::Output;

/// Half a second of two processes, in 25 layers.
const PROBLEM: &str = "--size 5x5 --sense min --rule last-round";

const CHECKPOINT: &str = "--size 5x5 --sense min --rule last-round --checkpoint layers";

/// A site for another number of processes with the same checkpoints.
fn copy(site: &Site, processes: usize) -> Site {
    let other = Site::new(processes);
    for file in fs::read_dir(site.folder.path()).expect("a folder") {
        let file = file.expect("readable");
        let name = file.file_name().to_string_lossy().into_owned();
        if name.starts_with("layers.") {
            fs::copy(file.path(), other.file(&name)).expect("copied");
        }
    }
    other
}

/// Starts a count, and kills a process as soon as it has written a layer and all have; false where it had finished by then.
fn kill(site: &Site, victim: usize, words: &str) -> bool {
    let files = (0..site.len()).map(|process| site.file(&format!("layers.{process}")));
    let files: Vec<_> = files.collect();
    let written = |file: &Path| fs::metadata(file).and_then(|file| file.modified()).ok();
    let before = written(&files[victim]);
    let mut children = site.all(words);
    until("a checkpoint", || {
        files.iter().all(|file| exists(file)) && written(&files[victim]) != before
    });
    children[victim].kill().expect("it runs");
    let outputs: Vec<Output> = children.into_iter().map(ended).collect();
    outputs[victim].status.code().is_none()
}

#[test]
fn after_a_kill_any_number_of_processes_goes_on() {
    let expected = alone(PROBLEM);
    let site = Site::new(2);
    assert!(kill(&site, 0, CHECKPOINT));
    let resume = format!("{CHECKPOINT} --resume");
    for victim in [1, 0] {
        kill(&site, victim, &resume);
    }
    assert_same(&copy(&site, 1).count(&resume), &expected);
    let four = copy(&site, 4);
    kill(&four, 3, &resume);
    assert_same(&copy(&four, 3).count(&resume), &expected);
    assert_same(&four.count(&resume), &expected);
    assert_same(&site.count(&resume), &expected);
}

/// A process that is killed between the two renames has the layer before alone; one that is killed earlier has not
/// the layer that others have.
#[test]
fn all_go_on_from_the_latest_layer_that_all_have() {
    let expected = alone(PROBLEM);
    let resume = format!("{CHECKPOINT} --resume");
    let site = Site::new(2);
    kill(&site, 0, CHECKPOINT);
    kill(&site, 1, &resume);
    let moved = copy(&site, 2);
    fs::rename(moved.file("layers.1"), moved.file("layers.1.before")).expect("moved");
    let part = "azulejo+ and what was not written";
    fs::write(moved.file("layers.1.part"), part).expect("written");
    // Which layer is the latest that both have depends on who was how far; one of them is there.
    let last = |site: &Site, name: &str| {
        let file = fs::metadata(site.file(name));
        file.map(|file| file.len()).unwrap_or(0)
    };
    assert!(last(&moved, "layers.0") > 0 && last(&moved, "layers.1.before") > 0);
    if last(&site, "layers.0.before") > 0 {
        assert_same(&moved.count(&resume), &expected);
    }
    let behind = copy(&site, 2);
    site.count(&resume);
    for process in [0, 1] {
        assert!(exists(&site.file(&format!("layers.{process}.before"))));
    }
    fs::remove_file(site.file("layers.1")).expect("removed");
    assert_same(&site.count(&resume), &expected);
    // Without a layer that both have there is nothing to go on from.
    fs::remove_file(behind.file("layers.0")).expect("removed");
    fs::remove_file(behind.file("layers.0.before")).ok();
    for output in behind.all_ended(&resume) {
        assert_ended(&output, 1, "no layer has the files of all its processes");
    }
}

#[test]
fn a_damaged_part_is_refused_by_name() {
    let site = Site::new(2);
    site.count("--size 4 --checkpoint layers");
    let mut bytes = fs::read(site.file("layers.1")).expect("readable");
    *bytes.last_mut().expect("records") ^= 1;
    fs::write(site.file("layers.1"), bytes).expect("written");
    for output in site.all_ended("--size 4 --checkpoint layers --resume") {
        assert_ended(&output, 1, "layers.1 ");
        assert_ended(&output, 1, "is damaged");
    }
}

#[test]
fn what_is_there_is_not_written_over() {
    let site = Site::new(2);
    fs::write(site.file("layers.1"), "mine").expect("written");
    let outputs = site.all_ended("--size 4 --checkpoint layers");
    for output in &outputs {
        assert_ended(output, 1, "layers.1 is there already");
    }
    assert_ended(&outputs[0], 1, "process 1");
    assert_eq!(fs::read(site.file("layers.1")).expect("readable"), b"mine");
    assert!(!exists(&site.file("layers.0")), "nothing is left behind");
}

/// A process that sees its own files alone goes on with the same number of processes, and with no other.
#[test]
fn folders_of_their_own_do_for_the_same_number_of_processes() {
    let site = Site::new(2);
    for process in [0, 1] {
        fs::create_dir(site.file(&format!("own{process}"))).expect("a folder");
    }
    let each = |site: &Site, rest: &str| -> Vec<Output> {
        let start = |process| {
            let folder = format!("own{}", process % 2);
            let words = format!("--size 4 --checkpoint {folder}/layers {rest}");
            site.start(process, &words)
        };
        let children: Vec<_> = (0..site.len()).map(start).collect();
        children.into_iter().map(ended).collect()
    };
    for rest in ["", "--resume"] {
        each(&site, rest).iter().for_each(assert_silent);
    }
    for (processes, says) in [
        (1, "no layer has the files of all its processes"),
        (3, "does not see all their files"),
    ] {
        let other = Site::new(processes);
        for process in 0..processes.min(2) {
            let folder = format!("own{process}");
            let file = format!("{folder}/layers.{process}");
            fs::create_dir(other.file(&folder)).expect("a folder");
            fs::copy(site.file(&file), other.file(&file)).expect("copied");
        }
        for output in each(&other, "--resume") {
            assert_ended(&output, 1, says);
        }
    }
}

#[test]
fn one_process_alone_reads_no_part_of_several() {
    let site = Site::new(2);
    site.count("--size 4 --checkpoint layers");
    let words = "count --size 4 --checkpoint layers.0 --resume --method frontier";
    assert_ended(&site.run(words), 1, "go on from it with --hosts");
}
