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
        let more = format!(r#""constraints": [{constraint}], "bonus": {{"row": 2, "column": 7}}"#);
        let instance = stated(2, 3, sense, &more);
        let best = table(&instance);
        assert_eq!(best.len(), 7);
        for one in best {
            let mut json = serde_json::to_value(&instance).expect("it can be written");
            json["turns"] = one.tiles.into();
            let expected = Instance::from_json(&json.to_string()).ok();
            let context = format!("{json}");
            assert_eq!(one.verdict.is_some(), expected.is_some(), "{context}");
            let expected = expected.and_then(|it| brute_force(&it));
            let expected = expected.map(|(score, _)| score);
            assert_eq!(score(&one.verdict), expected, "{context}");
        }
    }
}

#[test]
fn without_each_cell_are_the_best_orders_that_leave_it_empty() {
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
        for one in missing.expect("small") {
            // Turns that may fill any other cell.
            let others = instance
                .wall()
                .cells()
                .filter(|&cell| cell != one.cell && !instance.initial().contains(&cell));
            let expected = brute_force(&built(builder().only(others, 1..=turns)));
            let expected = expected.map(|(score, _)| score);
            assert_eq!(score(&one.verdict), expected, "{} {turns}", one.cell);
        }
    }
}

/// Two programs that share no code with this one have the same; a third one has published 11 to 19 tiles.
#[test]
fn the_table_of_the_games_wall_is_that_of_other_programs() {
    let known = [
        0, 1, 3, 6, 10, 22, 25, 29, 34, 40, 54, 58, 63, 73, 82, 91, 99, 113, 123, 136, 147, 163,
        174, 192, 211, 240,
    ];
    let wall = |turns: u64| {
        let builder = Instance::builder(5, 5, Sense::Maximize).bonus(GAME);
        built(builder.turns(turns))
    };
    let best = table(&wall(25));
    let scores: Vec<u32> = best.iter().filter_map(|one| score(&one.verdict)).collect();
    assert_eq!(scores, known);
    for (tiles, &most) in (0..8).zip(&known) {
        let found = proven(&wall(tiles), Method::Frontier);
        assert_eq!(found, Some(most), "{tiles}");
    }
}

#[test]
fn the_fewest_tiles_are_the_first_that_score_so_much() {
    let best = table(&stated(2, 3, Sense::Maximize, ""));
    let scores: Vec<Option<u32>> = best.iter().map(|one| score(&one.verdict)).collect();
    let most = scores.last().copied().flatten().expect("an order");
    for asked in 0..=most {
        let found = fewest_for(&best, asked);
        assert!(found.proven);
        let reaches = |score: &Option<u32>| score.is_some_and(|score| score >= asked);
        assert_eq!(found.tiles, scores.iter().position(reaches), "{asked}");
    }
    let none = fewest_for(&best, most + 1);
    assert_eq!((none.tiles, none.proven), (None, true));
}
