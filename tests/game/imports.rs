//! Games of other programs: their records, and the refusal of every false statement with its round and its move.

use crate::foreign::{NAMES, Style, board_game_arena, history, ludometer, openspiel};
use crate::games::{players, random_game};
use crate::kit::{contestant, tally_and_records};
use azulejo::arena::{Match, Starter};
use azulejo::game::Players;
use azulejo::game::import::{Contradiction, ImportedGame, LineError, Mismatch, Origin, games};
use azulejo::game::record::Record;
use serde_json::{Value, json};
use std::fmt::Debug;
use std::fs;
use std::path::Path;

/// Complete record of the game with its first player at seat 0.
fn from_seat_0(record: &Record) -> Record {
    let mut record = record.clone();
    record.first = 0;
    record.completed().expect("who sits where changes nothing")
}

pub(crate) fn single_game(text: &str) -> ImportedGame {
    let games = games(text).unwrap_or_else(|error| panic!("{error}: {:.300}", text));
    let [game] = <[_; 1]>::try_from(games).expect("one game");
    game
}

pub(crate) fn contradiction(text: &str) -> Contradiction {
    match games(text) {
        Err(LineError::Contradiction { contradiction, .. }) => contradiction,
        other => panic!("{other:?}"),
    }
}

/// Compares a fault with its place, which is its round and its move as far as there are any, and what is wrong with the
/// beginning of its `Debug` form.
#[track_caller]
pub(crate) fn assert_fault(
    fault: [Option<usize>; 2],
    wrong: &dyn Debug,
    place: &[usize],
    beginning: &str,
) {
    let [round, number] = fault;
    assert!(number.is_none() || round.is_some(), "{fault:?}");
    let numbers = round.into_iter().chain(number);
    assert!(numbers.eq(place.iter().copied()), "{fault:?}: {wrong:?}");
    let form = format!("{wrong:?}");
    assert!(form.starts_with(beginning), "{form}, not {beginning}");
}

#[track_caller]
fn assert_contradiction(contradiction: &Contradiction, place: &[usize], mismatch: &str) {
    let fault = [contradiction.round, contradiction.number];
    assert_fault(fault, &contradiction.mismatch, place, mismatch);
}

fn count_of_moves(record: &Record) -> usize {
    record.rounds.iter().map(|round| round.moves.len()).sum()
}

/// All styles of a log.
fn styles() -> impl Iterator<Item = Style> + Clone {
    (0..8).map(|bits| Style {
        fast: bits & 1 > 0,
        undone: bits & 2 > 0,
        quoted: bits & 4 > 0,
    })
}

#[test]
fn a_log_of_board_game_arena_is_read_as_its_game() {
    for (seed, style) in (0..120).zip(styles().cycle()) {
        let (record, _) = random_game(players(seed), seed, |_| ());
        let game = single_game(&board_game_arena(&record, style).to_string());
        assert_eq!(game.record, from_seat_0(&record), "seed {seed}, {style:?}");
        assert_eq!(game.origin, Origin::BoardGameArena);
        let names = &NAMES[..record.players.count()];
        assert_eq!(game.names, names);
    }
}

#[test]
fn a_log_is_read_in_every_envelope() {
    let (record, _) = random_game(Players::Two, 3, |_| ());
    let log = board_game_arena(&record, Style::default());
    let packets = log["data"]["data"].clone();
    let page =
        format!("<!DOCTYPE html><script>var a = 1; g_gamelogs = {log};\nvar b = 2;</script>");
    for text in [
        packets.to_string(),
        json!({"status": 1, "data": {"players": [], "logs": packets}}).to_string(),
        serde_json::to_string_pretty(&log).expect("JSON"),
        page,
    ] {
        assert_eq!(single_game(&text).record, from_seat_0(&record));
    }
    let two = format!("{log}\n{log}\n");
    assert_eq!(games(&two).expect("a game a line").len(), 2);
}

