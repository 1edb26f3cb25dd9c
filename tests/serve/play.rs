//! Answers of the page *Play*: a game that a client plays move by move is the game that the library plays.

use crate::foreign::{Style, board_game_arena, ludometer};
use crate::games::random_game;
use crate::server::{Served, event, text};
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::record::Record;
use azulejo::game::{Move, Phase, Players, Position};
use azulejo::pages::Programs;
use azulejo::players::Contestant;
use azulejo::serve::Options;
use serde_json::Value;

/// A position in which line 2 of player 1 is full and his wall has a blue tile: of 2 players, blue and red on factory 1.
pub(crate) const SET_UP: &str = "BBRR/-/-/-/- * 0:-/R2/-/-/-:-:B..../...../...../...../.....|\
                      0:-/-/-/-/-:-:...../...../...../...../..... 1 1 1 17,20,16,20,20 0,0,0,0,0";

/// The fields of an address with a position.
pub(crate) fn from(position: &str) -> String {
    format!("from={}", position.replace(' ', "+").replace('|', "%7C"))
}

fn act(server: &Served, query: &str, what: &str) -> Value {
    server.posted("/play/act", &format!("{query}&{what}"))
}

fn position(shown: &Value) -> Position {
    text(shown, "position").parse().expect("a position")
}

/// Places for the tiles of a group, by the last letters of moves.
fn places<'a>(shown: &'a Value, group: &str) -> &'a Value {
    let choices = &shown["choices"];
    let index = choices["groups"][group].as_u64().expect("a group");
    &choices["places"][index as usize]
}

/// The legal moves that the page shows, with what they would score.
fn legal(shown: &Value) -> Vec<(Move, i64)> {
    let groups = shown["choices"]["groups"].as_object().expect("groups");
    let moves = groups.iter().flat_map(|(group, _)| {
        let places = places(shown, group).as_object().expect("places");
        places.iter().filter_map(move |(letter, place)| {
            let net = place["net"].as_i64()?;
            Some((format!("{group}{letter}").parse().expect("a move"), net))
        })
    });
    moves.collect()
}

#[test]
fn games_are_played_to_their_end_and_their_records_are_true() {
    let server = Served::start();
    for players in Players::ALL {
        let count = players.count();
        let seats = "&seat=human".repeat(count);
        let query = format!("players={count}&first=2&seed=9{seats}");
        let mut shown = act(&server, &query, "");
        let mut rng = ChaCha8Rng::seed_from_u64(count as u64);
        let mut expected = position(&shown);
        assert_eq!((expected.players(), expected.mover()), (players, 1));
        let mut scored = 0;
        loop {
            assert_eq!(position(&shown), expected);
            let what = match expected.phase() {
                Phase::Moves => {
                    let legal = legal(&shown);
                    let all: Vec<Move> = expected.legal().collect();
                    assert_eq!(legal.len(), all.len(), "{expected}");
                    assert!(legal.iter().all(|(taken, _)| expected.is_legal(*taken)));
                    // What scores most, so that the game ends.
                    let most = legal.iter().map(|(_, net)| *net).max();
                    let best: Vec<_> = legal.iter().filter(|it| Some(it.1) == most).collect();
                    let (taken, _) = best[below(&mut rng, best.len() as u32) as usize];
                    expected.play(*taken).expect("legal");
                    if let Ok(score) = expected.end_round() {
                        let boards = score.boards().iter();
                        let earned =
                            boards.map(|it| i64::from(it.after()) - i64::from(it.before()));
                        scored += earned.sum::<i64>();
                    }
                    format!("move={taken}")
                }
                Phase::Deal => "do=deal".into(),
                Phase::RoundEnd | Phase::Over => break,
            };
            shown = act(&server, text(&shown, "query"), &what);
            let steps = shown["scoring"].as_array().expect("a list");
            let points = steps.iter().filter_map(|step| step["points"].as_i64());
            scored -= points.sum::<i64>();
            assert_eq!(scored, 0, "what is told of a round: {shown}");
            if what == "do=deal" {
                expected = position(&shown);
            }
        }
        assert_eq!(text(&shown, "phase"), "over");
        let said = text(&shown, "said");
        assert!(said.contains("The game is over."), "{shown}");
        let file = server.get(&format!("/play/record?{}", text(&shown, "query")));
        let name = file.header("content-disposition").expect("a name");
        assert!(name.contains("azulejo-game.jsonl"), "{name}");
        let record = Record::from_json(&file.body).expect("a record");
        assert_eq!(record.check(), Ok(expected));
        assert!(record.winners.is_some(), "it is complete");
        let loaded = server.posted("/play/load", &file.body);
        // Nobody is named in a record.
        let seats = seats.trim_start_matches('&');
        let again = act(&server, text(&loaded, "query"), seats);
        assert_eq!(again["position"], shown["position"]);
        assert_eq!(again["log"], shown["log"]);
    }
}

