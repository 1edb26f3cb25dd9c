//! Helpers of several files: places for files, shells, and parts of JSON.
#![allow(dead_code)] // each set of features uses a part

pub(crate) use crate::common::optional::is_installed;
use crate::run::{Run, azulejo, azulejo_reading};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// The path of a new file of a test.
pub(crate) fn place(folder: &str, name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    path.to_str().expect("UTF-8").to_owned()
}

/// A temporary folder with files.
pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    folder
}

/// The grade of a model by the text of its file.
pub(crate) fn grade(name: &str, text: impl AsRef<[u8]>, words: &str) -> Run {
    let folder = folder(&[]);
    let path = folder.path().join(name);
    fs::write(&path, text).expect("written");
    azulejo(&format!("grade {} {words}", path.display()))
}

#[track_caller]
pub(crate) fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).expect("a text file")
}

/// A run of `sh` in a folder, in which `"$0"` is the program.
pub(crate) fn shell(folder: impl AsRef<Path>, script: &str) -> Run {
    let mut shell = Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_azulejo")]);
    shell.current_dir(folder);
    Run::of(shell, "")
}

#[track_caller]
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

#[track_caller]
pub(crate) fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[track_caller]
pub(crate) fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// Asserts that an answer has these fields with these values, among others.
#[track_caller]
pub(crate) fn assert_fields(json: &Value, fields: &Value) {
    for (key, value) in fields.as_object().expect("an object") {
        assert_eq!(json[key], *value, "{key}: {json}");
    }
}

/// The picture that a command writes with `--plot`.
#[track_caller]
pub(crate) fn plot(words: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("plot.svg");
    azulejo(&format!("{words} --plot \"{}\"", path.display())).ended(0);
    read(path)
}

/// The JSON of a command of the game that ends well.
#[track_caller]
pub(crate) fn game_json(words: &str, stdin: &str) -> Value {
    azulejo_reading(&format!("game {words} --format json"), stdin).json(0)
}

/// The position of `game new --seed 7`.
pub(crate) fn opening() -> String {
    azulejo("game new --seed 7").ended(0).out.trim().to_owned()
}

/// The last round of a game: player 1 has four tiles in three rows, and wins by 29 points.
pub(crate) const LAST_ROUND: &str = "RRWW/BBBW/BBBY/YRRK/RKWW * 24:-/-/-/R2/-:-:.YRK./WBY.K/KW..R/.K..Y/.R...|\
    17:-/-/-/K3/B4:-:BYR.W/.BYR./.WBY./...../..... 1 1 5 0,0,0,0,0 6,12,8,11,11";
