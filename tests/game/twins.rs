//! Twins of games of other programs, with a change of one field: a twin is refused, or its field says nothing of the
//! game.

use crate::foreign::{Style, board_game_arena, ludometer, openspiel};
use crate::games::random_game;
use azulejo::game::Players;
use azulejo::game::import::{LineError, games};
use azulejo::game::record::Record;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Numbers and places of the twins of a game, by their fates.
#[derive(Debug, Default, PartialEq, Eq)]
struct Twins {
    refused: usize,
    /// Twins that are read as the same game: their fields say nothing of the game.
    silent: Vec<String>,
    /// Twins that are read as another game, of which all fields are true.
    other: Vec<String>,
}

impl Twins {
    fn read(&mut self, place: &str, text: &str, true_game: &Record) {
        match games(text) {
            Err(error @ (LineError::Io { .. } | LineError::TooLong { .. })) => {
                panic!("{place}: {error}")
            }
            Err(_) => self.refused += 1,
            Ok(games) if games[0].record == *true_game => self.silent.push(place.to_owned()),
            Ok(_) => self.other.push(place.to_owned()),
        }
    }

    fn assert_refused(&self, label: &str, least: usize) {
        let (refused, silent) = (self.refused, self.silent.len());
        let others = self.other.len();
        println!("{label}: {refused} refused, {silent} the same, {others} other games");
        assert!(refused > least, "{refused}");
    }
}

/// Collects the places of all values without parts, and of all lists and objects with parts.
fn collect_places(value: &Value, place: String, places: &mut [Vec<String>; 2]) {
    let numbers = (0..).map(|index: usize| index.to_string());
    let parts: Vec<(String, &Value)> = match value {
        Value::Array(list) => numbers.zip(list).collect(),
        Value::Object(object) => object.keys().cloned().zip(object.values()).collect(),
        _ => {
            places[0].push(place);
            return;
        }
    };
    for (key, part) in &parts {
        collect_places(part, format!("{place}/{key}"), places);
    }
    if !parts.is_empty() {
        places[1].push(place);
    }
}

/// Other values than a value.
fn other_values(value: &Value) -> Vec<Value> {
    const COLOURS: [&str; 5] = ["Black", "Cyan", "Blue", "Yellow", "Red"];
    match value {
        Value::Null => vec![json!(1)],
        Value::Bool(bit) => vec![json!(!bit)],
        Value::Number(number) => {
            let number = number.as_i64().expect("whole");
            let others = [number + 1, number - 1, number % 5 + 6].map(Value::from);
            others.into_iter().chain([json!("x")]).collect()
        }
        Value::String(word) => match COLOURS.iter().position(|colour| colour == word) {
            Some(colour) => vec![json!(COLOURS[(colour + 1) % 5])],
            None => vec![json!(format!("{word}x")), json!(7)],
        },
        _ => Vec::new(),
    }
}

/// Kind of a place: the names on its path, with the name of its notification.
fn kind(game: &Value, place: &str) -> String {
    let packet: Vec<&str> = place.split('/').take(4).collect();
    let name = game.pointer(&(packet.join("/") + "/data/0/type"));
    let names = place.split('/').filter(|key| key.parse::<u64>().is_err());
    format!("{:?} {}", name, names.collect::<Vec<_>>().join("/"))
}

/// Twins of a game: with another value in each place, and without each last part; at most `most` places of a kind are
/// changed.
fn twins(game: &Value, true_game: &Record, most: usize) -> Twins {
    let mut places = [Vec::new(), Vec::new()];
    collect_places(game, String::new(), &mut places);
    for list in &mut places {
        let mut counts = BTreeMap::new();
        list.retain(|place| {
            let count = counts.entry(kind(game, place)).or_insert(0);
            *count += 1;
            *count <= most
        });
    }
    let mut twins = Twins::default();
    let mut copy = game.clone();
    for place in &places[0] {
        let value = game.pointer(place).expect("a place");
        for other in other_values(value) {
            *copy.pointer_mut(place).expect("a place") = other;
            twins.read(place, &copy.to_string(), true_game);
        }
        *copy.pointer_mut(place).expect("a place") = value.clone();
    }
    for place in &places[1] {
        let whole = copy.pointer_mut(place).expect("a place");
        let before = whole.clone();
        let key = remove_last(whole);
        let label = format!("{place} without {key}");
        twins.read(&label, &copy.to_string(), true_game);
        *copy.pointer_mut(place).expect("a place") = before;
    }
    twins
}

/// Removes the last part of a list or an object, and returns its name.
fn remove_last(whole: &mut Value) -> String {
    match whole {
        Value::Array(list) => {
            list.pop();
            list.len().to_string()
        }
        Value::Object(object) => {
            let key = object.keys().next_back().expect("a part").clone();
            object.remove(&key);
            key
        }
        _ => unreachable!("it has parts"),
    }
}

