//! The command line of the game: positions, moves, rounds.

use crate::helpers::{game_json, list, opening, place, text};
use crate::run::{Run, azulejo, azulejo_reading, command, numbers};
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Move, Phase, Players, Position};
use serde_json::Value;
use std::fs;

/// The position in the middle of a game of three: scores, walls, floors, a bag that is nearly empty.
const MIDDLE: &str = include_str!("../data/game/middle.txt");

/// The position at the end of a game of four.
const END: &str = include_str!("../data/game/end.txt");

fn read(text: &str) -> Position {
    text.parse().expect("a position")
}

#[test]
fn the_seed_decides_about_the_position_of_new() {
    let position = opening();
    let parsed = read(&position);
    assert_eq!((parsed.phase(), parsed.round()), (Phase::Moves, 1));
    assert_eq!(opening(), position, "the same seed");
    assert_ne!(azulejo("game new --seed 8").ended(0).out.trim(), position);
    // The library deals the same.
    let mut expected = Position::new(Players::Two, 0);
    expected
        .deal(&mut ChaCha8Rng::seed_from_u64(7))
        .expect("it waits for a deal");
    assert_eq!(expected.to_string(), position);
    let four = game_json("new --seed 7 --players 4 --first 3", "");
    let four = read(text(&four["position"]));
    let seats = (four.players(), four.mover(), four.starter());
    assert_eq!(seats, (Players::Four, 2, 2));
}

#[test]
fn a_position_is_read_from_words_from_a_file_from_standard_input_and_from_json() {
    let (position, file) = (opening(), place("game", "opening.txt"));
    fs::write(&file, format!("{position}\n")).expect("a file");
    let json = azulejo("game new --seed 7 --format json").ended(0).out;
    let expected = azulejo("game show --seed 7").ended(0).out;
    let line = format!("position  {position}");
    assert!(expected.lines().any(|other| other == line), "{expected}");
    for (word, stdin) in [
        (&*position, ""),
        (&position.replace(' ', "  "), ""),
        (&file, ""),
        ("-", &position),
        ("-", &json),
    ] {
        let run = azulejo_reading(&format!("game show \"{word}\""), stdin).ended(0);
        assert_eq!(run.out, expected, "{word}");
    }
    let json = azulejo("game show --seed 7 --format json").ended(0).out;
    let again = azulejo_reading("game show - --format json", &*json).ended(0);
    assert_eq!(again.out, json);
}

#[test]
fn show_draws_a_position_with_letters_alone() {
    let opening = azulejo("game show --seed 7").ended(0).out;
    insta::assert_snapshot!("opening", opening);
    for (name, text) in [("middle", MIDDLE), ("end", END)] {
        insta::assert_snapshot!(name, azulejo_reading("game show -", text).ended(0).out);
    }
    let coloured = azulejo("--color always game show --seed 7").ended(0).out;
    assert!(coloured.contains("\u{1b}["));
    let plain = anstream::adapter::strip_str(&coloured).to_string();
    assert_eq!(plain, opening, "colours only help");
}

#[test]
fn the_json_of_show_has_all_parts_of_the_position() {
    let json = game_json("show -", MIDDLE);
    let position = read(MIDDLE);
    assert_eq!(json["position"], MIDDLE.trim());
    assert_eq!(json["phase"], "moves");
    assert_eq!(json["outcome"], Value::Null);
    let letters = |items: &Value| list(items).iter().map(text).collect::<String>();
    // All the tiles are 100.
    let mut tiles = letters(&json["factories"]) + text(&json["centre"]);
    for board in list(&json["boards"]) {
        tiles += &letters(&board["wall"]).replace('.', "");
        tiles += &text(&board["floor"]).replace(['*', '-'], "");
        for line in list(&board["lines"]) {
            if let Some(count) = line["count"].as_u64() {
                tiles += &text(&line["colour"]).repeat(count as usize);
            }
        }
    }
    let stock = ["bag", "lid"].map(|key| numbers(&json[key]).iter().sum::<u64>());
    assert_eq!(tiles.len() as u64 + stock[0] + stock[1], 100);
    assert_eq!(json["boards"][0]["score"], position.boards()[0].score());
    let end = game_json("show -", END);
    let outcome = read(END).outcome().expect("the game is over");
    assert_eq!(end["phase"], "over");
    let winners: Vec<u64> = outcome.winners().map(|winner| winner as u64).collect();
    assert_eq!(numbers(&end["outcome"]["winners"]), winners);
    let scores: Vec<u64> = outcome.scores().iter().map(|&score| score.into()).collect();
    assert_eq!(numbers(&end["outcome"]["final"]), scores);
}

