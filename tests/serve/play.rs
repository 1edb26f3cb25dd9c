//! Answers of the page *Play*: a game by moves of a client equals a game of the library.

use crate::foreign::{Style, board_game_arena, ludometer};
use crate::games::random_game;
use crate::server::{PageServer, event, text};
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::record::Record;
use azulejo::game::{Move, Phase, Players, Position};
use azulejo::pages::Programs;
use azulejo::players::Contestant;
use azulejo::serve::Options;
use serde_json::Value;

/// A position of 2 players with blue and red on factory 1. Line 2 of player 1 is full, and the wall of player 1 has a blue tile.
pub(crate) const SET_UP: &str = "BBRR/-/-/-/- * 0:-/R2/-/-/-:-:B..../...../...../...../.....|\
                      0:-/-/-/-/-:-:...../...../...../...../..... 1 1 1 17,20,16,20,20 0,0,0,0,0";

/// The field of an address for a position.
pub(crate) fn from_field(position: &str) -> String {
    format!("from={}", position.replace(' ', "+").replace('|', "%7C"))
}

fn act(server: &PageServer, query: &str, fields: &str) -> Value {
    server.post_json("/play/act", &format!("{query}&{fields}"))
}

fn position(state: &Value) -> Position {
    text(state, "position").parse().expect("a position")
}

/// The places for the tiles of a group, by the last letter of a move.
fn places<'a>(state: &'a Value, group: &str) -> &'a Value {
    let choices = &state["choices"];
    let index = choices["groups"][group].as_u64().expect("a group");
    &choices["places"][index as usize]
}

/// The legal moves of the page's state, with their points.
fn legal(state: &Value) -> Vec<(Move, i64)> {
    let groups = state["choices"]["groups"].as_object().expect("groups");
    let moves = groups.iter().flat_map(|(group, _)| {
        let places = places(state, group).as_object().expect("places");
        places.iter().filter_map(move |(letter, place)| {
            let net = place["net"].as_i64()?;
            Some((format!("{group}{letter}").parse().expect("a move"), net))
        })
    });
    moves.collect()
}

#[test]
fn games_end_with_valid_records() {
    let server = PageServer::start();
    for players in Players::ALL {
        let count = players.count();
        let seats = "&seat=human".repeat(count);
        let query = format!("players={count}&first=2&seed=9{seats}");
        let mut state = act(&server, &query, "");
        let mut rng = ChaCha8Rng::seed_from_u64(count as u64);
        let mut expected = position(&state);
        assert_eq!((expected.players(), expected.mover()), (players, 1));
        let mut balance = 0;
        loop {
            assert_eq!(position(&state), expected);
            let fields = match expected.phase() {
                Phase::Moves => {
                    let legal = legal(&state);
                    let legal_moves: Vec<Move> = expected.legal().collect();
                    assert_eq!(legal.len(), legal_moves.len(), "{expected}");
                    assert!(legal.iter().all(|(move_, _)| expected.is_legal(*move_)));
                    // A greedy move, so that the game ends.
                    let most = legal.iter().map(|(_, net)| *net).max();
                    let best: Vec<_> = legal.iter().filter(|(_, net)| Some(*net) == most).collect();
                    let (move_, _) = best[below(&mut rng, best.len() as u32) as usize];
                    expected.play(*move_).expect("legal");
                    if let Ok(score) = expected.end_round() {
                        let boards = score.boards().iter();
                        let points = boards
                            .map(|board| i64::from(board.after()) - i64::from(board.before()));
                        balance += points.sum::<i64>();
                    }
                    format!("move={move_}")
                }
                Phase::Deal => "do=deal".into(),
                Phase::RoundEnd | Phase::Over => break,
            };
            state = act(&server, text(&state, "query"), &fields);
            let steps = state["scoring"].as_array().expect("a list");
            let points = steps.iter().filter_map(|step| step["points"].as_i64());
            balance -= points.sum::<i64>();
            assert_eq!(balance, 0, "the points of a round: {state}");
            if fields == "do=deal" {
                expected = position(&state);
            }
        }
        assert_eq!(text(&state, "phase"), "over");
        let sentence = text(&state, "said");
        assert!(sentence.contains("The game is over."), "{state}");
        let file = server.get(&format!("/play/record?{}", text(&state, "query")));
        let name = file.header("content-disposition").expect("a name");
        assert!(name.contains("azulejo-game.jsonl"), "{name}");
        let record = Record::from_json(&file.body).expect("a record");
        assert_eq!(record.check(), Ok(expected));
        assert!(record.winners.is_some(), "it is complete");
        let loaded = server.post_json("/play/load", &file.body);
        // A record has no names.
        let seats = seats.trim_start_matches('&');
        let replay = act(&server, text(&loaded, "query"), seats);
        assert_eq!(replay["position"], state["position"]);
        assert_eq!(replay["log"], state["log"]);
    }
}

