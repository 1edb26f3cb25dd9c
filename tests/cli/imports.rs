//! The command line of games that other programs wrote.

use crate::foreign::{Style, board_game_arena, history, ludometer, openspiel};
use crate::games::random_game;
use crate::run::{azulejo, azulejo_reading};
use azulejo::game::Players;
use azulejo::game::record::Record;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use std::io::Write;
use std::time::{Duration, Instant};

/// A game in which player 1 begins.
fn game(players: Players) -> Record {
    let games = (0..).map(|seed| random_game(players, seed, |_| ()).0);
    let mut begun = games.filter(|game| game.first == 0);
    let game = begun.next().expect("there are many");
    game.completed().expect("true")
}

#[test]
fn every_format_is_imported_as_the_same_record() {
    let record = game(Players::Two);
    let log = board_game_arena(&record, Style::default());
    for text in [
        log.to_string(),
        format!("<html><script>g_gamelogs={log};</script></html>"),
        ludometer(&record).to_string(),
        openspiel(&record),
        json!(history(&record)).to_string(),
        record.to_json(),
    ] {
        let run = azulejo_reading("game import -", &*text).ended(0);
        assert_eq!(run.out.trim_end(), record.to_json(), "{:.100}", text);
        let run = azulejo_reading("game check -", &*text).ended(0);
        run.says("1 game: every statement is true");
    }
}

#[test]
fn an_imported_game_is_reviewed_as_its_record_is() {
    let record = game(Players::Two);
    let log = board_game_arena(
        &record,
        Style {
            undone: true,
            ..Style::default()
        },
    );
    let review = "game review - --nodes 200 --format json";
    let found = azulejo_reading(review, log.to_string());
    assert_eq!(found.code, 0, "{found:?}");
    assert_eq!(found.err, "player 1 is Ana, player 2 is Bruno\n");
    let own = azulejo_reading(review, record.to_json()).json(0);
    let found: Value = serde_json::from_str(&found.out).expect("JSON");
    assert_eq!(found, own);
}

#[test]
fn what_does_not_add_up_is_refused_by_round_and_move_in_every_command() {
    let record = game(Players::Two);
    let mut false_game = ludometer(&record);
    let place = record.rounds[0].moves.len() + 2;
    false_game["moves"][place]["action"] = json!(179);
    let text = false_game.to_string();
    for command in ["game review -", "game check -", "game import -"] {
        let run = azulejo_reading(command, &*text);
        assert_eq!(run.code, 3, "{run:?}");
        run.says("round 2, move 3: ");
    }
    let json = azulejo_reading("game check - --format json", &*text).json(3);
    let found = &json["false"][0];
    assert_eq!([&found["round"], &found["move"]], [&json!(2), &json!(3)]);
    // The others of a file are imported.
    let lines = format!("{}\n{text}\n{}", ludometer(&record), ludometer(&record));
    let run = azulejo_reading("game import -", &*lines);
    assert_eq!((run.code, run.out.lines().count()), (3, 2), "{run:?}");
    run.says("game 2, ludometer: round 2, move 3: ");
}

#[test]
fn names_of_players_do_no_harm() {
    let record = game(Players::Two);
    let log = board_game_arena(&record, Style::default()).to_string();
    let run = azulejo_reading(
        "game review - --nodes 10",
        log.replace("Bruno", "\\u001b[2JX"),
    );
    run.says("player 2 is ").is_silent_about("\u{1b}[2J");
}

#[test]
fn a_file_without_a_game_is_an_error() {
    azulejo_reading("game import -", "")
        .ended(1)
        .says("holds no game");
    azulejo_reading("game import -", "<html></html>")
        .ended(1)
        .says("a web page without the log");
    azulejo("game import no-such-file").ended(1);
    let refusal = r#"{"status":"0","exception":"x","error":"Too many\u001b[2J replays"}"#;
    for command in ["import", "check", "review"] {
        let run = azulejo_reading(&format!("game {command} -"), refusal).ended(1);
        run.says("no game that azulejo knows, but the refusal of a table service")
            .says("Too many")
            .is_silent_about("\u{1b}");
        assert_eq!(run.err.matches("azulejo reads").count(), 1, "{run:?}");
        assert_eq!(run.err.lines().count(), 1, "{run:?}");
    }
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(text).expect("memory");
    packed.finish().expect("memory")
}

