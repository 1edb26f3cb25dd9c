//! Envelopes of games: lists of tables, encodings, answers of services and pages without a game.

use crate::foreign::{Style, board_game_arena, ludometer, openspiel};
use crate::games::random_game;
use crate::imports::{arguments_of, contradiction, one, scored_line, turn};
use azulejo::game::Players;
use azulejo::game::import::{LineError, Mismatch, NoGame, games, read};
use azulejo::game::record::Record;
use serde_json::{Value, json};

fn two(seed: u64) -> (Record, Value) {
    let games = (seed..).map(|seed| random_game(Players::Two, seed, |_| ()).0);
    let mut begun = games.filter(|game| game.first == 0);
    let record = begun.next().expect("there are many");
    let log = board_game_arena(&record, Style::default());
    (record.completed().expect("true"), log)
}

fn records(text: &str) -> Vec<Record> {
    let games = games(text).unwrap_or_else(|error| panic!("{error}: {:.200}", text));
    games.into_iter().map(|game| game.record).collect()
}

/// The file that an extension of a browser saves of a table.
fn saved(log: &Value) -> Value {
    json!({"currentPlayerId": "84000001", "gamedatas": {},
        "players": {"84000001": {"id": "84000001", "name": "Ana"}, "91718783": {"id": "91718783", "name": "Bruno"}},
        "packets": log["data"]["data"]})
}

#[test]
fn what_an_extension_saves_is_read_and_its_players_are_those_who_play() {
    let (record, log) = two(1);
    let whole = saved(&log);
    let game = one(&whole.to_string());
    assert_eq!(game.record, record);
    assert_eq!(game.names, ["Ana", "Bruno"]);
    let mut named = whole.clone();
    named["players"] = json!({"84000001": "Ana", "91718783": "Bruno"});
    assert_eq!(records(&named.to_string()), [record]);
    let changed = |change: fn(&mut Value)| {
        let mut changed = whole.clone();
        change(&mut changed["players"]);
        *contradiction(&changed.to_string()).mismatch
    };
    let stranger = changed(|it| {
        *it = json!({"84000001": {"name": "Ana"}, "5": {"name": "Bruno"}});
    });
    assert_eq!(stranger, Mismatch::Stranger("91718783".into()));
    let third = changed(|it| it["5"] = json!("Clara"));
    let renamed = changed(|it| it["91718783"]["name"] = json!("Clara"));
    for mismatch in [third, renamed] {
        assert!(matches!(mismatch, Mismatch::Told { .. }), "{mismatch}");
    }
}

#[test]
fn a_list_of_tables_is_as_many_games() {
    let tables: Vec<(Record, Value)> = (0..3).map(|seed| two(10 * seed)).collect();
    let wanted: Vec<Record> = tables.iter().map(|it| it.0.clone()).collect();
    let logs: Vec<&Value> = tables.iter().map(|it| &it.1).collect();
    let packets: Vec<&Value> = logs.iter().map(|log| &log["data"]["data"]).collect();
    let saved: Vec<Value> = logs.iter().map(|log| saved(log)).collect();
    let lines: Vec<String> = logs.iter().map(|log| log.to_string()).collect();
    for text in [
        json!(logs).to_string(),
        json!({"tables": logs}).to_string(),
        json!(packets).to_string(),
        json!(saved).to_string(),
        serde_json::to_string_pretty(&saved).expect("JSON"),
        lines.join("\n"),
        format!("{}\n{}", json!([logs[0], logs[1]]), logs[2]),
        json!([logs[0], ludometer(&wanted[1]), wanted[2]]).to_string(),
    ] {
        assert_eq!(records(&text), wanted, "{:.100}", text);
    }
    // One of them is none: the others are read.
    let refusal = json!({"status": "0", "exception": "x", "error": "Too many replays"});
    for text in [
        json!([logs[0], refusal, logs[2]]).to_string(),
        format!("{}\n{refusal}\n{}", logs[0], logs[2]),
    ] {
        let read: Vec<_> = read(text.as_bytes()).collect();
        assert_eq!(read.len(), 3);
        assert!(read[0].is_ok() && read[2].is_ok());
        let Err(LineError::NoGame { why, .. }) = &read[1] else {
            panic!("{:?}", read[1]);
        };
        assert_eq!(*why, NoGame::Service("Too many replays".into()));
    }
}

#[test]
fn lists_that_php_numbers_are_lists() {
    let (record, log) = two(2);
    let numbered = |value: &Value| {
        let list = value.as_array().expect("a list").iter();
        let numbered = (1..)
            .map(|number: u32| number.to_string())
            .zip(list.cloned());
        Value::Object(numbered.collect())
    };
    let mut each = log.clone();
    let packets = each["data"]["data"].as_array_mut().expect("a list");
    for packet in packets {
        packet["data"] = numbered(&packet["data"]);
    }
    let mut all = log.clone();
    all["data"]["data"] = numbered(&each["data"]["data"]);
    let mut factories = log;
    let list = &mut arguments_of(&mut factories, "factoriesFilled", 1)["factories"];
    let numbered = (0..).map(|number: u32| number.to_string());
    let numbered = numbered.zip(list.as_array().expect("a list").clone());
    // In another order than that of their numbers.
    *list = Value::Object(numbered.collect::<Vec<_>>().into_iter().rev().collect());
    for log in [each, all, factories] {
        assert_eq!(records(&log.to_string()), std::slice::from_ref(&record));
    }
}

