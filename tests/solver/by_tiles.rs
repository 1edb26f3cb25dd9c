//! The best score by number of tiles, and without each cell, against every order.

use crate::common::{brute_force, parse};
use azulejo::by_tiles::{BestOf, Clock, best_by_tiles, best_without_each_cell, fewest_for};
use azulejo::instance::{Instance, Sense};
use azulejo::outcome::Verdict;
use azulejo::solve::{Method, Settings, solve};
use azulejo::wall::Bonus;

/// A 2×3 wall with what more is said of it.
fn stated(sense: &str, more: &str) -> String {
    format!(r#"{{"wall": {{"rows": 2, "columns": 3}}, "sense": "{sense}"{more}}}"#)
}

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
    for sense in ["maximize", "minimize"] {
        for constraint in constraints {
            let more =
                format!(r#", "constraints": [{constraint}], "bonus": {{"row": 2, "column": 7}}"#);
            let instance = parse(&stated(sense, &more));
            let best = table(&instance);
            assert_eq!(best.len(), 7);
            for one in best {
                let turns = format!(r#"{more}, "turns": {}"#, one.tiles);
                let expected = Instance::from_json(&stated(sense, &turns)).ok();
                assert_eq!(one.verdict.is_some(), expected.is_some(), "{turns}");
                let expected = expected
                    .and_then(|it| brute_force(&it))
                    .map(|(score, _)| score);
                assert_eq!(score(&one.verdict), expected, "{turns}");
            }
        }
    }
}

#[test]
fn without_each_cell_are_the_best_orders_that_leave_it_empty() {
    for (more, turns) in [("", 5), (r#", "turns": 4"#, 4), (r#", "initial": [2]"#, 4)] {
        let instance = parse(&stated("maximize", more));
        let missing = best_without_each_cell(&instance, Clock::Tiles, &Settings::default(), |_| ());
        for one in missing.expect("small") {
            // Turns that may fill any other cell.
            let free = instance
                .wall()
                .cells()
                .filter(|cell| !instance.initial().contains(cell));
            let others = free
                .filter(|cell| *cell != one.cell)
                .map(|cell| cell.number());
            let others: Vec<usize> = others.collect();
            let only = format!(
                r#", "turns": {turns}, "initial": {:?}, "constraints": [{{"type": "only", "cells": {others:?}, "from": 1, "to": {turns}}}]"#,
                instance
                    .initial()
                    .iter()
                    .map(|cell| cell.number())
                    .collect::<Vec<_>>(),
            );
            let expected = brute_force(&parse(&stated("maximize", &only)));
            assert_eq!(
                score(&one.verdict),
                expected.map(|(score, _)| score),
                "{} {more}",
                one.cell
            );
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
        let bonus = Bonus {
            row: 2,
            column: 7,
            colour: 10,
        };
        let builder = Instance::builder(5, 5, Sense::Maximize).bonus(bonus);
        builder.turns(turns).build().expect("valid")
    };
    let best = table(&wall(25));
    let scores: Vec<u32> = best.iter().filter_map(|one| score(&one.verdict)).collect();
    assert_eq!(scores, known);
    for (tiles, &most) in known.iter().enumerate().take(8) {
        let answer = solve(&wall(tiles as u64), Method::Frontier, &Settings::default());
        let verdict = answer.expect("it fits").outcome.verdict;
        assert_eq!(verdict.score(), Some(most), "{tiles}");
        assert!(verdict.is_decided());
    }
}

#[test]
fn the_fewest_tiles_are_the_first_that_score_so_much() {
    let best = table(&parse(&stated("maximize", "")));
    let scores: Vec<Option<u32>> = best.iter().map(|one| score(&one.verdict)).collect();
    let most = scores.last().copied().flatten().expect("an order");
    for asked in 0..=most {
        let found = fewest_for(&best, asked);
        assert!(found.proven);
        let expected = scores
            .iter()
            .position(|it| it.is_some_and(|it| it >= asked));
        assert_eq!(found.tiles, expected, "{asked}");
    }
    let none = fewest_for(&best, most + 1);
    assert_eq!((none.tiles, none.proven), (None, true));
}