/// A whole game for two in which player 1 begins.
pub(crate) fn whole(seed: u64) -> Record {
    let games = (seed..).map(|seed| random_game(Players::Two, seed, |_| ()).0);
    let games = games.map(|game| game.completed().expect("true"));
    let mut whole = games.filter(|game| game.first == 0 && game.finals.is_some());
    whole.next().expect("there are many")
}

#[test]
fn every_field_of_a_log_is_compared_or_without_meaning() {
    let record = whole(20);
    let log = board_game_arena(&record, Style::default());
    let twins = twins(&log, &record, 4);
    assert!(twins.other.is_empty(), "{:?}", twins.other);
    for place in &twins.silent {
        assert!(is_without_meaning(&log, place), "{place}");
    }
    twins.assert_refused("twins of a log", 500);
}

fn is_one_of(word: &str, words: &str) -> bool {
    words.split(' ').any(|other| other == word)
}

/// Whether `docs/imports.md` has a place among those without a comparison.
fn is_without_meaning(log: &Value, place: &str) -> bool {
    let (place, without) = place.split_once(" without ").unwrap_or((place, ""));
    let last = place.rsplit('/').next().unwrap_or_default();
    let packet: Vec<&str> = place.split('/').take(4).collect();
    let packet = log.pointer(&packet.join("/")).unwrap_or(log);
    let notification = &packet["data"][0];
    let name = notification["type"].as_str().unwrap_or_default();
    let is_private = packet["channel"]
        .as_str()
        .is_some_and(|channel| channel.starts_with("/player/"));
    let about_page = "status valid channel table_id packet_id packet_type move_id time uid log";
    // The absence of a repetition or of an optional notification says nothing.
    let optional = "firstPlayerToken lastRound gameStateChange endScore undoSelectLine";
    let is_optional = name.ends_with("LogDetails")
        || is_one_of(name, optional)
        || notification["args"]["type"] == 0
        || (name == "emptyFloorLine" && notification["args"]["floorLines"] == json!([]));
    // The absence of a name says nothing; the absence of a tile, a player or a notification may.
    let is_named = !without.is_empty() && without.parse::<u64>().is_err();
    let is_last_packet = place == "/data/data";
    let is_only_tile = is_one_of(last, "rowTiles columnTiles") && without == "0";
    let is_unplaced = is_one_of(name, "tilesSelected undoTakeTiles undoSelectLine")
        || (name == "placeTileOnWall" && place.contains("/discardedTiles/"))
        || (name == "emptyFloorLine" && last == "line")
        || (name == "factoriesFilled" && (last == "line" || place.contains("/factories/0/")));
    is_private
        || is_one_of(last, about_page)
        || is_one_of(last, "id location")
        || (is_unplaced && is_one_of(last, "line column"))
        || name == "gameStateChange"
        || (is_optional && is_one_of(last, "type data"))
        // A sentence may be true of another tile, row or column.
        || (name.ends_with("LogDetails") && is_one_of(last, "points line column"))
        // The token has no colour.
        || (notification["args"]["type"] == 0 && last == "color")
        || is_named
        || is_last_packet
        || is_only_tile
}

#[test]
fn every_field_of_a_game_of_ludometer_is_compared_or_without_meaning() {
    let record = whole(30);
    let twins = twins(&ludometer(&record), &record, usize::MAX);
    for place in &twins.silent {
        let mut prefixes = ["/seed", "/net", "/think_time_s"].iter();
        let is_silent = prefixes.any(|prefix| place.starts_with(prefix));
        assert!(is_silent || place.contains(" without "), "{place}");
    }
    // Another code may be another game with the same end.
    for place in &twins.other {
        assert!(place.starts_with("/moves/"), "{place}");
    }
    twins.assert_refused("twins of a game of ludometer", 500);
}

#[test]
fn every_number_of_openspiel_is_compared_or_without_meaning() {
    let record = whole(50);
    let text = openspiel(&record);
    let mut twins = Twins::default();
    let is_digit = |letter: char| letter.is_ascii_digit();
    for (start, _) in text.match_indices(is_digit) {
        if text[..start].ends_with(is_digit) {
            continue;
        }
        let digits = text[start..].find(|letter: char| !is_digit(letter));
        let end = digits.map_or(text.len(), |digits| start + digits);
        let number: u64 = text[start..end].parse().expect("digits");
        for other in [number + 1, number + 3, 999] {
            let twin = format!("{}{other}{}", &text[..start], &text[end..]);
            let line = text[..start].rsplit('\n').next().expect("a line");
            let place = line.rsplit([',', '=']).next().expect("a word");
            twins.read(&format!("{line:.20} {place}"), &twin, &record);
        }
    }
    for place in &twins.silent {
        assert!(place.starts_with("__dict__"), "{place}");
    }
    // A history repeats nothing but the movers: another tile or move may be another game.
    for place in &twins.other {
        let is_move = place.starts_with("history=") && place.ends_with(':');
        assert!(is_move, "{place}");
    }
    twins.assert_refused("twins of a history", 300);
}