#[test]
fn every_encoding_is_read() {
    let (record, log) = two(3);
    let log = log.to_string();
    for text in [
        &*log,
        &ludometer(&record).to_string(),
        &openspiel(&record),
        &record.to_json(),
    ] {
        let marked = format!("\u{feff}{text}");
        let units = |text: &str, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            text.encode_utf16().flat_map(bytes).collect()
        };
        for bytes in [
            text.as_bytes().to_vec(),
            marked.as_bytes().to_vec(),
            units(&marked, u16::to_le_bytes),
            units(&marked, u16::to_be_bytes),
            units(text, u16::to_le_bytes),
            units(text, u16::to_be_bytes),
        ] {
            let found: Vec<_> = read(&bytes[..]).collect();
            let [Ok(line)] = &found[..] else {
                panic!("{found:?}");
            };
            assert_eq!(line.game.record, record);
        }
    }
}

/// Answers of the service without a game.
const REFUSAL: &str = r#"{"status":"0","exception":"feException","error":"No replay for you","expected":1,"code":100}"#;
const LOGGED_OUT: &str = r#"{"status":0,"error":"Please log in"}"#;

#[test]
fn what_is_no_game_is_told_in_one_sentence_that_names_the_formats_once() {
    let why = |text: &str| match games(text) {
        Err(LineError::NoGame { number: None, why }) => why,
        other => panic!("{:.100}: {other:?}", text),
    };
    let service = |words: &str| NoGame::Service(words.into());
    let (line, column) = (2, 11);
    for (text, wanted) in [
        ("nonsense", NoGame::Unknown),
        ("{}", NoGame::Unknown),
        ("\u{0}\u{0}\u{0}", NoGame::Unknown),
        ("[1, 2]", NoGame::Unknown),
        ("{\n\"rounds\": [", NoGame::Json { line, column }),
        ("<!DOCTYPE html><html>a table</html>", NoGame::Page),
        ("<script>g_gamelogs = undefined;</script>", NoGame::Page),
        (REFUSAL, service("No replay for you")),
        (LOGGED_OUT, service("Please log in")),
    ] {
        let found = why(text);
        assert_eq!(found, wanted, "{text}");
        let said = found.to_string();
        assert!(said.starts_with("no game that azulejo knows"), "{said}");
        for name in ["Board Game Arena", "ludometer", "OpenSpiel", "records"] {
            assert_eq!(said.matches(name).count(), 1, "{said}");
        }
        assert!(!said.contains(". ") && !said.contains('\n'), "{said}");
    }
    let long = json!({"status": 0, "error": "x".repeat(100_000)}).to_string();
    assert!(why(&long).to_string().len() < 600);
    // The fault of a spoilt record is named.
    let (record, _) = two(4);
    let pretty = serde_json::to_string_pretty(&record).expect("JSON");
    let read = games(&pretty.replace("deal", "deals"));
    assert!(matches!(read, Err(LineError::Syntax { .. })));
}

#[test]
fn a_round_that_the_log_did_not_score_is_told_so() {
    let (record, log) = two(5);
    assert!(record.rounds.len() > 1);
    let scored = ["placeTileOnWall", "emptyFloorLine", "endScore"];
    let packets = log["data"]["data"].as_array().expect("a list").iter();
    let packets = packets.filter(|packet| {
        let name = packet["data"][0]["type"].as_str().unwrap_or_default();
        !scored.contains(&name) && !name.ends_with("LogDetails")
    });
    let found = contradiction(&json!(packets.collect::<Vec<_>>()).to_string());
    assert_eq!((found.round, found.number), (Some(1), None));
    assert_eq!(*found.mismatch, Mismatch::NotScored);
}

#[test]
fn games_with_other_rules_are_refused_by_their_names() {
    let (_, log) = two(6);
    let named = |name: &str, change: fn(&mut Value)| {
        let mut log = log.clone();
        change(&mut log);
        let found = contradiction(&log.to_string()).to_string();
        assert!(found.contains(name), "{found}");
        found
    };
    let double = named("Crystal Mosaic", |log| {
        scored_line(log, 1)["pointsDetail"]["points"] = json!(2);
    });
    assert!(double.contains("tile of line "), "{double}");
    named("the grey wall", |log| {
        turn(&mut scored_line(log, 1)["placedTile"]["column"]);
    });
    named("special factories", |log| {
        let falls = json!({"84000001": [{"type": 1}]});
        arguments_of(log, "emptyFloorLine", 1)["specialFactoryZeroTiles"] = falls;
    });
    let refused = |text: &str, name: &str| {
        let found = contradiction(text).to_string();
        assert!(found.contains(name), "{found}");
    };
    for (key, value, name) in [
        ("boardNumber", json!(2), "the grey wall"),
        ("boardNumber", json!("3"), "Crystal Mosaic"),
        ("variant", json!(true), "the grey wall"),
        ("specialFactories", json!({"1": 6}), "special factories"),
    ] {
        let mut whole = saved(&log);
        whole["gamedatas"][key] = value;
        refused(&whole.to_string(), name);
    }
    let (record, _) = two(7);
    let mut later = ludometer(&record);
    later["format"] = json!("faience-game/2");
    refused(&later.to_string(), "faience-game/1");
    let text = openspiel(&record);
    refused(&text.replace("players=2", "players=5"), "5 players");
    refused(&text.replace("python_azul", "chess"), "chess");
    refused(&text.replace("Version: 1", "Version: 2"), "Version");
}