#[test]
fn the_name_of_the_file_decides_about_the_format_of_show() {
    let file = |name: &str, more: &str| {
        let path = place("game", name);
        let run = azulejo(&format!("game show --seed 7 -o \"{path}\" {more}")).ended(0);
        assert_eq!(run.printed(), "");
        fs::read(path).expect("a file")
    };
    assert!(file("position.svg", "").starts_with(b"<svg "));
    let png = file("position.PNG", "--width 500");
    let png = resvg::tiny_skia::Pixmap::decode_png(&png).expect("a PNG file");
    assert_eq!(png.width(), 500);
    assert!(file("position.txt", "--color always").starts_with(b"Round 1, player 1"));
    assert!(file("position.json", "").starts_with(b"{"));
    assert!(file("position", "--format svg").starts_with(b"<svg "));
    let run = azulejo("game show --seed 7 --format svg -o -").ended(0);
    assert!(run.out.starts_with("<svg ") && run.out.ends_with("</svg>\n"));
}

#[test]
fn moves_lists_the_legal_moves_with_their_effects() {
    for (position, players) in [(&*opening(), Players::Two), (MIDDLE, Players::Three)] {
        let json = game_json("moves -", position);
        let moves = list(&json["moves"]);
        let run = azulejo_reading("game moves -", position).ended(0);
        let position = read(position);
        assert_eq!(moves.len(), position.legal().len());
        for (item, move_) in moves.iter().zip(position.legal()) {
            let number = |key: &str| item[key].as_u64().expect("a number");
            let (code, name) = (number("code"), text(&item["move"]));
            let decoded = Move::from_code(code, players).expect("in range");
            assert_eq!(decoded.to_string(), name);
            assert_eq!(name.parse(), Ok(move_));
            let parts = number("placed") + number("fallen") + number("discarded");
            assert_eq!(number("taken"), parts);
            let row = format!("{name} {code} ");
            let has_row = run.rows().iter().any(|line| line.starts_with(&row));
            assert!(has_row, "{row}");
        }
    }
}

#[test]
fn moves_have_the_token_and_the_fallen_tiles() {
    let run = azulejo_reading("game moves -", MIDDLE).ended(0);
    insta::assert_snapshot!("moves", run.out);
}

#[test]
fn a_move_is_played_by_its_notation_and_by_its_code() {
    let position = opening();
    let first = read(&position).legal().next().expect("a move");
    let code = first.code(Players::Two).expect("a factory of two players");
    let mut after = read(&position);
    after.play(first).expect("it is legal");
    for name in [first.to_string(), code.to_string()] {
        let run = azulejo(&format!("game play \"{position}\" {name}")).ended(0);
        run.says(&format!("  1  player 1  {first}  "));
        assert_eq!(run.line("position"), after.to_string());
        let json = game_json(&format!("play \"{position}\" {name}"), "");
        assert_eq!(json["position"], after.to_string());
        assert_eq!(json["events"][0]["event"], "move");
        assert_eq!(json["events"][0]["move"], first.to_string());
        assert_eq!(json.get("illegal"), None);
    }
}

