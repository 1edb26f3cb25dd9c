//! Envelopes of games: lists of tables, encodings, answers of services and pages without a game.

use crate::foreign::{Style, board_game_arena, ludometer, openspiel};
use crate::imports::{arguments_of, complete_line, contradiction, rotate, single_game};
use crate::twins::whole;
use azulejo::game::import::{LineError, Mismatch, NoGame, games, read};
use azulejo::game::record::Record;
use serde_json::{Value, json};

fn record_and_log(seed: u64) -> (Record, Value) {
    let record = whole(seed);
    let log = board_game_arena(&record, Style::default());
    (record, log)
}

fn records(text: &str) -> Vec<Record> {
    let games = games(text).unwrap_or_else(|error| panic!("{error}: {:.200}", text));
    games.into_iter().map(|game| game.record).collect()
}

/// File of a table from an extension of a browser.
fn extension_file(log: &Value) -> Value {
    json!({"currentPlayerId": "84000001", "gamedatas": {},
        "players": {"84000001": {"id": "84000001", "name": "Ana"}, "91718783": {"id": "91718783", "name": "Bruno"}},
        "packets": log["data"]["data"]})
}

#[test]
fn a_file_of_an_extension_is_read_and_its_players_are_compared_with_the_moves() {
    let (record, log) = record_and_log(1);
    let whole = extension_file(&log);
    let game = single_game(&whole.to_string());
    assert_eq!(game.record, record);
    assert_eq!(game.names, ["Ana", "Bruno"]);
    let mut short_form = whole.clone();
    short_form["players"] = json!({"84000001": "Ana", "91718783": "Bruno"});
    assert_eq!(records(&short_form.to_string()), [record]);
    let mismatch_after = |change: fn(&mut Value)| {
        let mut copy = whole.clone();
        change(&mut copy["players"]);
        *contradiction(&copy.to_string()).mismatch
    };
    let stranger = mismatch_after(|players| {
        *players = json!({"84000001": {"name": "Ana"}, "5": {"name": "Bruno"}});
    });
    assert_eq!(stranger, Mismatch::UnknownPlayer("91718783".into()));
    let third = mismatch_after(|players| players["5"] = json!("Clara"));
    let renamed = mismatch_after(|players| players["91718783"]["name"] = json!("Clara"));
    for mismatch in [third, renamed] {
        assert!(matches!(mismatch, Mismatch::Value { .. }), "{mismatch}");
    }
}

#[test]
fn each_table_of_a_list_is_a_game() {
    let tables: Vec<(Record, Value)> = (0..3).map(|seed| record_and_log(10 * seed)).collect();
    let expected: Vec<Record> = tables.iter().map(|(record, _)| record.clone()).collect();
    let logs: Vec<&Value> = tables.iter().map(|(_, log)| log).collect();
    let packets: Vec<&Value> = logs.iter().map(|log| &log["data"]["data"]).collect();
    let files: Vec<Value> = logs.iter().map(|log| extension_file(log)).collect();
    let lines: Vec<String> = logs.iter().map(|log| log.to_string()).collect();
    for text in [
        json!(logs).to_string(),
        json!({"tables": logs}).to_string(),
        json!(packets).to_string(),
        json!(files).to_string(),
        serde_json::to_string_pretty(&files).expect("JSON"),
        lines.join("\n"),
        format!("{}\n{}", json!([logs[0], logs[1]]), logs[2]),
        json!([logs[0], ludometer(&expected[1]), expected[2]]).to_string(),
    ] {
        assert_eq!(records(&text), expected, "{:.100}", text);
    }
    // Tables beside an answer without a table are read.
    let refusal = json!({"status": "0", "exception": "x", "error": "Too many replays"});
    for text in [
        json!([logs[0], refusal, logs[2]]).to_string(),
        format!("{}\n{refusal}\n{}", logs[0], logs[2]),
    ] {
        let lines: Vec<_> = read(text.as_bytes()).collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].is_ok() && lines[2].is_ok());
        let Err(LineError::NoGame { why, .. }) = &lines[1] else {
            panic!("{:?}", lines[1]);
        };
        assert_eq!(*why, NoGame::Service("Too many replays".into()));
    }
}

#[test]
fn objects_with_the_numbers_of_php_are_lists() {
    let (record, log) = record_and_log(2);
    let php_list = |value: &Value| {
        let list = value.as_array().expect("a list").iter();
        let entries = (1..)
            .map(|number: u32| number.to_string())
            .zip(list.cloned());
        Value::Object(entries.collect())
    };
    let mut each = log.clone();
    let packets = each["data"]["data"].as_array_mut().expect("a list");
    for packet in packets {
        packet["data"] = php_list(&packet["data"]);
    }
    let mut all = log.clone();
    all["data"]["data"] = php_list(&each["data"]["data"]);
    let mut factories = log;
    let list = &mut arguments_of(&mut factories, "factoriesFilled", 1)["factories"];
    let keys = (0..).map(|number: u32| number.to_string());
    let entries = keys.zip(list.as_array().expect("a list").clone());
    // The entries in another order than that of their numbers.
    *list = Value::Object(entries.collect::<Vec<_>>().into_iter().rev().collect());
    for log in [each, all, factories] {
        assert_eq!(records(&log.to_string()), std::slice::from_ref(&record));
    }
}

