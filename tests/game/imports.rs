//! Games of other programs: read, and made false in every way, each fault named with its round and its move.

use crate::foreign::{Style, board_game_arena, history, ludometer, openspiel};
use crate::games::{players, random_game};
use azulejo::arena::{Match, Starter, Watch};
use azulejo::game::Players;
use azulejo::game::import::{Contradiction, ImportedGame, LineError, Mismatch, Origin, games};
use azulejo::game::record::{Record, Statement};
use azulejo::players::Contestant;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The game with its first player at seat 0, with everything that a record says.
fn from_seat_0(record: &Record) -> Record {
    let mut record = record.clone();
    record.first = 0;
    record.completed().expect("who sits where changes nothing")
}

fn one(text: &str) -> ImportedGame {
    let games = games(text).unwrap_or_else(|error| panic!("{error}: {:.300}", text));
    let [game] = <[_; 1]>::try_from(games).expect("one game");
    game
}

fn contradiction(text: &str) -> Contradiction {
    match games(text) {
        Err(LineError::Contradiction { contradiction, .. }) => contradiction,
        other => panic!("{other:?}"),
    }
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
        let names = &["Ana", "Bruno", "Clara", "Duarte"][..record.players.count()];
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
        let moves: usize = found[0]
            .record
            .rounds
            .iter()
            .map(|round| round.moves.len())
            .sum();
        assert!(moves >= most);
        most = moves;
    }
    let all: usize = record.rounds.iter().map(|round| round.moves.len()).sum();
    assert_eq!(most, all);
    // A player who gives up in the middle of his turn has not played it.
    let place = packets.iter().rposition(|packet| {
        packet["data"][0]["type"] == "tilesSelected" && packet["channel"] == "/table/t181130958"
    });
    let mut given_up = packets[..=place.expect("a turn")].to_vec();
    let gave_up = json!({"channel": "/table/t1", "data": [{"type": "playerConcedeGame", "args": {"playerId": 1}}]});
    given_up.push(gave_up);
    given_up.extend_from_slice(&packets[place.expect("a turn") + 1..]);
    let found = one(&json!(given_up).to_string()).record;
    let moves: usize = found.rounds.iter().map(|round| round.moves.len()).sum();
    assert_eq!(moves, all - 1);
}

/// The arguments of a notification of this name, the first of a round.
fn told<'a>(log: &'a mut Value, name: &str, round: usize) -> &'a mut Value {
    let packets = log["data"]["data"].as_array_mut().expect("a list");
    let mut rounds = 0;
    let found = packets.iter_mut().find(|packet| {
        rounds += usize::from(packet["data"][0]["type"] == "factoriesFilled");
        rounds == round
            && packet["data"][0]["type"] == name
            && packet["channel"] == "/table/t181130958"
    });
    &mut found.expect("such a notification")["data"][0]["args"]
}

