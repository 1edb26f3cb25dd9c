//! The engine protocol, with the program in a process of its own.

use crate::conversation::{Engine, number_after};
use crate::games::BARE;
use crate::helpers::{LAST_ROUND, is_installed, read};
use crate::run::{azulejo, azulejo_reading};
use azulejo::analysis::proven;
use azulejo::control::Control;
use azulejo::engine::{EngineEvent, EngineSession};
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{Move, Phase, Players, Position};
use azulejo::players::{Contestant, Limits};
use std::num::NonZeroUsize;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

fn opening() -> Position {
    let mut position = Position::new(Players::Two, 0);
    let deal = position.deal(&mut ChaCha8Rng::seed_from_u64(7));
    deal.expect("a new game waits for a deal");
    position
}

/// The move of a player of the library.
fn choice(player: &str, position: &Position, limits: Limits) -> Move {
    let contestant: Contestant = player.parse().expect("a player");
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    contestant.think(position, &mut rng, &limits, &Control::default(), &|_| ())
}

fn code(move_: Move) -> u64 {
    move_.code(Players::Two).expect("a code").into()
}

#[test]
fn the_engine_names_itself_and_is_ready() {
    let mut engine = Engine::start();
    engine.say("uai");
    let answers = engine.answers_to("uaiok");
    let level = "option name LEVEL type spin default 10 min 1 max 10";
    assert_eq!(answers[2], level);
    let options = [
        "id name azulejo ",
        "option name PLAYER ",
        level,
        "option name SEED ",
    ];
    for (answer, begin) in answers.iter().zip(options) {
        assert!(answer.starts_with(begin), "{answer}");
    }
    engine.say("");
    engine.say("  isready  ");
    assert_eq!(engine.answer(), "readyok");
    engine.quit();
}

#[test]
fn a_search_reports_its_depths_and_makes_the_choice_of_the_library() {
    let position = opening();
    let mut engine = Engine::of(position);
    let limits = Limits::of_depth(3);
    let (best, lines) = engine.go("depth 3");
    let first = choice("azulejo", &position, limits);
    assert_eq!((best, lines.len()), (code(first), 3));
    for (line, depth) in lines.iter().zip(1_u64..) {
        assert_eq!(number_after::<u64>(line, "depth"), depth, "{line}");
        assert!(line.contains(" score ") && line.contains(" nps "), "{line}");
        assert!(number_after::<u64>(line, "nodes") > 0, "{line}");
    }
    assert_eq!(number_after::<u64>(&lines[2], "pv"), best);
    // A limit of nodes, and after moves.
    let mut after = position;
    after.play_unchecked(first);
    let second = choice("greedy", &after, limits);
    after.play_unchecked(second);
    let moves = format!("{} {}", code(first), code(second));
    engine.say(&format!("position {position} moves {moves}"));
    let (best, lines) = engine.go("nodes 5000");
    let expected = choice("azulejo", &after, Limits::of_nodes(5000));
    assert_eq!(best, code(expected));
    assert!(!lines.is_empty());
    // Other players answer at once, by the seed.
    for player in ["random", "strategic", "rollout-greedy"] {
        engine.set("PLAYER", player);
        let (best, lines) = engine.go("");
        let expected = choice(player, &after, Limits::default());
        assert_eq!(best, code(expected), "{player}");
        assert!(lines.is_empty());
    }
    engine.set("PLAYER", "random");
    let choices = (0..20).map(|seed| {
        engine.set("SEED", seed);
        let (best, _) = engine.go("");
        assert_eq!(engine.go("").0, best, "the same seed");
        best
    });
    let choices: std::collections::BTreeSet<u64> = choices.collect();
    assert!(choices.len() > 5, "{choices:?}");
    engine.quit();
}

