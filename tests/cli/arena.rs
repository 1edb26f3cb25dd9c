//! The command line of matches and tournaments.

use crate::run::{Run, azulejo, command, numbers};
use azulejo::arena::{Match, Starter, Watch};
use azulejo::game::record::Record;
use azulejo::players::{Contestant, KINDS};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A place for a file of a test.
fn place(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("arena");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    path
}

fn on_threads(threads: u32, words: &str) -> Run {
    let mut command = command(words);
    command.env("RAYON_NUM_THREADS", threads.to_string());
    Run::of(command, "")
}

fn number(value: &Value) -> u64 {
    value
        .as_u64()
        .unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn the_json_of_a_match_is_what_the_library_counts() {
    for players in 2..=4usize {
        let words = "random ".repeat(players);
        let json = azulejo(&format!(
            "game match {words} --games 240 --seed 5 --format json"
        ))
        .json(0);
        let random: Contestant = "random".parse().expect("a player");
        let one = Match::new(vec![&random; players], Starter::Each, 5).expect("a match");
        let tally = one.run(0..240 / players as u64, Watch::default());
        for (key, value) in [
            ("schema", 1),
            ("seed", 5),
            ("games", 240),
            ("of", 240),
            ("draws", tally.draws()),
            ("ties", tally.ties()),
            ("unfinished", 0),
        ] {
            assert_eq!(json[key], value, "{key}");
        }
        let wins: Vec<u64> = tally.contestants.iter().map(|sums| sums.wins).collect();
        let points: Vec<u64> = tally.contestants.iter().map(|sums| sums.points).collect();
        assert_eq!(
            (numbers(&json["wins"]), numbers(&json["points"])),
            (wins, points)
        );
        let elo = tally.elo(0);
        assert_eq!(json["elo"], elo.value);
        assert_eq!(json["elo_interval"], serde_json::json!([elo.low, elo.high]));
        assert_eq!(json["first"], Value::Null);
        assert_eq!(json["players"], serde_json::json!(vec!["random"; players]));
        assert_eq!(json["contestants"].as_array().map(Vec::len), Some(players));
        assert_eq!(json["contestants"][1]["began"], 240 / players);
        let rounds = json["rounds"].as_object().expect("by number").values();
        assert_eq!(rounds.map(number).sum::<u64>(), 240);
        assert_eq!(json.get("outcomes").is_some(), players == 2);
        assert_eq!(json.get("sprt"), None);
    }
}

#[test]
fn one_player_can_begin_every_game() {
    let json = azulejo("game match random random --first 2 --games 33 --format json").json(0);
    assert_eq!((&json["first"], &json["games"]), (&1.into(), &33.into()));
    let began = [0, 1].map(|player| number(&json["contestants"][player]["began"]));
    assert_eq!(began, [0, 33]);
    azulejo("game match random random --first 2 --games 33")
        .ended(0)
        .says("2 random begins every game");
}

#[test]
fn results_and_records_are_the_same_on_any_number_of_threads() {
    let run = |threads| {
        let file = place(&format!("threads-{threads}.jsonl"));
        let shown = file.display();
        let words =
            format!("game match random random random --games 600 --seed 2 --records \"{shown}\"");
        let text = on_threads(threads, &words).ended(0).out;
        (text, fs::read(&file).expect("records"))
    };
    let alone = run(1);
    assert!(!alone.1.is_empty());
    assert!(run(2) == alone && run(7) == alone);
    let tournament = |threads| {
        let words = "game tournament random random random --games 100 --format json";
        on_threads(threads, words).ended(0).out
    };
    assert_eq!(tournament(1), tournament(3));
}

#[test]
fn the_records_are_true_and_agree_with_the_result() {
    for words in [
        "random random",
        "random random random random",
        "random random --first 2",
    ] {
        let file = place("records.jsonl");
        let shown = file.display();
        let words =
            format!("game match {words} --games 400 --seed 3 --format json --records \"{shown}\"");
        let json = azulejo(&words).json(0);
        azulejo(&format!("game check \"{shown}\""))
            .ended(0)
            .says("400 games: every statement is true");
        let text = fs::read_to_string(&file).expect("records");
        let records = text
            .lines()
            .map(|line| Record::from_json(line).expect("a record"));
        let records: Vec<Record> = records.collect();
        for (player, wins) in numbers(&json["wins"]).into_iter().enumerate() {
            let alone = Some(vec![player as u64]);
            let won = records.iter().filter(|record| record.winners == alone);
            assert_eq!(won.count() as u64, wins, "{words}");
            let began = records
                .iter()
                .filter(|record| record.first == player as u64);
            assert_eq!(
                json["contestants"][player]["began"],
                began.count(),
                "{words}"
            );
        }
    }
}

#[test]
fn a_match_and_a_tournament_are_told_as_tables() {
    let run = azulejo("game match random random --games 400 --seed 1").ended(0);
    insta::assert_snapshot!("match", run.out);
    let run = azulejo("game match random random random random --games 40 --seed 1").ended(0);
    insta::assert_snapshot!("match_of_four", run.out);
    let run = azulejo("game tournament random random random --games 100 --seed 1").ended(0);
    insta::assert_snapshot!("tournament", run.out);
    let coloured = azulejo("--color always game match random random --games 400 --seed 1")
        .ended(0)
        .out;
    assert!(coloured.contains("\u{1b}["));
}

#[test]
fn a_test_ends_a_match_early_with_what_it_accepts() {
    let words = "game match random random --sprt -100,100 --seed 1";
    let json = azulejo(&format!("{words} --format json")).json(0);
    let (games, of) = (number(&json["games"]), number(&json["of"]));
    assert!(
        games < of && of == 120_000 && games.is_multiple_of(32),
        "{games} of {of}"
    );
    let test = &json["sprt"];
    assert_eq!(
        (&test["elo0"], &test["elo1"]),
        (&(-100.0).into(), &100.0.into())
    );
    let accepted = test["accepted"].as_str().expect("one of the two");
    let llr = test["llr"].as_f64().expect("a number");
    let bounds = ["low", "high"].map(|end| test[end].as_f64().expect("a number"));
    assert!(match accepted {
        "elo0" => llr <= bounds[0],
        "elo1" => llr >= bounds[1],
        _ => false,
    });
    let again = on_threads(1, words).ended(0);
    again
        .says("is accepted against")
        .says(&format!("{games} games of 120000"));
    again.is_silent_about("stopped");
    // With too few games nothing is accepted, which is no error.
    let words = "game match random random --sprt 0,1 --games 20";
    azulejo(words)
        .ended(0)
        .says("neither Elo 0 nor Elo +1 is accepted");
}

#[test]
fn a_tournament_names_every_pair() {
    let json =
        azulejo("game tournament random random random --games 50 --seed 4 --format json").json(0);
    assert_eq!((&json["games"], &json["of"]), (&150.into(), &150.into()));
    let pairs = json["pairs"].as_array().expect("a list");
    let players: Vec<Vec<u64>> = pairs.iter().map(|pair| numbers(&pair["players"])).collect();
    assert_eq!(players, [[0, 1], [0, 2], [1, 2]]);
    let contestants = json["contestants"].as_array().expect("a list");
    let mean: f64 = contestants
        .iter()
        .map(|one| one["elo"]["value"].as_f64().expect("a number"))
        .sum();
    assert!(mean.abs() < 1e-6, "{mean}");
    for (number_of, contestant) in contestants.iter().enumerate() {
        let mut sums = [0; 3]; // wins, draws, losses
        for pair in pairs {
            let players = numbers(&pair["players"]);
            if let Some(place) = players
                .iter()
                .position(|player| *player == number_of as u64)
            {
                let wins = numbers(&pair["wins"]);
                for (sum, found) in
                    sums.iter_mut()
                        .zip([wins[place], number(&pair["draws"]), wins[1 - place]])
                {
                    *sum += found;
                }
            }
        }
        let told = ["wins", "draws", "losses"].map(|key| number(&contestant[key]));
        assert_eq!(told, sums);
        assert_eq!(contestant["games"], 100);
    }
}

#[test]
fn one_player_is_listed_alone() {
    let text = azulejo("game players rollout-greedy").ended(0);
    text.says("a whole number from 0 to 100")
        .is_silent_about("random  a");
    let json = azulejo("game players alpha-beta --format json").json(0);
    assert_eq!(json["players"].as_array().map(Vec::len), Some(1));
    azulejo("game players nobody")
        .ended(2)
        .says("no player is named");
}

#[test]
fn help_and_players_list_every_player() {
    let json = azulejo("game players --format json").json(0);
    let listed = json["players"].as_array().expect("a list");
    assert_eq!(listed.len(), KINDS.len());
    let text = azulejo("game players").ended(0);
    for name in ["match", "tournament"] {
        let help = azulejo(&format!("game {name} --help")).ended(0);
        for (kind, listed) in KINDS.iter().zip(listed) {
            let row = format!("{} {}", kind.name, kind.about);
            assert!(help.rows().join(" ").contains(&row), "{row}");
            text.says(kind.about);
            assert_eq!(
                (&listed["name"], &listed["about"]),
                (&kind.name.into(), &kind.about.into())
            );
            let options = listed["options"].as_array().expect("a list");
            assert_eq!(
                options.len(),
                kind.options.len() + if kind.searches { 3 } else { 0 }
            );
            for option in kind.options {
                text.says(&format!("    {}=…  {}", option.name, option.about));
            }
        }
    }
}

/// Half a second is promised. The machines of tests are busy.
const SOON: Duration = Duration::from_secs(5);

#[test]
fn a_match_ends_soon_after_its_limit_with_what_is_known() {
    for words in [
        "match random random",
        "match random random random random",
        "tournament random random random",
    ] {
        let games = "--games 999999999996 --time-limit 300ms --format json";
        let clock = Instant::now();
        let json = azulejo(&format!("game {words} {games}")).json(4);
        assert!(clock.elapsed() < SOON, "{:?}", clock.elapsed());
        let (played, of) = (number(&json["games"]), number(&json["of"]));
        assert!(0 < played && played < of, "{played} of {of}");
        let none = azulejo(&format!("game {words} --time-limit 0s"));
        assert_eq!(none.code, 5);
        none.says("stopped before the first games were played");
        let none = azulejo(&format!("game {words} --time-limit 0s --format json")).json(5);
        assert_eq!(none["games"], 0);
    }
    let run = azulejo("game match random random --games 1000000000000 --time-limit 300ms").ended(4);
    run.says("of 1000000000000, stopped");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_match_with_whole_records_of_what_was_played() {
    let binary = env!("CARGO_BIN_EXE_azulejo");
    let file = place("interrupted.jsonl");
    let shown = file.display();
    let mut shell = std::process::Command::new("sh");
    let words =
        format!("game match random random --games 100000000 --format json --records '{shown}'");
    let script = format!("'{binary}' {words} & sleep 0.5; kill -INT $! && wait $!");
    shell.args(["-c", &script]);
    let clock = Instant::now();
    let json = Run::of(shell, "").json(4);
    assert!(clock.elapsed() < SOON, "{:?}", clock.elapsed());
    let text = fs::read_to_string(&file).expect("records");
    assert_eq!(text.lines().count() as u64, number(&json["games"]));
    assert!(text.ends_with("}\n"));
    for line in [text.lines().next(), text.lines().next_back()] {
        let record = Record::from_json(line.expect("a line")).expect("a record");
        record.check().expect("true");
    }
}

#[test]
fn records_replace_a_file_whole_or_not_at_all() {
    // A folder of its own: other matches write their records beside the last ones, too.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kept.jsonl");
    let shown = file.display();
    fs::write(&file, "what was there").expect("a file");
    let stopped = azulejo(&format!(
        "game match random random --time-limit 0s --records \"{shown}\""
    ));
    assert_eq!(stopped.code, 5);
    assert_eq!(fs::read_to_string(&file).expect("a file"), "what was there");
    azulejo(&format!(
        "game match random random --games 2 --records \"{shown}\""
    ))
    .ended(0);
    assert_eq!(
        fs::read_to_string(&file).expect("a file").lines().count(),
        2
    );
    let beside = fs::read_dir(&folder).expect("a folder");
    let left = beside.filter_map(|entry| entry.expect("an entry").file_name().into_string().ok());
    let left: Vec<String> = left.filter(|name| name.starts_with(".tmp")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn records_that_cannot_be_written_end_the_match_with_an_error() {
    let clock = Instant::now();
    let words = "game match random random --games 1000000000 --records /dev/full";
    azulejo(words).ended(1).says("cannot write /dev/full");
    assert!(clock.elapsed() < SOON, "{:?}", clock.elapsed());
}

#[test]
fn hostile_names_are_refused_without_harm() {
    let (long, at_most) = ("x".repeat(100_000), "x".repeat(1000));
    for name in [
        "\u{1b}[2J",
        "random:\u{1b}]0;x\u{7}=1",
        "random:\u{202e}",
        "random:a=1,a=2\n\u{9b}",
        &long,
        &at_most,
    ] {
        for word in ["match", "tournament"] {
            let mut refused = command(&format!("game {word} random"));
            refused.arg(name);
            let run = Run::of(refused, "").ended(2);
            for harm in ['\u{1b}', '\u{7}', '\u{202e}', '\u{9b}'] {
                run.is_silent_about(&harm.to_string());
            }
            assert!(run.err.len() < 5000, "{} bytes", run.err.len());
        }
    }
    let mut refused = command("game match random random --records");
    refused.arg("no-such-\u{1b}[2J/folder");
    Run::of(refused, "").ended(1).is_silent_about("\u{1b}");
}
