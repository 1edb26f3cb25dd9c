//! The command line of the analysis: values, best moves, grades, reviews.

use crate::games::{BARE, position};
use crate::helpers::{
    LAST_ROUND, assert_fields, game_json, list, number, opening, place, read, text,
};
use crate::run::{azulejo, azulejo_reading, numbers};
use azulejo::analysis::{Grade, Puzzle, rollouts};
use azulejo::game::record::Record;
use azulejo::game::{Board, Colour, Phase, Position};
use itertools::Itertools;
use serde_json::{Value, json};

/// A position with two groups, one of which fills a line of player 2.
const LATE: &str = "-/-/-/-/- BRR 3:K1/W1/-/-/-:*:...../...../...../...../.....|\
                    0:W1/-/-/-/-:-:...../...../...../...../..... 2 2 1 19,20,18,19,18 0,0,0,0,0";

/// A position of three players in the middle of a round.
const THREE: &str = "-/-/-/-/-/-/YYKW RW* 3:-/-/-/-/-:-:...../...../...../...../.....|\
                     0:-/-/-/-/-:-:...../...../...../...../.....|\
                     0:-/-/-/-/-:-:...../...../...../...../..... 1 1 1 20,18,19,19,18 0,0,0,0,0";

/// The JSON of a successful command of the game.
fn game(words: &str) -> Value {
    game_json(words, "")
}

fn points(value: &Value) -> f64 {
    number(&value["points"])
}

#[test]
fn solve_proves_the_value_of_the_rest_of_a_round() {
    let json = game(&format!("solve \"{LATE}\""));
    // The best move is CR2.
    let expected = json!({"proven": true, "value": -1, "low": -1, "high": -1, "best": [163], "model": "minimax"});
    assert_fields(&json, &expected);
    let mut position: Position = LATE.parse().expect("a position");
    for code in numbers(&json["pv"]) {
        let move_ = azulejo::game::Move::from_code(code, position.players()).expect("a code");
        position.play(move_).expect("it is legal");
    }
    assert_eq!(position.phase(), Phase::RoundEnd);
}

#[test]
fn solve_has_two_models_of_three_players() {
    let [paranoid, max_n] = ["paranoid", "max-n"].map(|model| {
        let json = azulejo_reading(
            &format!("game solve - --format json --model {model}"),
            THREE,
        );
        let json = json.json(0);
        assert_eq!(json["model"], model);
        json["value"].as_i64().expect("proven")
    });
    assert!(
        paranoid <= max_n,
        "the others want the least: {paranoid} {max_n}"
    );
    // The default model.
    azulejo_reading("game solve -", THREE).says("paranoid");
    azulejo_reading("game solve - --model max-n", THREE)
        .says("each wants as much as possible for himself");
}

#[test]
fn solve_stops_with_bounds() {
    let solve = || azulejo("game solve --seed 7 --nodes 2000 --format json").json(4);
    let json = solve();
    assert_fields(&json, &json!({"proven": false, "value": null}));
    assert!(json["low"].as_i64() < json["high"].as_i64(), "{json}");
    assert_eq!(json, solve(), "a limit of positions gives the same result");
}

#[test]
fn best_lets_any_player_choose() {
    let json = game("best --seed 7 --player alpha-beta:depth=2");
    assert!(json["value"].is_i64() && json["depth"] == 2, "{json}");
    azulejo("game best --seed 7 --player alpha-beta:depth=2")
        .ended(0)
        .says(text(&json["move"]));
    let json = game("best --seed 7 --player strategic");
    assert!(json["value"].is_null() && json["code"].is_u64(), "{json}");
    let choice = |seed: u32| game(&format!("best --seed 7 --player random --rng-seed {seed}"));
    let codes = (0..10).filter_map(|seed| choice(seed)["code"].as_u64());
    let codes: std::collections::BTreeSet<u64> = codes.collect();
    assert!(codes.len() > 3, "{codes:?}");
}

#[test]
fn best_lists_the_moves_of_the_judge_with_their_lines() {
    let json = game("best --seed 7 --moves 5");
    let best = list(&json["best"]);
    assert_eq!(best.len(), 5);
    assert_fields(&json, &json!({"player": "judge", "move": best[0]["move"]}));
    let win = |judged: &Value| number(&judged["win"]);
    assert!(
        best.is_sorted_by(|first, second| win(first) >= win(second)),
        "{json}"
    );
    for judged in best {
        assert_eq!(judged["line"][0]["move"], judged["move"]);
        assert!(judged["depth"].as_u64() >= Some(6), "{judged}");
    }
    let (position, move_) = (text(&json["position"]), text(&json["move"]));
    let grade = game(&format!("grade \"{position}\" {move_}"));
    assert_eq!(grade["grade"], "BEST", "both ask one judge");
}

