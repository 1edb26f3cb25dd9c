//! One suite for every method: what any of them must do on any instance.

mod common;

use crate::common::{brute_force, instances, parse};
use azulejo::graph::StateGraph;
use azulejo::instance::Instance;
use azulejo::milp::{MilpOptions, Solver};
use azulejo::outcome::Verdict;
use azulejo::problem::Problem;
use azulejo::solve::{Answer, Method, Settings, solve};
use azulejo::wall::Bonus;
use rayon::prelude::*;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Where a method takes minutes (the case study's formulations from 3×3 on) it only has to contradict
/// nobody.
const PATIENCE: Duration = Duration::from_millis(300);

/// The most empty cells at which a method must prove its answer in a test.
fn proves_up_to(method: Method) -> usize {
    match method.name() {
        "ordering" => usize::MAX,
        "case-study" | "disaggregated" => 6,
        "frontier" | "backward" => 25,
        "dense" => azulejo::dense::MAX_FREE,
        "auto" if Solver::default().is_built_in() => usize::MAX,
        "auto" => 25,
        "graph" => StateGraph::MAX_FREE,
        other => panic!("no expectation for {other}"),
    }
}

fn must_prove(method: Method, settings: &Settings, instance: &Instance) -> bool {
    let problem = Problem::from(instance);
    // The bonus of a wall that is not filled is for dense layers: to others it is a minute's work.
    let has_bonus = instance.bonus() != Bonus::default() && !problem.fills_the_wall();
    if has_bonus && problem.free_len() > 16 && !["dense", "auto"].contains(&method.name()) {
        return false;
    }
    let most = proves_up_to(method).min(proves_with(settings));
    problem.free_len() <= most
}

/// The most empty cells at which a solver must prove its answer in a test.
fn proves_with(settings: &Settings) -> usize {
    match settings.milp.solver {
        Solver::Microlp => 6,
        _ => usize::MAX,
    }
}

/// Whether the solver of a method, if it needs one, is built in.
fn is_built_in(method: Method, settings: &Settings) -> bool {
    method.formulation().is_none() || settings.milp.solver.is_built_in()
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
        assert!(
            !fits || !is_built_in(method, settings),
            "{method} refuses {json}"
        );
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

#[cfg(feature = "microlp")]
fn with_microlp() -> Settings {
    with_solver(Solver::Microlp)
}

fn with_solver(solver: Solver) -> Settings {
    Settings {
        milp: MilpOptions {
            solver,
            ..MilpOptions::default()
        },
        ..Settings::default()
    }
}

#[cfg(all(feature = "microlp", feature = "pages"))]
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

/// Rows that are equations, and columns that are numbers beside those that are 0 or 1.
#[cfg(feature = "microlp")]
#[test]
fn the_dual_solution_of_microlp_adds_up_to_the_bound() {
    use azulejo::control::Control;
    use azulejo::formulation::{Families, Kind};
    use azulejo::milp::{Relaxation, relax};
    use azulejo::problem::Problem;
    use azulejo::solve::Duals;
    for (sides, sense, row, price) in [
        (3, "maximize", "points(5) >= 6", 2.0), // docs/instances.md
        (3, "minimize", "count(row 3, 6) >= 2", 0.0),
    ] {
        let instance = parse(&format!(
            r#"{{"wall": {{"rows": {sides}, "columns": {sides}}}, "sense": "{sense}",
                "constraints": [{{"type": "subject-to", "row": "{row}"}}]}}"#
        ));
        let (problem, control) = (Problem::from(&instance), Control::default());
        for kind in Kind::ALL {
            let written = kind.formulate(&problem, &Families::new()).expect("small");
            let program = written.program();
            let duals = Duals::of(program, &control).expect("built in");
            let duals = duals.expect("a solution");
            let Ok(Relaxation::Solved { bound, .. }) = relax(program, &control) else {
                panic!("{kind}: {row}");
            };
            assert!((duals.bound() - bound).abs() < 1e-6, "{kind}: {row}");
            let stated = duals.rows.iter().filter(|it| it.name.starts_with("c16"));
            let sum: f64 = stated.map(|row| row.multiplier).sum();
            if kind == Kind::Ordering {
                assert!((sum.abs() - price).abs() < 1e-6, "{row}: {sum}");
            }
        }
    }
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
                // The longest of them would else keep one core busy alone.
                instances().into_par_iter().for_each(|(path, instance)| {
                    let path = path.display();
                    let Some(answer) = answer($method, &$settings, &instance) else { return };
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
                });
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
                let Some(stopped) = answer($method, &settings, &instance) else {
                    assert!(!is_built_in($method, &settings), "stopping is no error");
                    return;
                };
                let truth = solve(&instance, Method::Graph, &Settings::default()).expect("it fits");
                let (stopped, truth) = (stopped.outcome.verdict, truth.outcome.verdict);
                assert!(stopped.agrees_with(&truth, instance.sense()), "{stopped:?} against {truth:?}");
                assert_ne!(stopped.status(), "infeasible");
            }
        }
    };
}

/// A suite for each method, under its name, and the list of them.
macro_rules! suites {
    ($($name:ident: $method:expr),+ $(,)?) => {
        $(solver_suite!($name, $method);)+
        const SUITES: &[Method] = &[$($method),+];
    };
}

suites! {
    auto: Method::Auto,
    ordering: Method::Ordering,
    dense: Method::Dense,
    frontier: Method::Frontier,
    backward: Method::Backward,
    graph: Method::Graph,
    disaggregated: Method::Disaggregated,
    case_study: Method::CaseStudy,
}
#[cfg(feature = "microlp")]
solver_suite!(microlp, Method::Ordering, with_microlp());

#[test]
fn every_method_has_a_suite() {
    assert_eq!(SUITES, Method::ASKED);
}

/// A method answers without its solver, too: that it is not built in, and how to build it in.
#[test]
fn a_solver_that_is_not_built_in_says_so() {
    let instance = parse(r#"{"wall": {"rows": 2, "columns": 2}, "sense": "minimize"}"#);
    for &solver in Solver::ALL.iter().filter(|solver| !solver.is_built_in()) {
        let programs = Method::ALL
            .iter()
            .filter(|method| method.formulation().is_some());
        for &method in programs {
            let settings = with_solver(solver);
            let error = solve(&instance, method, &settings).expect_err("it is not built in");
            assert!(error.is_unfit());
            assert_eq!(error.in_short(), "not built in");
            let message = error.to_string();
            assert!(
                message.contains(&format!("--features {solver}")),
                "{message}"
            );
        }
        let auto = solve(&instance, Method::Auto, &with_solver(solver)).expect("others do");
        assert_eq!(auto.outcome.verdict.score(), Some(9));
    }
}
