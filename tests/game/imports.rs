//! Games of other programs: read, and made false in every way, each fault named with its round and its move.

use crate::foreign::{NAMES, Style, board_game_arena, history, ludometer, openspiel};
use crate::games::{players, random_game};
use crate::kit::{contestant, recorded};
use azulejo::arena::{Match, Starter};
use azulejo::game::Players;
use azulejo::game::import::{Contradiction, ImportedGame, LineError, Mismatch, Origin, games};
use azulejo::game::record::Record;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The game with its first player at seat 0, with everything that a record says.
fn from_seat_0(record: &Record) -> Record {
    let mut record = record.clone();
    record.first = 0;
    record.completed().expect("who sits where changes nothing")
}

pub(crate) fn one(text: &str) -> ImportedGame {
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

/// Holds a contradiction against its place, which is its round and its move as far as there are any, and its mismatch
/// against the beginning of its `Debug` form.
#[track_caller]
fn hold(found: &Contradiction, place: &[usize], mismatch: &str) {
    assert!(found.number.is_none() || found.round.is_some(), "{found}");
    let numbers = found.round.into_iter().chain(found.number);
    assert!(numbers.eq(place.iter().copied()), "{found}");
    let form = format!("{:?}", found.mismatch);
    assert!(form.starts_with(mismatch), "{form}, not {mismatch}");
}

fn count_of_moves(record: &Record) -> usize {
    record.rounds.iter().map(|round| round.moves.len()).sum()
}

/// Every way in which a log is written.
fn styles() -> impl Iterator<Item = Style> + Clone {
    (0..8).map(|bits| Style {
        fast: bits & 1 > 0,
        undone: bits & 2 > 0,
        quoted: bits & 4 > 0,
    })
}

#[test]
fn a_log_of_board_game_arena_is_the_game() {
    for (seed, style) in (0..120).zip(styles().cycle()) {
        let (record, _) = random_game(players(seed), seed, |_| ());
        let game = one(&board_game_arena(&record, style).to_string());
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
        assert_eq!(one(&text).record, from_seat_0(&record));
    }
    let two = format!("{log}\n{log}\n");
    assert_eq!(games(&two).expect("a game a line").len(), 2);
}

#[test]
fn a_game_that_stops_is_read_as_far_as_it_goes() {
    let (record, _) = random_game(Players::Two, 5, |_| ());
    let log = board_game_arena(&record, Style::default());
    let packets = log["data"]["data"].as_array().expect("a list");
    let mut most = 0;
    for length in 2..packets.len() {
        // Within the scoring of a round the walls are not whole.
        let Ok(found) = games(&json!(packets[..length]).to_string()) else {
            continue;
        };
        let moves = count_of_moves(&found[0].record);
        assert!(moves >= most);
        most = moves;
    }
    let all = count_of_moves(&record);
    assert_eq!(most, all);
    // A player who gives up in the middle of his turn has not played it.
    let place = packets.iter().rposition(|packet| {
        packet["data"][0]["type"] == "tilesSelected" && packet["channel"] == "/table/t181130958"
    });
    let place = place.expect("a turn") + 1;
    let mut given_up = packets.clone();
    let gave_up = json!({"channel": "/table/t1", "data": [{"type": "playerConcedeGame", "args": {"playerId": 1}}]});
    given_up.insert(place, gave_up);
    let found = one(&json!(given_up).to_string()).record;
    assert_eq!(count_of_moves(&found), all - 1);
}

/// The arguments of the first notification of this name in a round, or in a later one where the round has none.
pub(crate) fn arguments_of<'a>(log: &'a mut Value, name: &str, round: usize) -> &'a mut Value {
    let packets = log["data"]["data"].as_array_mut().expect("a list");
    let mut rounds = 0;
    let found = packets.iter_mut().find(|packet| {
        rounds += usize::from(packet["data"][0]["type"] == "factoriesFilled");
        rounds >= round
            && packet["data"][0]["type"] == name
            && packet["channel"] == "/table/t181130958"
    });
    &mut found.expect(name)["data"][0]["args"]
}

/// A line of a player as the end of a round tells it.
pub(crate) fn scored_line(log: &mut Value, round: usize) -> &mut Value {
    let lines = arguments_of(log, "placeTileOnWall", round)["completeLines"].as_object_mut();
    let mut lines = lines.expect("players").values_mut();
    lines.next().expect("one")
}

/// Adds 1, and begins again after 5.
pub(crate) fn turn(number: &mut Value) {
    *number = json!(number.as_i64().expect("a number") % 5 + 1);
}

