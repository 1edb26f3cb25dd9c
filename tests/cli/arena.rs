//! The command line of matches and tournaments.

use crate::helpers::{assert_fields, list, number as float, place, read, shell};
use crate::run::{Run, azulejo, command, numbers};
use azulejo::arena::{Match, Starter, Watch};
use azulejo::game::record::Record;
use azulejo::players::{Contestant, KINDS};
use serde_json::{Value, json};
use std::fs;
use std::time::{Duration, Instant};

fn on_threads(threads: u32, words: &str) -> String {
    let mut command = command(words);
    command.env("RAYON_NUM_THREADS", threads.to_string());
    Run::of(command, "").ended(0).out
}

#[track_caller]
fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

#[test]
fn the_json_of_a_match_equals_the_tally_of_the_library() {
    for players in 2..=4usize {
        let words = "random ".repeat(players);
        let words = format!("game match {words} --games 240 --seed 5 --format json");
        let json = azulejo(&words).json(0);
        let random: Contestant = "random".parse().expect("a player");
        let match_ = Match::new(vec![&random; players], Starter::Each, 5).expect("a match");
        let tally = match_.run(0..240 / players as u64, Watch::default());
        let (elo, contestants) = (tally.elo(0), &tally.contestants);
        let wins: Vec<u64> = contestants.iter().map(|sums| sums.wins).collect();
        let points: Vec<u64> = contestants.iter().map(|sums| sums.points).collect();
        let expected = json!({
            "schema": 1, "seed": 5, "games": 240, "of": 240, "draws": tally.draws(), "ties": tally.ties(),
            "unfinished": 0, "wins": wins, "points": points, "elo": elo.value, "elo_interval": [elo.low, elo.high],
            "first": null, "players": vec!["random"; players],
        });
        assert_fields(&json, &expected);
        assert_eq!(list(&json["contestants"]).len(), players);
        assert_eq!(json["contestants"][1]["began"], 240 / players);
        let rounds = json["rounds"].as_object().expect("by number").values();
        assert_eq!(rounds.map(number).sum::<u64>(), 240);
        assert_eq!(json.get("outcomes").is_some(), players == 2);
        assert_eq!(json.get("sprt"), None);
    }
}

#[test]
fn results_and_records_are_the_same_on_any_number_of_threads() {
    let run = |threads| {
        let file = place("arena", &format!("threads-{threads}.jsonl"));
        let words = "game match random random random --games 600 --seed 2 --records";
        let text = on_threads(threads, &format!("{words} \"{file}\""));
        (text, read(file))
    };
    let expected = run(1);
    assert!(!expected.1.is_empty());
    assert!(run(2) == expected && run(7) == expected);
    let words = "game tournament random random random --games 100 --format json";
    assert_eq!(on_threads(1, words), on_threads(3, words));
}

#[test]
fn the_records_are_true_and_agree_with_the_result() {
    for words in [
        "random random",
        "random random random random",
        "random random --first 2",
    ] {
        let file = place("arena", "records.jsonl");
        let flags = format!("--games 400 --seed 3 --format json --records \"{file}\"");
        let json = azulejo(&format!("game match {words} {flags}")).json(0);
        azulejo(&format!("game check \"{file}\""))
            .ended(0)
            .says("400 games: every statement is true");
        let text = read(&file);
        let records = text
            .lines()
            .map(|line| Record::from_json(line).expect("a record"));
        let records: Vec<Record> = records.collect();
        for (player, wins) in (0..).zip(numbers(&json["wins"])) {
            let winners = Some(vec![player]);
            let victories = records.iter().filter(|record| record.winners == winners);
            assert_eq!(victories.count() as u64, wins, "{words}");
            let openings = records.iter().filter(|record| record.first == player);
            let contestant = &json["contestants"][player as usize];
            assert_eq!(contestant["began"], openings.count(), "{words}");
        }
    }
}

#[test]
fn a_match_and_a_tournament_are_printed_as_tables() {
    let run = azulejo("game match random random --games 400 --seed 1").ended(0);
    insta::assert_snapshot!("match", run.out);
    let run = azulejo("game match random random random random --games 40 --seed 1").ended(0);
    insta::assert_snapshot!("match_of_four", run.out);
    let run = azulejo("game tournament random random random --games 100 --seed 1").ended(0);
    insta::assert_snapshot!("tournament", run.out);
    let coloured = azulejo("--color always game match random random --games 400 --seed 1");
    assert!(coloured.ended(0).out.contains("\u{1b}["));
}

#[test]
fn a_test_ends_a_match_early_with_the_accepted_hypothesis() {
    let words = "game match random random --sprt -100,100 --seed 1";
    let json = azulejo(&format!("{words} --format json")).json(0);
    let (games, of) = (number(&json["games"]), number(&json["of"]));
    let is_early = games < of && of == 120_000 && games.is_multiple_of(32);
    assert!(is_early, "{games} of {of}");
    let test = &json["sprt"];
    assert_fields(test, &json!({"elo0": -100.0, "elo1": 100.0}));
    let [llr, low, high] = ["llr", "low", "high"].map(|key| float(&test[key]));
    let is_accepted = match test["accepted"].as_str() {
        Some("elo0") => llr <= low,
        Some("elo1") => llr >= high,
        _ => false,
    };
    assert!(is_accepted, "{test}");
    let text = on_threads(1, words);
    assert!(text.contains("is accepted against"), "{text}");
    assert!(text.contains(&format!("{games} games of 120000")), "{text}");
    assert!(!text.contains("stopped"), "{text}");
}

