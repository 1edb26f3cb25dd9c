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

/// A script that answers the lines of the protocol, with `go` as the answer to `go`.
fn script(name: &str, go: &str) -> String {
    let cases = format!("uai) echo id name bot; echo uaiok;; go) {go};; quit) exit;;");
    player(
        name,
        &format!("while read first rest; do case $first in {cases} esac; done"),
    )
}

/// This program as an engine that plays as one of its players.
fn own_engine(name: &str) -> String {
    let program = env!("CARGO_BIN_EXE_azulejo");
    let input = format!("(echo setoption name PLAYER value {name}; cat)");
    // The name of the test keeps parallel tests apart.
    let test = std::thread::current()
        .name()
        .unwrap_or_default()
        .replace("::", "-");
    player(
        &format!("{test}-{name}.sh"),
        &format!("{input} | '{program}' game engine"),
    )
}

#[test]
fn a_program_plays_the_same_match_as_its_player() {
    let engine = own_engine("greedy");
    let results = |player: &str| {
        let words = format!("game match \"{player}\" random --games 20 --seed 3 --format json");
        azulejo(&words).json(0)
    };
    let (other, own) = (results(&engine), results("greedy"));
    for key in ["games", "wins", "draws", "points", "rounds", "outcomes"] {
        assert_eq!(other[key], own[key], "{key}");
    }
    assert_eq!(other["players"], Value::from(vec![&*engine, "random"]));
}

#[test]
fn a_random_program_plays_the_same_match_again() {
    let engine = own_engine("random");
    let results = |seed: u32| {
        let words = format!("game match \"{engine}\" random --games 4 --seed {seed} --format json");
        azulejo(&words).json(0)
    };
    assert_eq!(results(3), results(3));
    assert_ne!(results(3)["points"], results(4)["points"]);
}

#[test]
fn a_program_plays_in_a_tournament_and_chooses_a_move() {
    let engine = own_engine("greedy");
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
    // The depth of the search is in the result, too.
    assert_eq!(best(&own_engine("alpha-beta:depth=2"))["depth"], 2);
}

#[test]
fn every_fault_of_a_program_is_named() {
    let refusal = |engine: &str, part: &str| {
        let run = azulejo(&format!("game match \"{engine}\" random --games 40")).ended(1);
        run.says(part);
        run
    };
    refusal("engine:no-such-program-anywhere", "cannot be started");
    refusal("engine:", "is no command");
    refusal("engine:sh 'open", "is no command");
    refusal("engine:true", "has ended");
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
        refusal(&script(name, go), part).says("a player can play no more");
    }
}

#[test]
fn a_silent_program_is_stopped_and_given_up() {
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
fn the_pages_start_only_engines_of_the_owner() {
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
