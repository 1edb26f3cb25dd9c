//! Answers of the page *Learn*: grades, reviews, faults and puzzles are those of the library.

use crate::play::from;
use crate::server::{Event, Served, event, text};
use azulejo::analysis::{Effort, JudgeSettings, Puzzle, grade, review};
use azulejo::control::Control;
use azulejo::game::Position;
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::record::Record;
use azulejo::players::Contestant;
use azulejo::players::azulejo::LEVELS;
use azulejo::render::game::review_plot;
use serde_json::Value;

/// A round with five moves.
const RECORD: &str = r#"{"players": 2, "first": 1, "rounds": [{"deal": [[0,0,2,2],[0,3,1,1],[2,2,4,4],[3,4,4,4],[2,1,1,1]], "moves": [1, 37, 74, 117, 150]}]}"#;

/// The quick effort.
fn quick() -> JudgeSettings {
    Effort::Quick.settings()
}

fn query(server: &Served) -> String {
    text(&server.posted("/play/load", RECORD), "query").to_owned()
}

fn positions() -> (Vec<(Position, String)>, Position) {
    use azulejo::game::record;
    let record = Record::from_json(RECORD).expect("a record");
    let mut positions = Vec::new();
    let end = record.replay(|step| {
        if let record::Event::Move(taken) = step.event {
            positions.push((*step.before, taken.to_string()));
        }
    });
    (positions, end.expect("it is true"))
}

#[test]
fn a_game_is_walked_through_by_its_positions() {
    let server = Served::start();
    let query = query(&server);
    let (positions, end) = positions();
    for (at, (position, played)) in positions.iter().enumerate() {
        let view = server.posted("/learn/show", &format!("{query}&at={at}"));
        assert_eq!(view["position"], position.to_string());
        assert_eq!(view["played"], *played);
        assert_eq!((&view["at"], &view["of"]), (&at.into(), &5.into()));
    }
    let last = server.posted("/learn/show", &format!("{query}&at=99"));
    assert_eq!(last["position"], end.to_string());
    assert_eq!(last["played"], Value::Null);
    let (second, _) = &positions[1];
    let taken = second.legal().next().expect("a move");
    let other = server.posted("/learn/show", &format!("{query}&at=1&play={taken}"));
    let mut expected = *second;
    expected.play(taken).expect("legal");
    assert_eq!(other["position"], expected.to_string());
    assert_eq!((&other["at"], &other["of"]), (&2.into(), &2.into()));
}

#[test]
fn a_grade_is_that_of_the_library_with_its_why() {
    let server = Served::start();
    let query = query(&server);
    let (positions, _) = positions();
    let (position, played) = &positions[2];
    let mut floor = position.legal();
    let floor = floor.find(|it| it.destination().row().is_none());
    let floor = floor.expect("the floor takes all");
    for taken in [played.clone(), floor.to_string()] {
        let body = format!("{query}&at=2&move={taken}");
        let events = server.post("/learn/grade", &body).events();
        let told = event(&events, "graded");
        let taken = taken.parse().expect("a move");
        let graded = grade(position, taken, &quick(), &Control::default()).expect("legal");
        assert_eq!(told["grade"], graded.grade.name());
        assert_eq!(told["delta"], graded.loss.points);
        assert_eq!(told["best"], graded.best.taken.to_string());
        let html = text(told, "html");
        for sentence in graded.reasons.iter().filter_map(|it| it.sentence.as_ref()) {
            let escaped = sentence.replace('\'', "&#39;");
            assert!(html.contains(&escaped), "{html}");
        }
    }
    let endless = format!("&at=2&move={played}&effort=endless");
    for rest in ["&at=2&move=9W1", "", &endless] {
        server.refused("/learn/grade", &format!("{query}{rest}"));
    }
}

/// The moves of the game that have been graded.
fn reviewed(events: &[Event]) -> Vec<&Value> {
    let told = events.iter().filter(|(name, _)| name == "reviewed");
    told.map(|it| &it.1).collect()
}

/// A game with what has been told of its moves, as the page sends it.
fn graded(query: &str, told: &[&Value]) -> String {
    let fields = told.iter().map(|it| {
        let names = ["number", "grade", "win", "loss", "delta", "best"];
        let parts = names.map(|name| match &it[name] {
            Value::String(text) => text.clone(),
            number => number.to_string(),
        });
        format!("&graded={}", parts.join(":"))
    });
    query.to_owned() + &fields.collect::<String>()
}

