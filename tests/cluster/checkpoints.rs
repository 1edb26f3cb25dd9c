//! Checkpoints of several processes.

use crate::{
    Site, assert_ended, assert_same, assert_silent, count_alone, exists, output_of, wait_for,
};
use std::fs;
use std::path::Path;
use std::process::Output;

/// A count of half a second by two processes, in 25 layers.
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

/// Starts a count, and kills a process as soon as it has written a layer and all have; false if the process ended before.
fn kill(site: &Site, victim: usize, words: &str) -> bool {
    let files = (0..site.len()).map(|process| site.file(&format!("layers.{process}")));
    let files: Vec<_> = files.collect();
    let modified = |file: &Path| fs::metadata(file).and_then(|file| file.modified()).ok();
    let before = modified(&files[victim]);
    let mut children = site.start_all(words);
    wait_for("a checkpoint", || {
        files.iter().all(|file| exists(file)) && modified(&files[victim]) != before
    });
    children[victim].kill().expect("it runs");
    let outputs: Vec<Output> = children.into_iter().map(output_of).collect();
    outputs[victim].status.code().is_none()
}

#[test]
fn after_a_kill_any_number_of_processes_goes_on() {
    let expected = count_alone(PROBLEM);
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

/// A process that is killed between the two renames has the layer before alone; one that is killed earlier lacks
/// the latest layer of the others.
#[test]
fn processes_go_on_from_their_latest_common_layer() {
    let expected = count_alone(PROBLEM);
    let resume = format!("{CHECKPOINT} --resume");
    let site = Site::new(2);
    kill(&site, 0, CHECKPOINT);
    kill(&site, 1, &resume);
    let older = copy(&site, 2);
    fs::rename(older.file("layers.1"), older.file("layers.1.before")).expect("moved");
    let part = "azulejo+ and what was not written";
    fs::write(older.file("layers.1.part"), part).expect("written");
    // The latest layer of both depends on the progress of each; one of two layers is there.
    let length = |site: &Site, name: &str| {
        let file = fs::metadata(site.file(name));
        file.map(|file| file.len()).unwrap_or(0)
    };
    assert!(length(&older, "layers.0") > 0 && length(&older, "layers.1.before") > 0);
    if length(&site, "layers.0.before") > 0 {
        assert_same(&older.count(&resume), &expected);
    }
    let behind = copy(&site, 2);
    site.count(&resume);
    for process in [0, 1] {
        assert!(exists(&site.file(&format!("layers.{process}.before"))));
    }
    fs::remove_file(site.file("layers.1")).expect("removed");
    assert_same(&site.count(&resume), &expected);
    // Without a common layer no count goes on.
    fs::remove_file(behind.file("layers.0")).expect("removed");
    fs::remove_file(behind.file("layers.0.before")).ok();
    for output in behind.outputs(&resume) {
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
    for output in site.outputs("--size 4 --checkpoint layers --resume") {
        assert_ended(&output, 1, "layers.1 ");
        assert_ended(&output, 1, "is damaged");
    }
}

#[test]
fn an_existing_file_is_not_overwritten() {
    let site = Site::new(2);
    fs::write(site.file("layers.1"), "mine").expect("written");
    let outputs = site.outputs("--size 4 --checkpoint layers");
    for output in &outputs {
        assert_ended(output, 1, "layers.1 is there already");
    }
    assert_ended(&outputs[0], 1, "process 1");
    assert_eq!(fs::read(site.file("layers.1")).expect("readable"), b"mine");
    assert!(!exists(&site.file("layers.0")), "nothing is left behind");
}

/// Without access to the files of others, a count goes on with the same number of processes alone.
#[test]
fn folders_of_their_own_do_for_the_same_number_of_processes() {
    let site = Site::new(2);
    for process in [0, 1] {
        fs::create_dir(site.file(&format!("own{process}"))).expect("a folder");
    }
    let outputs = |site: &Site, flags: &str| -> Vec<Output> {
        let start = |process| {
            let folder = format!("own{}", process % 2);
            let words = format!("--size 4 --checkpoint {folder}/layers {flags}");
            site.start(process, &words)
        };
        let children: Vec<_> = (0..site.len()).map(start).collect();
        children.into_iter().map(output_of).collect()
    };
    for flags in ["", "--resume"] {
        outputs(&site, flags).iter().for_each(assert_silent);
    }
    for (processes, message) in [
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
        for output in outputs(&other, "--resume") {
            assert_ended(&output, 1, message);
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