#[test]
fn a_seed_gives_the_same_game_and_none_gives_another() {
    let server = Served::start();
    let factories = |path: &str| {
        let page = server.get(path);
        assert_eq!(page.status, 200);
        let (_, position) = page
            .body
            .split_once("id=\"position\" value=\"")
            .expect("it");
        position.split(' ').next().expect("factories").to_owned()
    };
    let greedy = factories("/play?seed=7&seat=greedy");
    assert_eq!(factories("/play?seed=7"), greedy);
    assert_ne!(factories("/play?seed=7"), factories("/play?seed=8"));
    assert_ne!(factories("/play"), factories("/play"));
}

#[test]
fn players_choose_as_the_library_does_and_say_so() {
    let server = Served::start();
    for (name, called) in [
        ("azulejo:level=1", "Óbidos"),
        ("alpha-beta:nodes=300", "alpha-beta"),
    ] {
        let query = format!("seed=3&first=2&seat=human&seat={name}");
        let before = act(&server, &query, "");
        assert_eq!(before["human"], false);
        let events = server.post("/play/think", text(&before, "query")).events();
        let played = event(&events, "played");
        let mut expected = position(&before);
        // The first move of the game comes after one step, the deal.
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        rng.set_stream(1 << 32 | 1);
        let contestant: Contestant = name.parse().expect("a player");
        let taken = contestant.choose(&expected, &mut rng);
        expected.play(taken).expect("legal");
        assert_eq!(position(played), expected, "{name}");
        let said = text(played, "said");
        assert!(said.starts_with(&format!("{called} takes ")), "{said}");
        assert_eq!(played["human"], true);
        assert_eq!(events.last().map(|(event, _)| event.as_str()), Some("end"));
    }
}

#[test]
fn undo_goes_back_to_the_last_move_of_a_person() {
    let server = Served::start();
    let start = act(&server, "seed=4&seat=human&seat=greedy", "");
    let (first, _) = legal(&start)[0];
    let moved = act(&server, text(&start, "query"), &format!("move={first}"));
    let events = server.post("/play/think", text(&moved, "query")).events();
    let answered = event(&events, "played");
    let back = act(&server, text(answered, "query"), "do=undo");
    assert_eq!(back["position"], start["position"]);
    assert_eq!(back["undo"], false);
    // There is none to be taken back.
    let again = act(&server, text(&back, "query"), "do=undo");
    assert_eq!(again["position"], start["position"]);
}

#[test]
fn what_cannot_be_played_is_refused_with_its_reason() {
    let server = Served::start();
    let query = from(SET_UP);
    let shown = act(&server, &query, "seat=human&seat=human");
    assert_eq!(places(&shown, "1R")["2"]["no"], "Line 2 is full.");
    // A point, and one tile falls.
    assert_eq!(places(&shown, "1R")["1"]["net"], 0);
    assert_eq!(places(&shown, "1B")["-"]["net"], -2);
    for (taken, reason) in [
        ("1R2", "line 2 is full"),
        ("1B1", "row 1 of the wall has blue already"),
        ("2B1", "factory 2 has no blue tiles"),
        ("9B1", "this game has 5 factories"),
        ("<b>", "move cannot be"),
    ] {
        let refused = server.refused("/play/act", &format!("{query}&move={taken}"));
        assert!(refused.body.contains(reason), "{refused:?}");
    }
    // Nobody is asked to think.
    server.refused("/play/think", &format!("{query}&seat=human&seat=human"));
    // It began with a position.
    server.refused_address(&format!("/play/record?{query}"));
}

#[test]
fn a_hint_is_a_legal_move_with_its_value() {
    let server = Served::start();
    let events = server.post("/play/hint", &from(SET_UP)).events();
    let hint = event(&events, "hint");
    let taken: Move = text(hint, "move").parse().expect("a move");
    let position: Position = SET_UP.parse().expect("a position");
    assert!(position.is_legal(taken));
    let words = text(hint, "words");
    let is_valued = words.contains("proven") || words.contains("your chance to win is about");
    assert!(is_valued, "{hint}");
}

#[test]
fn hostile_games_are_answered_with_a_status() {
    let server = Served::start();
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
        server.refused("/play/act", &query);
    }
    // Unknown fields say nothing, and are not repeated.
    let page = server.get(&format!("/play?{markup}=1&seed=1"));
    assert_eq!(page.status, 200);
    assert!(!page.body.contains("alert"), "{page:?}");
}