#[test]
fn a_wrong_line_is_an_error_and_changes_nothing() {
    let (mut engine, position) = (Engine::start(), opening());
    engine.say("go depth 1");
    let answer = engine.answer();
    assert_eq!(answer, "error there is no position: send one first");
    engine.say(&format!("position {position}"));
    engine.set("PLAYER", "alpha-beta");
    let (expected, _) = engine.go("depth 2");
    let first = code(position.legal().next().expect("a move"));
    let table = include_str!("../data/cli/engine-refused.txt");
    let table = table.replace("{opening}", &position.to_string());
    let table = table.replace("{first}", &first.to_string());
    let table = table.lines().filter_map(|line| line.split_once(" => "));
    let long = "x".repeat(70_000);
    let others = [
        ("deal BBBB", "the deal has 1 fault; factories: "),
        (
            "deal BBRR/BKYY/RRWW/KWWW/RYYYY",
            "the deal has 1 fault; factory 5: ",
        ),
        ("\u{1b}[2J", "is no command"),
        (&long, "a line has at most 65536 bytes"),
    ];
    for (line, part) in table.chain(others) {
        engine.say(line);
        let answer = engine.answer();
        assert!(answer.starts_with("error "), "{line}: {answer}");
        assert!(answer.contains(part), "{line}: {answer}");
        assert!(!answer.contains('\u{1b}'), "{answer:?}");
        if line.starts_with("position") {
            // The engine forgets the older position: its user would else play another game.
            engine.say("go depth 2");
            assert!(engine.answer().contains("there is no position"), "{line}");
            engine.say(&format!("position {position}"));
        }
        assert_eq!(engine.go("depth 2").0, expected, "{line}");
    }
    // A position without moves is read, but there is nothing to choose.
    engine.say(&format!(
        "position -/-/-/-/- * {BARE}|{BARE} 1 1 1 20,20,20,20,20 0,0,0,0,0"
    ));
    engine.say("go depth 1");
    let answer = engine.answer();
    assert!(
        answer.starts_with("error it is time for"),
        "the round is over"
    );
    engine.quit();
}

#[test]
fn a_search_is_stopped_at_once_and_nothing_disturbs_it() {
    let mut engine = Engine::of(opening());
    let mut waits = Vec::new();
    for _ in 0..20 {
        engine.say("go nodes 1000000000000");
        let mut lines = engine.answers_to("info");
        for line in ["go depth 1", "setoption name SEED value 1", "position x"] {
            engine.say(line);
            let answers = engine.answers_to("error");
            let answer = answers.last().expect("an error");
            let is_refusal = answer.contains("a search runs") || line == "position x";
            assert!(is_refusal, "{line}: {answer}");
            lines.extend(answers);
        }
        engine.say("isready");
        lines.extend(engine.answers_to("readyok"));
        let clock = Instant::now();
        engine.say("stop");
        lines.extend(engine.answers_to("bestmove"));
        waits.push(clock.elapsed());
        let last = |begin: &str, word: &str| -> u64 {
            let line = lines.iter().rfind(|line| line.starts_with(begin));
            number_after(line.expect("a line"), word)
        };
        let best = last("bestmove", "bestmove");
        assert_eq!(best, last("info", "pv"), "that of the last depth");
    }
    waits.sort_unstable();
    let (median, most) = (waits[10], waits[19]);
    println!("stop is answered within {median:?} (median), {most:?} (longest of 20)");
    // The longest wait is the wait for a core.
    assert!(median < Duration::from_millis(20), "{waits:?}");
    // A stopped search prints nothing more, and does not disturb the next one.
    let (expected, _) = engine.go("depth 3");
    for _ in 0..5 {
        engine.say("go nodes 1000000000000");
        engine.answers_to("info");
        engine.say("stop");
        engine.answers_to("bestmove");
        let (best, lines) = engine.go("depth 3");
        assert_eq!((best, lines.len()), (expected, 3), "{lines:?}");
    }
    // An undisturbed search ends with its time.
    let clock = Instant::now();
    engine.go("movetime 100");
    assert!(clock.elapsed() < Duration::from_secs(5));
    // Nothing waits for a search at the end.
    engine.say("go nodes 1000000000000");
    engine.quit();
}

