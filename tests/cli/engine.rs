//! The engine protocol, spoken with the program in a process of its own.

use crate::conversation::{Engine, number_after};
use crate::games::BARE;
use crate::helpers::{LAST_ROUND, is_there, read};
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

/// The choice of a player of the library.
fn chosen(player: &str, position: &Position, limits: Limits) -> Move {
    let contestant: Contestant = player.parse().expect("a player");
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    contestant.think(position, &mut rng, &limits, &Control::default(), &|_| ())
}

fn code(taken: Move) -> u64 {
    taken.code(Players::Two).expect("a code").into()
}

#[test]
fn it_says_who_it_is_and_is_ready() {
    let mut engine = Engine::start();
    engine.say("uai");
    let said = engine.answers_to("uaiok");
    let level = "option name LEVEL type spin default 10 min 1 max 10";
    assert_eq!(said[2], level);
    let options = [
        "id name azulejo ",
        "option name PLAYER ",
        level,
        "option name SEED ",
    ];
    for (said, begin) in said.iter().zip(options) {
        assert!(said.starts_with(begin), "{said}");
    }
    engine.say("");
    engine.say("  isready  ");
    assert_eq!(engine.answer(), "readyok");
    engine.quit();
}

#[test]
fn a_search_tells_its_depths_and_chooses_what_the_library_chooses() {
    let position = opening();
    let mut engine = Engine::of(position);
    let limits = Limits::of_depth(3);
    let (choice, told) = engine.go("depth 3");
    let first = chosen("azulejo", &position, limits);
    assert_eq!((choice, told.len()), (code(first), 3));
    for (line, depth) in told.iter().zip(1_u64..) {
        assert_eq!(number_after::<u64>(line, "depth"), depth, "{line}");
        assert!(line.contains(" score ") && line.contains(" nps "), "{line}");
        assert!(number_after::<u64>(line, "nodes") > 0, "{line}");
    }
    assert_eq!(number_after::<u64>(&told[2], "pv"), choice);
    // A limit of nodes, and after moves.
    let mut after = position;
    after.play_unchecked(first);
    let second = chosen("greedy", &after, limits);
    after.play_unchecked(second);
    let moves = format!("{} {}", code(first), code(second));
    engine.say(&format!("position {position} moves {moves}"));
    let (choice, told) = engine.go("nodes 5000");
    let wanted = chosen("azulejo", &after, Limits::of_nodes(5000));
    assert_eq!(choice, code(wanted));
    assert!(!told.is_empty());
    // Other players answer at once, by the seed.
    for player in ["random", "strategic", "rollout-greedy"] {
        engine.set("PLAYER", player);
        let (choice, told) = engine.go("");
        let wanted = chosen(player, &after, Limits::default());
        assert_eq!(choice, code(wanted), "{player}");
        assert!(told.is_empty());
    }
    engine.set("PLAYER", "random");
    let choices = (0..20).map(|seed| {
        engine.set("SEED", seed);
        let (choice, _) = engine.go("");
        assert_eq!(engine.go("").0, choice, "the same seed");
        choice
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
    let (wanted, _) = engine.go("depth 2");
    let first = code(position.legal().next().expect("a move"));
    let written = include_str!("../data/cli/engine-refused.txt");
    let written = written.replace("{opening}", &position.to_string());
    let written = written.replace("{first}", &first.to_string());
    let written = written.lines().filter_map(|line| line.split_once(" => "));
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
    for (line, part) in written.chain(others) {
        engine.say(line);
        let answer = engine.answer();
        assert!(answer.starts_with("error "), "{line}: {answer}");
        assert!(answer.contains(part), "{line}: {answer}");
        assert!(!answer.contains('\u{1b}'), "{answer:?}");
        if line.starts_with("position") {
            // A person who goes on with an older position would play another game than he thinks.
            engine.say("go depth 2");
            assert!(engine.answer().contains("there is no position"), "{line}");
            engine.say(&format!("position {position}"));
        }
        assert_eq!(engine.go("depth 2").0, wanted, "{line}");
    }
    // A position without moves can be told, but there is nothing to choose.
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
        let mut told = engine.answers_to("info");
        for line in ["go depth 1", "setoption name SEED value 1", "position x"] {
            engine.say(line);
            let answers = engine.answers_to("error");
            let answer = answers.last().expect("an error");
            let busy = answer.contains("a search runs") || line == "position x";
            assert!(busy, "{line}: {answer}");
            told.extend(answers);
        }
        engine.say("isready");
        told.extend(engine.answers_to("readyok"));
        let asked = Instant::now();
        engine.say("stop");
        told.extend(engine.answers_to("bestmove"));
        waits.push(asked.elapsed());
        let last = |begin: &str, word: &str| -> u64 {
            let line = told.iter().rfind(|line| line.starts_with(begin));
            number_after(line.expect("a line"), word)
        };
        let chosen = last("bestmove", "bestmove");
        assert_eq!(chosen, last("info", "pv"), "that of the last depth");
    }
    waits.sort_unstable();
    let (median, most) = (waits[10], waits[19]);
    println!("stop is answered within {median:?} (median), {most:?} (longest of 20)");
    // The longest wait is that for a core.
    assert!(median < Duration::from_millis(20), "{waits:?}");
    // One that is stopped says nothing more, and the next is not disturbed by it.
    let (alone, _) = engine.go("depth 3");
    for _ in 0..5 {
        engine.say("go nodes 1000000000000");
        engine.answers_to("info");
        engine.say("stop");
        engine.answers_to("bestmove");
        let (code, told) = engine.go("depth 3");
        assert_eq!((code, told.len()), (alone, 3), "{told:?}");
    }
    // A search that is left alone ends with its time.
    let asked = Instant::now();
    engine.go("movetime 100");
    assert!(asked.elapsed() < Duration::from_secs(5));
    // Nothing waits for a search at the end.
    engine.say("go nodes 1000000000000");
    engine.quit();
}

#[test]
fn the_end_of_the_lines_stops_the_search_and_answers() {
    let position = opening();
    // Far longer than a run may take here.
    for limits in ["movetime 100000", "nodes 1000000000000"] {
        for player in ["azulejo", "minimax", "evaluator", "mcts"] {
            let option = format!("setoption name PLAYER value {player}");
            let lines = format!("position {position}\n{option}\ngo {limits}\n");
            let answered = azulejo_reading("game engine", lines).ended(0);
            let last = answered.out.lines().last().expect("a line");
            assert!(last.starts_with("bestmove "), "{player}: {last}");
        }
    }
    assert_eq!(azulejo("game engine").ended(0).out, "");
}

#[test]
fn the_end_of_the_lines_is_answered_with_the_last_that_was_found() {
    let (events, happened) = channel();
    let mut session = EngineSession::new(events);
    for line in [&format!("position {}", opening()), "go movetime 100000"] {
        assert_eq!(session.take(EngineEvent::Line(line.to_owned())), [""; 0]);
    }
    let found = happened.recv().expect("the search runs");
    let told = session.take(found);
    let best: u64 = number_after(&told[0], "pv");
    let answered = session.take(EngineEvent::EndOfLines);
    assert_eq!(answered, [format!("bestmove {best}")]);
    assert!(session.is_over());
}

#[test]
fn a_score_is_in_points_of_the_final_difference_at_every_depth() {
    let mut engine = Engine::of(LAST_ROUND);
    let (_, told) = engine.go("depth 12");
    assert_eq!(told.len(), 12);
    for line in &told {
        assert!(number_after::<u64>(line, "win") > 950, "{line}");
        // What best play makes of the position in which the line ends.
        let mut end: Position = LAST_ROUND.parse().expect("a position");
        let codes = line.split(" pv ").nth(1).expect("a line").split(' ');
        for code in codes.map(|it| it.parse().expect("a code")) {
            let taken = Move::from_code(code, Players::Two).expect("a code");
            end.play(taken).expect("it is legal");
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
        number_after::<i64>(&told[11], "score"),
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
        let asked = Instant::now();
        let (_, told) = engine.go("movetime 60000");
        let last = told.last().expect("a line");
        let is_proven = last.contains("certainty proven") && last.contains(" score 29 ");
        assert!(is_proven, "{last}");
        let took = asked.elapsed();
        assert!(
            took < Duration::from_secs(50),
            "not all of the time: {took:?}"
        );
        engine.quit();
    }
}

#[test]
fn several_moves_are_told_at_once_in_the_notation_that_is_wanted() {
    let position = opening();
    let mut engine = Engine::start();
    engine.set("MULTIPV", 4);
    engine.set("NOTATION", "move");
    engine.say(&format!("position {position}"));
    engine.say("go depth 3");
    let mut answers = engine.answers_to("bestmove");
    let best = answers.pop().expect("bestmove");
    let best = best.split_once(' ').expect("a move").1;
    let last = answers.iter().filter(|it| it.starts_with("info depth 3 "));
    for (index, line) in last.take(4).enumerate() {
        assert_eq!(number_after::<usize>(line, "multipv"), index + 1, "{line}");
        let first: String = number_after(line, "pv");
        let taken: Move = first.parse().expect("a move");
        assert!(position.is_legal(taken));
        assert!(index > 0 || first == best, "{line} {best}");
    }
    engine.quit();
}

#[test]
fn infinite_waits_for_stop_also_where_nothing_is_left_to_search() {
    let mut engine = Engine::of(LAST_ROUND);
    engine.say("go infinite");
    let told = engine.answers_to("info");
    assert!(!told.is_empty());
    // The value is proven by then, or soon; nothing is said until the search is stopped.
    engine.say("isready");
    let answers = engine.answers_to("readyok");
    assert!(answers.iter().all(|it| !it.starts_with("bestmove")));
    engine.say("stop");
    engine.answers_to("bestmove");
    engine.quit();
}

#[test]
fn an_answer_comes_before_its_time_is_up() {
    let mut engine = Engine::of(opening());
    engine.set("OVERHEAD", 40);
    let waits = (0..10).map(|_| {
        let asked = Instant::now();
        engine.go("movetime 100");
        asked.elapsed()
    });
    let mut waits: Vec<Duration> = waits.collect();
    waits.sort_unstable();
    // Others run on the machine; the half that is quicker shows what the engine does.
    assert!(waits[5] < Duration::from_millis(100), "{waits:?}");
    let takes_its_time = waits[0] > Duration::from_millis(40);
    assert!(takes_its_time, "{waits:?}");
    engine.quit();
}

#[test]
fn the_engine_deals_and_scores_a_whole_game() {
    let mut engine = Engine::start();
    engine.say("new players 2 first 2");
    engine.set("SEED", 7);
    engine.set("PLAYER", "strategic");
    engine.say("deal");
    let mut plain = engine.told_position();
    let mut moves = 0;
    while plain.phase() != Phase::Over {
        if plain.phase() == Phase::Deal {
            engine.say("deal");
            plain = engine.told_position();
        }
        let (code, _) = engine.go("");
        engine.say(&format!("play {code}"));
        let taken = Move::from_code(code, Players::Two).expect("a code");
        plain.play(taken).expect("it is legal");
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
    if !is_there("python3", "deps-wheel") {
        return;
    }
    let page = read("docs/engine.md");
    let (_, bridge) = page.split_once("```python\n").expect("a program");
    let (bridge, _) = bridge.split_once("```").expect("its end");
    assert!((20..=42).contains(&bridge.lines().count()), "40 lines");
    let program = env!("CARGO_BIN_EXE_azulejo");
    let played = std::process::Command::new("python3")
        .args(["-c", bridge, program, "20"])
        .output()
        .expect("it starts");
    let said = String::from_utf8_lossy(&played.stdout);
    assert!(played.status.success(), "{played:?}");
    let last = said.lines().last().unwrap_or_default();
    assert!(last.starts_with("result scores "), "{said}");
}

#[test]
fn a_level_is_the_player_of_that_level_and_is_not_helped_by_proofs() {
    let (mut engine, position) = (Engine::start(), opening());
    for level in [1, 5] {
        engine.set("LEVEL", level);
        engine.say(&format!("position {position}"));
        let player = format!("azulejo:level={level}");
        let contestant: Contestant = player.parse().expect("a player");
        let expected = code(chosen(&player, &position, *contestant.limits()));
        assert_eq!(engine.go("").0, expected);
        // More time changes nothing.
        assert_eq!(engine.go("movetime 300").0, expected);
        engine.say(&format!("position {LAST_ROUND}"));
        let (_, told) = engine.go("movetime 300");
        assert!(told.iter().all(|it| !it.contains("certainty proven")));
    }
    engine.set("LEVEL", 10);
    let (_, told) = engine.go("movetime 1000");
    let is_proven = told.iter().any(|it| it.contains("certainty proven"));
    assert!(is_proven, "{told:?}");
    for wrong in ["0", "11", "x"] {
        engine.set("LEVEL", wrong);
        let answer = engine.answer();
        assert_eq!(answer, "error LEVEL is a whole number from 1 to 10");
    }
    engine.quit();
}