#[test]
fn whatever_is_false_in_a_log_is_refused_with_its_round_and_move() {
    // A game in which lines are filled in round 2, and whose first move of it is from a factory.
    let (record, _) = random_game(Players::Two, 11, |_| ());
    let log = board_game_arena(&record, Style::default());
    let refused = |place: &[usize], mismatch: &str, corrupt: fn(&mut Value)| {
        let mut log = log.clone();
        corrupt(&mut log);
        let found = contradiction(&log.to_string());
        hold(&found, place, mismatch);
        let place = ["round", ", move"].iter().zip(place);
        let place: String = place.map(|(word, it)| format!("{word} {it}")).collect();
        assert!(found.to_string().starts_with(&(place + ": ")), "{found}");
        *found.mismatch
    };
    fn selected(log: &mut Value) -> &mut Value {
        arguments_of(log, "tilesSelected", 2)
    }
    fn selected_tiles(log: &mut Value) -> &mut Vec<Value> {
        let tiles = selected(log)["selectedTiles"].as_array_mut();
        tiles.expect("a list")
    }
    let other_colour = refused(&[2, 1], "", |log| {
        let tiles = selected_tiles(log).iter_mut();
        tiles.for_each(|tile| turn(&mut tile["type"]));
    });
    assert!(matches!(
        other_colour,
        Mismatch::Told { .. } | Mismatch::Taken { .. }
    ));
    refused(&[2, 1], "Taken {", |log| {
        let tiles = selected_tiles(log);
        tiles.push(tiles[0].clone());
    });
    let no_factory = "Missing { what: \"tilesSelected\", key: \"fromFactory\" }";
    refused(&[2, 1], no_factory, |log| {
        selected(log)["fromFactory"] = json!(12);
    });
    refused(&[2, 1], "Tile(6)", |log| {
        selected_tiles(log)[0]["type"] = json!(6);
    });
    let no_line = "Missing { what: \"tilesPlacedOnLine\",";
    refused(&[2, 1], no_line, |log| {
        arguments_of(log, "tilesPlacedOnLine", 2)["line"] = json!(6);
    });
    refused(&[2, 1], "Stranger(", |log| {
        selected(log)["playerId"] = json!(5);
    });
    refused(&[3], "Rules(Deal(", |log| {
        arguments_of(log, "factoriesFilled", 3)["factories"][1] = json!([]);
    });
    refused(&[2], "Bag { said: 59, found: 60 }", |log| {
        arguments_of(log, "factoriesFilled", 2)["remainingTiles"] = json!(59);
    });
    // The grey wall.
    refused(&[2], "Column {", |log| {
        turn(&mut scored_line(log, 2)["placedTile"]["column"]);
    });
    let points = refused(&[2], "TilePoints {", |log| {
        scored_line(log, 2)["pointsDetail"]["points"] = json!(11);
    });
    assert!(matches!(points, Mismatch::TilePoints { said: 11, .. }));
    // The log leaves a tile out.
    refused(&[2], "Walls {", |log| {
        arguments_of(log, "placeTileOnWall", 2)["completeLines"] = json!([]);
    });
    refused(&[1], "Variant(\"special factories\")", |log| {
        let packets = log["data"]["data"].as_array_mut().expect("a list");
        let special = json!({"type": "specialFactories", "args": {"specialFactories": {"1": 6}}});
        packets.insert(2, json!({"data": [special]}));
    });
}

#[test]
fn a_whole_log_without_any_one_notification_is_refused_or_says_the_same() {
    let (record, _) = random_game(Players::Two, 1, |_| ());
    let whole = from_seat_0(&record);
    let log = board_game_arena(&record, Style::default());
    let packets = log["data"]["data"].as_array().expect("a list");
    for missing in 0..packets.len() {
        let (packet, notification) = (&packets[missing], &packets[missing]["data"][0]);
        let name = notification["type"].as_str().expect("a name");
        let matters = "factoriesFilled tilesSelected tilesPlacedOnLine placeTileOnWall";
        let mut matters = matters.split(' ');
        let floors = &notification["args"]["floorLines"];
        let matters = matters.any(|it| it == name) || floors.as_object().is_some();
        let public = packet["channel"] == "/table/t181130958";
        let token = notification["args"]["type"] == 0;
        let mut packets = packets.clone();
        packets.remove(missing);
        let read = games(&json!(packets).to_string());
        if public && !token && matters {
            let refused = matches!(read, Err(LineError::Contradiction { .. }));
            assert!(refused, "{missing}: {name}");
        } else if name != "endScore" || read.is_ok() {
            // Without any of them the log stops before the end is scored.
            assert_eq!(read.expect(name)[0].record, whole);
        }
    }
}

#[test]
fn a_game_of_ludometer_is_the_game() {
    let mut lines = Vec::new();
    for seed in 0..40 {
        let (record, _) = random_game(Players::Two, seed, |_| ());
        let game = one(&ludometer(&record).to_string());
        assert_eq!(game.origin, Origin::Ludometer);
        assert_eq!(game.record, record.clone().completed().expect("true"));
        lines.push(ludometer(&record));
    }
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    assert_eq!(games(&text.join("\n")).expect("a game a line").len(), 40);
    assert_eq!(games(&json!(lines).to_string()).expect("a list").len(), 40);
}