#[test]
fn the_end_of_the_lines_stops_the_search_and_answers() {
    let position = opening();
    // Limits far beyond the time of a run here.
    for limits in ["movetime 100000", "nodes 1000000000000"] {
        for player in ["azulejo", "minimax", "evaluator", "mcts"] {
            let option = format!("setoption name PLAYER value {player}");
            let lines = format!("position {position}\n{option}\ngo {limits}\n");
            let run = azulejo_reading("game engine", lines).ended(0);
            let last = run.out.lines().last().expect("a line");
            assert!(last.starts_with("bestmove "), "{player}: {last}");
        }
    }
    assert_eq!(azulejo("game engine").ended(0).out, "");
}

#[test]
fn the_end_of_the_lines_is_answered_with_the_latest_move() {
    let (sender, events) = channel();
    let mut session = EngineSession::new(sender);
    for line in [&format!("position {}", opening()), "go movetime 100000"] {
        assert_eq!(session.take(EngineEvent::Line(line.to_owned())), [""; 0]);
    }
    let event = events.recv().expect("the search runs");
    let lines = session.take(event);
    let best: u64 = number_after(&lines[0], "pv");
    let answers = session.take(EngineEvent::EndOfLines);
    assert_eq!(answers, [format!("bestmove {best}")]);
    assert!(session.is_over());
}

#[test]
fn a_score_is_in_points_of_the_final_difference_at_every_depth() {
    let mut engine = Engine::of(LAST_ROUND);
    let (_, lines) = engine.go("depth 12");
    assert_eq!(lines.len(), 12);
    for line in &lines {
        assert!(number_after::<u64>(line, "win") > 950, "{line}");
        // The value of the position at the end of the line, under best play.
        let mut end: Position = LAST_ROUND.parse().expect("a position");
        let codes = line.split(" pv ").nth(1).expect("a line").split(' ');
        for code in codes.map(|code| code.parse().expect("a code")) {
            let move_ = Move::from_code(code, Players::Two).expect("a code");
            end.play(move_).expect("it is legal");
        }
        let value = if end.phase() == Phase::Moves {
            let best = proven(&end, 5_000_000, NonZeroUsize::MIN, &Control::default());
            let points = best.expect("a last round").points;
            if end.mover() == 0 { points } else { -points }
        } else {
            end.end_round().expect("nothing is left to take");
            let standing = end.standing();
            let scores = standing.scores();
            f64::from(scores[0]) - f64::from(scores[1])
        };
        let away = (number_after::<f64>(line, "score") - value).abs();
        assert!(away <= 8.0, "{value}: {line}");
    }
    assert_eq!(
        number_after::<i64>(&lines[11], "score"),
        29,
        "proven by all moves"
    );
    engine.quit();
}

#[test]
fn the_last_round_is_proven_and_answered_at_once() {
    for threads in [1, 2] {
        let mut engine = Engine::of(LAST_ROUND);
        engine.set("THREADS", threads);
        let clock = Instant::now();
        let (_, lines) = engine.go("movetime 60000");
        let last = lines.last().expect("a line");
        let is_proven = last.contains("certainty proven") && last.contains(" score 29 ");
        assert!(is_proven, "{last}");
        let time = clock.elapsed();
        assert!(
            time < Duration::from_secs(50),
            "not all of the time: {time:?}"
        );
        engine.quit();
    }
}

#[test]
fn several_moves_are_reported_together_in_the_notation_of_the_option() {
    let position = opening();
    let mut engine = Engine::start();
    engine.set("MULTIPV", 4);
    engine.set("NOTATION", "move");
    engine.say(&format!("position {position}"));
    engine.say("go depth 3");
    let mut answers = engine.answers_to("bestmove");
    let best = answers.pop().expect("bestmove");
    let best = best.split_once(' ').expect("a move").1;
    let last = answers
        .iter()
        .filter(|line| line.starts_with("info depth 3 "));
    for (index, line) in last.take(4).enumerate() {
        assert_eq!(number_after::<usize>(line, "multipv"), index + 1, "{line}");
        let first: String = number_after(line, "pv");
        let move_: Move = first.parse().expect("a move");
        assert!(position.is_legal(move_));
        assert!(index > 0 || first == best, "{line} {best}");
    }
    engine.quit();
}