/// Moves, of which the last one is illegal, and parts of the message: `MOVES => PART|PART`.
const ILLEGAL: &str = "\
1B2 => move 1, 1B2 of player 1: line 2 holds red, so that it takes no blue|legal with blue from factory 1: 1B1 1B3 1B4 1B5 1B-
1W1 => move 1, 1W1 of player 1: factory 1 has no white tiles|legal from factory 1: 1B1 1B3
3B1 => move 1, 3B1 of player 1: factory 3 has no blue tiles|legal: 1B1 1B3
7B1 => move 1, 7B1 of player 1: there is no factory 7: this game has 5 factories|legal: 1B1
1B1 1R1 => move 2, 1R1 of player 2: factory 1 has no red tiles|legal: 2B1
1B1 CR- CR- => move 3, CR- of player 1: the centre has no red tiles
1R2 2K1 1R2 => move 3, 1R2 of player 1: factory 1 has no red tiles|legal: CB1";

#[test]
fn an_illegal_move_ends_with_3_and_a_message_with_the_reason_and_legal_moves() {
    let start = "BBRR/BKYY/-/-/- * 0:-/R1/-/-/-:-:...../...../...../...../.....|0:-/-/-/-/-:-:...../...../...../...../..... 1 1 1 17,18,17,19,20 0,0,0,0,0";
    for line in ILLEGAL.lines() {
        let (moves, parts) = line.split_once(" => ").expect("two parts");
        let words = format!("game play \"{start}\" {moves}");
        let run = azulejo(&words).ended(3);
        for part in parts.split('|') {
            run.says(part);
        }
        let json = azulejo(&format!("{words} --format json")).json(3);
        let illegal = &json["illegal"];
        assert_eq!(illegal["move"].as_str(), moves.split(' ').next_back());
        assert_eq!(illegal["number"], moves.split(' ').count());
        assert!(parts.contains(text(&illegal["reason"])), "{json}");
        let position = read(text(&json["position"]));
        assert_eq!(list(&illegal["legal"]).len(), position.legal().len());
    }
    // No move at all is wrong usage.
    let run = azulejo(&format!("game play \"{start}\" \u{1b}[2J")).ended(2);
    run.says("is no move").is_silent_about("\u{1b}[2J");
}

/// The position at the end of a game at random, its moves, and the moves of its first round.
fn random_game(players: Players, seed: u64) -> (Position, Vec<Move>, usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(99);
    let mut position = Position::new(players, 0);
    let (mut moves, mut first_round) = (Vec::new(), 0);
    loop {
        match position.phase() {
            Phase::Deal => {
                let mut deals = ChaCha8Rng::seed_from_u64(seed);
                deals.set_stream(position.round().into());
                position.deal(&mut deals).expect("it is time for one");
            }
            Phase::Moves => {
                let mut legal = position.legal();
                let number = below(&mut rng, legal.len() as u32) as usize;
                let move_ = legal.nth(number).expect("below the length");
                position.play(move_).expect("it is legal");
                moves.push(move_);
            }
            Phase::RoundEnd => {
                position.end_round().expect("it is time for it");
                if first_round == 0 {
                    first_round = moves.len();
                }
            }
            Phase::Over => return (position, moves, first_round),
        }
    }
}

fn play(position: &str, moves: &[Move], flags: &str) -> Run {
    let moves: String = moves.iter().map(|move_| format!(" {move_}")).collect();
    azulejo(&format!("game play \"{position}\" {moves} {flags}"))
}

