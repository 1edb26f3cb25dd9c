//! Figures of walls with rows, computed by two programs that share no code with this one.

use crate::common::constrained;
use crate::kit::{count_orders, optimum};
use azulejo::count::Counter;
use azulejo::instance::{Instance, Sense};
use azulejo::problem::Problem;
use azulejo::solve::{Method, Settings, solve};
use itertools::Itertools;

fn with_rows(size: u64, sense: Sense, rows: &[&str]) -> Instance {
    let builder = Instance::builder(size, size, sense);
    let builder = rows
        .iter()
        .fold(builder, |builder, row| builder.subject_to(*row));
    builder.build().expect("valid")
}

/// The best score, and the number of orders that have it, as a counter and methods say.
#[track_caller]
fn assert_figures(instance: &Instance, score: u32, orders: u128, methods: &[Method]) {
    assert_eq!(optimum(instance, Counter::Auto), Some((score, orders)));
    for method in methods {
        match solve(instance, *method, &Settings::default()) {
            // There may be no mixed-integer solver.
            Err(error) if error.in_short() == "not built in" => {}
            answer => {
                let verdict = answer.expect("it takes the rows").outcome.verdict;
                let result = (verdict.status(), verdict.score());
                assert_eq!(result, ("optimal", Some(score)), "{method}");
            }
        }
    }
}

#[test]
fn two_tiles_in_each_row_after_eight_turns_of_4x4() {
    for (sense, score, orders) in [
        (Sense::Maximize, 76, 8_619_520),
        (Sense::Minimize, 52, 1_542_322_432),
    ] {
        let instance = with_rows(4, sense, &["count(row, 8) = 2"]);
        let methods = [
            Method::Auto,
            Method::Frontier,
            Method::Backward,
            Method::Graph,
        ];
        assert_figures(&instance, score, orders, &methods);
    }
}

#[test]
fn cell_9_within_three_turns_after_cell_5_of_3x3() {
    let rows = ["turn(9) - turn(5) <= 3", "turn(9) - turn(5) >= 1"];
    for (sense, score, orders) in [(Sense::Maximize, 33, 792), (Sense::Minimize, 25, 1200)] {
        // The case study's program would take minutes; random instances of smaller walls have it.
        let methods = [Method::Ordering, Method::Graph];
        assert_figures(&with_rows(3, sense, &rows), score, orders, &methods);
    }
}

/// Each method refuses unsupported rows, and names a method that takes them.
#[test]
fn methods_without_a_class_of_rows_name_an_alternative() {
    // The state graph is for few cells.
    for (size, other) in [(3, "graph"), (5, "ordering")] {
        let instance = with_rows(size, Sense::Maximize, &["turn(9) - turn(5) <= 3"]);
        for method in [Method::Dense, Method::Frontier, Method::Backward] {
            let error = solve(&instance, method, &Settings::default()).expect_err("it does not");
            let message =
                format!("{method} does not take rows about more than one turn: use {other}");
            assert_eq!((error.to_string(), error.is_unfit()), (message, true));
        }
    }
}

/// Kinds, and each of them as rows.
const KINDS_AS_ROWS: &str = r#"
    "type": "place-at", "cell": 5, "turn": 9 => x(5,9) = 1
    "type": "window", "cell": 5, "from": 3, "to": 6 => turn(5) >= 3; turn(5) <= 6
    "type": "before", "first": 1, "then": 9 => y(9,t) <= y(1,t-1)
    "type": "before", "first": 9, "then": 1 => turn(9) <= turn(1)
    "type": "before", "first": 9, "then": 1 => o(9,1) = 1
    "type": "first", "cells": [1, 5, 9] => count(1 5 9, 3) = 3
    "type": "last", "cells": [1, 5, 9] => count(1 5 9, end - 3) = 0
    "type": "only", "cells": [1, 5, 9, 2], "from": 4, "to": 6 => count(1 2 5 9, 6) - count(1 2 5 9, 3) = 3
"#;

/// A kind and the same as rows: nothing is left of the rows, and as many coverings are gone through.
#[test]
fn kinds_as_rows_cost_nothing() {
    // In each turn one of the three cells of a row.
    let rounds = (1..=9).map(|turn| {
        let cells = (1..=3).map(|column| 3 * ((turn - 1) % 3) + column);
        let [first, second, third] = cells.collect_array().expect("three columns");
        format!("x({first},t)+x({second},t)+x({third},t) = 1 for t in {turn}..{turn}")
    });
    let rounds = format!(r#""type": "rounds" => {}"#, rounds.format("; "));
    for case in KINDS_AS_ROWS.trim().lines().chain([&*rounds]) {
        let (kind, rows) = case.split_once(" => ").expect("a kind and its rows");
        let rows: Vec<&str> = rows.split("; ").collect();
        let kind_problem = constrained(3, 3, Sense::Minimize, &format!("{{{kind}}}"));
        let kind_problem = Problem::from(&kind_problem);
        let row_problem = Problem::from(&with_rows(3, Sense::Minimize, &rows));
        assert_eq!(row_problem.rows(), [], "{kind}");
        assert!(row_problem.features().is_empty(), "{kind}");
        for counter in [Counter::Dense, Counter::Frontier, Counter::Graph] {
            let (kind_count, row_count) = (
                count_orders(&kind_problem, counter),
                count_orders(&row_problem, counter),
            );
            assert_eq!(kind_count, row_count, "{kind} by {counter}");
        }
    }
}
