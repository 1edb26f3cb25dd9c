//! Every field of a game that another program wrote, changed: each twin is refused, or the field says nothing of the game.

use crate::foreign::{Style, board_game_arena, ludometer, openspiel};
use crate::games::random_game;
use azulejo::game::Players;
use azulejo::game::import::{LineError, games};
use azulejo::game::record::Record;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Fates of the changed twins of a game.
#[derive(Debug, Default, PartialEq, Eq)]
struct Twins {
    refused: usize,
    /// Read as the same game: the fields say nothing of it.
    silent: Vec<String>,
    /// Read as another game in which everything that is said is true.
    other: Vec<String>,
}

impl Twins {
    fn read(&mut self, place: &str, text: &str, true_game: &Record) {
        match games(text) {
            Err(
                LineError::Contradiction { .. }
                | LineError::Syntax { .. }
                | LineError::NoGame { .. },
            ) => {
                self.refused += 1;
            }
            Err(error) => panic!("{place}: {error}"),
            Ok(games) if games[0].record == *true_game => self.silent.push(place.to_owned()),
            Ok(_) => self.other.push(place.to_owned()),
        }
    }
}

/// The places of all values that have no parts, and of all lists and objects that have some.
fn places(value: &Value, place: String, found: &mut [Vec<String>; 2]) {
    let parts: Vec<(String, &Value)> = match value {
        Value::Array(list) => (0..)
            .map(|index: usize| index.to_string())
            .zip(list)
            .collect(),
        Value::Object(object) => object
            .iter()
            .map(|(key, value)| (key.clone(), value))
            .collect(),
        _ => {
            found[0].push(place);
            return;
        }
    };
    for (key, part) in &parts {
        places(part, format!("{place}/{key}"), found);
    }
    if !parts.is_empty() {
        found[1].push(place);
    }
}

/// Values that are not this one.
fn others(value: &Value) -> Vec<Value> {
    const COLOURS: [&str; 5] = ["Black", "Cyan", "Blue", "Yellow", "Red"];
    match value {
        Value::Null => vec![json!(1)],
        Value::Bool(is) => vec![json!(!is)],
        Value::Number(number) => {
            let number = number.as_i64().expect("whole");
            vec![
                json!(number + 1),
                json!(number - 1),
                json!(number % 5 + 6),
                json!("x"),
            ]
        }
        Value::String(word) => match COLOURS.iter().position(|colour| colour == word) {
            Some(colour) => vec![json!(COLOURS[(colour + 1) % 5])],
            None => vec![json!(format!("{word}x")), json!(7)],
        },
        _ => Vec::new(),
    }
}

/// The name of a place: the names on its way, with that of its notification.
fn kind(game: &Value, place: &str) -> String {
    let packet: Vec<&str> = place.split('/').take(4).collect();
    let told = game.pointer(&(packet.join("/") + "/data/0/type"));
    let names = place.split('/').filter(|key| key.parse::<u64>().is_err());
    format!("{:?} {}", told, names.collect::<Vec<_>>().join("/"))
}

/// The changed twins of a game: with another value in each place, and without each last part. Of the places of one kind so
/// many are changed.
fn twins(game: &Value, true_game: &Record, most: usize) -> Twins {
    let mut found = [Vec::new(), Vec::new()];
    places(game, String::new(), &mut found);
    for places in &mut found {
        let mut seen = BTreeMap::new();
        places.retain(|place| {
            let count = seen.entry(kind(game, place)).or_insert(0);
            *count += 1;
            *count <= most
        });
    }
    let mut twins = Twins::default();
    let mut changed = game.clone();
    for place in &found[0] {
        let at = |changed: &mut Value, value| {
            std::mem::replace(changed.pointer_mut(place).expect("a place"), value)
        };
        let value = game.pointer(place).expect("a place");
        for other in others(value) {
            at(&mut changed, other);
            twins.read(place, &changed.to_string(), true_game);
        }
        at(&mut changed, value.clone());
    }
    for place in &found[1] {
        let whole = changed.pointer_mut(place).expect("a place");
        let before = whole.clone();
        let key = match &mut *whole {
            Value::Array(list) => {
                list.pop();
                list.len().to_string()
            }
            Value::Object(object) => object.pop().expect("a part"),
            _ => unreachable!("it has parts"),
        };
        twins.read(
            &format!("{place} without {key}"),
            &changed.to_string(),
            true_game,
        );
        *changed.pointer_mut(place).expect("a place") = before;
    }
    twins
}

trait Pop {
    fn pop(&mut self) -> Option<String>;
}

impl Pop for serde_json::Map<String, Value> {
    fn pop(&mut self) -> Option<String> {
        let key = self.keys().next_back()?.clone();
        self.remove(&key);
        Some(key)
    }
}

/// A whole game for two in which player 1 begins.
fn whole(seed: u64) -> Record {
    let games = (seed..).map(|seed| random_game(Players::Two, seed, |_| ()).0);
    let games = games.map(|game| game.completed().expect("true"));
    let mut whole = games.filter(|game| game.first == 0 && game.finals.is_some());
    whole.next().expect("there are many")
}

#[test]
fn every_field_of_a_log_is_compared_or_says_nothing() {
    let record = whole(20);
    let log = board_game_arena(&record, Style::default());
    let twins = twins(&log, &record, 4);
    assert!(twins.other.is_empty(), "{:?}", twins.other);
    for place in &twins.silent {
        assert!(says_nothing(&log, place), "{place}");
    }
    println!(
        "{} twins of a log are refused, {} say the same",
        twins.refused,
        twins.silent.len()
    );
    assert!(twins.refused > 500, "{}", twins.refused);
}

