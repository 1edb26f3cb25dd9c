//! One suite for every method: what any of them must do on any instance.

use crate::common::{brute_force, instances, parse};
use azulejo::graph::StateGraph;
use azulejo::instance::Instance;
use azulejo::outcome::Verdict;
use azulejo::problem::Problem;
use azulejo::solve::{Answer, Method, Settings, solve};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Where a method takes minutes (the case study's formulations from 3×3 on) it only has to contradict
/// nobody.
const PATIENCE: Duration = Duration::from_secs(1);

/// The most empty cells at which a method must prove its answer in a test.
fn proves_up_to(method: Method) -> usize {
    match method.name() {
        "ordering" => usize::MAX,
        "case-study" | "disaggregated" => 6,
        "frontier" | "backward" => 25,
        "dense" => azulejo::dense::MAX_FREE,
        "auto" if cfg!(feature = "milp") => usize::MAX,
        "auto" => 25,
        "graph" => StateGraph::MAX_FREE,
        other => panic!("no expectation for {other}"),
    }
}

fn must_prove(method: Method, settings: &Settings, instance: &Instance) -> bool {
    let most = proves_up_to(method).min(proves_with(settings));
    Problem::from(instance).free_len() <= most
}

/// The most empty cells at which a solver must prove its answer in a test.
#[cfg(all(feature = "highs", feature = "microlp"))]
fn proves_with(settings: &Settings) -> usize {
    match settings.milp.solver.name() {
        "microlp" => 6,
        _ => usize::MAX,
    }
}

/// HiGHS proves them all.
#[cfg(not(all(feature = "highs", feature = "microlp")))]
fn proves_with(_: &Settings) -> usize {
    usize::MAX
}

fn answer(method: Method, settings: &Settings, instance: &Instance) -> Option<Answer> {
    let limit = (!must_prove(method, settings, instance)).then_some(PATIENCE);
    match solve(instance, method, &settings.clone().within(limit)) {
        Ok(answer) => Some(answer),
        Err(error) if error.is_unfit() => None,
        Err(error) => panic!("{method}: {error}"),
    }
}

fn assert_proven(method: Method, settings: &Settings, json: &str, score: Option<u32>) {
    let instance = parse(json);
    let Some(answer) = answer(method, settings, &instance) else {
        let fits = method != Method::Backward || Problem::from(&instance).fills_the_wall();
        assert!(!fits, "{method} refuses {json}");
        return;
    };
    let verdict = answer.outcome.verdict;
    assert_eq!(verdict.score(), score, "{method} on {json}");
    let expected = if score.is_some() {
        "optimal"
    } else {
        "infeasible"
    };
    assert_eq!(verdict.status(), expected, "{method} on {json}");
    assert_eq!(
        brute_force(&instance).map(|(score, _)| score),
        score,
        "brute force on {json}"
    );
}

#[cfg(all(feature = "highs", feature = "microlp"))]
fn with_microlp() -> Settings {
    use azulejo::milp::{MilpOptions, Solver};
    Settings {
        milp: MilpOptions {
            solver: Solver::Microlp,
            ..MilpOptions::default()
        },
        ..Settings::default()
    }
}

/// HiGHS is built in, too.
#[cfg(all(feature = "highs", feature = "microlp", feature = "render"))]
#[test]
fn microlp_is_called_by_its_name() {
    use azulejo::render::{explain, plot, proof};
    let instance = parse(r#"{"wall": {"rows": 2, "columns": 2}, "sense": "minimize"}"#);
    let answer = solve(&instance, Method::Ordering, &with_microlp()).expect("small");
    let plot = plot::svg(&instance, &answer).expect("it can be drawn");
    let texts = [
        explain::text(&instance, &answer),
        proof::line(&answer),
        plot,
    ];
    assert!(texts.concat().contains("microlp"), "{texts:?}");
    assert!(!texts.concat().contains("HiGHS"), "{texts:?}");
}

macro_rules! solver_suite {
    ($name:ident, $method:expr) => {
        solver_suite!($name, $method, Settings::default());
    };
    ($name:ident, $method:expr, $settings:expr) => {
        mod $name {
            use super::*;

            #[test]
            fn gives_what_was_published_and_contradicts_no_other_method() {
                for (path, instance) in instances() {
                    let path = path.display();
                    let Some(answer) = answer($method, &$settings, &instance) else { continue };
                    let verdict = &answer.outcome.verdict;
                    if must_prove($method, &$settings, &instance) {
                        let proven = verdict.is_decided();
                        assert!(proven, "{path}: {}", verdict.status());
                    }
                    if let (Verdict::Optimal { solution, .. }, Some(published)) =
                        (verdict, instance.published().score)
                    {
                        assert_eq!(solution.score, published, "{path}");
                    }
                    if let Ok(states) = solve(&instance, Method::Graph, &Settings::default()) {
                        let other = &states.outcome.verdict;
                        assert!(verdict.agrees_with(other, instance.sense()), "{path}: {verdict:?}, {other:?}");
                    }
                }
            }

            #[test]
            fn solves_the_smallest_walls() {
                assert_proven($method, &$settings, r#"{"wall": {"rows": 1, "columns": 1}, "sense": "maximize"}"#, Some(1));
                assert_proven($method, &$settings, r#"{"wall": {"rows": 1, "columns": 2}, "sense": "minimize"}"#, Some(3));
                assert_proven($method, &$settings, r#"{"wall": {"rows": 1, "columns": 6}, "sense": "minimize"}"#, Some(14));
                assert_proven($method, &$settings, r#"{"wall": {"rows": 6, "columns": 1}, "sense": "maximize"}"#, Some(21));
                assert_proven($method, &$settings, r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#, Some(10));
                assert_proven($method, &$settings, r#"{"wall": {"rows": 2, "columns": 2}, "sense": "minimize"}"#, Some(9));
            }

            #[test]
            fn solves_problems_without_a_turn() {
                assert_proven(
                    $method,
                    &$settings,
                    r#"{"wall": {"rows": 2, "columns": 1}, "sense": "maximize", "initial": [1, 2], "bonus": {"column": 7}}"#,
                    Some(7),
                );
                assert_proven(
                    $method,
                    &$settings,
                    r#"{"wall": {"rows": 2, "columns": 2}, "sense": "minimize", "turns": 0}"#,
                    Some(0),
                );
            }

            #[test]
            fn proves_that_constraints_cannot_hold() {
                let waiting = r#"{"type": "before", "first": 1, "then": 2}, {"type": "before", "first": 2, "then": 1}"#;
                let instance = |constraints: &str, turns: &str| {
                    format!(r#"{{"wall": {{"rows": 2, "columns": 2}}, "sense": "maximize", "constraints": [{constraints}]{turns}}}"#)
                };
                assert_proven($method, &$settings, &instance(waiting, ""), None);
                // Two cells that wait for each other stay empty where the horizon lets them.
                assert_proven($method, &$settings, &instance(waiting, r#", "turns": 2"#), Some(3));
                let windows = r#"{"type": "window", "cell": 1, "from": 1, "to": 2}, {"type": "window", "cell": 2, "from": 1, "to": 2}, {"type": "first", "cells": [3]}"#;
                assert_proven($method, &$settings, &instance(windows, ""), None);
            }

            #[test]
            fn stops_when_told_and_claims_nothing_false() {
                let settings = $settings;
                settings.control.stop.store(true, Ordering::Relaxed);
                let instance = crate::common::instance("plain/4x4-min.json");
                let stopped = solve(&instance, $method, &settings).expect("stopping is no error");
                let truth = solve(&instance, Method::Graph, &Settings::default()).expect("it fits");
                let (stopped, truth) = (stopped.outcome.verdict, truth.outcome.verdict);
                assert!(stopped.agrees_with(&truth, instance.sense()), "{stopped:?} against {truth:?}");
                assert_ne!(stopped.status(), "infeasible");
            }
        }
    };
}

#[cfg(feature = "milp")]
solver_suite!(ordering, Method::Ordering);
#[cfg(feature = "milp")]
solver_suite!(case_study, Method::CaseStudy);
#[cfg(feature = "milp")]
solver_suite!(disaggregated, Method::Disaggregated);
#[cfg(all(feature = "highs", feature = "microlp"))]
solver_suite!(microlp, Method::Ordering, with_microlp());
solver_suite!(auto, Method::Auto);
solver_suite!(dense, Method::Dense);
solver_suite!(frontier, Method::Frontier);
solver_suite!(backward, Method::Backward);
solver_suite!(graph, Method::Graph);

#[test]
fn every_method_is_in_the_suite() {
    for method in Method::ASKED {
        assert!(proves_up_to(*method) > 0);
    }
}
