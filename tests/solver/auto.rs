//! The default method: whose answer it is, and that it is the same whoever gives it.

use crate::common::{instance, stated};
use crate::kit::answer;
use azulejo::bounds::Reason;
use azulejo::control::Progress;
use azulejo::count::Counter;
use azulejo::instance::Sense::{Maximize, Minimize};
use azulejo::outcome::{Proof, Verdict};
use azulejo::render::proof::line;
use azulejo::solve::{Method, Settings, solve};
use azulejo::{frontier::FrontierOptions, problem::Problem};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn with_memory(memory: u64) -> Settings {
    Settings {
        frontier: FrontierOptions {
            memory: Some(memory),
            ..FrontierOptions::default()
        },
        ..Settings::default()
    }
}

#[test]
fn a_closed_bound_that_meets_a_construction_needs_no_method() {
    for (sense, fields, score) in [
        (Minimize, "", 198),
        (Maximize, r#""bonus": {"row": 2}"#, 399),
    ] {
        let answer = answer(&stated(7, 7, sense, fields), Method::Auto);
        let asked_and_used = (answer.request, answer.method);
        assert_eq!(asked_and_used, (Method::Auto, Method::Auto));
        assert_eq!(answer.outcome.verdict.score(), Some(score));
        let proof = answer.outcome.verdict.proof();
        let closed = matches!(proof, Some(Proof::Bound(Reason::Closed(_))));
        assert!(closed, "{proof:?}");
    }
}

#[test]
fn dense_layers_take_what_they_fit() {
    for (fields, score) in [
        (r#""turns": 18"#, 34),
        (r#""turns": 20"#, 47),
        (r#""constraints": [{"type": "rounds"}]"#, 92),
    ] {
        let answer = answer(&stated(5, 5, Minimize, fields), Method::Auto);
        assert_eq!(
            (answer.request, answer.method),
            (Method::Auto, Method::Dense)
        );
        assert_eq!(answer.outcome.verdict.score(), Some(score), "{fields}");
    }
    // Without the memory for the table others prove the same.
    let short = stated(5, 5, Minimize, r#""turns": 6"#);
    let little = solve(&short, Method::Auto, &with_memory(4 << 20)).expect("it fits");
    assert_ne!(little.method, Method::Dense);
    assert_eq!(little.outcome.verdict.score(), Some(6));
    assert_eq!(little.outcome.verdict.status(), "optimal");
}

#[test]
fn the_counter_depends_on_the_memory() {
    let count = |problem: &Problem, settings: &Settings| {
        let optimal_count = Counter::default()
            .count(problem, settings)
            .expect("it fits");
        let optimum = optimal_count.count.expect("nobody stops it").optimum;
        (optimal_count.counter, optimum.expect("there are orders"))
    };
    let rounds = Problem::from(&instance("thesis/5x5-rounds-min.json"));
    let (dense, optimum) = count(&rounds, &Settings::default());
    let (backward, backward_optimum) = count(&rounds, &with_memory(1 << 20));
    assert_eq!((dense, backward), (Counter::Dense, Counter::Backward));
    assert_eq!(optimum, backward_optimum);
    // The frontier is quick where a closed bound is the score, but its lines have 16 cells.
    for (columns, by) in [(16, Counter::Frontier), (17, Counter::Dense)] {
        let problem = Problem::from(&stated(1, columns, Maximize, ""));
        let (counter, (_, orders)) = count(&problem, &Settings::default());
        assert_eq!(counter, by);
        assert_eq!(orders.to_string(), (1 << (columns - 1)).to_string());
    }
}

/// The method that is first says the same as each of the two alone.
#[cfg(feature = "highs")]
#[test]
fn the_first_proof_ends_both_methods() {
    let clash =
        r#"{"type": "before", "first": 1, "then": 2}, {"type": "before", "first": 2, "then": 1}"#;
    for instance in [
        stated(6, 6, Maximize, r#""turns": 4"#),
        stated(6, 6, Maximize, r#""turns": 5, "bonus": {"row": 2}"#),
        stated(
            2,
            13,
            Maximize,
            r#""turns": 6, "constraints": [{"type": "rounds"}]"#,
        ),
        crate::common::constrained(6, 6, Minimize, clash),
    ] {
        let answer = answer(&instance, Method::Auto);
        let layers = match Problem::from(&instance).fills_the_wall() {
            true => Method::Backward,
            false => Method::Frontier,
        };
        let sides = [Method::Ordering, layers];
        // A bound may end the race before either side does.
        let is_winner = sides.contains(&answer.method) || answer.method == Method::Auto;
        assert!(is_winner, "{instance:?}: {}", answer.method);
        let verdict = &answer.outcome.verdict;
        assert!(verdict.is_decided(), "{instance:?}: {verdict:?}");
        let limited = Settings::default().within(Some(std::time::Duration::from_secs(2)));
        for method in sides {
            let alone = solve(&instance, method, &limited).expect("it fits");
            let other = &alone.outcome.verdict;
            let agree = verdict.agrees_with(other, instance.sense());
            assert!(agree, "{instance:?}: {verdict:?}, {method} {other:?}");
        }
    }
}

#[test]
fn a_stopped_run_has_an_order_and_a_bound() {
    let settings = Settings::default();
    settings.control.stop.store(true, Ordering::Relaxed);
    for side in [5, 6] {
        let rounds = stated(
            side,
            side,
            Minimize,
            r#""constraints": [{"type": "rounds"}]"#,
        );
        let answer = solve(&rounds, Method::Auto, &settings).expect("it fits");
        match answer.outcome.verdict {
            Verdict::Feasible {
                solution, bound, ..
            } => assert!(bound >= (side * side) as u32 && bound <= solution.score),
            verdict => panic!("{verdict:?}"),
        }
        assert!(answer.report.is_some());
    }
}

/// The formulation has weak bounds there: other methods have the cores, and the program is not even written before they end.
#[test]
fn a_maximum_of_a_short_horizon_waits_with_the_program() {
    let fields = r#""turns": 60, "initial": [5, 20, 77], "bonus": {"row": 2, "column": 7, "colour": 10}, "constraints": [
        {"type": "only", "cells": [3, 17, 18, 40, 41, 55, 61, 72, 80, 93], "from": 20, "to": 25},
        {"type": "before", "first": 100, "then": 45}, {"type": "before", "first": 90, "then": 12}]"#;
    let lines = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&lines);
    let mut settings = Settings::default().within(Some(Duration::from_secs(3)));
    settings.control.progress = Some(Arc::new(move |progress: &Progress| {
        let Progress::BranchAndBound {
            incumbent,
            bound: Some(bound),
            ..
        } = progress
        else {
            panic!("{progress:?}");
        };
        let mut lines = listener.lock().expect("no panic");
        lines.push((incumbent.expect("a first order"), *bound));
    }));
    let answer = solve(&stated(10, 10, Maximize, fields), Method::Auto, &settings);
    let answer = answer.expect("it fits");
    assert_eq!(answer.outcome.stats.columns, None);
    let lines = lines.lock().expect("no panic");
    assert!(lines.len() > 2, "{lines:?}");
    let is_falling = lines.windows(2).all(|pair| pair[1].1 <= pair[0].1);
    assert!(is_falling, "{lines:?}");
    if !answer.outcome.verdict.is_decided() {
        assert_eq!(answer.method, Method::Auto);
        let line = line(&answer);
        assert!(line.contains("all methods were stopped"), "{line}");
    }
}
