//! Figures of walls with rows, computed by two programs that share no code with this one.

use crate::common::{built, constrained};
use crate::kit::{count_orders, optimum, proven};
use azulejo::count::Counter;
use azulejo::instance::{Instance, Sense};
use azulejo::problem::Problem;
use azulejo::solve::Method;
use itertools::Itertools;

#[test]
fn two_tiles_in_each_row_after_eight_turns_of_4x4() {
    let row = r#"{"type": "subject-to", "row": "count(row, 8) = 2"}"#;
    for (sense, score, orders) in [
        (Sense::Maximize, 76, 8_619_520),
        (Sense::Minimize, 52, 1_542_322_432),
    ] {
        let instance = constrained(4, 4, sense, row);
        assert_eq!(optimum(&instance, Counter::Auto), Some((score, orders)));
        for method in [
            Method::Auto,
            Method::Frontier,
            Method::Backward,
            Method::Graph,
        ] {
            assert_eq!(proven(&instance, method), Some(score));
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
        let builder = Instance::builder(3, 3, Sense::Minimize);
        let rows = rows.split("; ");
        let with_rows = rows.fold(builder, |builder, row| builder.subject_to(row));
        let kind_problem = constrained(3, 3, Sense::Minimize, &format!("{{{kind}}}"));
        let kind_problem = Problem::from(&kind_problem);
        let row_problem = Problem::from(&built(with_rows));
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