#[test]
fn every_encoding_is_read() {
    let (record, log) = record_and_log(3);
    let log = log.to_string();
    for text in [
        &*log,
        &ludometer(&record).to_string(),
        &openspiel(&record),
        &record.to_json(),
    ] {
        let text_with_mark = format!("\u{feff}{text}");
        let units = |text: &str, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            text.encode_utf16().flat_map(bytes).collect()
        };
        for bytes in [
            text.as_bytes().to_vec(),
            text_with_mark.as_bytes().to_vec(),
            units(&text_with_mark, u16::to_le_bytes),
            units(&text_with_mark, u16::to_be_bytes),
            units(text, u16::to_le_bytes),
            units(text, u16::to_be_bytes),
        ] {
            let lines: Vec<_> = read(&bytes[..]).collect();
            let [Ok(line)] = &lines[..] else {
                panic!("{lines:?}");
            };
            assert_eq!(line.game.record, record);
        }
    }
}

/// Answers of the service without a game.
const REFUSAL: &str = r#"{"status":"0","exception":"feException","error":"No replay for you","expected":1,"code":100}"#;
const LOGGED_OUT: &str = r#"{"status":0,"error":"Please log in"}"#;

#[test]
fn texts_without_a_game_are_refused_by_a_sentence_with_the_formats() {
    let reason = |text: &str| match games(text) {
        Err(LineError::NoGame { number: None, why }) => why,
        other => panic!("{:.100}: {other:?}", text),
    };
    let service = |words: &str| NoGame::Service(words.into());
    let (line, column) = (2, 11);
    for (text, expected) in [
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
        let reason = reason(text);
        assert_eq!(reason, expected, "{text}");
        let sentence = reason.to_string();
        assert!(
            sentence.starts_with("no game that azulejo knows"),
            "{sentence}"
        );
        for name in ["Board Game Arena", "ludometer", "OpenSpiel", "records"] {
            assert_eq!(sentence.matches(name).count(), 1, "{sentence}");
        }
        assert!(
            !sentence.contains(". ") && !sentence.contains('\n'),
            "{sentence}"
        );
    }
    for text in "[];1;12 x;<html>;{\"data\": []};g_gamelogs = 1;[[[[".split(';') {
        reason(text);
    }
    let long = json!({"status": 0, "error": "x".repeat(100_000)}).to_string();
    assert!(reason(&long).to_string().len() < 600);
    // The refusal of a false record has its fault.
    let (record, _) = record_and_log(4);
    let pretty = serde_json::to_string_pretty(&record).expect("JSON");
    let result = games(&pretty.replace("deal", "deals"));
    assert!(matches!(result, Err(LineError::Syntax { .. })));
}

#[test]
fn a_round_without_a_score_in_the_log_is_refused() {
    let (record, log) = record_and_log(5);
    assert!(record.rounds.len() > 1);
    let score_names = ["placeTileOnWall", "emptyFloorLine", "endScore"];
    let packets = log["data"]["data"].as_array().expect("a list").iter();
    let packets = packets.filter(|packet| {
        let name = packet["data"][0]["type"].as_str().unwrap_or_default();
        !score_names.contains(&name) && !name.ends_with("LogDetails")
    });
    let contradiction = contradiction(&json!(packets.collect::<Vec<_>>()).to_string());
    assert_eq!((contradiction.round, contradiction.number), (Some(1), None));
    assert_eq!(*contradiction.mismatch, Mismatch::NotScored);
}

#[test]
fn games_with_other_rules_are_refused_by_their_names() {
    let (_, log) = record_and_log(6);
    let message_with = |name: &str, change: fn(&mut Value)| {
        let mut log = log.clone();
        change(&mut log);
        let message = contradiction(&log.to_string()).to_string();
        assert!(message.contains(name), "{message}");
        message
    };
    let double = message_with("Crystal Mosaic", |log| {
        complete_line(log, 1)["pointsDetail"]["points"] = json!(2);
    });
    assert!(double.contains("tile of line "), "{double}");
    message_with("the grey wall", |log| {
        rotate(&mut complete_line(log, 1)["placedTile"]["column"]);
    });
    message_with("special factories", |log| {
        let tiles = json!({"84000001": [{"type": 1}]});
        arguments_of(log, "emptyFloorLine", 1)["specialFactoryZeroTiles"] = tiles;
    });
    let assert_refused = |text: &str, name: &str| {
        let message = contradiction(text).to_string();
        assert!(message.contains(name), "{message}");
    };
    for (key, value, name) in [
        ("boardNumber", json!(2), "the grey wall"),
        ("boardNumber", json!("3"), "Crystal Mosaic"),
        ("variant", json!(true), "the grey wall"),
        ("specialFactories", json!({"1": 6}), "special factories"),
    ] {
        let mut whole = extension_file(&log);
        whole["gamedatas"][key] = value;
        assert_refused(&whole.to_string(), name);
    }
    let (record, _) = record_and_log(7);
    let mut newer_format = ludometer(&record);
    newer_format["format"] = json!("faience-game/2");
    assert_refused(&newer_format.to_string(), "faience-game/1");
    let text = openspiel(&record);
    assert_refused(&text.replace("players=2", "players=5"), "5 players");
    assert_refused(&text.replace("python_azul", "chess"), "chess");
    assert_refused(&text.replace("Version: 1", "Version: 2"), "Version");
}
