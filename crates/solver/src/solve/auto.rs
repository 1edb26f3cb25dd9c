//! The default: closed bounds first, then what fits a problem, side by side.

use super::search::closed_bound;
use super::{Method, SIDE_BY_SIDE, Settings, SolveError, race};
use crate::bounds::Known;
use crate::dense;
use crate::formulation::OrderingFormulation;
use crate::graph::StateGraph;
use crate::order::Solution;
use crate::outcome::{Outcome, Unfinished, Verdict};
use crate::problem::{Feature, Problem};
use crate::starts;
use azulejo_control::{Control, Instant};
use std::time::Duration;

/// Solves a problem, and says which method did: `auto` itself where nothing but bounds was needed.
///
/// An order by construction that meets a closed bound ends the run. Dense layers take what they fit, for nothing is
/// quicker. Else the ordering formulation and layers run side by side, with a local search for better orders, and the
/// first proof ends all: layers from the last turn back where the wall is filled, and else the frontier.
///
/// Before dense layers the others have a head start, if there is one: they prove many instances in less time than dense
/// layers take for their tables.
pub(super) fn run(
    problem: &Problem,
    settings: &Settings,
    head_start: Duration,
) -> Result<(Method, Outcome), SolveError> {
    let clock = Instant::now();
    let control = &settings.control;
    let (closed, constructed) = closed(problem, control);
    if constructed.is_some() {
        return Ok((Method::Auto, by_bound(constructed, closed, clock)));
    }
    if problem.features().has(Feature::OrderRows) {
        return by_order(problem, settings, clock);
    }
    if let Some(outcome) = ahead(problem, settings, head_start) {
        return Ok((layers(problem), timed(outcome, clock)));
    }
    match dense::solve(problem, settings.frontier.memory, control) {
        Ok(outcome) => {
            let stopped = matches!(outcome.verdict, Verdict::Unknown { .. });
            let outcome = match stopped {
                true => {
                    let best =
                        starts::incumbent(problem, closed.clone(), settings.starts(), control);
                    by_bound(best, closed, clock)
                }
                false => timed(outcome, clock),
            };
            Ok((Method::Dense, outcome))
        }
        // Too large, or too little memory: the frontier has the disk.
        Err(_) => searched(problem, closed, settings, clock),
    }
}

/// Rows about more than one turn: the state graph where it fits, else the ordering formulation.
fn by_order(
    problem: &Problem,
    settings: &Settings,
    clock: Instant,
) -> Result<(Method, Outcome), SolveError> {
    let fits = StateGraph::fits(problem).is_ok();
    let method = if fits {
        Method::Graph
    } else {
        Method::Ordering
    };
    Ok((method, timed(method.run(problem, settings)?, clock)))
}

/// What no score can beat by the closed bounds, and an order by construction if its score meets that.
pub(super) fn closed(problem: &Problem, control: &Control) -> (Known, Option<Solution>) {
    let bound = closed_bound(problem, control);
    let order = starts::constructed(problem, control);
    let order = order.filter(|order| order.score == bound.score);
    (bound, order)
}

/// What a bound and an order prove without a search.
pub(super) fn by_bound(best: Option<Solution>, bound: Known, clock: Instant) -> Outcome {
    Outcome::without_search(best, bound, Unfinished::Stopped, clock)
}

/// Dense layers of fewer cells take no time worth saving.
const SAVED: usize = 18;

/// The layers that suit a problem: from the last turn back, or the frontier.
fn layers(problem: &Problem) -> Method {
    match problem.fills_the_wall() {
        true => Method::Backward,
        false => Method::Frontier,
    }
}

/// What layers prove within their head start, if anything.
fn ahead(problem: &Problem, settings: &Settings, head_start: Duration) -> Option<Outcome> {
    if head_start.is_zero() || problem.free_len() < SAVED {
        return None;
    }
    let left = settings.control.time_left();
    let time = left.map_or(head_start, |left| left.min(head_start));
    let within = settings.clone().within(Some(time));
    let outcome = layers(problem).run(problem, &within).ok()?;
    outcome.verdict.is_decided().then_some(outcome)
}

/// With the time since all began.
fn timed(mut outcome: Outcome, clock: Instant) -> Outcome {
    outcome.stats.seconds = clock.elapsed().as_secs_f64();
    outcome
}

/// The ordering formulation, layers and a local search side by side; prices in place of layers where the wall is too large
/// for these. Without a mixed-integer solver there are layers alone, and where they do not fit, an order without a proof.
fn searched(
    problem: &Problem,
    closed: Known,
    settings: &Settings,
    clock: Instant,
) -> Result<(Method, Outcome), SolveError> {
    let (options, control) = (settings.starts(), &settings.control);
    if !settings.milp.solver.is_built_in() || !SIDE_BY_SIDE {
        let method = layers(problem);
        return match method.run(problem, settings) {
            Ok(outcome) => Ok((method, timed(outcome, clock))),
            Err(error) if error.is_unfit() => {
                let best = starts::incumbent(problem, closed.clone(), options, control);
                let why = Unfinished::NoLayers(error.to_string());
                let outcome = Outcome::without_search(best, closed, why, clock);
                Ok((Method::Auto, outcome))
            }
            Err(error) => Err(error),
        };
    }
    let start = starts::Start::quick(problem, Some(closed.clone()), options, control);
    let (bound, best) = match &start {
        Some(start) => (start.bound(problem), start.solution.clone()),
        None => {
            OrderingFormulation::takes(problem)?;
            let best = starts::incumbent(problem, closed.clone(), options, control);
            (closed, best)
        }
    };
    if best.as_ref().is_some_and(|best| best.score == bound.score) {
        return Ok((Method::Auto, by_bound(best, bound, clock)));
    }
    race::run(problem, (bound, best), start, settings, clock)
}
