//! The best score by number of tiles, and without each cell, against every order.

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

fn table(instance: &Instance) -> Vec<BestOf> {
    best_by_tiles(instance, Clock::of(instance), &Settings::default(), |_| ()).expect("small")
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
        let best = table(&instance);
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

/// Two programs that share no code with this one have the same; a third one has published 11 to 19 tiles.
#[test]
fn the_table_of_the_games_wall_equals_that_of_other_programs() {
    let expected = [
        0, 1, 3, 6, 10, 22, 25, 29, 34, 40, 54, 58, 63, 73, 82, 91, 99, 113, 123, 136, 147, 163,
        174, 192, 211, 240,
    ];
    let wall = |turns: u64| {
        let builder = Instance::builder(5, 5, Sense::Maximize).bonus(GAME);
        built(builder.turns(turns))
    };
    let best = table(&wall(25));
    let scores: Vec<u32> = best
        .iter()
        .filter_map(|entry| score(&entry.verdict))
        .collect();
    assert_eq!(scores, expected);
    for (tiles, &best_score) in (0..8).zip(&expected) {
        let score = proven(&wall(tiles), Method::Frontier);
        assert_eq!(score, Some(best_score), "{tiles}");
    }
}

#[test]
fn the_fewest_tiles_are_the_first_with_the_target_score() {
    let best = table(&stated(2, 3, Sense::Maximize, ""));
    let scores: Vec<Option<u32>> = best.iter().map(|entry| score(&entry.verdict)).collect();
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