#[test]
fn grade_has_the_loss_of_a_move_and_its_reasons() {
    let floor = game(&format!("grade \"{LAST_ROUND}\" 2B-"));
    assert_fields(&floor, &json!({"certainty": "proven", "exact": true}));
    let (loss, best) = (points(&floor["loss"]), points(&floor["best"]));
    assert_eq!((best, number(&floor["delta"])), (29.0, loss));
    assert_eq!(points(&floor["chosen"]), best - loss);
    assert!(
        loss >= 5.0 && floor["grade"] == "MISTAKE",
        "a won game: {floor}"
    );
    let reasons = list(&floor["reasons"]).iter();
    let sum: f64 = reasons.clone().map(points).sum();
    assert!((sum - loss).abs() <= 0.1, "{sum} {loss}");
    let sentences: Vec<&Value> = reasons
        .filter(|reason| reason["sentence"].is_string())
        .collect();
    assert!((1..=3).contains(&sentences.len()), "{floor}");
    let are_losses = sentences.iter().all(|reason| points(reason) > 0.0);
    assert!(are_losses, "no reason speaks for the chosen move");
    let wrong = azulejo(&format!("game grade \"{LAST_ROUND}\" 1K2"));
    assert_eq!((wrong.code, &*wrong.out), (3, ""));
    assert!(wrong.err.contains("has no black tiles"), "{wrong:?}");
}

#[test]
fn a_grade_is_the_same_again_and_a_short_search_calls_nothing_a_blunder() {
    let grade = format!("grade \"{}\" 1B-", opening());
    let json = game(&grade);
    assert_eq!(game(&grade), json);
    assert_fields(
        &json,
        &json!({"exact": false, "grade": "BLUNDER", "certainty": "deep"}),
    );
    let short = game(&format!("{grade} --nodes 1"));
    assert_fields(&short, &json!({"certainty": "shallow", "grade": "MISTAKE"}));
}

#[test]
fn help_has_the_grades_and_the_fields_of_the_json() {
    let grade = format!("grade \"{}\" 1B3 --nodes 100", opening());
    let review = format!("review {} --nodes 10", games("helped"));
    let by_rollouts = [&grade, &review].map(|words| format!("{words} --judge rollouts"));
    let best = "best --seed 7 --effort quick".to_owned();
    for words in [best, grade, review].into_iter().chain(by_rollouts) {
        let command = words.split(' ').next().unwrap_or_default();
        let help = azulejo(&format!("game {command} --help")).ended(0);
        let help = help.rows().join(" ");
        for field in game(&words).as_object().expect("an object").keys() {
            let is_named = |word: &str| word.trim_matches([',', '.', ';']) == field;
            assert!(help.split(' ').any(is_named), "{command}: {field}");
        }
    }
    let help = azulejo("game grade --help").ended(0);
    let help = help.rows().join(" ");
    let judge = "The judge is the search of the player azulejo";
    let bound = "INACCURACY if it gives away at most 5 %";
    let names = Grade::ALL.iter().map(|grade| grade.name());
    let names = names.chain(rollouts::Grade::ALL.iter().map(|grade| grade.name()));
    for part in names.chain([judge, bound]) {
        assert!(help.contains(part), "{part}: {help}");
    }
}

#[test]
fn a_review_without_moves_gives_nothing_away() {
    let empty = r#"{"players": 2, "first": 0, "rounds": []}"#;
    for words in [
        "search",
        "rollouts",
        "search --format json",
        "rollouts --format json",
    ] {
        azulejo_reading(&format!("game review - --judge {words}"), empty)
            .ended(0)
            .is_silent_about("-0");
    }
    azulejo_reading("game review -", empty)
        .ended(0)
        .says("player 1: no move is graded");
}

