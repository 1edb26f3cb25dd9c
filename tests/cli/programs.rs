//! Players that are other programs: the engine protocol from its other side.

use crate::run::{Run, azulejo, command};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

/// A script that answers lines: `go` as it is given.
fn script(name: &str, go: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("programs");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    let text = format!(
        "while read first rest; do case $first in uai) echo id name bot; echo uaiok;; go) {go};; quit) exit;; esac; done\n"
    );
    fs::write(&path, text).expect("a file");
    format!("engine:sh '{}'", path.display())
}

/// This program as another one, which plays as a player of its own does.
fn ours(player: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{player}.sh"));
    let program = env!("CARGO_BIN_EXE_azulejo");
    let text =
        format!("(echo setoption name PLAYER value {player}; cat) | '{program}' game engine\n");
    fs::write(&path, text).expect("a file");
    format!("engine:sh '{}'", path.display())
}

fn play(words: &[&str]) -> Run {
    let mut command = command("game");
    command.args(words);
    Run::of(command, "")
}

#[test]
fn a_program_plays_a_match_as_the_player_does_that_it_is() {
    let engine = ours("greedy");
    let found = |player: &str| {
        let words = [
            "match", player, "random", "--games", "20", "--seed", "3", "--format", "json",
        ];
        play(&words).json(0)
    };
    let (other, own) = (found(&engine), found("greedy"));
    for key in ["games", "wins", "draws", "points", "rounds", "outcomes"] {
        assert_eq!(other[key], own[key], "{key}");
    }
    assert_eq!(other["players"], Value::from(vec![&*engine, "random"]));
}

#[test]
fn a_program_that_plays_at_random_plays_the_same_match_again() {
    let engine = ours("random");
    let words = [
        "match", &engine, "random", "--games", "4", "--seed", "3", "--format", "json",
    ];
    assert_eq!(play(&words).json(0), play(&words).json(0));
    let mut other = words;
    other[6] = "4";
    assert_ne!(
        play(&words).json(0)["points"],
        play(&other).json(0)["points"]
    );
}

#[test]
fn a_program_plays_in_a_tournament_and_chooses_a_move() {
    let engine = ours("greedy");
    let played = play(&[
        "tournament",
        &engine,
        "greedy",
        "random",
        "--games",
        "4",
        "--format",
        "json",
    ]);
    assert_eq!(played.json(0)["games"], 12);
    let best = play(&[
        "best", "--seed", "7", "--player", &engine, "--format", "json",
    ])
    .json(0);
    let own = azulejo("game best --seed 7 --player greedy --format json").json(0);
    assert_eq!((&best["code"], &best["move"]), (&own["code"], &own["move"]));
    // What it has found is told, too.
    let searched = play(&[
        "best",
        "--seed",
        "7",
        "--player",
        &ours("alpha-beta:depth=2"),
        "--format",
        "json",
    ]);
    assert_eq!(searched.json(0)["depth"], 2);
}

#[test]
fn whatever_goes_wrong_with_a_program_is_named() {
    for (engine, part) in [
        (
            "engine:no-such-program-anywhere".to_owned(),
            "cannot be started",
        ),
        ("engine:".to_owned(), "is no command"),
        ("engine:sh 'open".to_owned(), "is no command"),
        ("engine:true".to_owned(), "has ended"),
        (script("gone", "exit 7"), "has ended (exit status: 7)"),
        (
            script("words", "echo bestmove nonsense"),
            "plays \"nonsense\", which is no move",
        ),
        (script("code", "echo bestmove 9999"), "which is no move"),
        (
            script("illegal", "echo bestmove 9B1"),
            "plays 9B1, which is illegal",
        ),
        (
            script("tired", "echo error too tired"),
            "answers: too tired",
        ),
    ] {
        let run = play(&["match", &engine, "random", "--games", "40"]).ended(1);
        run.says(part);
        assert!(run.err.starts_with("error: "), "{run:?}");
        if !part.contains("start") && !part.contains("command") && engine != "engine:true" {
            run.says("a player can play no more");
        }
    }
}

#[test]
fn a_program_that_does_not_answer_is_stopped_and_given_up() {
    let silent = script("silent", "true");
    let run = play(&[
        "best",
        "--seed",
        "7",
        "--player",
        &silent,
        "--time-limit",
        "200ms",
    ])
    .ended(1);
    run.says("has not answered stop within 2 seconds");
    let late = script("late", "(read stop; echo bestmove 0)");
    let run = play(&[
        "best",
        "--seed",
        "7",
        "--player",
        &late,
        "--time-limit",
        "200ms",
    ]);
    assert_eq!(run.code, 4, "{run:?}");
    run.says("1B1");
}

#[test]
fn the_pages_start_only_what_the_owner_names() {
    for (engine, part) in [
        ("bot", "write NAME=COMMAND"),
        ("<b>=true", "write NAME=COMMAND"),
        ("bot=no-such-program-anywhere", "cannot be started"),
    ] {
        let mut serve = command("serve --port 0");
        serve.args(["--engine", engine]);
        let run = Run::of(serve, "");
        assert!([1, 2].contains(&run.code), "{run:?}");
        run.says(part);
    }
}