#[test]
fn a_tournament_names_every_pair() {
    let words = "game tournament random random random --games 50 --seed 4 --format json";
    let json = azulejo(words).json(0);
    assert_fields(&json, &json!({"games": 150, "of": 150}));
    let pairs = list(&json["pairs"]);
    let players: Vec<Vec<u64>> = pairs.iter().map(|pair| numbers(&pair["players"])).collect();
    assert_eq!(players, [[0, 1], [0, 2], [1, 2]]);
    let contestants = list(&json["contestants"]);
    let elos = contestants
        .iter()
        .map(|contestant| float(&contestant["elo"]["value"]));
    let mean: f64 = elos.sum();
    assert!(mean.abs() < 1e-6, "{mean}");
    for (index, contestant) in (0..).zip(contestants) {
        let mut sums = [0; 3]; // wins, draws, losses
        for (pair, players) in pairs.iter().zip(&players) {
            let Some(place) = players.iter().position(|player| *player == index) else {
                continue;
            };
            let wins = numbers(&pair["wins"]);
            let results = [wins[place], number(&pair["draws"]), wins[1 - place]];
            sums = [0, 1, 2].map(|kind| sums[kind] + results[kind]);
        }
        let results = ["wins", "draws", "losses"].map(|key| number(&contestant[key]));
        assert_eq!(results, sums);
        assert_eq!(contestant["games"], 100);
    }
}

#[test]
fn help_and_players_list_every_player() {
    let json = azulejo("game players --format json").json(0);
    let players = list(&json["players"]);
    assert_eq!(players.len(), KINDS.len());
    let text = azulejo("game players").ended(0);
    let helps = ["match", "tournament"].map(|name| {
        let help = azulejo(&format!("game {name} --help")).ended(0);
        help.rows().join(" ")
    });
    for (kind, player) in KINDS.iter().zip(players) {
        let row = format!("{} {}", kind.name, kind.about);
        assert!(helps.iter().all(|help| help.contains(&row)), "{row}");
        text.says(kind.about);
        assert_fields(player, &json!({"name": kind.name, "about": kind.about}));
        let common = if kind.searches { 3 } else { 0 };
        let options = list(&player["options"]);
        assert_eq!(options.len(), kind.options.len() + common);
        for option in kind.options {
            text.says(&format!("    {}=…  {}", option.name, option.about));
        }
    }
}

/// The longest wait for a stop: half a second is promised, but the machines of tests are busy.
const SOON: Duration = Duration::from_secs(5);

#[test]
fn a_match_ends_soon_after_its_limit_with_its_results() {
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
        let run = azulejo(&format!("game {words} --time-limit 0s"));
        assert_eq!(run.code, 5);
        run.says("stopped before the first games were played");
        let json = azulejo(&format!("game {words} --time-limit 0s --format json")).json(5);
        assert_eq!(json["games"], 0);
    }
    let run = azulejo("game match random random --games 1000000000000 --time-limit 300ms").ended(4);
    run.says("of 1000000000000, stopped");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_match_with_whole_records() {
    let file = place("arena", "interrupted.jsonl");
    let flags = format!("--games 100000000 --format json --records '{file}'");
    let words = format!("\"$0\" game match random random {flags}");
    let clock = Instant::now();
    let json = shell(
        ".",
        &format!("{words} & sleep 0.5; kill -INT $! && wait $!"),
    )
    .json(4);
    assert!(clock.elapsed() < SOON, "{:?}", clock.elapsed());
    let text = read(&file);
    assert_eq!(text.lines().count() as u64, number(&json["games"]));
    assert!(text.ends_with("}\n"));
    for line in [text.lines().next(), text.lines().next_back()] {
        let record = Record::from_json(line.expect("a line")).expect("a record");
        record.check().expect("true");
    }
}

#[test]
fn records_replace_a_file_whole_or_not_at_all() {
    // A folder for this test: other matches write their records into the common one.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kept.jsonl");
    let words = format!("game match random random --records \"{}\"", file.display());
    fs::write(&file, "what was there").expect("a file");
    let run = azulejo(&format!("{words} --time-limit 0s"));
    assert_eq!(run.code, 5);
    assert_eq!(read(&file), "what was there");
    azulejo(&format!("{words} --games 2")).ended(0);
    assert_eq!(read(&file).lines().count(), 2);
    let files = fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(files, 1, "nothing beside it");
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
            let run = azulejo(&format!("game {word} random \"{name}\"")).ended(2);
            assert!(!run.err.contains(['\u{1b}', '\u{7}', '\u{202e}', '\u{9b}']));
            assert!(run.err.len() < 5000, "{} bytes", run.err.len());
        }
    }
    azulejo("game match random random --records \"no-such-\u{1b}[2J/folder\"")
        .ended(1)
        .is_silent_about("\u{1b}");
}