#[test]
fn infinite_waits_for_stop_also_where_nothing_is_left_to_search() {
    let mut engine = Engine::of(LAST_ROUND);
    engine.say("go infinite");
    let lines = engine.answers_to("info");
    assert!(!lines.is_empty());
    // The value is proven by then, or soon; no best move is printed before the stop.
    engine.say("isready");
    let answers = engine.answers_to("readyok");
    assert!(answers.iter().all(|line| !line.starts_with("bestmove")));
    engine.say("stop");
    engine.answers_to("bestmove");
    engine.quit();
}

#[test]
fn an_answer_comes_before_its_time_is_up() {
    let mut engine = Engine::of(opening());
    engine.set("OVERHEAD", 40);
    let waits = (0..10).map(|_| {
        let clock = Instant::now();
        engine.go("movetime 100");
        clock.elapsed()
    });
    let mut waits: Vec<Duration> = waits.collect();
    waits.sort_unstable();
    // Other programs run on the machine; the quicker half of the waits shows the engine.
    assert!(waits[5] < Duration::from_millis(100), "{waits:?}");
    let uses_its_time = waits[0] > Duration::from_millis(40);
    assert!(uses_its_time, "{waits:?}");
    engine.quit();
}

#[test]
fn the_engine_deals_and_scores_a_whole_game() {
    let mut engine = Engine::start();
    engine.say("new players 2 first 2");
    engine.set("SEED", 7);
    engine.set("PLAYER", "strategic");
    engine.say("deal");
    let mut plain = engine.read_position();
    let mut moves = 0;
    while plain.phase() != Phase::Over {
        if plain.phase() == Phase::Deal {
            engine.say("deal");
            plain = engine.read_position();
        }
        let (code, _) = engine.go("");
        engine.say(&format!("play {code}"));
        let move_ = Move::from_code(code, Players::Two).expect("a code");
        plain.play(move_).expect("it is legal");
        let _ = plain.end_round();
        moves += 1;
        assert_eq!(engine.answer(), format!("position {plain}"));
    }
    let result = engine.answer();
    let outcome = plain.outcome().expect("it is over");
    let scores = outcome.scores();
    let expected = format!("result scores {} {} winners ", scores[0], scores[1]);
    assert!(result.starts_with(&expected), "{result} {expected}");
    assert!(moves > 20);
    engine.say("deal");
    assert!(engine.answer().starts_with("error "));
    engine.quit();
}

#[test]
fn the_bridge_of_the_page_plays_a_game() {
    if !is_installed("python3", "deps-wheel") {
        return;
    }
    let page = read("docs/engine.md");
    let (_, bridge) = page.split_once("```python\n").expect("a program");
    let (bridge, _) = bridge.split_once("```").expect("its end");
    assert!((20..=42).contains(&bridge.lines().count()), "40 lines");
    let program = env!("CARGO_BIN_EXE_azulejo");
    let output = std::process::Command::new("python3")
        .args(["-c", bridge, program, "20"])
        .output()
        .expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    let last = text.lines().last().unwrap_or_default();
    assert!(last.starts_with("result scores "), "{text}");
}

#[test]
fn a_level_is_the_player_of_that_level_and_is_not_helped_by_proofs() {
    let (mut engine, position) = (Engine::start(), opening());
    for level in [1, 5] {
        engine.set("LEVEL", level);
        engine.say(&format!("position {position}"));
        let player = format!("azulejo:level={level}");
        let contestant: Contestant = player.parse().expect("a player");
        let expected = code(choice(&player, &position, *contestant.limits()));
        assert_eq!(engine.go("").0, expected);
        // More time changes nothing.
        assert_eq!(engine.go("movetime 300").0, expected);
        engine.say(&format!("position {LAST_ROUND}"));
        let (_, lines) = engine.go("movetime 300");
        assert!(lines.iter().all(|line| !line.contains("certainty proven")));
    }
    engine.set("LEVEL", 10);
    let (_, lines) = engine.go("movetime 1000");
    let is_proven = lines.iter().any(|line| line.contains("certainty proven"));
    assert!(is_proven, "{lines:?}");
    for wrong in ["0", "11", "x"] {
        engine.set("LEVEL", wrong);
        let answer = engine.answer();
        assert_eq!(answer, "error LEVEL is a whole number from 1 to 10");
    }
    engine.quit();
}
