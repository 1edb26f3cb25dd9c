use super::rules::Rules;
use super::schedule::Schedule;
use super::{Refill, improve, moves};
use crate::heuristics::greedy;
use crate::instance::Sense;
use crate::problem::Problem;
use crate::problem::brute_force::optimum;
use crate::problem::small::{json_of, valid};
use azulejo_control::Control;
use itertools::Itertools;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Every primitive of a problem, each alone and several together.
const PARTS: [&str; 7] = [
    "",
    r#", "turns": 9, "bonus": {"row": 2, "column": 7, "colour": 10}"#,
    r#", "initial": [2, 7, 11], "turns": 8, "bonus": {"row": 5}"#,
    r#", "constraints": [{"type": "rounds"}]"#,
    r#", "constraints": [{"type": "last-round"}, {"type": "before", "first": 9, "then": 2}]"#,
    r#", "constraints": [{"type": "place-at", "cell": 6, "turn": 9}, {"type": "window", "cell": 1, "from": 4, "to": 12}]"#,
    r#", "turns": 11, "constraints": [{"type": "before", "first": 1, "then": 2}, {"type": "before", "first": 2, "then": 16},
        {"type": "first", "cells": [5, 6]}, {"type": "only", "cells": [1, 2, 3, 8], "from": 4, "to": 6}]"#,
];

fn problems() -> impl Iterator<Item = (String, Problem)> {
    let cases = PARTS
        .iter()
        .cartesian_product([Sense::Maximize, Sense::Minimize]);
    cases.map(|(part, sense)| {
        let json = json_of((4, 4), sense, part);
        let problem = valid(&json);
        (json, problem)
    })
}

#[test]
fn moves_and_refills_keep_the_constraints_and_undo_restores_the_order() {
    for (json, problem) in problems() {
        let first = greedy::solution(&problem, &Control::default()).expect(&json);
        let rules = Rules::new(&problem);
        let mut schedule = Schedule::new(&problem, &rules, &first.order);
        let mut refill = Refill::new(&problem, &rules).expect("a small wall");
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let (mut places, mut move_count) = (Vec::new(), 0);
        for step in 0..4_000 {
            let (before, cost) = (schedule.solution(), schedule.cost());
            if step % 100 == 99 {
                refill.step(&mut schedule, &mut random);
                assert!(schedule.cost() <= cost, "{json}");
            } else if moves::make(&mut schedule, &mut random, &mut places) {
                move_count += 1;
                if step % 2 == 0 {
                    schedule.undo();
                    assert_eq!(schedule.solution(), before, "{json}");
                } else {
                    schedule.commit();
                }
            } else {
                assert_eq!(schedule.solution(), before, "{json}");
            }
            let solution = schedule.solution();
            assert!(
                problem.admits(&solution.order),
                "{json}: {}",
                solution.order
            );
            assert_eq!(
                solution.score,
                solution.order.score(&problem),
                "{json}: {}",
                solution.order
            );
        }
        assert!(move_count > 100, "{json}: {move_count} moves");
    }
}

#[test]
fn the_local_search_finds_optima_and_is_deterministic() {
    for (json, problem) in problems() {
        let first = greedy::solution(&problem, &Control::default()).expect(&json);
        let best = optimum(&problem).expect(&json);
        let find = |seed| {
            let solution = improve(
                &problem,
                first.clone(),
                (best, 400_000),
                seed,
                &Control::default(),
            );
            solution.order
        };
        for seed in 0..3 {
            assert_eq!(find(seed).score(&problem), best, "{json}, seed {seed}");
        }
        assert_eq!(find(3), find(3), "{json}");
    }
}