#[test]
fn whatever_is_false_in_a_game_of_ludometer_is_refused_with_its_round_and_move() {
    let (record, _) = random_game(Players::Two, 4, |_| ());
    let game = ludometer(&record);
    let first = record.rounds[0].moves.len();
    let refused = |place: &[usize], mismatch: &str, change: &dyn Fn(&mut Value)| {
        let mut game = game.clone();
        change(&mut game);
        let found = contradiction(&game.to_string());
        hold(&found, place, mismatch);
        *found.mismatch
    };
    // The first move of the round once more, and its player.
    refused(&[2, 3], "", &|game| {
        game["moves"][first + 2]["action"] = game["moves"][first]["action"].clone()
    });
    refused(&[2, 2], "Mover {", &|game| {
        game["moves"][first + 1]["player"] = game["moves"][first]["player"].clone()
    });
    refused(&[2], "", &|game| {
        game["deals"][1]["factories"][0] = json!([9, 0, 0, 0, 0])
    });
    refused(&[1, 2], "", &|game| game["moves"][1]["action"] = json!(180));
    let score = refused(&[], "Points {", &|game| {
        game["final"]["scores"][1] = json!(999)
    });
    assert!(matches!(score, Mismatch::Points { said: 999, .. }));
    let mut game = game.clone();
    game["deals"] = json!([]);
    let undealt = contradiction(&game.to_string());
    assert_eq!(*undealt.mismatch, Mismatch::NoDeal);
}

#[test]
fn a_game_by_its_numbers_is_the_game() {
    for seed in 0..40 {
        let (mut record, _) = random_game(players(seed), seed, |_| ());
        record.first = 0;
        let numbers = history(&record);
        let record = record.completed().expect("true");
        let spaced: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let list = json!(numbers).to_string();
        for text in [
            openspiel(&record),
            list,
            spaced.join(", "),
            spaced.join("\n"),
        ] {
            let game = one(&text);
            assert_eq!(game.origin, Origin::OpenSpiel, "seed {seed}");
            assert_eq!(game.record, record, "seed {seed}");
        }
    }
}

#[test]
fn whatever_is_false_in_numbers_is_refused_with_its_round_and_move() {
    let (mut record, _) = random_game(Players::Three, 4, |_| ());
    record.first = 0;
    let numbers = history(&record);
    let second = 28 + record.rounds[0].moves.len();
    let changed = |place: usize, number: u64| {
        let mut numbers = numbers.clone();
        numbers[place] = number;
        contradiction(&json!(numbers).to_string())
    };
    let drawn = changed(second + 3, 7);
    hold(&drawn, &[2], "Drawn { number: 4, drawn: 7 }");
    // The tiles of the first move of a round are gone.
    let illegal = changed(second + 28 + 4, numbers[second + 28]);
    hold(&illegal, &[2, 5], "");
    hold(&changed(30, 9_999), &[1, 3], "");
    // A history of OpenSpiel says who moves.
    let written = openspiel(&record);
    let second = format!(",1:{},", record.rounds[0].moves[1]);
    let changed = second.replace(",1:", ",2:");
    let mover = contradiction(&written.replacen(&second, &changed, 1));
    hold(&mover, &[1, 2], "Mover { said: 3, found: 2 }");
}

#[test]
fn a_record_is_read_over_several_lines_too() {
    let (record, _) = random_game(Players::Four, 9, |_| ());
    let pretty = serde_json::to_string_pretty(&record).expect("JSON");
    let game = one(&pretty);
    assert_eq!((game.origin, game.record), (Origin::Azulejo, record));
}

#[test]
fn what_is_no_game_is_no_game() {
    for text in "{};[1, 2];[];1;12 x;<html>;{\"data\": []};g_gamelogs = 1;[[[[".split(';') {
        let read = games(text);
        assert!(matches!(read, Err(LineError::NoGame { .. })), "{text}");
    }
    let other = json!([{"channel": "/table/t1", "data": [{"type": "cardPlayed", "args": {}}]}]);
    let other = contradiction(&other.to_string());
    assert_eq!(*other.mismatch, Mismatch::NoRound);
}

/// The games that the tests in Python and the documents read; `AZULEJO_IMPORTS=1` writes them anew.
#[test]
fn the_files_hold_one_game_in_every_format() {
    let players = ["strategic", "greedy"].map(contestant);
    let pairing = Match::new(players.iter().collect(), Starter::Always(0), 5).expect("two");
    let (_, records) = recorded(&pairing, 0..1);
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
        assert_eq!(&self::one(&text).record, record, "{name}");
    }
}
