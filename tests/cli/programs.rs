//! Players that are other programs: the engine protocol from its other side.

use crate::helpers::place;
use crate::run::{Run, azulejo, command};
use serde_json::Value;
use std::fs;

/// The player that is a script of `sh`.
fn player(name: &str, script: &str) -> String {
    let path = place("programs", name);
    fs::write(&path, format!("{script}\n")).expect("a file");
    format!("engine:sh '{path}'")
}

/// A script that answers lines: `go` as it is given.
fn script(name: &str, go: &str) -> String {
    let cases = format!("uai) echo id name bot; echo uaiok;; go) {go};; quit) exit;;");
    player(
        name,
        &format!("while read first rest; do case $first in {cases} esac; done"),
    )
}

/// This program as another one, which plays as a player of its own does.
fn ours(name: &str) -> String {
    let program = env!("CARGO_BIN_EXE_azulejo");
    let say = format!("(echo setoption name PLAYER value {name}; cat)");
    // A test that runs at the same time writes no file of this name.
    let test = std::thread::current()
        .name()
        .unwrap_or_default()
        .replace("::", "-");
    player(
        &format!("{test}-{name}.sh"),
        &format!("{say} | '{program}' game engine"),
    )
}

#[test]
fn a_program_plays_a_match_as_the_player_does_that_it_is() {
    let engine = ours("greedy");
    let found = |player: &str| {
        let words = format!("game match \"{player}\" random --games 20 --seed 3 --format json");
        azulejo(&words).json(0)
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
    let played = |seed: u32| {
        let words = format!("game match \"{engine}\" random --games 4 --seed {seed} --format json");
        azulejo(&words).json(0)
    };
    assert_eq!(played(3), played(3));
    assert_ne!(played(3)["points"], played(4)["points"]);
}

#[test]
fn a_program_plays_in_a_tournament_and_chooses_a_move() {
    let engine = ours("greedy");
    let words = format!("game tournament \"{engine}\" greedy random --games 4 --format json");
    assert_eq!(azulejo(&words).json(0)["games"], 12);
    let best = |player: &str| {
        azulejo(&format!(
            "game best --seed 7 --player \"{player}\" --format json"
        ))
        .json(0)
    };
    let (other, own) = (best(&engine), best("greedy"));
    assert_eq!(
        [&other["code"], &other["move"]],
        [&own["code"], &own["move"]]
    );
    // What it has found is told, too.
    assert_eq!(best(&ours("alpha-beta:depth=2"))["depth"], 2);
}

#[test]
fn whatever_goes_wrong_with_a_program_is_named() {
    let refused = |engine: &str, part: &str| {
        let run = azulejo(&format!("game match \"{engine}\" random --games 40")).ended(1);
        run.says(part);
        run
    };
    refused("engine:no-such-program-anywhere", "cannot be started");
    refused("engine:", "is no command");
    refused("engine:sh 'open", "is no command");
    refused("engine:true", "has ended");
    for (name, go, part) in [
        ("gone", "exit 7", "has ended (exit status: 7)"),
        (
            "words",
            "echo bestmove nonsense",
            "plays \"nonsense\", which is no move",
        ),
        ("code", "echo bestmove 9999", "which is no move"),
        (
            "illegal",
            "echo bestmove 9B1",
            "plays 9B1, which is illegal",
        ),
        ("tired", "echo error too tired", "answers: too tired"),
    ] {
        refused(&script(name, go), part).says("a player can play no more");
    }
}

#[test]
fn a_program_that_does_not_answer_is_stopped_and_given_up() {
    let best = |engine: &str| {
        let words = format!("game best --seed 7 --player \"{engine}\" --time-limit 200ms");
        azulejo(&words)
    };
    best(&script("silent", "true"))
        .ended(1)
        .says("has not answered stop within 2 seconds");
    let run = best(&script("late", "(read stop; echo bestmove 0)"));
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
        let run = Run::of(command(&format!("serve --port 0 --engine {engine}")), "");
        assert!([1, 2].contains(&run.code), "{run:?}");
        run.says(part);
    }
}
