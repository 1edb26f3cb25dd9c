//! Methods one after the other, and a local search for better orders: a page of a browser has one thread.

use super::race::{Helpers, Passes, Race, price_limit};
use super::{Method, Settings, SolveError, auto};
use crate::bounds::Known;
use crate::order::Solution;
use crate::outcome::{Outcome, Unfinished};
use crate::problem::Problem;
use azulejo_control::{Control, Instant};

/// What runs side by side elsewhere, but for the ordering formulation, for which a page has a second worker: layers, a search
/// through orientations of neighbours or ends of orders, passes that go by prices, and a local search in the time that these leave.
/// Each has a short turn first, as most walls are proven soon by one of them. The first proof ends all.
pub(super) fn run(
    problem: &Problem,
    (bound, best): (Known, Option<Solution>),
    settings: &Settings,
    clock: Instant,
) -> Result<(Method, Outcome), SolveError> {
    let race = Race::new(problem, &bound, best, settings);
    let mut limited = race.until_over(settings);
    let helpers = Helpers::new(problem, &race, bound.score, settings);
    limited.frontier.memory = Some(helpers.layers());
    let control = limited.control.clone();
    // A part of the time that is left.
    let part = |parts: u32| -> Control {
        let left = control.time_left();
        control.clone().within(left.map(|left| left / parts))
    };
    let method = auto::layers(problem);
    let by_layers = |control: Control| {
        let settings = Settings {
            control,
            ..limited.clone()
        };
        (method, race.ended(method.run(problem, &settings)))
    };
    let mut layers = by_layers(part(30));
    let passes = Passes::new(&race, clock);
    let mut search = None;
    for (by_bounds, by_search, by_passes) in [(30, 60, 12), (6, 30, 3)] {
        helpers.bound(&part(by_bounds));
        helpers.improve(&part(by_search));
        let control = part(by_passes);
        if race.is_over() || control.stopped() {
            break;
        }
        search = search.or_else(|| helpers.by_prices(Some(price_limit(&control)), &control));
        if let Some(search) = &mut search {
            passes.widen(search, &control);
        }
    }
    if !race.is_over() && layers.1.is_ok() {
        layers = by_layers(control.clone());
    }
    helpers.improve(&control);
    let outcomes = match layers {
        (method, Err(error)) if error.is_unfit() => {
            let why = Unfinished::NoLayers(error.to_string());
            let best = race.incumbent.best();
            let outcome = Outcome::without_search(best, bound, why, clock);
            vec![(method, Ok(outcome))]
        }
        layers => vec![layers],
    };
    race.settled(outcomes.into_iter().chain(passes.proven()).collect(), clock)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Instance;
    use crate::outcome::Verdict;
    use crate::solve::auto::closed;
    use std::time::Duration;

    fn in_turn(json: &str, time: Duration) -> (Problem, Outcome) {
        let instance = Instance::from_json(json).expect("an instance");
        let problem = Problem::from(&instance);
        let settings = Settings::default().within(Some(time));
        let (bound, best) = closed(&problem, &settings.control);
        let found = run(&problem, (bound, best), &settings, Instant::now());
        (problem, found.expect("it fits").1)
    }

    #[test]
    fn what_methods_prove_in_turn_is_what_layers_prove() {
        for constraints in [
            r#"{"type": "fix", "cell": 8, "turn": 3}, {"type": "before", "first": 17, "then": 2}"#,
            r#"{"type": "last", "cells": [7, 10]}, {"type": "fix", "cell": 1, "turn": 5}"#,
        ] {
            for (sense, turns) in [("maximize", 20), ("minimize", 20), ("maximize", 12)] {
                let json = format!(
                    r#"{{"wall": {{"rows": 4, "columns": 5}}, "sense": "{sense}", "turns": {turns}, "constraints": [{constraints}]}}"#
                );
                let (problem, outcome) = in_turn(&json, Duration::from_secs(600));
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
            {"type": "fix", "cell": 118, "turn": 93}, {"type": "before", "first": 46, "then": 141}]}"#;
        let (problem, outcome) = in_turn(json, Duration::from_secs(3));
        let bound = outcome.verdict.bound().expect("known");
        match outcome.verdict {
            Verdict::Optimal { solution, .. } | Verdict::Feasible { solution, .. } => {
                assert!(solution.score >= bound);
                assert_eq!(solution.order.len(), problem.wall().len());
            }
            other => panic!("{other:?}"),
        }
    }
}
