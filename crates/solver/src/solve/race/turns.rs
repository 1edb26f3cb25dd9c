//! Methods one after the other, and a local search for better orders: a page of a browser has one thread.

use super::knowledge::Knowledge;
use super::methods::{Methods, price_limit};
use super::select;
use crate::bounds::Bound;
use crate::order::Solution;
use crate::outcome::{Outcome, Unfinished};
use crate::problem::Problem;
use crate::solve::{Method, Settings, SolveError, auto};
use azulejo_control::{Control, Instant};

/// Methods that run side by side elsewhere, one after the other. The ordering formulation is not among them: a page has a second
/// worker for it. The methods are layers, a search for bounds, passes that go by prices, and a local search in the time that these
/// leave. Each has a short turn first, as one of them soon proves most walls. The first proof ends all.
pub(in crate::solve) fn in_turn(
    problem: &Problem,
    (bound, best): (Bound, Option<Solution>),
    settings: &Settings,
    clock: Instant,
) -> Result<(Method, Outcome), SolveError> {
    let knowledge = Knowledge::new(problem.sense(), bound.clone(), best, settings);
    let methods = Methods::new(problem, &knowledge, settings, clock);
    let control = methods.settings().control.clone();
    // A part of the time that is left.
    let part = |parts: u32| -> Control {
        let time_left = control.time_left();
        control.clone().within(time_left.map(|time| time / parts))
    };
    let method = auto::layers(problem);
    let by_layers = |control: Control| {
        let settings = Settings {
            control: Control {
                progress: settings.control.progress.clone(),
                ..control
            },
            ..methods.settings().clone()
        };
        (method, knowledge.conclude(method.run(problem, &settings)))
    };
    let mut layers = by_layers(part(30));
    let mut search = None;
    for (bound_part, order_part, pass_part) in [(30, 60, 12), (6, 30, 3)] {
        methods.search_bounds(&part(bound_part));
        methods.improve(&part(order_part));
        let control = part(pass_part);
        if knowledge.is_over() || control.stopped() {
            break;
        }
        search = search.or_else(|| {
            let limit = price_limit(&control);
            methods.restricted(&control.clone().within(Some(limit)))
        });
        if let Some(search) = &mut search {
            methods.widen(search, &control);
        }
    }
    if !knowledge.is_over() && layers.1.is_ok() {
        layers = by_layers(control.clone());
    }
    methods.improve(&control);
    let layers = match layers {
        (method, Err(error)) if error.is_unfit() => {
            let reason = Unfinished::NoLayers(error.to_string());
            let best = knowledge.incumbent.best();
            (
                method,
                Ok(Outcome::without_search(best, bound, reason, clock)),
            )
        }
        layers => layers,
    };
    let by_passes = methods.pass_outcome();
    let by_passes = by_passes.map(|outcome| (Method::Auto, Ok(outcome)));
    let outcomes = [layers].into_iter().chain(by_passes).collect();
    select(problem, outcomes, &knowledge, clock)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Instance;
    use crate::outcome::Verdict;
    use crate::solve::auto::proven_by_construction;
    use std::time::Duration;

    fn solve_in_turn(json: &str, time: Duration) -> (Problem, Outcome) {
        let instance = Instance::from_json(json).expect("an instance");
        let problem = Problem::from(&instance);
        let settings = Settings::default().within(Some(time));
        let (bound, best) = proven_by_construction(&problem, &settings.control);
        let result = in_turn(&problem, (bound, best), &settings, Instant::now());
        (problem, result.expect("it fits").1)
    }

    #[test]
    fn methods_in_turn_prove_the_scores_of_layers() {
        for constraints in [
            r#"{"type": "place-at", "cell": 8, "turn": 3}, {"type": "before", "first": 17, "then": 2}"#,
            r#"{"type": "last", "cells": [7, 10]}, {"type": "place-at", "cell": 1, "turn": 5}"#,
        ] {
            for (sense, turns) in [("maximize", 20), ("minimize", 20), ("maximize", 12)] {
                let json = format!(
                    r#"{{"wall": {{"rows": 4, "columns": 5}}, "sense": "{sense}", "turns": {turns}, "constraints": [{constraints}]}}"#
                );
                let (problem, outcome) = solve_in_turn(&json, Duration::from_secs(600));
                let exact = Method::Dense.run(&problem, &Settings::default());
                let exact = exact.expect("small").verdict;
                assert!(outcome.verdict.is_decided(), "{json}");
                assert_eq!(outcome.verdict.score(), exact.score(), "{json}");
                assert_eq!(
                    outcome.verdict.is_infeasible(),
                    exact.is_infeasible(),
                    "{json}"
                );
            }
        }
    }

    /// No covering has room for the cells, so that there are no layers.
    #[test]
    fn a_wall_without_layers_has_an_order_and_a_bound() {
        let json = r#"{"wall": {"rows": 12, "columns": 12}, "sense": "minimize", "constraints": [
            {"type": "place-at", "cell": 118, "turn": 93}, {"type": "before", "first": 46, "then": 141}]}"#;
        let (problem, outcome) = solve_in_turn(json, Duration::from_secs(3));
        let bound = outcome.verdict.bound().expect("known");
        match outcome.verdict {
            Verdict::Optimal { solution, .. } | Verdict::Feasible { solution, .. } => {
                assert!(solution.score >= bound);
                assert_eq!(solution.order.len(), problem.wall().len());
            }
            verdict => panic!("{verdict:?}"),
        }
    }
}