#[test]
fn play_ends_and_deals_rounds_and_goes_on_with_an_interrupted_game() {
    for players in Players::ALL {
        let (end, moves, first_round) = random_game(players, 7);
        let count = players.count();
        let new = azulejo(&format!("game new --seed 7 --players {count}")).ended(0);
        let new = new.out.trim();
        let run = play(new, &moves, "--seed 7").ended(0);
        assert_eq!(run.line("position"), end.to_string());
        run.says("The game is over.");
        for round in 1..=end.round() {
            run.says(&format!("Round {round} ends."));
        }
        // The first round alone, and then the rest.
        let pause = play(new, &moves[..first_round], "").ended(0);
        let pause = pause.line("position");
        assert_eq!(read(&pause).phase(), Phase::Deal);
        let rest = play(&pause, &moves[first_round..], "--seed 7").ended(0);
        assert_eq!(rest.line("position"), end.to_string());
        let json = play(new, &moves, "--seed 7 --format json").json(0);
        assert_eq!(json["phase"], "over");
        let events = list(&json["events"]);
        let count_of = |kind: &str| events.iter().filter(|event| event["event"] == kind).count();
        assert_eq!(count_of("move"), moves.len());
        assert_eq!(count_of("scores"), end.round() as usize);
        assert_eq!(
            count_of("deal") + 1,
            end.round() as usize,
            "the first was given"
        );
        let items = list(&events[events.len() - 1]["boards"]);
        for (board, item) in end.boards().iter().zip(items) {
            assert_eq!(item["after"], board.score());
        }
        // Nothing is left to play.
        let run = play(&end.to_string(), &moves[..1], "").ended(3);
        run.says("the game is over");
    }
}

#[test]
fn the_flags_decide_about_the_next_deal() {
    let (_, moves, first_round) = random_game(Players::Two, 7);
    let after = play(&opening(), &moves[..first_round], "").ended(0);
    let after = after.line("position");
    let mut expected = read(&after);
    let deal = expected.deal(&mut ChaCha8Rng::seed_from_u64(5));
    let deal = deal.expect("it waits");
    let run = azulejo(&format!("game play \"{after}\" --deal {deal}")).ended(0);
    run.says(&format!("Round 2 is dealt: {deal}"));
    assert_eq!(run.line("position"), expected.to_string());
    for (flags, code, part) in [
        // Without a deal, there is nothing to play.
        ("1B1", 3, "give --seed or --deal"),
        ("--deal BBBB", 2, "1 of them: there are 5, 7 or 9"),
        ("--deal BBBBB/-/-/-/x", 2, "factory 5"),
        ("--deal BBRR/-/-/-/-", 1, "the deal has 4 tiles"),
        ("--deal BBBB/BBBB/BBBB/BBBB/BBBB", 1, "blue"),
        ("--deal BBRR/-/-/-/-/-/-", 1, "7 factories"),
        ("--deal BBRR/-/-/-/- --seed 1", 2, "cannot be used with"),
    ] {
        let run = azulejo(&format!("game play \"{after}\" {flags}")).ended(code);
        run.says(part);
    }
    let run = azulejo(&format!("game play \"{}\" --deal {deal}", opening())).ended(2);
    run.says("--deal: 1 of 1 not needed");
    // The number of the last round has no successor.
    assert!(after.contains(" 1 1 1 "), "{after}");
    let before = |round: u32| after.replace(" 1 1 1 ", &format!(" 1 1 {round} "));
    let last = format!("play \"{}\" --deal {deal}", before(u32::MAX - 1));
    let run = azulejo(&format!("game {last}")).ended(0);
    run.says(&format!("Round {} is dealt: {deal}", u32::MAX));
    assert_eq!(game_json(&last, "")["events"][0]["round"], u32::MAX);
    for flags in ["--seed 7", &format!("--deal {deal}")] {
        let run = azulejo(&format!("game play \"{}\" {flags}", before(u32::MAX))).ended(1);
        run.says("round: 4294967295 is the last that can be dealt");
    }
}

