//! Figures of walls with rows, computed by two programs that share no code with this one.

use azulejo::count::Counter;
use azulejo::instance::{Instance, Sense};
use azulejo::outcome::Verdict;
use azulejo::problem::{Feature, Problem};
use azulejo::solve::{Method, Settings, solve};

fn instance(size: u64, sense: Sense, rows: &[&str]) -> Instance {
    let mut builder = Instance::builder(size, size, sense);
    for row in rows {
        builder = builder.subject_to(*row);
    }
    builder.build().expect("valid")
}

/// The best score, and the number of orders that have it.
fn counted(instance: &Instance) -> (u32, String) {
    let counted = Counter::Auto.count(&Problem::from(instance), &Settings::default());
    let count = counted.expect("it fits").count.expect("nobody stops it");
    let (score, orders) = count.optimum.expect("there are orders");
    (score, orders.to_string())
}

fn best(instance: &Instance, method: Method) -> Option<u32> {
    let answer = match solve(instance, method, &Settings::default()) {
        // There may be no mixed-integer solver.
        Err(error) if error.in_short() == "not built in" => return None,
        answer => answer.expect("it takes the rows"),
    };
    match answer.outcome.verdict {
        Verdict::Optimal { solution, .. } => Some(solution.score),
        verdict => panic!("{verdict:?}"),
    }
}

#[test]
fn two_tiles_in_each_row_after_eight_turns_of_4x4() {
    for (sense, score, orders) in [
        (Sense::Maximize, 76, "8619520"),
        (Sense::Minimize, 52, "1542322432"),
    ] {
        let instance = instance(4, sense, &["count(row, 8) = 2"]);
        assert_eq!(counted(&instance), (score, orders.into()));
        for method in [
            Method::Auto,
            Method::Frontier,
            Method::Backward,
            Method::Graph,
        ] {
            let found = best(&instance, method);
            assert!(
                found.is_none_or(|found| found == score),
                "{method}: {found:?}"
            );
        }
    }
}

#[test]
fn cell_9_within_three_turns_after_cell_5_of_3x3() {
    let rows = ["turn(9) - turn(5) <= 3", "turn(9) - turn(5) >= 1"];
    for (sense, score, orders) in [(Sense::Maximize, 33, "792"), (Sense::Minimize, 25, "1200")] {
        let instance = instance(3, sense, &rows);
        assert_eq!(counted(&instance), (score, orders.into()));
        // The case study's program would take minutes; random instances of smaller walls have it.
        for method in [Method::Ordering, Method::Graph] {
            let found = best(&instance, method);
            assert!(
                found.is_none_or(|found| found == score),
                "{method}: {found:?}"
            );
        }
    }
}

/// Each method refuses what it does not take, and names one that takes it.
#[test]
fn methods_that_do_not_take_a_row_name_one_that_does() {
    // The state graph is for few cells.
    for (size, other) in [(3, "graph"), (5, "ordering")] {
        let instance = instance(size, Sense::Maximize, &["turn(9) - turn(5) <= 3"]);
        for method in [Method::Dense, Method::Frontier, Method::Backward] {
            let error = solve(&instance, method, &Settings::default()).expect_err("it does not");
            let said = format!("{method} does not take rows about more than one turn: use {other}");
            assert_eq!((error.to_string(), error.is_unfit()), (said, true));
        }
    }
}

/// A kind and the same as rows: nothing is left of the rows, and as many coverings are gone through.
#[test]
fn kinds_that_are_written_as_rows_cost_nothing() {
    for (kind, rows) in [
        (
            r#"{"type": "place-at", "cell": 5, "turn": 9}"#,
            vec!["x(5,9) = 1"],
        ),
        (
            r#"{"type": "window", "cell": 5, "from": 3, "to": 6}"#,
            vec!["turn(5) >= 3", "turn(5) <= 6"],
        ),
        (
            r#"{"type": "before", "first": 1, "then": 9}"#,
            vec!["y(9,t) <= y(1,t-1)"],
        ),
        (
            r#"{"type": "before", "first": 9, "then": 1}"#,
            vec!["turn(9) <= turn(1)"],
        ),
        (
            r#"{"type": "before", "first": 9, "then": 1}"#,
            vec!["o(9,1) = 1"],
        ),
        (
            r#"{"type": "first", "cells": [1, 5, 9]}"#,
            vec!["count(1 5 9, 3) = 3"],
        ),
        (
            r#"{"type": "last", "cells": [1, 5, 9]}"#,
            vec!["count(1 5 9, end - 3) = 0"],
        ),
        (
            r#"{"type": "only", "cells": [1, 5, 9, 2], "from": 4, "to": 6}"#,
            vec!["count(1 2 5 9, 6) - count(1 2 5 9, 3) = 3"],
        ),
        (
            r#"{"type": "rounds"}"#,
            vec![
                "x(1,t)+x(2,t)+x(3,t) = 1 for t in 1..1",
                "x(1,t)+x(2,t)+x(3,t) = 1 for t in 4..4",
                "x(1,t)+x(2,t)+x(3,t) = 1 for t in 7..7",
                "x(4,2)+x(5,2)+x(6,2) = 1",
                "x(4,5)+x(5,5)+x(6,5) = 1",
                "x(4,8)+x(5,8)+x(6,8) = 1",
                "x(7,3)+x(8,3)+x(9,3) = 1",
                "x(7,6)+x(8,6)+x(9,6) = 1",
                "x(7,9)+x(8,9)+x(9,9) = 1",
            ],
        ),
    ] {
        let json = format!(
            r#"{{"wall": {{"rows": 3, "columns": 3}}, "sense": "minimize", "constraints": [{kind}]}}"#
        );
        let by_kind = Instance::from_json(&json).expect(kind);
        let by_rows = instance(3, Sense::Minimize, &rows);
        let (one, other) = (Problem::from(&by_kind), Problem::from(&by_rows));
        assert_eq!(other.rows(), [], "{kind}");
        assert!(other.features().is_empty() && !other.features().has(Feature::LevelRows));
        for counter in [Counter::Dense, Counter::Frontier, Counter::Graph] {
            let [one, other] = [&one, &other].map(|problem| {
                let counted = counter.count(problem, &Settings::default()).expect("small");
                counted.count.expect("nobody stops it")
            });
            assert_eq!(one, other, "{kind} by {counter}");
        }
    }
}
