//! Searches of the frontier that are killed, and go on from their checkpoints.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

#[test]
fn a_killed_search_goes_on_and_finds_the_same() {
    let folder = TempDir::new().expect("a folder");
    let run = |arguments: &[&str], checkpoint: Option<(&str, bool)>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_azulejo"));
        command
            .args(arguments)
            .args(["--size", "5", "--sense", "min", "--rule", "last-round"])
            .args(["--format", "json"]);
        command
            .args(["--memory", "4MiB"])
            .arg("--scratch")
            .arg(folder.path());
        if let Some((name, resume)) = checkpoint {
            command.arg("--checkpoint").arg(folder.path().join(name));
            command.args(resume.then_some("--resume"));
        }
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let answer = |mut command: Command| {
        let output = command.output().expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{error}");
        let mut json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        json["stats"]["seconds"].take();
        json
    };
    for (name, arguments) in [
        ("count", &["count", "--method", "frontier"][..]),
        ("solve", &["solve", "--method", "frontier"]),
    ] {
        let mut kills = 0;
        let path = folder.path().join(name);
        // A run takes about a second; the first kill comes as soon as there is a checkpoint.
        for wait in [0, 100, 200, 300, 300] {
            let mut child = run(arguments, Some((name, path.exists())))
                .spawn()
                .expect("it runs");
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
        let resumed = answer(run(arguments, Some((name, true))));
        assert_eq!(resumed, answer(run(arguments, None)), "{name}");
        for left in fs::read_dir(folder.path()).expect("a folder") {
            let left = left.expect("an entry").file_name();
            let known = ["count", "count.part", "solve", "solve.part"];
            assert!(
                known.iter().any(|name| left == **name),
                "{left:?} is left behind"
            );
        }
    }
}