#[test]
fn perft_counts_leaves_and_divides_them_by_move() {
    let position = opening();
    let moves = read(&position).legal().len();
    for (depth, leaves) in [(0, 1), (1, moves)] {
        let run = azulejo(&format!("game perft --seed 7 --depth {depth}")).ended(0);
        assert_eq!(run.line("leaves"), leaves.to_string());
    }
    let json = game_json("perft --seed 7 --depth 3 --divide", "");
    assert_eq!(json["depth"], 3);
    assert_eq!(json["position"], position);
    let items = list(&json["moves"]);
    assert_eq!(items.len(), moves);
    let leaves = items.iter().map(|item| item["leaves"].as_u64());
    let sum: u64 = leaves.map(|leaves| leaves.expect("a number")).sum();
    assert_eq!(json["leaves"], sum);
    assert_eq!(sum, azulejo::game::perft(&read(&position), 3));
    // The leaves behind a move are those of the position after it.
    let move_ = text(&items[5]["move"]);
    let after = azulejo(&format!("game play \"{position}\" {move_}")).ended(0);
    let after = after.line("position");
    let rest = game_json(&format!("perft \"{after}\" --depth 2"), "");
    assert_eq!(rest["leaves"], items[5]["leaves"]);
    assert_eq!(rest.get("moves"), None);
}

#[test]
fn a_stopped_perft_has_the_count_so_far() {
    let words = "game perft --seed 7 --depth 7 --time-limit 300ms";
    let json = azulejo(&format!("{words} --format json")).json(5);
    assert!(json["leaves"].is_null(), "{json}");
    assert!(
        json["counted"].as_u64().is_some_and(|count| count > 0),
        "{json}"
    );
    let run = azulejo(words);
    assert_eq!(run.code, 5, "{run:?}");
    run.says("stopped: there are at least ");
}

#[test]
fn all_faults_of_a_position_are_named_at_once() {
    let faulty = MIDDLE.replace("/Y", "/X").replacen('B', "Z", 1);
    let run = azulejo_reading("game show -", faulty).ended(1);
    assert!(run.err.lines().count() > 3, "{}", run.err);
    let contradiction = opening().replacen(" 1 1 1 ", " 3 1 1 ", 1);
    azulejo(&format!("game show \"{contradiction}\""))
        .ended(1)
        .says("mover: \"3\": a player, 1 to 2");
}

#[test]
fn hostile_input_is_refused_with_a_short_message_and_without_control_characters() {
    let texts = [
        String::new(),
        "\u{1b}[2J \u{7}".to_owned(),
        "B ".repeat(1 << 20),
        "B".repeat(5 << 20),
        "/".repeat(4000) + " a",
        "|".repeat(4000) + " a",
        "{\"position\":".repeat(50_000),
        "{\"position\":7}".to_owned(),
        "{\"position\":\"\\u001b[2J a\"}".to_owned(),
        opening().replace(" 1 1 1 ", " 1 1 99999999999999999999 "),
        opening() + "\0",
    ];
    let texts = texts.into_iter().map(String::into_bytes);
    for text in texts.chain([b"\xff\xfe".to_vec()]) {
        for words in ["show -", "moves -", "play -", "perft - --depth 1"] {
            let run = azulejo_reading(&format!("game {words}"), text.clone()).ended(1);
            assert!(run.err.len() < 8192, "{} bytes", run.err.len());
            run.is_silent_about("\u{1b}").is_silent_about("\u{7}");
        }
    }
    let mut show = command("game show");
    show.arg("no-\u{1b}[2J-such-file");
    Run::of(show, "").ended(1).is_silent_about("\u{1b}");
}

#[test]
fn every_command_of_the_game_has_help_with_an_example_and_a_page_of_the_manual() {
    let names = "new show moves play check perft players match tournament";
    for name in names.split(' ') {
        let run = azulejo(&format!("game {name} --help")).ended(0);
        run.says(&format!("Usage: azulejo game {name}"))
            .says("JSON");
        run.says(&format!("\nazulejo game {name} "));
        let page = azulejo(&format!("man game {name}")).ended(0).out;
        let page = page.replace("\\-", "-");
        assert!(page.contains(&format!("azulejo-game-{name}")), "{page}");
    }
}