#[test]
fn an_unfinished_game_is_read_to_its_last_move() {
    let (record, _) = random_game(Players::Two, 5, |_| ());
    let log = board_game_arena(&record, Style::default());
    let packets = log["data"]["data"].as_array().expect("a list");
    let mut most = 0;
    for length in 2..packets.len() {
        // Within the scoring of a round the walls are not whole.
        let Ok(games) = games(&json!(packets[..length]).to_string()) else {
            continue;
        };
        let moves = count_of_moves(&games[0].record);
        assert!(moves >= most);
        most = moves;
    }
    let all = count_of_moves(&record);
    assert_eq!(most, all);
    // A player who gives up in the middle of a turn has not played the turn.
    let place = packets.iter().rposition(|packet| {
        packet["data"][0]["type"] == "tilesSelected" && packet["channel"] == "/table/t181130958"
    });
    let place = place.expect("a turn") + 1;
    let mut unfinished = packets.clone();
    let concession = json!({"channel": "/table/t1", "data": [{"type": "playerConcedeGame", "args": {"playerId": 1}}]});
    unfinished.insert(place, concession);
    let record = single_game(&json!(unfinished).to_string()).record;
    assert_eq!(count_of_moves(&record), all - 1);
}

/// Arguments of the first notification of a name in a round, or in a later round if the round has none.
pub(crate) fn arguments_of<'a>(log: &'a mut Value, name: &str, round: usize) -> &'a mut Value {
    let packets = log["data"]["data"].as_array_mut().expect("a list");
    let mut rounds = 0;
    let packet = packets.iter_mut().find(|packet| {
        rounds += usize::from(packet["data"][0]["type"] == "factoriesFilled");
        rounds >= round
            && packet["data"][0]["type"] == name
            && packet["channel"] == "/table/t181130958"
    });
    &mut packet.expect(name)["data"][0]["args"]
}

/// A complete line of a player in the notification of the end of a round.
pub(crate) fn complete_line(log: &mut Value, round: usize) -> &mut Value {
    let lines = arguments_of(log, "placeTileOnWall", round)["completeLines"].as_object_mut();
    let mut lines = lines.expect("players").values_mut();
    lines.next().expect("one")
}

/// Replaces a number from 1 to 5 by the next, and 5 by 1.
pub(crate) fn rotate(number: &mut Value) {
    *number = json!(number.as_i64().expect("a number") % 5 + 1);
}

#[test]
fn every_false_statement_of_a_log_is_refused_with_its_round_and_move() {
    // A game with full lines in round 2, in which the first move of round 2 is from a factory.
    let (record, _) = random_game(Players::Two, 11, |_| ());
    let log = board_game_arena(&record, Style::default());
    let assert_refused = |place: &[usize], mismatch: &str, corrupt: fn(&mut Value)| {
        let mut log = log.clone();
        corrupt(&mut log);
        let contradiction = contradiction(&log.to_string());
        assert_contradiction(&contradiction, place, mismatch);
        let place = ["round", ", move"].iter().zip(place);
        let place: String = place
            .map(|(word, number)| format!("{word} {number}"))
            .collect();
        assert!(
            contradiction.to_string().starts_with(&(place + ": ")),
            "{contradiction}"
        );
        *contradiction.mismatch
    };
    fn selection(log: &mut Value) -> &mut Value {
        arguments_of(log, "tilesSelected", 2)
    }
    fn selection_tiles(log: &mut Value) -> &mut Vec<Value> {
        let tiles = selection(log)["selectedTiles"].as_array_mut();
        tiles.expect("a list")
    }
    let other_colour = assert_refused(&[2, 1], "", |log| {
        let tiles = selection_tiles(log).iter_mut();
        tiles.for_each(|tile| rotate(&mut tile["type"]));
    });
    assert!(matches!(
        other_colour,
        Mismatch::Value { .. } | Mismatch::Taken { .. }
    ));
    assert_refused(&[2, 1], "Taken {", |log| {
        let tiles = selection_tiles(log);
        tiles.push(tiles[0].clone());
    });
    let no_factory = "Missing { what: \"tilesSelected\", key: \"fromFactory\" }";
    assert_refused(&[2, 1], no_factory, |log| {
        selection(log)["fromFactory"] = json!(12);
    });
    assert_refused(&[2, 1], "Tile(6)", |log| {
        selection_tiles(log)[0]["type"] = json!(6);
    });
    let no_line = "Missing { what: \"tilesPlacedOnLine\",";
    assert_refused(&[2, 1], no_line, |log| {
        arguments_of(log, "tilesPlacedOnLine", 2)["line"] = json!(6);
    });
    assert_refused(&[2, 1], "UnknownPlayer(", |log| {
        selection(log)["playerId"] = json!(5);
    });
    assert_refused(&[3], "Rules(Deal(", |log| {
        arguments_of(log, "factoriesFilled", 3)["factories"][1] = json!([]);
    });
    assert_refused(&[2], "Bag { reported: 59, expected: 60 }", |log| {
        arguments_of(log, "factoriesFilled", 2)["remainingTiles"] = json!(59);
    });
    // The grey wall.
    assert_refused(&[2], "Column {", |log| {
        rotate(&mut complete_line(log, 2)["placedTile"]["column"]);
    });
    let points = assert_refused(&[2], "TilePoints {", |log| {
        complete_line(log, 2)["pointsDetail"]["points"] = json!(11);
    });
    assert!(matches!(points, Mismatch::TilePoints { reported: 11, .. }));
    // A log without a tile.
    assert_refused(&[2], "Walls {", |log| {
        arguments_of(log, "placeTileOnWall", 2)["completeLines"] = json!([]);
    });
    assert_refused(&[1], "Variant(\"special factories\")", |log| {
        let packets = log["data"]["data"].as_array_mut().expect("a list");
        let special = json!({"type": "specialFactories", "args": {"specialFactories": {"1": 6}}});
        packets.insert(2, json!({"data": [special]}));
    });
}

