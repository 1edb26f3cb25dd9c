//! Envelopes of games: lists of tables, encodings, answers of services and pages without a game.

use crate::foreign::{Style, board_game_arena, ludometer, openspiel};
use crate::games::random_game;
use azulejo::game::Players;
use azulejo::game::import::{
    Contradiction, ImportedGame, LineError, Mismatch, NoGame, games, read,
};
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

fn contradiction(log: &Value) -> Contradiction {
    match games(&log.to_string()) {
        Err(LineError::Contradiction { contradiction, .. }) => contradiction,
        other => panic!("{other:?}"),
    }
}

/// The arguments of the first notification of this name.
fn told<'a>(log: &'a mut Value, name: &str) -> &'a mut Value {
    let packets = log["data"]["data"].as_array_mut().expect("a list");
    let mut told = packets.iter_mut().map(|packet| &mut packet["data"][0]);
    let found = told.find(|told| told["type"] == name);
    &mut found.expect(name)["args"]
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
    let Ok(
        [
            ImportedGame {
                record: found,
                names,
                ..
            },
        ],
    ) = games(&whole.to_string()).map(|it| <[_; 1]>::try_from(it).expect("one"))
    else {
        panic!("it is a game");
    };
    assert_eq!(
        (&found, &names[..]),
        (&record, &["Ana".to_owned(), "Bruno".to_owned()][..])
    );
    let mut named = whole.clone();
    named["players"] = json!({"84000001": "Ana", "91718783": "Bruno"});
    assert_eq!(records(&named.to_string()), [record]);
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut changed = whole.clone();
        change(&mut changed);
        contradiction(&changed).mismatch
    };
    let stranger = changed(&|it| {
        let players = json!({"84000001": {"name": "Ana"}, "5": {"name": "Bruno"}});
        it["players"] = players;
    });
    assert_eq!(*stranger, Mismatch::Stranger("91718783".into()));
    let third = changed(&|it| it["players"]["5"] = json!("Clara"));
    assert!(matches!(*third, Mismatch::Told { .. }), "{third}");
    let renamed = changed(&|it| it["players"]["91718783"]["name"] = json!("Clara"));
    assert!(matches!(*renamed, Mismatch::Told { .. }), "{renamed}");
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
        let why = NoGame::Service("Too many replays".into());
        assert!(
            matches!(&read[1], Err(LineError::NoGame { why: it, .. }) if *it == why),
            "{:?}",
            read[1]
        );
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
    for packet in each["data"]["data"].as_array_mut().expect("a list") {
        packet["data"] = numbered(&packet["data"]);
    }
    let mut all = log.clone();
    all["data"]["data"] = numbered(&each["data"]["data"]);
    let mut factories = log;
    let args = told(&mut factories, "factoriesFilled");
    let list = args["factories"].as_array().expect("a list").clone();
    let numbers = (0..).map(|number: u32| number.to_string());
    // In another order than that of their numbers.
    args["factories"] = Value::Object(
        numbers
            .zip(list)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect(),
    );
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

#[test]
fn what_is_no_game_is_told_in_one_sentence_that_names_the_formats_once() {
    let why = |text: &str| match games(text) {
        Err(LineError::NoGame { number: None, why }) => why,
        other => panic!("{:.100}: {other:?}", text),
    };
    for (text, wanted) in [
        ("nonsense", NoGame::Unknown),
        ("{}", NoGame::Unknown),
        ("\u{0}\u{0}\u{0}", NoGame::Unknown),
        ("[1, 2]", NoGame::Unknown),
        (
            "{\n\"rounds\": [",
            NoGame::Json {
                line: 2,
                column: 11,
            },
        ),
        (
            "<!DOCTYPE html><html><body>a table</body></html>",
            NoGame::Page,
        ),
        ("<script>g_gamelogs = undefined;</script>", NoGame::Page),
        (
            r#"{"status":"0","exception":"feException","error":"No replay for you","expected":1,"code":100}"#,
            NoGame::Service("No replay for you".into()),
        ),
        (
            r#"{"status":0,"error":"Please log in"}"#,
            NoGame::Service("Please log in".into()),
        ),
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
    // Of a record that is spoilt, the fault is told.
    let (record, _) = two(4);
    let spoilt = serde_json::to_string_pretty(&record)
        .expect("JSON")
        .replace("deal", "deals");
    assert!(matches!(games(&spoilt), Err(LineError::Syntax { .. })));
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
    let contradiction = contradiction(&json!(packets.collect::<Vec<_>>()));
    assert_eq!((contradiction.round, contradiction.number), (Some(1), None));
    assert_eq!(*contradiction.mismatch, Mismatch::NotScored);
}

#[test]
fn games_with_other_rules_are_refused_by_their_names() {
    let (_, log) = two(6);
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut log = log.clone();
        change(&mut log);
        contradiction(&log).to_string()
    };
    let double = changed(&|log| {
        let lines = told(log, "placeTileOnWall")["completeLines"]
            .as_object_mut()
            .expect("players");
        lines.values_mut().next().expect("one")["pointsDetail"]["points"] = json!(2);
    });
    assert!(
        double.contains("tile of line ") && double.contains("Crystal Mosaic"),
        "{double}"
    );
    let free = changed(&|log| {
        let lines = told(log, "placeTileOnWall")["completeLines"]
            .as_object_mut()
            .expect("players");
        let tile = &mut lines.values_mut().next().expect("one")["placedTile"];
        tile["column"] = json!(tile["column"].as_i64().expect("it") % 5 + 1);
    });
    assert!(free.contains("the grey wall"), "{free}");
    let falls = changed(&|log| {
        told(log, "emptyFloorLine")["specialFactoryZeroTiles"] = json!({"84000001": [{"type": 1}]});
    });
    assert!(falls.contains("special factories"), "{falls}");
    for (key, value, name) in [
        ("boardNumber", json!(2), "the grey wall"),
        ("boardNumber", json!("3"), "Crystal Mosaic"),
        ("variant", json!(true), "the grey wall"),
        ("specialFactories", json!({"1": 6}), "special factories"),
    ] {
        let mut whole = saved(&log);
        whole["gamedatas"][key] = value;
        let contradiction = contradiction(&whole).to_string();
        assert!(contradiction.contains(name), "{contradiction}");
    }
    let (record, _) = two(7);
    let mut later = ludometer(&record);
    later["format"] = json!("faience-game/2");
    let later = contradiction(&later).to_string();
    assert!(later.contains("faience-game/1"), "{later}");
    let text = openspiel(&record);
    for (changed, name) in [
        (text.replace("players=2", "players=5"), "5 players"),
        (text.replace("python_azul", "chess"), "chess"),
        (text.replace("Version: 1", "Version: 2"), "Version"),
    ] {
        match games(&changed) {
            Err(LineError::Contradiction { contradiction, .. }) => {
                assert!(contradiction.to_string().contains(name), "{contradiction}")
            }
            other => panic!("{other:?}"),
        }
    }
}
