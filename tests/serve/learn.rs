//! Answers of the page *Learn*: grades, reviews, faults and puzzles are those of the library.

use crate::play::{from, json, post};
use crate::server::Served;
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
    let loaded = json(&post(server, "/play/load", RECORD));
    loaded["query"].as_str().expect("a query").to_owned()
}

fn positions() -> (Vec<(Position, String)>, Position) {
    use azulejo::game::record::Event;
    let record = Record::from_json(RECORD).expect("a record");
    let mut positions = Vec::new();
    let end = record.replay(|step| {
        if let Event::Move(taken) = step.event {
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
        let view = json(&post(&server, "/learn/show", &format!("{query}&at={at}")));
        assert_eq!(view["position"], position.to_string());
        assert_eq!(view["played"], *played);
        assert_eq!((&view["at"], &view["of"]), (&at.into(), &5.into()));
    }
    let last = json(&post(&server, "/learn/show", &format!("{query}&at=99")));
    assert_eq!(
        (&last["position"], &last["played"]),
        (&end.to_string().into(), &Value::Null)
    );
    let (second, _) = &positions[1];
    let taken = second.legal().next().expect("a move");
    let other = json(&post(
        &server,
        "/learn/show",
        &format!("{query}&at=1&play={taken}"),
    ));
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
    let floor = position
        .legal()
        .find(|it| it.destination().row().is_none())
        .expect("the floor takes all");
    for taken in [played.clone(), floor.to_string()] {
        let body = format!("{query}&at=2&move={taken}");
        let events = post(&server, "/learn/grade", &body).events();
        let told = &events
            .iter()
            .find(|(name, _)| name == "graded")
            .expect("a grade")
            .1;
        let graded = grade(
            position,
            taken.parse().expect("a move"),
            &quick(),
            &Control::default(),
        );
        let graded = graded.expect("legal");
        assert_eq!(told["grade"], graded.grade.name());
        assert_eq!(told["delta"], graded.loss.points);
        assert_eq!(told["best"], graded.best.taken.to_string());
        let html = told["html"].as_str().expect("HTML");
        for sentence in graded.reasons.iter().filter_map(|it| it.sentence.as_ref()) {
            let escaped = sentence.replace('\'', "&#39;");
            assert!(html.contains(&escaped), "{html}");
        }
    }
    assert_eq!(
        post(&server, "/learn/grade", &format!("{query}&at=2&move=9W1")).status,
        422
    );
    assert_eq!(post(&server, "/learn/grade", &query).status, 422, "no move");
    assert_eq!(
        post(
            &server,
            "/learn/grade",
            &format!("{query}&at=2&move={played}&effort=endless")
        )
        .status,
        422
    );
}

/// The moves of the game that have been graded.
fn reviewed(events: &[(String, Value)]) -> Vec<&Value> {
    let told = events.iter().filter(|(name, _)| name == "reviewed");
    told.map(|it| &it.1).collect()
}

/// A game with what has been told of its moves, as the page sends it.
fn graded(query: &str, told: &[&Value]) -> String {
    let fields = told.iter().map(|it| {
        let parts =
            ["number", "grade", "win", "loss", "delta", "best"].map(|name| match &it[name] {
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
    let alone = post(&server, "/learn/review", &query).events();
    let shares = (1..=3).flat_map(|share| {
        post(
            &server,
            "/learn/review",
            &format!("{query}&share={share}/3"),
        )
        .events()
    });
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
            assert!(
                told["better"]
                    .as_str()
                    .is_some_and(|it| it.contains(&takes)),
                "{told}"
            );
        }
        let plot = json(&post(&server, "/learn/plot", &graded(&query, &told)));
        let svg = plot["svg"].as_str().expect("a picture");
        assert!(svg.contains("<polyline"));
        assert!(!svg.contains("<style"), "the policy forbids it");
        assert_eq!(svg, review_plot::svg(&expected.summary()));
        assert_eq!(plot["whole"], true);
        let worst = expected.summary();
        let worst: Vec<usize> = worst.costliest().iter().map(|it| it.number).collect();
        assert_eq!(plot["worst"], serde_json::json!(worst));
        let part = json(&post(&server, "/learn/plot", &graded(&query, &told[1..])));
        assert_eq!(part["whole"], false);
    }
    for (body, why) in [
        ("seed=1".to_owned(), "no move was played"),
        (format!("{query}&share=4/3"), "no share"),
        (format!("{query}&share=0/0"), "no share"),
    ] {
        assert_eq!(post(&server, "/learn/review", &body).status, 422, "{why}");
    }
}

#[test]
fn a_review_ends_with_what_the_time_allows() {
    let server = Served::within(azulejo::serve::Limits {
        time: std::time::Duration::from_millis(300),
        ..Default::default()
    });
    let query = query(&server);
    let body = format!("{query}&effort=deep");
    let events = post(&server, "/learn/review", &body).events();
    let told = reviewed(&events);
    let plot = json(&post(&server, "/learn/plot", &graded(&query, &told)));
    assert_eq!(plot["whole"], false, "{plot}");
}

#[test]
fn every_fault_of_a_position_is_named_with_its_place() {
    let server = Served::start();
    let hostile = "BBBBB/-/-/-/- <img>* 999:-/R9/-/-/-:-:B..../...../...../...../.....|x 9 1 1 17,20 0,0,0,0,0";
    let body = |text: &str| from(text).replacen("from", "position", 1);
    let checked = json(&post(&server, "/learn/check", &body(hostile)));
    let invalid = hostile.parse::<Position>().expect_err("it is none");
    let faults = checked["faults"].as_array().expect("a list");
    assert!(faults.len() > 5, "{faults:?}");
    let places: Vec<(&str, &str)> = faults
        .iter()
        .map(|fault| {
            (
                fault["place"].as_str().expect("a place"),
                fault["message"].as_str().expect("words"),
            )
        })
        .collect();
    let expected: Vec<(&str, &str)> = invalid
        .faults()
        .iter()
        .map(|it| (it.place(), it.message()))
        .collect();
    assert_eq!(places, expected);
    let (positions, _) = positions();
    let (position, _) = &positions[3];
    let right = json(&post(&server, "/learn/check", &body(&position.to_string())));
    let view = json(&post(
        &server,
        "/learn/show",
        right["query"].as_str().expect("a query"),
    ));
    assert_eq!(view["position"], position.to_string());
    for text in ["", &"B".repeat(200_000)] {
        let checked = json(&post(&server, "/learn/check", &format!("position={text}")));
        assert!(
            checked["faults"]
                .as_array()
                .is_some_and(|it| !it.is_empty())
        );
    }
}

#[test]
fn a_puzzle_is_that_of_its_number() {
    let server = Served::start();
    let expected = &Puzzle::all()[99];
    let told = json(&server.get("/learn/puzzle?number=100"));
    assert_eq!(told["best"], expected.best.to_string());
    // The rating is that of the level itself, which is asked here.
    let (rating, rated) = (expected.rating(), told["rated"].as_str().expect("a rating"));
    assert!(
        rated.contains(&format!("Rating {rating}: level {rating}, ")),
        "{rated}"
    );
    let level = &LEVELS[usize::from(rating) - 1];
    let finds = |seed| {
        let player: Contestant = level.contestant().parse().expect("a player");
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        player.choose(&expected.position, &mut rng) == expected.best
    };
    assert!((0..3).filter(|&seed| finds(seed)).count() >= 2);
    assert_eq!(
        told["line"].as_array().map(Vec::len),
        Some(expected.variation.len())
    );
    let view = json(&post(
        &server,
        "/learn/show",
        told["query"].as_str().expect("a query"),
    ));
    assert_eq!(view["position"], expected.position.to_string());
    for wrong in ["x", "0", "501"] {
        let asked = format!("/learn/puzzle?number={wrong}");
        assert_eq!(server.get(&asked).status, 422, "{wrong}");
    }
}