#[test]
fn a_log_without_a_notification_is_refused_or_read_as_the_same_game() {
    let (record, _) = random_game(Players::Two, 1, |_| ());
    let whole = from_seat_0(&record);
    let log = board_game_arena(&record, Style::default());
    let packets = log["data"]["data"].as_array().expect("a list");
    for missing in 0..packets.len() {
        let (packet, notification) = (&packets[missing], &packets[missing]["data"][0]);
        let name = notification["type"].as_str().expect("a name");
        let names = "factoriesFilled tilesSelected tilesPlacedOnLine placeTileOnWall";
        let mut names = names.split(' ');
        let floors = &notification["args"]["floorLines"];
        let matters = names.any(|other| other == name) || floors.as_object().is_some();
        let is_public = packet["channel"] == "/table/t181130958";
        let is_token = notification["args"]["type"] == 0;
        let mut packets = packets.clone();
        packets.remove(missing);
        let result = games(&json!(packets).to_string());
        if is_public && !is_token && matters {
            let is_refused = matches!(result, Err(LineError::Contradiction { .. }));
            assert!(is_refused, "{missing}: {name}");
        } else if name != "endScore" || result.is_ok() {
            // A log without a score of the end can stop before the last scoring.
            assert_eq!(result.expect(name)[0].record, whole);
        }
    }
}

#[test]
fn a_game_of_ludometer_is_read_as_its_game() {
    let mut lines = Vec::new();
    for seed in 0..40 {
        let (record, _) = random_game(Players::Two, seed, |_| ());
        let game = single_game(&ludometer(&record).to_string());
        assert_eq!(game.origin, Origin::Ludometer);
        assert_eq!(game.record, record.clone().completed().expect("true"));
        lines.push(ludometer(&record));
    }
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    assert_eq!(games(&text.join("\n")).expect("a game a line").len(), 40);
    assert_eq!(games(&json!(lines).to_string()).expect("a list").len(), 40);
}

#[test]
fn every_false_statement_of_ludometer_is_refused_with_its_round_and_move() {
    let (record, _) = random_game(Players::Two, 4, |_| ());
    let game = ludometer(&record);
    let first = record.rounds[0].moves.len();
    let assert_refused = |place: &[usize], mismatch: &str, change: &dyn Fn(&mut Value)| {
        let mut game = game.clone();
        change(&mut game);
        let contradiction = contradiction(&game.to_string());
        assert_contradiction(&contradiction, place, mismatch);
        *contradiction.mismatch
    };
    // The first move of the round again, and its player.
    assert_refused(&[2, 3], "", &|game| {
        game["moves"][first + 2]["action"] = game["moves"][first]["action"].clone()
    });
    assert_refused(&[2, 2], "Mover {", &|game| {
        game["moves"][first + 1]["player"] = game["moves"][first]["player"].clone()
    });
    assert_refused(&[2], "", &|game| {
        game["deals"][1]["factories"][0] = json!([9, 0, 0, 0, 0])
    });
    assert_refused(&[1, 2], "", &|game| game["moves"][1]["action"] = json!(180));
    let score = assert_refused(&[], "Points {", &|game| {
        game["final"]["scores"][1] = json!(999)
    });
    assert!(matches!(score, Mismatch::Points { reported: 999, .. }));
    let mut game = game.clone();
    game["deals"] = json!([]);
    let without_deal = contradiction(&game.to_string());
    assert_eq!(*without_deal.mismatch, Mismatch::NoDeal);
}