#[test]
fn rollouts_grade_as_their_source_does() {
    let grade = |position: &str, words: &str| {
        game(&format!("grade \"{position}\" {words} --judge rollouts"))
    };
    // Player 2 takes the blue tile instead of the red ones, which fill a line: proven, as two groups are solved exactly.
    let floor = grade(LATE, "CR-");
    // Line 2 earns a point, and the red tiles on the floor take the other one; a score is never below 0.
    assert_fields(
        &floor,
        &json!({"exact": true, "grade": "OKAY", "delta": 2.0}),
    );
    assert_eq!(floor["best"]["move"], "CR2");
    assert!((1..=3).contains(&list(&floor["feedback"]).len()), "{floor}");
    let best = grade(LATE, "CR2");
    assert_fields(
        &best,
        &json!({"grade": "EXCELLENT", "delta": 0.0, "feedback": []}),
    );
    let opening = opening();
    let json = grade(&opening, "1B- --nodes 20000");
    // Two tiles fall on the floor.
    assert_fields(&json, &json!({"exact": false, "grade": "MISS"}));
    assert!(number(&json["best"]["error"]) < 0.5, "{json}");
    assert!(json["best"]["rollouts"].as_u64() >= Some(50), "{json}");
    assert_eq!(grade(&opening, "1B- --nodes 20000"), json);
}

/// A file with two games of `random` and `strategic`.
fn games(name: &str) -> String {
    let file = place("analysis", &format!("{name}.jsonl"));
    let words = "game match random strategic --games 2 --seed 3 -q --records";
    azulejo(&format!("{words} {file}")).ended(0);
    file
}

/// Asserts that the moves of a review are those of the first game of a file.
fn assert_played(json: &Value, file: &str) {
    let moves = list(&json["moves"]).iter();
    let codes: Vec<u64> = moves
        .filter_map(|move_| move_["chosen"]["code"].as_u64())
        .collect();
    let records = read(file);
    let record = Record::from_json(records.lines().next().expect("a game")).expect("a record");
    let expected = record.rounds.iter().flat_map(|round| round.moves.clone());
    assert_eq!(codes, expected.collect::<Vec<u64>>());
}

/// Asserts that the numbers at the side of a plot end before its lines, and below the words above it.
fn assert_numbers_keep_off_the_axis(svg: &str) {
    let tree = roxmltree::Document::parse(svg).expect("a picture");
    let number = |node: &roxmltree::Node<'_, '_>, name: &str| {
        let value = node.attribute(name).and_then(|value| value.parse().ok());
        value.unwrap_or(f64::NAN)
    };
    let elements = |name: &'static str| {
        let nodes = tree.descendants();
        nodes.filter(move |node| node.has_tag_name(name))
    };
    let axis = elements("line").map(|line| number(&line, "x1"));
    let axis = axis.fold(f64::MAX, f64::min);
    let (numbers, words): (Vec<_>, Vec<_>) =
        elements("text").partition(|text| text.attribute("text-anchor") == Some("end"));
    assert_eq!(numbers.len(), 5);
    for node in &numbers {
        // A letter is about 8 wide.
        let width = 8.0 * node.text().unwrap_or_default().chars().count() as f64;
        let x = number(node, "x");
        assert!(x < axis - 5.0 && x - width >= 0.0, "{node:?}");
    }
    let highest = numbers.iter().map(|node| number(node, "y"));
    let highest = highest.fold(f64::MAX, f64::min);
    let above = words.iter().map(|node| number(node, "y"));
    let above = above.filter(|&y| y < highest);
    assert!(above.fold(0.0, f64::max) < highest - 15.0);
}

#[test]
fn review_grades_every_move_of_a_record() {
    let file = games("judged");
    let review = format!("review {file} --nodes 3000");
    let json = game(&review);
    assert_eq!(json["whole"], true);
    assert_played(&json, &file);
    let moves = list(&json["moves"]);
    let is_proven = moves.last().is_some_and(|graded| graded["exact"] == true);
    assert!(is_proven, "the last move is proven");
    for graded in moves {
        let sum: f64 = list(&graded["reasons"]).iter().map(points).sum();
        assert!((sum - points(&graded["loss"])).abs() <= 0.1, "{graded}");
        assert!(graded["grade"] != "BLUNDER" || graded["certainty"] != "shallow");
    }
    // Player 1 is random, and plays worse.
    let accuracy = |player: usize| number(&json["accuracy"][player]);
    assert!(accuracy(0) + 10.0 < accuracy(1), "{}", json["accuracy"]);
    let worst = numbers(&json["worst"]);
    assert_eq!(worst.len(), 3);
    let cost = |graded: &Value| graded["loss"]["win"].as_f64();
    let most = cost(&moves[worst[0] as usize - 1]);
    assert!(moves.iter().all(|graded| cost(graded) <= most));
    // Player 1 loses, so that his probability to win stays below a half from some move on.
    let mut turning = list(&json["turning_points"]).iter();
    let half = turning.find(|point| point["threshold"] == 0.5);
    assert!(half.is_none_or(|half| half["above"] == false), "{half:?}");
    let svg = azulejo(&format!("game {review} --format svg")).ended(0);
    assert_numbers_keep_off_the_axis(&svg.out);
    let run = azulejo(&format!("game {review}")).ended(0);
    run.says("Round 1, from 0 : 0")
        .says(" is better by ")
        .says("The game ends at ")
        .says("player 1: accuracy ")
        .says(" % of the probability to win a move: ")
        .says("better  ");
    let run = azulejo(&format!(
        "game review {file} --effort deep --time-limit 1ms"
    ));
    assert!([4, 5].contains(&run.code), "{run:?}");
    azulejo(&format!("game review {file} --game 3"))
        .ended(1)
        .says("holds only 2 games");
    let wrong = r#"{"players": 2, "first": 7, "rounds": []}"#;
    let run = azulejo_reading("game review -", wrong);
    assert_eq!((run.code, &*run.out), (3, ""), "{run:?}");
}