/// Places that `docs/imports.md` names as not compared.
fn says_nothing(log: &Value, place: &str) -> bool {
    let (place, without) = place.split_once(" without ").unwrap_or((place, ""));
    let last = place.rsplit('/').next().unwrap_or_default();
    let packet: Vec<&str> = place.split('/').take(4).collect();
    let packet = log.pointer(&packet.join("/")).unwrap_or(log);
    let told = &packet["data"][0];
    let name = told["type"].as_str().unwrap_or_default();
    let is_private = packet["channel"]
        .as_str()
        .is_some_and(|it| it.starts_with("/player/"));
    let about_page = [
        "status",
        "valid",
        "channel",
        "table_id",
        "packet_id",
        "packet_type",
        "move_id",
        "time",
        "uid",
        "log",
    ];
    // A notification that repeats what others tell, and one that may be left out, say nothing by their absence.
    let repeats = name.ends_with("LogDetails")
        || [
            "firstPlayerToken",
            "lastRound",
            "gameStateChange",
            "endScore",
            "undoSelectLine",
        ]
        .contains(&name)
        || told["args"]["type"] == 0
        || (name == "emptyFloorLine" && told["args"]["floorLines"] == json!([]));
    // A name that is left out says nothing; a tile, a player or a notification that is left out may.
    let is_named = !without.is_empty() && without.parse::<u64>().is_err();
    let is_last_packet = place == "/data/data";
    let is_only_tile = ["rowTiles", "columnTiles"].contains(&last) && without == "0";
    let tile = ["id", "location"];
    let unplaced = ["tilesSelected", "undoTakeTiles", "undoSelectLine"].contains(&name)
        || (name == "placeTileOnWall" && place.contains("/discardedTiles/"))
        || (name == "emptyFloorLine" && last == "line")
        || (name == "factoriesFilled" && (last == "line" || place.contains("/factories/0/")));
    is_private
        || about_page.contains(&last)
        || tile.contains(&last)
        || (unplaced && ["line", "column"].contains(&last))
        || name == "gameStateChange"
        || (repeats && (last == "type" || last == "data"))
        // A sentence may be true of another tile, row or column.
        || (name.ends_with("LogDetails") && ["points", "line", "column"].contains(&last))
        // The token has no colour.
        || (told["args"]["type"] == 0 && last == "color")
        || is_named
        || is_last_packet
        || is_only_tile
}

#[test]
fn every_field_of_a_game_of_ludometer_is_compared_or_says_nothing() {
    let record = whole(30);
    let twins = twins(&ludometer(&record), &record, usize::MAX);
    for place in &twins.silent {
        let silent = ["/seed", "/net", "/think_time_s"]
            .iter()
            .any(|it| place.starts_with(it));
        assert!(silent || place.contains(" without "), "{place}");
    }
    // Another code may be another game with the same end.
    for place in &twins.other {
        assert!(place.starts_with("/moves/"), "{place}");
    }
    println!(
        "{} twins of a game of ludometer are refused, {} say the same, {} are other games",
        twins.refused,
        twins.silent.len(),
        twins.other.len()
    );
    assert!(twins.refused > 500, "{}", twins.refused);
}

#[test]
fn every_field_of_a_record_is_compared_or_says_nothing() {
    let record = whole(40);
    let value = serde_json::to_value(&record).expect("JSON");
    let mut found = [Vec::new(), Vec::new()];
    places(&value, String::new(), &mut found);
    for place in &found[0] {
        for other in others(value.pointer(place).expect("a place")) {
            let mut changed = value.clone();
            *changed.pointer_mut(place).expect("a place") = other;
            let read = games(&changed.to_string());
            let is_false =
                read.is_err() || read.is_ok_and(|games| games[0].record.check().is_err());
            // Another tile or move may be another game with the same figures.
            let may_be = place.contains("/deal/") || place.contains("/moves/");
            assert!(is_false || may_be, "{place}");
        }
    }
}

#[test]
fn every_word_of_what_openspiel_writes_is_compared_or_says_nothing() {
    let record = whole(50);
    let text = openspiel(&record);
    let mut twins = Twins::default();
    let is_digit = |letter: char| letter.is_ascii_digit();
    let starts = text
        .char_indices()
        .filter(|&(at, letter)| is_digit(letter) && !text[..at].ends_with(is_digit));
    for (at, _) in starts {
        let digits = text[at..]
            .chars()
            .take_while(|&letter| is_digit(letter))
            .count();
        let number: u64 = text[at..at + digits].parse().expect("digits");
        for other in [number + 1, number + 3, 999] {
            let changed = format!("{}{other}{}", &text[..at], &text[at + digits..]);
            let line = text[..at].rsplit('\n').next().expect("a line");
            let place = line.rsplit([',', '=']).next().expect("a word");
            twins.read(&format!("{line:.20} {place}"), &changed, &record);
        }
    }
    println!(
        "{} twins of a history are refused, {} say the same, {} are other games",
        twins.refused,
        twins.silent.len(),
        twins.other.len()
    );
    for place in &twins.silent {
        assert!(place.starts_with("__dict__"), "{place}");
    }
    // A history says nothing twice but who moves: another tile or move may be another game.
    for place in &twins.other {
        assert!(
            place.starts_with("history=") && place.ends_with(':'),
            "{place}"
        );
    }
    assert!(twins.refused > 300, "{}", twins.refused);
}
