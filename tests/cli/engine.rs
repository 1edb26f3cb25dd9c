//! The engine protocol, spoken with the program in a process of its own.

use crate::common::optional::skipped;
use crate::run::{azulejo, azulejo_reading, command};
use azulejo::analysis::proven;
use azulejo::control::Control;
use azulejo::engine::{EngineEvent, EngineSession};
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{Move, Phase, Players, Position};
use azulejo::players::{Contestant, Limits};
use std::io::{BufRead, BufReader, Write};
use std::num::NonZeroUsize;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

/// A conversation with `azulejo game engine`.
struct Engine {
    child: Child,
    lines: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut child = command("game engine")
            .stdin(Stdio::piped())
            .spawn()
            .expect("it starts");
        let lines = child.stdin.take().expect("a pipe");
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        Self {
            child,
            lines,
            answers,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.lines, "{line}").expect("it reads");
    }

    fn answer(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("it answers");
        assert!(line.ends_with('\n'), "{line:?}");
        line.trim_end().to_owned()
    }

    /// The answers up to one that begins with a word, which is the last of them.
    fn answers_to(&mut self, word: &str) -> Vec<String> {
        let mut answers = vec![self.answer()];
        while !answers.last().is_some_and(|it| it.starts_with(word)) {
            answers.push(self.answer());
        }
        answers
    }

    /// The choice of `go` with these words, with the info lines before it.
    fn go(&mut self, words: &str) -> (u64, Vec<String>) {
        self.say(&format!("go {words}"));
        let mut answers = self.answers_to("bestmove");
        let last = answers.pop().expect("bestmove");
        (number_after(&last, "bestmove"), answers)
    }

    fn quit(mut self) {
        self.say("quit");
        let ended = self.child.wait().expect("it ends");
        assert_eq!(ended.code(), Some(0));
    }
}

fn number_after(line: &str, word: &str) -> u64 {
    let mut words = line.split(' ').skip_while(|it| *it != word).skip(1);
    let number = words.next().and_then(|it| it.parse().ok());
    number.unwrap_or_else(|| panic!("no {word} in {line:?}"))
}

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

#[test]
fn it_says_who_it_is_and_is_ready() {
    let mut engine = Engine::start();
    engine.say("uai");
    let said = engine.answers_to("uaiok");
    assert!(said[0].starts_with("id name azulejo "), "{said:?}");
    assert!(said[1].starts_with("option name PLAYER "), "{said:?}");
    let level = "option name LEVEL type spin default 10 min 1 max 10";
    assert_eq!(said[2], level);
    assert!(said[3].starts_with("option name SEED "), "{said:?}");
    engine.say("");
    engine.say("  isready  ");
    assert_eq!(engine.answer(), "readyok");
    engine.quit();
}

#[test]
fn a_search_tells_its_depths_and_chooses_what_the_library_chooses() {
    let (mut engine, position) = (Engine::start(), opening());
    engine.say(&format!("position {position}"));
    let limits = Limits::of_depth(3);
    let (code, told) = engine.go("depth 3");
    let wanted = chosen("azulejo", &position, limits);
    assert_eq!(wanted.code(Players::Two).map(u64::from), Some(code));
    assert_eq!(told.len(), 3);
    for (index, line) in told.iter().enumerate() {
        assert_eq!(number_after(line, "depth"), index as u64 + 1, "{line}");
        assert!(line.contains(" score ") && line.contains(" nps "), "{line}");
        assert!(number_after(line, "nodes") > 0, "{line}");
    }
    assert_eq!(number_after(&told[2], "pv"), code);
    // A limit of nodes, and after moves.
    let mut after = position;
    let moves = [
        wanted,
        chosen(
            "greedy",
            &{
                after.play_unchecked(wanted);
                after
            },
            limits,
        ),
    ];
    after.play_unchecked(moves[1]);
    let codes = moves.map(|it| it.code(Players::Two).expect("a code").to_string());
    engine.say(&format!("position {position} moves {}", codes.join(" ")));
    let (code, told) = engine.go("nodes 5000");
    let limits = Limits::of_nodes(5000);
    let wanted = chosen("azulejo", &after, limits);
    assert_eq!(wanted.code(Players::Two).map(u64::from), Some(code));
    assert!(!told.is_empty());
    // Other players answer at once, by the seed.
    for player in ["random", "strategic", "rollout-greedy"] {
        engine.say(&format!("setoption name PLAYER value {player}"));
        let (code, told) = engine.go("");
        let wanted = chosen(player, &after, Limits::default());
        assert_eq!(
            wanted.code(Players::Two).map(u64::from),
            Some(code),
            "{player}"
        );
        assert!(told.is_empty());
    }
    engine.say("setoption name PLAYER value random");
    let mut seeds: Vec<u64> = Vec::new();
    for seed in 0..20 {
        engine.say(&format!("setoption name SEED value {seed}"));
        let (code, _) = engine.go("");
        assert_eq!(engine.go("").0, code, "the same seed");
        seeds.push(code);
    }
    seeds.sort_unstable();
    seeds.dedup();
    assert!(seeds.len() > 5, "{seeds:?}");
    engine.quit();
}