#[test]
fn a_compressed_file_is_read_and_a_hostile_one_takes_neither_memory_nor_time() {
    let record = game(Players::Two);
    let log = board_game_arena(&record, Style::default()).to_string();
    let utf16: Vec<u8> = format!("\u{feff}{log}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for text in [log.as_bytes(), record.to_json().as_bytes(), &utf16] {
        for bytes in [text.to_vec(), packed(text)] {
            let run = azulejo_reading("game import -", bytes).ended(0);
            assert_eq!(run.out.trim_end(), record.to_json());
        }
    }
    let whole = packed(log.as_bytes());
    azulejo_reading("game import -", &whole[..whole.len() / 2])
        .ended(1)
        .says("cannot read standard input");
    let refused = |bytes: Vec<u8>, says: &str| {
        let start = Instant::now();
        let run = azulejo_reading("game check -", bytes).ended(1);
        let took = start.elapsed();
        run.says(says);
        assert!(took < Duration::from_secs(5), "{says}: {took:?}");
    };
    for letters in ["\n", "[0,", "{}\n"] {
        let bytes = packed(letters.repeat((64 << 20) / letters.len()).as_bytes());
        refused(bytes, "unpacked it has more than 16.0 MiB");
        let bytes = packed(letters.repeat((8 << 20) / letters.len()).as_bytes());
        refused(bytes, "no game");
    }
    let numbers = "0,".repeat(4 << 20);
    for text in [format!("[{numbers}0]"), numbers] {
        refused(packed(text.as_bytes()), "");
    }
}

#[test]
fn of_a_list_of_tables_with_one_refusal_the_others_are_imported() {
    let log = board_game_arena(&game(Players::Two), Style::default());
    let refusal = json!({"status": "0", "error": "Too many replays"});
    // The games go to standard output, and the refusal of the other one to standard error.
    let run = azulejo_reading("game import -", json!([log, refusal, log]).to_string());
    assert_eq!(run.code, 3, "{run:?}");
    assert_eq!(run.out.lines().count(), 2, "{run:?}");
    run.says("game 2: no game that azulejo knows, but the refusal of a table service");
    let run = azulejo_reading("game check -", json!([log, refusal, log]).to_string()).ended(3);
    run.says("line 2: no game that azulejo knows")
        .says("3 games: 1 false");
}

#[test]
fn the_review_and_the_refusal_of_the_document_are_those_of_the_program() {
    let page = std::fs::read_to_string("docs/imports.md").expect("the document");
    let told = |command: &str| {
        let (_, after) = page
            .split_once(&format!("$ azulejo {command}\n"))
            .expect(command);
        after.split_once("```").expect("its end").0.to_owned()
    };
    let file = "tests/data/imports/board-game-arena.json";
    let review = format!("game review {file} --nodes 2000");
    let run = azulejo(&review);
    let printed = format!("{}{}", run.err, run.out);
    assert!(printed.starts_with(&told(&review)), "{printed}");
    let mut log: Value =
        serde_json::from_str(&std::fs::read_to_string(file).expect("a file")).expect("JSON");
    let packets = log["data"]["data"].as_array_mut().expect("a list");
    let of = |packet: &Value| {
        packet["data"][0]["type"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    let mut deals = 0;
    let taken = packets.iter_mut().find(|packet| {
        deals += usize::from(of(packet) == "factoriesFilled");
        deals == 2 && of(packet) == "tilesSelected"
    });
    let tiles = &mut taken.expect("a turn")["data"][0]["args"]["selectedTiles"];
    let tiles = tiles.as_array_mut().expect("a list");
    tiles.push(tiles[0].clone());
    let run = azulejo_reading("game import -", log.to_string());
    assert_eq!(run.err, told("game import table.json"));
}