#[test]
fn whatever_is_false_in_a_log_is_refused_with_its_round_and_move() {
    type False = (
        &'static str,
        fn(&mut Value),
        usize,
        Option<usize>,
        fn(&Mismatch) -> bool,
    );
    let corrupts: [False; 12] = [
        (
            "another colour",
            |log| {
                let tiles = told(log, "tilesSelected", 2)["selectedTiles"]
                    .as_array_mut()
                    .expect("a list");
                tiles.iter_mut().for_each(|tile| {
                    tile["type"] = json!(tile["type"].as_i64().expect("it") % 5 + 1)
                });
            },
            2,
            Some(1),
            |it| matches!(it, Mismatch::Told { .. } | Mismatch::Taken { .. }),
        ),
        (
            "a tile more",
            |log| {
                let tiles = told(log, "tilesSelected", 2)["selectedTiles"]
                    .as_array_mut()
                    .expect("a list");
                tiles.push(tiles[0].clone());
            },
            2,
            Some(1),
            |it| matches!(it, Mismatch::Taken { .. }),
        ),
        (
            "no such factory",
            |log| told(log, "tilesSelected", 2)["fromFactory"] = json!(12),
            2,
            Some(1),
            |it| {
                matches!(
                    it,
                    Mismatch::Missing {
                        key: "fromFactory",
                        ..
                    }
                )
            },
        ),
        (
            "no tile",
            |log| told(log, "tilesSelected", 2)["selectedTiles"][0]["type"] = json!(6),
            2,
            Some(1),
            |it| matches!(it, Mismatch::Tile(6)),
        ),
        (
            "no line",
            |log| {
                told(log, "tilesPlacedOnLine", 2)["line"] = json!(6);
            },
            2,
            Some(1),
            |it| {
                matches!(
                    it,
                    Mismatch::Missing {
                        what: "tilesPlacedOnLine",
                        ..
                    }
                )
            },
        ),
        (
            "somebody else",
            |log| told(log, "tilesSelected", 2)["playerId"] = json!(5),
            2,
            Some(1),
            |it| matches!(it, Mismatch::Stranger(_)),
        ),
        (
            "a deal with another tile",
            |log| {
                told(log, "factoriesFilled", 3)["factories"][1] = json!([]);
            },
            3,
            None,
            |it| matches!(it, Mismatch::Rules(Statement::Deal(_))),
        ),
        (
            "another bag",
            |log| told(log, "factoriesFilled", 2)["remainingTiles"] = json!(59),
            2,
            None,
            |it| {
                *it == Mismatch::Bag {
                    said: 59,
                    found: 60,
                }
            },
        ),
        (
            "the grey wall",
            |log| {
                let lines = told(log, "placeTileOnWall", 2)["completeLines"]
                    .as_object_mut()
                    .expect("players");
                let tile = &mut lines.values_mut().next().expect("one")["placedTile"];
                tile["column"] = json!(tile["column"].as_i64().expect("it") % 5 + 1);
            },
            2,
            None,
            |it| matches!(it, Mismatch::Column { .. }),
        ),
        (
            "points of a tile",
            |log| {
                let lines = told(log, "placeTileOnWall", 2)["completeLines"]
                    .as_object_mut()
                    .expect("players");
                lines.values_mut().next().expect("one")["pointsDetail"]["points"] = json!(11);
            },
            2,
            None,
            |it| matches!(it, Mismatch::TilePoints { said: 11, .. }),
        ),
        (
            "a tile that is not told",
            |log| told(log, "placeTileOnWall", 2)["completeLines"] = json!([]),
            2,
            None,
            |it| matches!(it, Mismatch::Walls { .. }),
        ),
        (
            "special factories",
            |log| {
                let packets = log["data"]["data"].as_array_mut().expect("a list");
                packets.insert(2, json!({"data": [{"type": "specialFactories", "args": {"specialFactories": {"1": 6}}}]}));
            },
            1,
            None,
            |it| matches!(it, Mismatch::Variant("special factories")),
        ),
    ];
    // A game in which lines are filled in round 2, and whose first move of it is from a factory.
    let (record, _) = random_game(Players::Two, 11, |_| ());
    let log = board_game_arena(&record, Style::default());
    for (name, corrupt, round, number, expected) in corrupts {
        let mut log = log.clone();
        corrupt(&mut log);
        let contradiction = contradiction(&log.to_string());
        assert!(
            expected(&contradiction.mismatch),
            "{name}: {contradiction:?}"
        );
        assert_eq!(
            (contradiction.round, contradiction.number),
            (Some(round), number),
            "{name}: {contradiction}"
        );
        let place = format!(
            "round {round}{}: ",
            number.map_or(String::new(), |it| format!(", move {it}"))
        );
        assert!(
            contradiction.to_string().starts_with(&place),
            "{name}: {contradiction}"
        );
    }
}

