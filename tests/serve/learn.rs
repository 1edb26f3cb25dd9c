//! Answers of the page *Learn*: the grades, reviews, faults and puzzles of the library.

use crate::play::from_field;
use crate::server::{Event, PageServer, event, text};
use azulejo::analysis::{Effort, JudgeSettings, Puzzle, grade, review};
use azulejo::control::Control;
use azulejo::game::Position;
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::record::Record;
use azulejo::players::Contestant;
use azulejo::players::azulejo::LEVELS;
use azulejo::render::game::review_plot;
use itertools::Itertools;
use serde_json::{Value, json};

/// A round with five moves.
const RECORD: &str = r#"{"players": 2, "first": 1, "rounds": [{"deal": [[0,0,2,2],[0,3,1,1],[2,2,4,4],[3,4,4,4],[2,1,1,1]], "moves": [1, 37, 74, 117, 150]}]}"#;

/// The quick effort.
fn quick() -> JudgeSettings {
    Effort::Quick.settings()
}

fn query(server: &PageServer) -> String {
    text(&server.post_json("/play/load", RECORD), "query").to_owned()
}

fn positions() -> (Vec<(Position, String)>, Position) {
    use azulejo::game::record;
    let record = Record::from_json(RECORD).expect("a record");
    let mut positions = Vec::new();
    let end = record.replay(|step| {
        if let record::Event::Move(move_) = step.event {
            positions.push((*step.before, move_.to_string()));
        }
    });
    (positions, end.expect("a valid record"))
}

#[test]
fn every_position_of_a_game_is_shown() {
    let server = PageServer::start();
    let query = query(&server);
    let (positions, end) = positions();
    for (index, (position, last_move)) in positions.iter().enumerate() {
        let view = server.post_json("/learn/show", &format!("{query}&at={index}"));
        assert_eq!(view["position"], position.to_string());
        assert_eq!(view["played"], *last_move);
        assert_eq!((&view["at"], &view["of"]), (&index.into(), &5.into()));
    }
    let last = server.post_json("/learn/show", &format!("{query}&at=99"));
    assert_eq!(last["position"], end.to_string());
    assert_eq!(last["played"], Value::Null);
    let (second, _) = &positions[1];
    let move_ = second.legal().next().expect("a move");
    let variation = server.post_json("/learn/show", &format!("{query}&at=1&play={move_}"));
    let mut expected = *second;
    expected.play(move_).expect("legal");
    assert_eq!(variation["position"], expected.to_string());
    assert_eq!((&variation["at"], &variation["of"]), (&2.into(), &2.into()));
}

#[test]
fn a_grade_is_the_grade_of_the_library_with_its_reasons() {
    let server = PageServer::start();
    let query = query(&server);
    let (positions, _) = positions();
    let (position, last_move) = &positions[2];
    let mut moves = position.legal();
    let floor = moves.find(|move_| move_.destination().row().is_none());
    let floor = floor.expect("a move to the floor");
    for move_ in [last_move.clone(), floor.to_string()] {
        let body = format!("{query}&at=2&move={move_}");
        let events = server.post("/learn/grade", &body).events();
        let answer = event(&events, "graded");
        let move_ = move_.parse().expect("a move");
        let graded = grade(position, move_, &quick(), &Control::default()).expect("legal");
        assert_eq!(answer["grade"], graded.grade.name());
        assert_eq!(answer["delta"], graded.loss.points);
        assert_eq!(answer["best"], graded.best.taken.to_string());
        let html = text(answer, "html");
        for sentence in graded
            .reasons
            .iter()
            .filter_map(|reason| reason.sentence.as_ref())
        {
            let escaped = sentence.replace('\'', "&#39;");
            assert!(html.contains(&escaped), "{html}");
        }
    }
    let endless = format!("&at=2&move={last_move}&effort=endless");
    for rest in ["&at=2&move=9W1", "", &endless] {
        server.post_refusal("/learn/grade", &format!("{query}{rest}"));
    }
}

/// The data of the events of graded moves.
fn grades(events: &[Event]) -> Vec<&Value> {
    let events = events.iter().filter(|(name, _)| name == "reviewed");
    events.map(|(_, data)| data).collect()
}

/// The fields of a game with grades of its moves.
fn with_grades(query: &str, grades: &[&Value]) -> String {
    let fields = grades.iter().map(|grade| {
        let names = ["number", "grade", "win", "loss", "delta", "best"];
        let parts = names.map(|name| match &grade[name] {
            Value::String(text) => text.clone(),
            number => number.to_string(),
        });
        format!("&graded={}", parts.join(":"))
    });
    query.to_owned() + &fields.collect::<String>()
}

