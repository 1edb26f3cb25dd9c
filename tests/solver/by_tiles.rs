//! The best score by number of tiles, and without each cell, against every order and other programs. Turns may pass.

use crate::common::{GAME, brute_force, built, stated};
use crate::kit::proven;
use azulejo::by_tiles::{BestOf, Clock, best_by_tiles, best_without_each_cell, fewest_for};
use azulejo::instance::{Instance, Sense};
use azulejo::outcome::Verdict;
use azulejo::solve::{Method, Settings};

fn score(verdict: &Option<Verdict>) -> Option<u32> {
    let verdict = verdict.as_ref()?;
    assert!(verdict.is_decided());
    verdict.score()
}

fn table(instance: &Instance, clock: Clock) -> Vec<BestOf> {
    best_by_tiles(instance, clock, &Settings::default(), |_| ()).expect("small")
}

fn scores(instance: &Instance, clock: Clock) -> Vec<Option<u32>> {
    let best = table(instance, clock);
    best.iter().map(|entry| score(&entry.verdict)).collect()
}

#[test]
fn tables_are_those_of_the_brute_force() {
    let constraints = [
        "",
        r#"{"type": "before", "first": 5, "then": 1}"#,
        r#"{"type": "subject-to", "row": "count(row, t) - count(row, t-1) <= 1"}"#,
        r#"{"type": "subject-to", "row": "count(row 1, 3) <= 2"}"#,
        r#"{"type": "place-at", "cell": 2, "turn": 4}"#,
        r#"{"type": "rounds"}"#,
    ];
    for (sense, constraint) in itertools::iproduct!([Sense::Maximize, Sense::Minimize], constraints)
    {
        let fields =
            format!(r#""constraints": [{constraint}], "bonus": {{"row": 2, "column": 7}}"#);
        let instance = stated(2, 3, sense, &fields);
        let best = table(&instance, Clock::Tiles);
        assert_eq!(best.len(), 7);
        for entry in best {
            let mut json = serde_json::to_value(&instance).expect("it can be written");
            json["turns"] = entry.tiles.into();
            let expected = Instance::from_json(&json.to_string()).ok();
            let context = format!("{json}");
            assert_eq!(entry.verdict.is_some(), expected.is_some(), "{context}");
            let expected = expected.and_then(|instance| brute_force(&instance));
            let expected = expected.map(|(score, _)| score);
            assert_eq!(score(&entry.verdict), expected, "{context}");
        }
    }
}

#[test]
fn tables_without_a_cell_equal_the_best_orders_without_the_cell() {
    for (initial, turns) in [(None, 5), (None, 4), (Some(2u64), 4)] {
        let builder = || {
            let builder = Instance::builder(2, 3, Sense::Maximize);
            builder.initial(initial).turns(turns)
        };
        let instance = match turns {
            5 => built(Instance::builder(2, 3, Sense::Maximize)),
            _ => built(builder()),
        };
        let missing = best_without_each_cell(&instance, Clock::Tiles, &Settings::default(), |_| ());
        for entry in missing.expect("small") {
            // Turns that may fill any other cell.
            let others = instance
                .wall()
                .cells()
                .filter(|&cell| cell != entry.cell && !instance.initial().contains(&cell));
            let expected = brute_force(&built(builder().only(others, 1..=turns)));
            let expected = expected.map(|(score, _)| score);
            assert_eq!(score(&entry.verdict), expected, "{} {turns}", entry.cell);
        }
    }
}

/// Two programs that share no code with this one have the same; a third one has published 11 to 19 tiles. Rounds cost the
/// wall of the game nothing where turns pass.
#[test]
fn tables_equal_those_of_other_programs() {
    let wall = |side| Instance::builder(side, side, Sense::Maximize);
    let game = || wall(5).bonus(GAME);
    let small_scores = [0, 1, 3, 6, 10, 13, 18, 22, 27, 33];
    let game_scores = [
        0, 1, 3, 6, 10, 22, 25, 29, 34, 40, 54, 58, 63, 73, 82, 91, 99, 113, 123, 136, 147, 163,
        174, 192, 211, 240,
    ];
    for (builder, clock, expected) in [
        (wall(3).rounds(), Clock::Turns, &small_scores[..]),
        (game().rounds().tiles(17), Clock::Turns, &game_scores),
        (game(), Clock::Tiles, &game_scores),
    ] {
        let expected: Vec<Option<u32>> = expected.iter().copied().map(Some).collect();
        assert_eq!(scores(&built(builder), clock), expected);
    }
    for (tiles, best_score) in (0..8).zip(game_scores) {
        let score = proven(&built(game().turns(tiles)), Method::Frontier);
        assert_eq!(score, Some(best_score), "{tiles}");
    }
}

/// Rows that are true or false of every order with a tile in each turn are neither where turns pass.
#[test]
fn a_table_with_rows_is_that_of_each_number_of_tiles() {
    for row in [
        "turn(1) >= 4 or turn(1) <= 1",
        "turn(1) <= 1 or turn(2) >= 4",
        "turn(3) >= 4 or earned(3) >= 2",
        "earned(1) >= 1",
        "y(1,end) >= 1",
        "turn(1) <= turn(2)",
    ] {
        let builder = || {
            let builder = Instance::builder(1, 3, Sense::Maximize).factor([1], 0);
            builder.subject_to(row)
        };
        let table = scores(&built(builder()), Clock::Turns);
        assert_eq!(table.len(), 4);
        for (tiles, score) in (0..).zip(table) {
            let expected = proven(&built(builder().tiles(tiles)), Method::Graph);
            assert_eq!(score, expected, "{row}: {tiles} tiles");
        }
    }
}

#[test]
fn a_cell_stays_empty_in_as_many_turns() {
    let instance = built(Instance::builder(2, 2, Sense::Maximize).rounds().tiles(3));
    let missing = best_without_each_cell(&instance, Clock::Turns, &Settings::default(), |_| ());
    for entry in missing.expect("small") {
        assert_eq!(score(&entry.verdict), Some(6), "without {}", entry.cell);
    }
}

#[test]
fn the_fewest_tiles_are_the_first_with_the_target_score() {
    let wall = stated(2, 3, Sense::Maximize, "");
    let (best, scores) = (table(&wall, Clock::Tiles), scores(&wall, Clock::Tiles));
    let maximum = scores.last().copied().flatten().expect("an order");
    for target in 0..=maximum {
        let fewest = fewest_for(&best, target);
        assert!(fewest.proven);
        let reaches = |score: &Option<u32>| score.is_some_and(|score| score >= target);
        assert_eq!(fewest.tiles, scores.iter().position(reaches), "{target}");
    }
    let none = fewest_for(&best, maximum + 1);
    assert_eq!((none.tiles, none.proven), (None, true));
}