#[test]
fn a_whole_log_without_any_one_notification_is_refused_or_says_the_same() {
    let (record, _) = random_game(Players::Two, 1, |_| ());
    let whole = from_seat_0(&record);
    let log = board_game_arena(&record, Style::default());
    let packets = log["data"]["data"].as_array().expect("a list");
    for missing in 0..packets.len() {
        let name = packets[missing]["data"][0]["type"]
            .as_str()
            .expect("a name");
        let matters = [
            "factoriesFilled",
            "tilesSelected",
            "tilesPlacedOnLine",
            "placeTileOnWall",
        ];
        let floors = &packets[missing]["data"][0]["args"]["floorLines"];
        let matters = matters.contains(&name) || floors.as_object().is_some();
        let public = packets[missing]["channel"] == "/table/t181130958";
        let token = packets[missing]["data"][0]["args"]["type"] == 0;
        let mut packets = packets.clone();
        packets.remove(missing);
        let read = games(&json!(packets).to_string());
        if public && !token && matters {
            assert!(
                matches!(read, Err(LineError::Contradiction { .. })),
                "{missing}: {name}"
            );
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
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut game = game.clone();
        change(&mut game);
        contradiction(&game.to_string())
    };
    let illegal = changed(&|game| {
        game["moves"][first + 2]["action"] = game["moves"][first]["action"].clone()
    });
    assert_eq!(
        (illegal.round, illegal.number),
        (Some(2), Some(3)),
        "{illegal}"
    );
    let mover = changed(&|game| {
        game["moves"][first + 1]["player"] = game["moves"][first]["player"].clone()
    });
    assert_eq!((mover.round, mover.number), (Some(2), Some(2)), "{mover}");
    assert!(matches!(*mover.mismatch, Mismatch::Mover { .. }));
    let deal = changed(&|game| game["deals"][1]["factories"][0] = json!([9, 0, 0, 0, 0]));
    assert_eq!((deal.round, deal.number), (Some(2), None), "{deal}");
    let code = changed(&|game| game["moves"][1]["action"] = json!(180));
    assert_eq!((code.round, code.number), (Some(1), Some(2)), "{code}");
    let score = changed(&|game| game["final"]["scores"][1] = json!(999));
    assert_eq!((score.round, score.number), (None, None), "{score}");
    assert!(matches!(
        *score.mismatch,
        Mismatch::Points { said: 999, .. }
    ));
    let deals = changed(&|game| game["deals"] = json!([]));
    assert_eq!(*deals.mismatch, Mismatch::NoDeal);
}

#[test]
fn a_game_by_its_numbers_is_the_game() {
    for seed in 0..40 {
        let (mut record, _) = random_game(players(seed), seed, |_| ());
        record.first = 0;
        let numbers = history(&record);
        let record = record.completed().expect("true");
        let spaced: Vec<String> = numbers.iter().map(u64::to_string).collect();
        for text in [
            openspiel(&record),
            json!(numbers).to_string(),
            spaced.join(", "),
            spaced.join("\n"),
        ] {
            let game = one(&text);
            assert_eq!(
                (game.origin, &game.record),
                (Origin::OpenSpiel, &record),
                "seed {seed}"
            );
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
    assert_eq!((drawn.round, drawn.number), (Some(2), None), "{drawn}");
    assert_eq!(
        *drawn.mismatch,
        Mismatch::Drawn {
            number: 4,
            drawn: 7
        }
    );
    // The tiles of the first move of a round are gone.
    let illegal = changed(second + 28 + 4, numbers[second + 28]);
    assert_eq!(
        (illegal.round, illegal.number),
        (Some(2), Some(5)),
        "{illegal}"
    );
    let none = changed(30, 9_999);
    assert_eq!((none.round, none.number), (Some(1), Some(3)), "{none}");
    // A history of OpenSpiel says who moves.
    let written = openspiel(&record);
    let second = format!(",1:{},", record.rounds[0].moves[1]);
    let changed = second.replace(",1:", ",2:");
    let mover = contradiction(&written.replacen(&second, &changed, 1));
    assert_eq!((mover.round, mover.number), (Some(1), Some(2)), "{mover}");
    assert_eq!(*mover.mismatch, Mismatch::Mover { said: 3, found: 2 });
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
    for text in [
        "{}",
        "[1, 2]",
        "[]",
        "1",
        "12 x",
        "<html>",
        "{\"data\": []}",
        "g_gamelogs = 1",
        "[[[[",
    ] {
        assert!(
            matches!(games(text), Err(LineError::NoGame { .. })),
            "{text}"
        );
    }
    let other = json!([{"channel": "/table/t1", "data": [{"type": "cardPlayed", "args": {}}]}]);
    assert_eq!(
        *contradiction(&other.to_string()).mismatch,
        Mismatch::NoRound
    );
}

/// The games that the tests in Python and the documents read; `AZULEJO_IMPORTS=1` writes them anew.
#[test]
fn the_files_hold_one_game_in_every_format() {
    let [first, second]: [Contestant; 2] =
        ["strategic", "greedy"].map(|name| name.parse().expect("a player"));
    let mut records = Vec::new();
    let mut write = |record: &Record| records.push(record.clone());
    let pairing = Match::new(vec![&first, &second], Starter::Always(0), 5).expect("two");
    pairing.run(
        0..1,
        Watch {
            records: Some(&mut write),
            ..Watch::default()
        },
    );
    let record = &records[0];
    let style = Style {
        undone: true,
        ..Style::default()
    };
    let folder = Path::new("tests/data/imports");
    for (name, text) in [
        ("azulejo.jsonl", record.to_json()),
        (
            "board-game-arena.json",
            board_game_arena(record, style).to_string(),
        ),
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