#[test]
fn a_list_of_numbers_is_read_as_its_game() {
    for seed in 0..40 {
        let (mut record, _) = random_game(players(seed), seed, |_| ());
        record.first = 0;
        let numbers = history(&record);
        let record = record.completed().expect("true");
        let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let list = json!(numbers).to_string();
        for text in [openspiel(&record), list, words.join(", "), words.join("\n")] {
            let game = single_game(&text);
            assert_eq!(game.origin, Origin::OpenSpiel, "seed {seed}");
            assert_eq!(game.record, record, "seed {seed}");
        }
    }
}

#[test]
fn every_false_number_is_refused_with_its_round_and_move() {
    let (mut record, _) = random_game(Players::Three, 4, |_| ());
    record.first = 0;
    let numbers = history(&record);
    let second = 28 + record.rounds[0].moves.len();
    let contradiction_with = |place: usize, number: u64| {
        let mut numbers = numbers.clone();
        numbers[place] = number;
        contradiction(&json!(numbers).to_string())
    };
    let draw = contradiction_with(second + 3, 7);
    assert_contradiction(&draw, &[2], "Drawn { number: 4, drawn: 7 }");
    // A move with the tiles of the first move of the round.
    let illegal = contradiction_with(second + 28 + 4, numbers[second + 28]);
    assert_contradiction(&illegal, &[2, 5], "");
    assert_contradiction(&contradiction_with(30, 9_999), &[1, 3], "");
    // A history of OpenSpiel has the number of the mover.
    let text = openspiel(&record);
    let second = format!(",1:{},", record.rounds[0].moves[1]);
    let other_mover = second.replace(",1:", ",2:");
    let mover = contradiction(&text.replacen(&second, &other_mover, 1));
    assert_contradiction(&mover, &[1, 2], "Mover { reported: 3, expected: 2 }");
}

#[test]
fn a_record_over_several_lines_is_read() {
    let (record, _) = random_game(Players::Four, 9, |_| ());
    let pretty = serde_json::to_string_pretty(&record).expect("JSON");
    let game = single_game(&pretty);
    assert_eq!((game.origin, game.record), (Origin::Azulejo, record));
}

#[test]
fn a_log_without_a_round_is_refused() {
    let other = json!([{"channel": "/table/t1", "data": [{"type": "cardPlayed", "args": {}}]}]);
    let contradiction = contradiction(&other.to_string());
    assert_eq!(*contradiction.mismatch, Mismatch::NoRound);
}

/// Games for the tests in Python and for the documents; `AZULEJO_IMPORTS=1` writes the files.
#[test]
fn the_files_hold_one_game_in_every_format() {
    let players = ["strategic", "greedy"].map(contestant);
    let contest = Match::new(players.iter().collect(), Starter::Always(0), 5).expect("two");
    let (_, records) = tally_and_records(&contest, 0..1);
    let record = &records[0];
    let style = Style {
        undone: true,
        ..Style::default()
    };
    let folder = Path::new("tests/data/imports");
    let log = board_game_arena(record, style).to_string();
    for (name, text) in [
        ("azulejo.jsonl", record.to_json()),
        ("board-game-arena.json", log),
        ("ludometer.jsonl", ludometer(record).to_string()),
        ("openspiel.txt", openspiel(record)),
    ] {
        let (path, text) = (folder.join(name), text.trim_end().to_owned() + "\n");
        if std::env::var_os("AZULEJO_IMPORTS").is_some() {
            fs::write(&path, &text).expect("a file");
        }
        assert_eq!(fs::read_to_string(&path).expect("a file"), text, "{name}");
        assert_eq!(&self::single_game(&text).record, record, "{name}");
    }
}