#[test]
fn a_review_grades_every_move_and_has_a_plot() {
    let server = PageServer::start();
    let query = query(&server);
    let record = Record::from_json(RECORD).expect("a record");
    let expected = review(&record, &quick(), 1, &Control::default()).expect("a valid record");
    // One run, and three shares of a run.
    let whole_run = server.post("/learn/review", &query).events();
    let shares = (1..=3).map(|share| format!("{query}&share={share}/3"));
    let shares = shares.flat_map(|body| server.post("/learn/review", &body).events());
    let mut shares: Vec<_> = shares.collect();
    shares.sort_by_key(|(_, data)| data["number"].as_u64());
    for events in [&whole_run, &shares] {
        let grades = grades(events);
        assert_eq!(grades.len(), expected.moves.len());
        for (grade, expected) in grades.iter().zip(&expected.moves) {
            assert_eq!(grade["number"], expected.number);
            assert_eq!(grade["player"], expected.player + 1);
            assert_eq!(grade["delta"], expected.graded.loss.points);
            let best = expected.graded.best.taken;
            let words = format!("{} from {}", best.colour(), best.source());
            assert!(text(grade, "better").contains(&words), "{grade}");
        }
        let plot = server.post_json("/learn/plot", &with_grades(&query, &grades));
        let svg = text(&plot, "svg");
        assert!(svg.contains("<polyline"));
        assert!(!svg.contains("<style"), "the policy forbids it");
        assert_eq!(svg, review_plot::svg(&expected.summary()));
        assert_eq!(plot["whole"], true);
        let summary = expected.summary();
        let worst: Vec<usize> = summary.costliest().iter().map(|loss| loss.number).collect();
        assert_eq!(plot["worst"], json!(worst));
        let part = server.post_json("/learn/plot", &with_grades(&query, &grades[1..]));
        assert_eq!(part["whole"], false);
    }
    // A game without a move, and shares that are none.
    server.post_refusal("/learn/review", "seed=1");
    server.post_refusal("/learn/review", &format!("{query}&share=4/3"));
    server.post_refusal("/learn/review", &format!("{query}&share=0/0"));
}

#[test]
fn a_review_ends_at_its_time_limit_with_a_part_of_the_grades() {
    let server = PageServer::within(azulejo::serve::Limits {
        time: std::time::Duration::from_millis(300),
        ..Default::default()
    });
    let query = query(&server);
    let body = format!("{query}&effort=deep");
    let events = server.post("/learn/review", &body).events();
    let grades = grades(&events);
    let plot = server.post_json("/learn/plot", &with_grades(&query, &grades));
    assert_eq!(plot["whole"], false, "{plot}");
}

#[test]
fn every_fault_of_a_position_is_named_with_its_place() {
    let server = PageServer::start();
    let hostile = "BBBBB/-/-/-/- <img>* 999:-/R9/-/-/-:-:B..../...../...../...../.....|x 9 1 1 17,20 0,0,0,0,0";
    let body = |text: &str| from_field(text).replacen("from", "position", 1);
    let answer = server.post_json("/learn/check", &body(hostile));
    let invalid = hostile.parse::<Position>().expect_err("no position");
    let faults = answer["faults"].as_array().expect("a list");
    assert!(faults.len() > 5, "{faults:?}");
    let messages = faults
        .iter()
        .map(|fault| (text(fault, "place"), text(fault, "message")));
    let expected = invalid.faults().iter();
    let expected = expected.map(|fault| (fault.place(), fault.message()));
    assert!(messages.eq(expected), "{faults:?}: {invalid:?}");
    assert_eq!(answer["query"], Value::Null);
    let parts = &answer["parts"];
    assert_eq!(
        (&parts["mover"], &parts["centre"]),
        (&json!(1), &json!([0u8; 5].to_vec()))
    );
    for board in parts["boards"].as_array().expect("a list") {
        assert_eq!(board["lines"], json!(vec![Value::Null; 5]));
    }
    let (positions, _) = positions();
    let (position, _) = &positions[3];
    let right = server.post_json("/learn/check", &body(&position.to_string()));
    let view = server.post_json("/learn/show", text(&right, "query"));
    assert_eq!(view["position"], position.to_string());
    let parts = &right["parts"];
    let boards = parts["boards"].as_array().expect("a list");
    for (part, board) in boards.iter().zip_eq(position.boards()) {
        assert_eq!(part["score"], board.score());
    }
    assert_eq!(
        (&right["faults"], &right["parts"]["mover"]),
        (&json!([]), &json!(position.mover() + 1))
    );
    assert_eq!(parts["bag"], json!(position.bag().counts()));
    for text in ["", &"B".repeat(200_000)] {
        let answer = server.post_json("/learn/check", &format!("position={text}"));
        let faults = answer["faults"].as_array();
        assert!(faults.is_some_and(|faults| !faults.is_empty()), "{answer}");
    }
}

#[test]
fn a_puzzle_has_the_position_of_its_number() {
    let server = PageServer::start();
    let expected = &Puzzle::all()[99];
    let answer = server.json("/learn/puzzle?number=100");
    assert_eq!(answer["best"], expected.best.to_string());
    // The level of the rating finds the solution.
    let (rating, sentence) = (expected.rating(), text(&answer, "rated"));
    let words = format!("Rating {rating}: level {rating}, ");
    assert!(sentence.contains(&words), "{sentence}");
    let level = &LEVELS[usize::from(rating) - 1];
    let finds = |seed| {
        let player: Contestant = level.contestant().parse().expect("a player");
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        player.choose(&expected.position, &mut rng) == expected.best
    };
    assert!((0..3).filter(|&seed| finds(seed)).count() >= 2);
    let line = answer["line"].as_array().expect("a list");
    assert_eq!(line.len(), expected.variation.len());
    let view = server.post_json("/learn/show", text(&answer, "query"));
    assert_eq!(view["position"], expected.position.to_string());
    for number in ["x", "0", "501"] {
        let path = format!("/learn/puzzle?number={number}");
        server.get_refusal(&path);
    }
}