#[test]
fn hostile_records_are_answered_with_a_status() {
    let server = Served::start();
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
        let refused = server.refused("/play/load", &record);
        assert!(refused.body.len() < 2000, "{refused:?}");
    }
    let large = server.post("/play/load", &"x".repeat(300 << 10));
    assert!([413, 0].contains(&large.status), "{large:?}");
    let fine =
        format!(r#"{{"players": 2, "first": 0, "rounds": [{{"deal": {deal}, "moves": [0]}}]}}"#);
    assert_eq!(server.post("/play/load", &fine).status, 200);
}

#[test]
fn no_round_is_dealt_after_the_last() {
    let server = Served::start();
    let last = Position::LAST_ROUND;
    let waiting = |round: u32| {
        let board = "0:-/-/-/-/-:-:...../...../...../...../.....";
        let text = format!("-/-/-/-/- - {board}|{board} 1 1 {round} 10,10,10,10,10 10,10,10,10,10");
        format!("{}&seat=human&seat=human", from(&text))
    };
    let dealt = act(&server, &waiting(last - 1), "do=deal");
    assert_eq!(position(&dealt).round(), last);
    let refused = server.refused("/play/act", &format!("{}&do=deal", waiting(last)));
    let says = format!("round: {last} is the last that can be dealt");
    assert!(refused.body.contains(&says), "{refused:?}");
}

#[test]
fn pages_are_light_and_show_the_game_before_any_script() {
    let server = Served::start();
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
    let (bot, started) = (folder.join("bot.sh"), folder.join("started"));
    let _ = std::fs::remove_file(&started);
    let talks = "while read a b; do case $a in uai) echo uaiok;; go) echo bestmove MOVE;; quit) exit;; esac; done";
    let engine = |name: &str, answer: &str| {
        let path = bot.with_file_name(name);
        std::fs::write(&path, talks.replace("MOVE", answer)).expect("a file");
        azulejo::engine::ExternalEngine::start(&format!("sh '{}'", path.display()))
            .expect("it starts")
    };
    let programs = vec![
        ("bot".to_owned(), engine("bot.sh", "1B1")),
        ("bad".to_owned(), engine("bad.sh", "9B1")),
    ];
    let server = Served::with(Options {
        programs: Programs::new(programs),
        ..Options::default()
    });
    let played = |name: &str| {
        let seats = format!("seed=7&first=2&seat=human&seat=program:{name}");
        let begun = act(&server, &seats, "");
        assert_eq!(begun["name"], name);
        server.post("/play/think", text(&begun, "query")).events()
    };
    let events = played("bot");
    let found = event(&events, "played");
    assert!(text(found, "said").starts_with("bot takes "), "{found}");
    assert!(text(found, "query").contains(":1B1"), "{found}");
    // What the owner's command is called is nobody's concern.
    let events = played("bad");
    let told = format!("{events:?}");
    let says = "bad gives no move that could be played";
    assert!(told.contains(says), "{told}");
    assert!(!told.contains("bad.sh"), "{told}");
    let page = server.get("/play").body;
    assert!(page.contains("value=\"program:bot\""), "it can be chosen");
    let touch = format!("touch+{}", started.display());
    for seat in [
        "program:other",
        &format!("engine:{touch}"),
        &format!("program:{touch}"),
        &touch,
    ] {
        server.refused("/play/act", &format!("seat=human&seat={seat}"));
    }
    assert!(!started.exists(), "an address has started a program");
}

#[test]
fn games_of_other_programs_are_loaded_and_what_is_false_is_refused_by_round_and_move() {
    let server = Served::start();
    let games = (0..).map(|seed| random_game(Players::Two, seed, |_| ()).0);
    let mut begun = games.filter(|game| game.first == 0);
    let record = begun.next().expect("there are many");
    let query = |text: &str| server.posted("/play/load", text)["query"].clone();
    let without_seed = |query: Value| {
        let query = query.as_str().expect("a query").to_owned();
        let is_meant = |field: &&str| !["seed=", "name="].iter().any(|one| field.starts_with(one));
        let fields = query.split('&').filter(is_meant);
        fields.collect::<Vec<_>>().join("&")
    };
    let own = without_seed(query(&record.to_json()));
    let written = ludometer(&record);
    // The page sends of a log what is read of it; see the tests in a browser.
    let mut log = board_game_arena(&record, Style::default());
    for packet in log["data"]["data"].as_array_mut().expect("a list") {
        for name in ["table_id", "packet_id", "packet_type", "move_id", "time"] {
            packet.as_object_mut().expect("a packet").remove(name);
        }
    }
    assert!(query(&log.to_string()).to_string().contains("&name="));
    for text in [written.to_string(), log.to_string()] {
        assert_eq!(without_seed(query(&text)), own, "{:.80}", text);
    }
    let mut changed = written;
    changed["moves"][2]["action"] = 179.into();
    let refused = server.refused("/play/load", &changed.to_string());
    let part = "This game of ludometer does not add up: round 1, move 3: ";
    assert!(refused.body.contains(part), "{refused:?}");
}