#[test]
fn a_review_grades_every_move_and_has_a_plot() {
    let server = Served::start();
    let query = query(&server);
    let record = Record::from_json(RECORD).expect("a record");
    let expected = review(&record, &quick(), 1, &Control::default()).expect("it is true");
    // As one run, and shared by three.
    let alone = server.post("/learn/review", &query).events();
    let shares = (1..=3).map(|share| format!("{query}&share={share}/3"));
    let shares = shares.flat_map(|body| server.post("/learn/review", &body).events());
    let mut shared: Vec<_> = shares.collect();
    shared.sort_by_key(|(_, data)| data["number"].as_u64());
    for events in [&alone, &shared] {
        let told = reviewed(events);
        assert_eq!(told.len(), expected.moves.len());
        for (told, expected) in told.iter().zip(&expected.moves) {
            assert_eq!(told["number"], expected.number);
            assert_eq!(told["player"], expected.player + 1);
            assert_eq!(told["delta"], expected.graded.loss.points);
            let best = expected.graded.best.taken;
            let takes = format!("{} from {}", best.colour(), best.source());
            assert!(text(told, "better").contains(&takes), "{told}");
        }
        let plot = server.posted("/learn/plot", &graded(&query, &told));
        let svg = text(&plot, "svg");
        assert!(svg.contains("<polyline"));
        assert!(!svg.contains("<style"), "the policy forbids it");
        assert_eq!(svg, review_plot::svg(&expected.summary()));
        assert_eq!(plot["whole"], true);
        let worst = expected.summary();
        let worst: Vec<usize> = worst.costliest().iter().map(|it| it.number).collect();
        assert_eq!(plot["worst"], serde_json::json!(worst));
        let part = server.posted("/learn/plot", &graded(&query, &told[1..]));
        assert_eq!(part["whole"], false);
    }
    // No move was played; no share.
    server.refused("/learn/review", "seed=1");
    server.refused("/learn/review", &format!("{query}&share=4/3"));
    server.refused("/learn/review", &format!("{query}&share=0/0"));
}

#[test]
fn a_review_ends_with_what_the_time_allows() {
    let server = Served::within(azulejo::serve::Limits {
        time: std::time::Duration::from_millis(300),
        ..Default::default()
    });
    let query = query(&server);
    let body = format!("{query}&effort=deep");
    let events = server.post("/learn/review", &body).events();
    let told = reviewed(&events);
    let plot = server.posted("/learn/plot", &graded(&query, &told));
    assert_eq!(plot["whole"], false, "{plot}");
}

#[test]
fn every_fault_of_a_position_is_named_with_its_place() {
    let server = Served::start();
    let hostile = "BBBBB/-/-/-/- <img>* 999:-/R9/-/-/-:-:B..../...../...../...../.....|x 9 1 1 17,20 0,0,0,0,0";
    let body = |text: &str| from(text).replacen("from", "position", 1);
    let checked = server.posted("/learn/check", &body(hostile));
    let invalid = hostile.parse::<Position>().expect_err("it is none");
    let faults = checked["faults"].as_array().expect("a list");
    assert!(faults.len() > 5, "{faults:?}");
    let told = faults
        .iter()
        .map(|it| (text(it, "place"), text(it, "message")));
    let expected = invalid.faults().iter();
    let expected = expected.map(|it| (it.place(), it.message()));
    assert!(told.eq(expected), "{faults:?}: {invalid:?}");
    let (positions, _) = positions();
    let (position, _) = &positions[3];
    let right = server.posted("/learn/check", &body(&position.to_string()));
    let view = server.posted("/learn/show", text(&right, "query"));
    assert_eq!(view["position"], position.to_string());
    for text in ["", &"B".repeat(200_000)] {
        let checked = server.posted("/learn/check", &format!("position={text}"));
        let faults = checked["faults"].as_array();
        assert!(faults.is_some_and(|it| !it.is_empty()), "{checked}");
    }
}

#[test]
fn a_puzzle_is_that_of_its_number() {
    let server = Served::start();
    let expected = &Puzzle::all()[99];
    let told = server.json("/learn/puzzle?number=100");
    assert_eq!(told["best"], expected.best.to_string());
    // The rating is that of the level itself, which is asked here.
    let (rating, rated) = (expected.rating(), text(&told, "rated"));
    let words = format!("Rating {rating}: level {rating}, ");
    assert!(rated.contains(&words), "{rated}");
    let level = &LEVELS[usize::from(rating) - 1];
    let finds = |seed| {
        let player: Contestant = level.contestant().parse().expect("a player");
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        player.choose(&expected.position, &mut rng) == expected.best
    };
    assert!((0..3).filter(|&seed| finds(seed)).count() >= 2);
    let line = told["line"].as_array().expect("a list");
    assert_eq!(line.len(), expected.variation.len());
    let view = server.posted("/learn/show", text(&told, "query"));
    assert_eq!(view["position"], expected.position.to_string());
    for wrong in ["x", "0", "501"] {
        let asked = format!("/learn/puzzle?number={wrong}");
        server.refused_address(&asked);
    }
}
