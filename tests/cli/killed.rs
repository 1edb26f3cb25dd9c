//! Killed searches of the frontier, which go on from their checkpoints.

use crate::run::command;
use std::fs;
use std::process::Command;
use std::time::Duration;

fn answer(mut command: Command) -> serde_json::Value {
    let output = command.output().expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    let mut json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    json["stats"]["seconds"].take();
    json
}

#[test]
fn a_killed_search_goes_on_and_finds_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["count", "solve"] {
        let run = |checkpoint: &str| {
            let instance = "--size 5 --sense min --rule last-round";
            let limits = format!("--memory 4MiB --scratch \"{}\"", folder.path().display());
            let words = format!("{name} --method frontier {instance} --format json {limits}");
            command(&format!("{words} {checkpoint}"))
        };
        let path = folder.path().join(name);
        let checkpoint = format!("--checkpoint \"{}\"", path.display());
        let resume = format!("{checkpoint} --resume");
        let mut kills = 0;
        // A run takes about a second; the first kill comes as soon as there is a checkpoint.
        for wait in [0, 100, 200, 300, 300] {
            let checkpoint = if path.exists() { &resume } else { &checkpoint };
            let mut child = run(checkpoint).spawn().expect("it runs");
            while !path.exists() {
                assert_eq!(child.try_wait().expect("a child"), None, "no checkpoint");
                std::thread::sleep(Duration::from_millis(1));
            }
            std::thread::sleep(Duration::from_millis(wait));
            kills += u32::from(child.try_wait().expect("a child").is_none());
            child.kill().expect("it can be killed");
            child.wait().expect("it ends");
        }
        assert!(kills > 0, "no run was cut off");
        assert_eq!(answer(run(&resume)), answer(run("")), "{name}");
        for entry in fs::read_dir(&folder).expect("a folder") {
            let file = entry.expect("an entry").file_name();
            let checkpoints = ["count", "count.part", "solve", "solve.part"];
            let is_checkpoint = checkpoints.iter().any(|expected| file == **expected);
            assert!(is_checkpoint, "{file:?} is left behind");
        }
    }
}
