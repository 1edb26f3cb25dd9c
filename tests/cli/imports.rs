//! The command line of games in the formats of other programs.

use crate::foreign::{Style, board_game_arena, history, ludometer, openspiel};
use crate::games::random_game;
use crate::helpers::read;
use crate::run::{Run, azulejo, azulejo_reading};
use azulejo::game::Players;
use azulejo::game::record::Record;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use std::io::Write;
use std::time::{Duration, Instant};

/// A game of two in which player 1 begins.
fn game() -> Record {
    let games = (0..).map(|seed| random_game(Players::Two, seed, |_| ()).0);
    let mut games = games.filter(|game| game.first == 0);
    let game = games.next().expect("there are many");
    game.completed().expect("true")
}

fn import(stdin: impl Into<Vec<u8>>) -> Run {
    azulejo_reading("game import -", stdin)
}

fn check(stdin: impl Into<Vec<u8>>) -> Run {
    azulejo_reading("game check -", stdin)
}

#[test]
fn every_format_is_imported_as_the_same_record() {
    let record = game();
    let log = board_game_arena(&record, Style::default());
    for text in [
        log.to_string(),
        format!("<html><script>g_gamelogs={log};</script></html>"),
        ludometer(&record).to_string(),
        openspiel(&record),
        json!(history(&record)).to_string(),
        record.to_json(),
    ] {
        let run = import(&*text).ended(0);
        assert_eq!(run.out.trim_end(), record.to_json(), "{text:.100}");
        check(&*text)
            .ended(0)
            .says("1 game: every statement is true");
    }
}

#[test]
fn the_reviews_of_an_imported_game_and_of_its_record_are_equal() {
    let record = game();
    let style = Style {
        undone: true,
        ..Style::default()
    };
    let log = board_game_arena(&record, style);
    let review = "game review - --nodes 200 --format json";
    let run = azulejo_reading(review, log.to_string());
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(run.err, "player 1 is Ana, player 2 is Bruno\n");
    let expected = azulejo_reading(review, record.to_json()).json(0);
    let json: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(json, expected);
}

#[test]
fn a_contradictory_game_is_refused_by_round_and_move_in_every_command() {
    let record = game();
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
    let fault = &json["false"][0];
    assert_eq!([&fault["round"], &fault["move"]], [&json!(2), &json!(3)]);
    // The other games of a file are imported.
    let whole = ludometer(&record);
    let run = import(format!("{whole}\n{text}\n{whole}"));
    assert_eq!((run.code, run.out.lines().count()), (3, 2), "{run:?}");
    run.says("game 2, ludometer: round 2, move 3: ");
}

#[test]
fn names_of_players_do_no_harm() {
    let log = board_game_arena(&game(), Style::default()).to_string();
    let log = log.replace("Bruno", "\\u001b[2JX");
    let run = azulejo_reading("game review - --nodes 10", log);
    run.says("player 2 is ").is_silent_about("\u{1b}[2J");
}

#[test]
fn a_file_without_a_game_is_an_error() {
    import("").ended(1).says("holds no game");
    import("<html></html>")
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

fn gzip(text: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_ref()).expect("memory");
    encoder.finish().expect("memory")
}

#[test]
fn a_compressed_file_is_read_and_a_hostile_one_takes_neither_memory_nor_time() {
    let record = game();
    let log = board_game_arena(&record, Style::default()).to_string();
    let utf16 = format!("\u{feff}{log}");
    let utf16 = utf16.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for text in [
        log.clone().into_bytes(),
        record.to_json().into_bytes(),
        utf16,
    ] {
        for bytes in [gzip(&text), text] {
            let run = import(bytes).ended(0);
            assert_eq!(run.out.trim_end(), record.to_json());
        }
    }
    let whole = gzip(&log);
    import(&whole[..whole.len() / 2])
        .ended(1)
        .says("cannot read standard input");
    let assert_refusal = |text: &str, message: &str| {
        let bytes = gzip(text);
        let clock = Instant::now();
        let run = check(bytes).ended(1);
        let time = clock.elapsed();
        run.says(message);
        assert!(time < Duration::from_secs(5), "{message}: {time:?}");
    };
    for letters in ["\n", "[0,", "{}\n"] {
        let message = "unpacked it has more than 16.0 MiB";
        assert_refusal(&letters.repeat((64 << 20) / letters.len()), message);
        assert_refusal(&letters.repeat((8 << 20) / letters.len()), "no game");
    }
    let numbers = "0,".repeat(4 << 20);
    assert_refusal(&format!("[{numbers}0]"), "");
    assert_refusal(&numbers, "");
}

#[test]
fn a_refusal_in_a_list_of_tables_leaves_the_other_games() {
    let log = board_game_arena(&game(), Style::default());
    let refusal = json!({"status": "0", "error": "Too many replays"});
    let tables = json!([log, refusal, log]).to_string();
    // The games go to standard output, and the refusal to standard error.
    let run = import(&*tables);
    assert_eq!((run.code, run.out.lines().count()), (3, 2), "{run:?}");
    run.says("game 2: no game that azulejo knows, but the refusal of a table service");
    check(&*tables)
        .ended(3)
        .says("line 2: no game that azulejo knows")
        .says("3 games: 1 false");
}

#[test]
fn the_document_has_the_review_and_the_refusal_of_the_program() {
    let page = read("docs/imports.md");
    let output_of = |command: &str| {
        let command = format!("$ azulejo {command}\n");
        let (_, after) = page.split_once(&command).expect("a command");
        after.split_once("```").expect("its end").0
    };
    let file = "tests/data/imports/board-game-arena.json";
    let review = format!("game review {file} --nodes 2000");
    let run = azulejo(&review);
    let output = format!("{}{}", run.err, run.out);
    assert!(output.starts_with(output_of(&review)), "{output}");
    let mut log: Value = serde_json::from_str(&read(file)).expect("JSON");
    let packets = log["data"]["data"].as_array_mut().expect("a list");
    let mut deals = 0;
    let packet = packets.iter_mut().find(|packet| {
        let event = &packet["data"][0]["type"];
        deals += usize::from(event == "factoriesFilled");
        deals == 2 && event == "tilesSelected"
    });
    let tiles = &mut packet.expect("a turn")["data"][0]["args"]["selectedTiles"];
    let tiles = tiles.as_array_mut().expect("a list");
    tiles.push(tiles[0].clone());
    assert_eq!(
        import(log.to_string()).err,
        output_of("game import table.json")
    );
}