#[test]
fn a_game_depends_on_its_seed() {
    let server = PageServer::start();
    let factories = |path: &str| {
        let page = server.get(path);
        assert_eq!(page.status, 200);
        let (_, position) = page
            .body
            .split_once("id=\"position\" value=\"")
            .expect("a position");
        position.split(' ').next().expect("factories").to_owned()
    };
    let greedy = factories("/play?seed=7&seat=greedy");
    assert_eq!(factories("/play?seed=7"), greedy);
    assert_ne!(factories("/play?seed=7"), factories("/play?seed=8"));
    assert_ne!(factories("/play"), factories("/play"));
}

#[test]
fn players_choose_the_moves_of_the_library_and_announce_them() {
    let server = PageServer::start();
    for (name, title) in [
        ("azulejo:level=1", "Óbidos"),
        ("alpha-beta:nodes=300", "alpha-beta"),
    ] {
        let query = format!("seed=3&first=2&seat=human&seat={name}");
        let before = act(&server, &query, "");
        assert_eq!(before["human"], false);
        let events = server.post("/play/think", text(&before, "query")).events();
        let state = event(&events, "played");
        let mut expected = position(&before);
        // The first move of the game comes after one step, the deal.
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        rng.set_stream(1 << 32 | 1);
        let contestant: Contestant = name.parse().expect("a player");
        let move_ = contestant.choose(&expected, &mut rng);
        expected.play(move_).expect("legal");
        assert_eq!(position(state), expected, "{name}");
        let sentence = text(state, "said");
        assert!(
            sentence.starts_with(&format!("{title} takes ")),
            "{sentence}"
        );
        assert_eq!(state["human"], true);
        assert_eq!(events.last().map(|(event, _)| event.as_str()), Some("end"));
    }
}

#[test]
fn undo_goes_back_to_the_last_move_of_a_person() {
    let server = PageServer::start();
    let start = act(&server, "seed=4&seat=human&seat=greedy", "");
    let (first, _) = legal(&start)[0];
    let after_move = act(&server, text(&start, "query"), &format!("move={first}"));
    let events = server
        .post("/play/think", text(&after_move, "query"))
        .events();
    let after_reply = event(&events, "played");
    let back = act(&server, text(after_reply, "query"), "do=undo");
    assert_eq!(back["position"], start["position"]);
    assert_eq!(back["undo"], false);
    // A second undo has no effect.
    let same = act(&server, text(&back, "query"), "do=undo");
    assert_eq!(same["position"], start["position"]);
}

#[test]
fn illegal_moves_are_refused_with_a_reason() {
    let server = PageServer::start();
    let query = from_field(SET_UP);
    let state = act(&server, &query, "seat=human&seat=human");
    assert_eq!(places(&state, "1R")["2"]["no"], "Line 2 is full.");
    // One point for the tile, and one lost for the floor.
    assert_eq!(places(&state, "1R")["1"]["net"], 0);
    assert_eq!(places(&state, "1B")["-"]["net"], -2);
    for (move_, reason) in [
        ("1R2", "line 2 is full"),
        ("1B1", "row 1 of the wall has blue already"),
        ("2B1", "factory 2 has no blue tiles"),
        ("9B1", "this game has 5 factories"),
        ("<b>", "move cannot be"),
    ] {
        let refusal = server.post_refusal("/play/act", &format!("{query}&move={move_}"));
        assert!(refusal.body.contains(reason), "{refusal:?}");
    }
    // No seat has a player that thinks.
    server.post_refusal("/play/think", &format!("{query}&seat=human&seat=human"));
    // A game from a position has no record.
    server.get_refusal(&format!("/play/record?{query}"));
}

#[test]
fn a_hint_is_a_legal_move_with_its_value() {
    let server = PageServer::start();
    let events = server.post("/play/hint", &from_field(SET_UP)).events();
    let hint = event(&events, "hint");
    let move_: Move = text(hint, "move").parse().expect("a move");
    let position: Position = SET_UP.parse().expect("a position");
    assert!(position.is_legal(move_));
    let words = text(hint, "words");
    let is_valued = words.contains("proven") || words.contains("your chance to win is about");
    assert!(is_valued, "{hint}");
}