#[test]
fn rollouts_review_every_move_of_a_record() {
    let file = games("by-rollouts");
    let review = format!("review {file} --judge rollouts --nodes 2000");
    let json = game(&review);
    assert_played(&json, &file);
    for graded in list(&json["moves"]) {
        let expected = match number(&graded["delta"]) {
            delta if delta <= 0.25 => "EXCELLENT",
            delta if delta <= 1.0 => "GOOD",
            delta if delta <= 2.5 => "OKAY",
            _ => "MISS",
        };
        assert_eq!(graded["grade"], expected);
    }
    let loss = |player: usize| number(&json["players"][player]["given_away"]);
    assert!(loss(0) > 1.5 * loss(1), "{}", json["players"]);
    assert_eq!(numbers(&json["worst"]).len(), 3);
    let svg = azulejo(&format!("game {review} --format svg")).ended(0);
    assert_numbers_keep_off_the_axis(&svg.out);
    azulejo(&format!("game {review}"))
        .ended(0)
        .says("player 1 gave away")
        .says("better  ");
}

#[test]
fn a_puzzle_has_one_best_move() {
    let json = game("puzzle --number 1");
    let solution = game(&format!("solve \"{}\"", text(&json["position"])));
    assert_fields(
        &solution,
        &json!({"best": [json["best"]["code"]], "value": json["value"]}),
    );
    let rated = game(&format!("puzzle --number {}", Puzzle::all().len()));
    let rating = rated["rating"].as_u64().expect("a number");
    assert!(rating >= 10, "{rating}");
    assert!(rated["nodes"].as_u64() > Some(100));
    // The rating is the lowest level such that all levels from there on find the move.
    assert_eq!(numbers(&rated["failed"]).last(), Some(&(rating - 1)));
    let [first, second] =
        [1, 2].map(|number| azulejo(&format!("game puzzle --number {number}")).out);
    assert_ne!(first, second);
}

/// The points of a round that puts a tile in each row of a wall, the most over all colours, by the rules alone.
fn most_of_a_round(wall: &str, board: &Board) -> u32 {
    let free = |row| {
        Colour::ALL
            .into_iter()
            .filter(move |&colour| !board.has(row, colour))
    };
    let rows = (0..5).map(free).multi_cartesian_product();
    let points = rows.map(|colours| {
        let lines = colours.iter().zip(1..);
        let lines = lines
            .map(|(colour, row)| format!("{}{row}", colour.letter()))
            .join("/");
        // The token stays in the centre; all other tiles are in the lid.
        let head = format!("-/-/-/-/- * 0:{lines}:-:{wall}|{BARE} 1 1 1");
        let mut end = position(&head, [0; 5]);
        let before = end.boards()[0].end_bonus().points();
        end.end_round().expect("all sources are empty");
        let board = &end.boards()[0];
        board.score() + board.end_bonus().points() - before
    });
    points.max().expect("some colours")
}

#[test]
fn plan_finds_the_points_that_a_wall_can_still_earn() {
    for wall in [
        ".YRK./..Y.K/K..Y./R...Y/YRK..",
        "B..../.B.../..B../...B./.R..B",
        "BYR../...RK/K.BY./.KW../Y.KWB",
    ] {
        let position = position(
            &format!("-/-/-/-/- * 5:-/-/-/-/-:-:{wall}|{BARE} 1 1 1"),
            [0; 5],
        );
        let json = game(&format!("plan \"{position}\""));
        assert_eq!(
            json["points"],
            most_of_a_round(wall, &position.boards()[0]),
            "{wall}"
        );
    }
}