#[test]
fn a_wrong_line_is_an_error_and_changes_nothing() {
    let (mut engine, position) = (Engine::start(), opening());
    engine.say("go depth 1");
    assert_eq!(
        engine.answer(),
        "error there is no position: send one first"
    );
    engine.say(&format!("position {position}"));
    engine.say("setoption name PLAYER value alpha-beta");
    let (wanted, _) = engine.go("depth 2");
    let legal = position
        .legal()
        .next()
        .and_then(|it| it.code(Players::Two))
        .expect("a code");
    let twice = format!("position {position} moves {legal} {legal}");
    let ended = "position -/-/-/-/- * 0:-/-/-/-/-:-:...../...../...../...../.....|0:-/-/-/-/-:-:...../...../...../...../..... 1 1 1 20,20,20,20,20 0,0,0,0,0";
    let wrong: &[(&str, &str)] = &[
        ("hello", "\"hello\" is no command"),
        ("UAI", "is no command"),
        ("uai now", "uai takes nothing more"),
        ("stop", "no search runs"),
        ("quit now", "quit takes nothing more"),
        (
            "setoption name PLAYER value nobody",
            "no player is named \"nobody\"",
        ),
        (
            "setoption name PLAYER value greedy:depth=2",
            "greedy has no option \"depth\"",
        ),
        ("setoption name PLAYER", "write setoption"),
        (
            "setoption name SEED value -1",
            "SEED is a whole number from 0",
        ),
        ("position", "factories: missing"),
        ("position a b c", "lid: missing"),
        ("position moves 3", "factories: missing"),
        (&twice, "move 2"),
        (
            &format!("position {position} moves 180"),
            "code 180 is out of range",
        ),
        (&format!("position {position} moves x"), "\"x\" is no code"),
        (
            "setoption name MULTIPV value 0",
            "MULTIPV is a whole number from 1 to 100",
        ),
        ("setoption name NOTATION value words", "write setoption"),
        ("new players 5", "write new"),
        ("new players 2 first 3", "write new"),
        ("deal", "it is time for a move, not for a deal"),
        ("deal BBBB", "the deal has 1 fault; factories: "),
        (
            "deal BBRR/BKYY/RRWW/KWWW/RYYYY",
            "the deal has 1 fault; factory 5: ",
        ),
        ("deal BBBB BBBB", "write deal"),
        ("play", "write play"),
        ("play x", "\"x\" is no code"),
        ("play 1B1 1B1", "move 2"),
        ("go infinite 3", "write go"),
        ("go depth", "write go"),
        ("go depth 0", "write go"),
        ("go depth -1", "write go"),
        ("go depth 1 depth 2", "write go"),
        ("go fast 3", "write go"),
        ("go nodes 99999999999999999999", "write go"),
        ("\u{1b}[2J", "is no command"),
        (&"x".repeat(70_000), "a line has at most 65536 bytes"),
    ];
    for (line, part) in wrong {
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
    engine.say(ended);
    engine.say("go depth 1");
    assert!(
        engine.answer().starts_with("error it is time for"),
        "the round is over"
    );
    engine.quit();
}

#[test]
fn a_search_is_stopped_at_once_and_nothing_disturbs_it() {
    let (mut engine, position) = (Engine::start(), opening());
    engine.say(&format!("position {position}"));
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
        let last = |word: &str| told.iter().rfind(|line| line.starts_with(word));
        let [chosen, found] = ["bestmove", "info"].map(|word| last(word).expect("a line"));
        assert_eq!(
            number_after(chosen, "bestmove"),
            number_after(found, "pv"),
            "that of the last depth"
        );
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
            let lines =
                format!("position {position}\nsetoption name PLAYER value {player}\ngo {limits}\n");
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
    let best = number_after(&told[0], "pv");
    assert_eq!(
        session.take(EngineEvent::EndOfLines),
        [format!("bestmove {best}")]
    );
    assert!(session.is_over());
}

/// The last round of a game: player 1 has four tiles in three rows, and wins by 29 points.
const LAST: &str = "RRWW/BBBW/BBBY/YRRK/RKWW * 24:-/-/-/R2/-:-:.YRK./WBY.K/KW..R/.K..Y/.R...|17:-/-/-/K3/B4:-:BYR.W/.BYR./.WBY./...../..... 1 1 5 0,0,0,0,0 6,12,8,11,11";

fn points(line: &str) -> i64 {
    let mut words = line.split(' ').skip_while(|it| *it != "score").skip(1);
    let number = words.next().and_then(|it| it.parse().ok());
    number.unwrap_or_else(|| panic!("no score in {line:?}"))
}

#[test]
fn a_score_is_in_points_of_the_final_difference_at_every_depth() {
    let mut engine = Engine::start();
    engine.say(&format!("position {LAST}"));
    let (_, told) = engine.go("depth 12");
    assert_eq!(told.len(), 12);
    for line in &told {
        assert!(number_after(line, "win") > 950, "{line}");
        // What best play makes of the position in which the line ends.
        let mut end: Position = LAST.parse().expect("a position");
        let codes = line.split(" pv ").nth(1).expect("a line").split(' ');
        for code in codes.map(|it| it.parse().expect("a code")) {
            end.play(Move::from_code(code, Players::Two).expect("a code"))
                .expect("it is legal");
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
        assert!(
            (points(line) as f64 - value).abs() <= 8.0,
            "{value}: {line}"
        );
    }
    assert_eq!(points(&told[11]), 29, "proven by all moves");
    engine.quit();
}

#[test]
fn the_last_round_is_proven_and_answered_at_once() {
    for threads in [1, 2] {
        let mut engine = Engine::start();
        engine.say(&format!("setoption name THREADS value {threads}"));
        engine.say(&format!("position {LAST}"));
        let asked = Instant::now();
        let (_, told) = engine.go("movetime 60000");
        let last = told.last().expect("a line");
        assert!(
            last.contains("certainty proven") && points(last) == 29,
            "{last}"
        );
        assert!(
            asked.elapsed() < Duration::from_secs(50),
            "not all of the time"
        );
        engine.quit();
    }
}

#[test]
fn several_moves_are_told_at_once_in_the_notation_that_is_wanted() {
    let (mut engine, position) = (Engine::start(), opening());
    engine.say("setoption name MULTIPV value 4");
    engine.say("setoption name NOTATION value move");
    engine.say(&format!("position {position}"));
    engine.say("go depth 3");
    let mut answers = engine.answers_to("bestmove");
    let best = answers
        .pop()
        .expect("bestmove")
        .split_off("bestmove ".len());
    let last: Vec<&String> = answers
        .iter()
        .filter(|it| it.starts_with("info depth 3 "))
        .collect();
    for (index, line) in last.iter().take(4).enumerate() {
        assert_eq!(number_after(line, "multipv"), index as u64 + 1, "{line}");
        let first = line
            .split(" pv ")
            .nth(1)
            .and_then(|it| it.split(' ').next());
        let taken: Move = first.expect("a move").parse().expect("a move");
        assert!(position.is_legal(taken));
        assert!(index > 0 || taken.to_string() == best, "{line} {best}");
    }
    engine.quit();
}

#[test]
fn infinite_waits_for_stop_also_where_nothing_is_left_to_search() {
    let mut engine = Engine::start();
    engine.say(&format!("position {LAST}"));
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
    let (mut engine, position) = (Engine::start(), opening());
    engine.say(&format!("position {position}"));
    engine.say("setoption name OVERHEAD value 40");
    let mut waits: Vec<Duration> = (0..10)
        .map(|_| {
            let asked = Instant::now();
            engine.go("movetime 100");
            asked.elapsed()
        })
        .collect();
    waits.sort_unstable();
    // Others run on the machine; the half that is quicker shows what the engine does.
    assert!(waits[5] < Duration::from_millis(100), "{waits:?}");
    assert!(
        waits[0] > Duration::from_millis(40),
        "it takes its time: {waits:?}"
    );
    engine.quit();
}

#[test]
fn the_engine_deals_and_scores_a_whole_game() {
    let mut engine = Engine::start();
    engine.say("new players 2 first 2");
    engine.say("setoption name SEED value 7");
    engine.say("setoption name PLAYER value strategic");
    engine.say("deal");
    let mut told = engine.answer();
    assert!(told.starts_with("position "), "{told}");
    let mut plain: Position = told["position ".len()..].parse().expect("a position");
    let mut moves = 0;
    loop {
        let (code, _) = engine.go("");
        engine.say(&format!("play {code}"));
        told = engine.answer();
        let taken = Move::from_code(code, Players::Two).expect("a code");
        plain.play(taken).expect("it is legal");
        let _ = plain.end_round();
        moves += 1;
        assert_eq!(told, format!("position {plain}"));
        match plain.phase() {
            Phase::Over => break,
            Phase::Deal => {
                engine.say("deal");
                told = engine.answer();
                plain = told["position ".len()..].parse().expect("a position");
            }
            _ => {}
        }
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
    let Some(python) = python() else {
        return skipped("python3", "deps-wheel");
    };
    let page = std::fs::read_to_string("docs/engine.md").expect("the page");
    let bridge = page
        .split("```python\n")
        .nth(1)
        .and_then(|it| it.split("```").next());
    let bridge = bridge.expect("a program");
    assert!((20..=42).contains(&bridge.lines().count()), "40 lines");
    let program = env!("CARGO_BIN_EXE_azulejo");
    let played = std::process::Command::new(python)
        .args(["-c", bridge, program, "20"])
        .output()
        .expect("it starts");
    let said = String::from_utf8_lossy(&played.stdout);
    assert!(played.status.success(), "{played:?}");
    assert!(
        said.lines()
            .last()
            .is_some_and(|it| it.starts_with("result scores ")),
        "{said}"
    );
}

/// Python, if it is there.
fn python() -> Option<&'static str> {
    let found = std::process::Command::new("python3")
        .arg("--version")
        .output();
    found
        .is_ok_and(|it| it.status.success())
        .then_some("python3")
}

#[test]
fn a_level_is_the_player_of_that_level_and_is_not_helped_by_proofs() {
    let (mut engine, position) = (Engine::start(), opening());
    for level in [1, 5] {
        engine.say(&format!("setoption name LEVEL value {level}"));
        engine.say(&format!("position {position}"));
        let player = format!("azulejo:level={level}");
        let contestant: Contestant = player.parse().expect("a player");
        let expected = chosen(&player, &position, *contestant.limits());
        let (code, _) = engine.go("");
        assert_eq!(Some(code), expected.code(Players::Two).map(u64::from));
        // More time changes nothing.
        let (code, _) = engine.go("movetime 300");
        assert_eq!(Some(code), expected.code(Players::Two).map(u64::from));
        engine.say(&format!("position {LAST}"));
        let (_, told) = engine.go("movetime 300");
        assert!(told.iter().all(|it| !it.contains("certainty proven")));
    }
    engine.say("setoption name LEVEL value 10");
    let (_, told) = engine.go("movetime 1000");
    assert!(
        told.iter().any(|it| it.contains("certainty proven")),
        "{told:?}"
    );
    for wrong in ["0", "11", "x"] {
        engine.say(&format!("setoption name LEVEL value {wrong}"));
        assert_eq!(
            engine.answer(),
            "error LEVEL is a whole number from 1 to 10"
        );
    }
    engine.quit();
}