#[test]
fn hostile_games_are_answered_with_a_status() {
    let server = PageServer::start();
    let markup = "%3Cscript%3Ealert(1)%3C/script%3E%22%27%3E";
    let long = "R".repeat(5000);
    let queries = [
        format!("seat={markup}"),
        format!("seat=greedy:{markup}=1"),
        format!("round={markup}"),
        format!("from={markup}"),
        format!("from={long}"),
        format!("round={long}"),
        format!("seat={long}"),
        format!("seed={markup}"),
        "players=5".into(),
        "players=-1".into(),
        "players=99999999999999999999".into(),
        "first=3".into(),
        "first=0".into(),
        "round=BBBBB/BBBB/BBBB/BBBB/BBBB:1B-".into(),
        "seed=1&round=BBRR/BKYY/RRWW/KWWW/RYYY:1B1.1B1".into(),
        "seed=1&round=BBRR/BKYY/RRWW/KWWW/RYYY:1B1&round=BBRR/BKYY/RRWW/KWWW/RYYY:".into(),
        "seed=1&round=:1B1".into(),
        "seat=human&seat=minimax:depth=0".into(),
    ];
    for query in queries {
        for path in ["/play", "/learn"] {
            if path == "/learn" && query.starts_with("seat") {
                continue;
            }
            let page = server.browse(&format!("{path}?{query}"));
            assert_eq!(page.status, 422, "{path}?{query}");
            assert!(!page.body.contains("<script>alert"), "{query}");
        }
        server.post_refusal("/play/act", &query);
    }
    // Unknown fields have no effect, and are not repeated.
    let page = server.get(&format!("/play?{markup}=1&seed=1"));
    assert_eq!(page.status, 200);
    assert!(!page.body.contains("alert"), "{page:?}");
}

