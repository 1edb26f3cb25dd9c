//! The command line of games that other programs wrote.

use crate::foreign::{Style, board_game_arena, history, ludometer, openspiel};
use crate::games::random_game;
use crate::run::{azulejo, azulejo_reading};
use azulejo::game::Players;
use azulejo::game::record::Record;
use serde_json::{Value, json};

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
        .says("not a record");
    azulejo("game import no-such-file").ended(1);
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