#[test]
fn hostile_records_are_answered_with_a_status() {
    let server = PageServer::start();
    let deal = "[[0,0,2,2],[0,3,1,1],[2,2,4,4],[3,4,4,4],[2,1,1,1]]";
    let records = [
        String::new(),
        "<script>alert(1)</script>".into(),
        "[".repeat(100_000),
        r#"{"players": 2, "first": 0, "rounds": [], "<img src=x onerror=alert(1)>": 1}"#.into(),
        r#"{"players": 7, "first": 0, "rounds": []}"#.into(),
        r#"{"players": 2, "first": 2, "rounds": []}"#.into(),
        r#"{"players": 2, "first": 18446744073709551615, "rounds": []}"#.into(),
        format!(r#"{{"players": 2, "first": 0, "rounds": [{{"deal": {deal}, "moves": [0, 0]}}]}}"#),
        format!(r#"{{"players": 2, "first": 0, "rounds": [{{"deal": {deal}, "moves": [999]}}]}}"#),
        format!(
            r#"{{"players": 2, "first": 0, "rounds": [{{"deal": {deal}, "moves": [], "scores": [1, 2]}}]}}"#
        ),
        r#"{"players": 2, "first": 0, "rounds": [{"deal": [[9]], "moves": []}]}"#.into(),
    ];
    for record in records {
        let refusal = server.post_refusal("/play/load", &record);
        assert!(refusal.body.len() < 2000, "{refusal:?}");
    }
    let large = server.post("/play/load", &"x".repeat(300 << 10));
    assert!([413, 0].contains(&large.status), "{large:?}");
    let valid =
        format!(r#"{{"players": 2, "first": 0, "rounds": [{{"deal": {deal}, "moves": [0]}}]}}"#);
    assert_eq!(server.post("/play/load", &valid).status, 200);
}

#[test]
fn no_round_is_dealt_after_the_last() {
    let server = PageServer::start();
    let last = Position::LAST_ROUND;
    let between_rounds = |round: u32| {
        let board = "0:-/-/-/-/-:-:...../...../...../...../.....";
        let text = format!("-/-/-/-/- - {board}|{board} 1 1 {round} 10,10,10,10,10 10,10,10,10,10");
        format!("{}&seat=human&seat=human", from_field(&text))
    };
    let state = act(&server, &between_rounds(last - 1), "do=deal");
    assert_eq!(position(&state).round(), last);
    let refusal = server.post_refusal("/play/act", &format!("{}&do=deal", between_rounds(last)));
    let message = format!("round: {last} is the last that can be dealt");
    assert!(refusal.body.contains(&message), "{refusal:?}");
}

#[test]
fn pages_are_light_and_show_the_game_before_any_script() {
    let server = PageServer::start();
    for (path, name) in [
        ("/play?players=4&seed=1", "play"),
        ("/learn?players=4&seed=1", "learn"),
    ] {
        let page = server.get(path);
        assert!(page.body.contains("aria-label=\"Factory 9\""), "{path}");
        assert!(page.body.matches("class=\"board").count() >= 4, "{path}");
        let assets = ["css", "js"].map(|kind| server.get(&format!("/assets/{name}.{kind}")).body);
        let weight = page.body.len() + assets.map(|asset| asset.len()).iter().sum::<usize>();
        eprintln!("{path} weighs {weight} bytes");
        assert!(weight < 150 << 10, "{path}: {weight} bytes");
        for style in [" style=", "<style"] {
            assert!(!page.body.contains(style), "{path}");
        }
    }
}

#[test]
#[cfg(unix)]
fn a_program_of_the_owner_plays_and_no_address_starts_one() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve-programs");
    std::fs::create_dir_all(&folder).expect("a folder");
    let (bot, marker) = (folder.join("bot.sh"), folder.join("started"));
    let _ = std::fs::remove_file(&marker);
    let script = "while read a b; do case $a in uai) echo uaiok;; go) echo bestmove MOVE;; quit) exit;; esac; done";
    let engine = |name: &str, answer: &str| {
        let path = bot.with_file_name(name);
        std::fs::write(&path, script.replace("MOVE", answer)).expect("a file");
        azulejo::engine::ExternalEngine::start(&format!("sh '{}'", path.display()))
            .expect("an engine")
    };
    let programs = vec![
        ("bot".to_owned(), engine("bot.sh", "1B1")),
        ("bad".to_owned(), engine("bad.sh", "9B1")),
    ];
    let server = PageServer::with(Options {
        programs: Programs::new(programs),
        ..Options::default()
    });
    let think = |name: &str| {
        let seats = format!("seed=7&first=2&seat=human&seat=program:{name}");
        let state = act(&server, &seats, "");
        assert_eq!(state["name"], name);
        server.post("/play/think", text(&state, "query")).events()
    };
    let events = think("bot");
    let state = event(&events, "played");
    assert!(text(state, "said").starts_with("bot takes "), "{state}");
    assert!(text(state, "query").contains(":1B1"), "{state}");
    // The name of the owner's command stays private.
    let events = think("bad");
    let text = format!("{events:?}");
    let message = "bad gives no move that could be played";
    assert!(text.contains(message), "{text}");
    assert!(!text.contains("bad.sh"), "{text}");
    let page = server.get("/play").body;
    assert!(page.contains("value=\"program:bot\""), "it can be chosen");
    let touch = format!("touch+{}", marker.display());
    for seat in [
        "program:other",
        &format!("engine:{touch}"),
        &format!("program:{touch}"),
        &touch,
    ] {
        server.post_refusal("/play/act", &format!("seat=human&seat={seat}"));
    }
    assert!(!marker.exists(), "an address has started a program");
}

#[test]
fn games_of_other_programs_are_loaded_and_faults_are_refused_by_round_and_move() {
    let server = PageServer::start();
    let games = (0..).map(|seed| random_game(Players::Two, seed, |_| ()).0);
    let mut games = games.filter(|game| game.first == 0);
    let record = games.next().expect("a game");
    let query = |text: &str| server.post_json("/play/load", text)["query"].clone();
    let without_seed = |query: Value| {
        let query = query.as_str().expect("a query").to_owned();
        let is_part_of_game = |field: &&str| {
            !["seed=", "name="]
                .iter()
                .any(|prefix| field.starts_with(prefix))
        };
        let fields = query.split('&').filter(is_part_of_game);
        fields.collect::<Vec<_>>().join("&")
    };
    let expected = without_seed(query(&record.to_json()));
    let game = ludometer(&record);
    // The page sends only the parts of a log that are read; see the tests in a browser.
    let mut log = board_game_arena(&record, Style::default());
    for packet in log["data"]["data"].as_array_mut().expect("a list") {
        for name in ["table_id", "packet_id", "packet_type", "move_id", "time"] {
            packet.as_object_mut().expect("a packet").remove(name);
        }
    }
    assert!(query(&log.to_string()).to_string().contains("&name="));
    for text in [game.to_string(), log.to_string()] {
        assert_eq!(without_seed(query(&text)), expected, "{:.80}", text);
    }
    let mut invalid = game;
    invalid["moves"][2]["action"] = 179.into();
    let refusal = server.post_refusal("/play/load", &invalid.to_string());
    let part = "This game of ludometer does not add up: round 1, move 3: ";
    assert!(refusal.body.contains(part), "{refusal:?}");
}
