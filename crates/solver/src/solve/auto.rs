//! The default: closed bounds first, then what fits a problem, side by side.

use super::search::closed_bound;
use super::{Method, SIDE_BY_SIDE, Settings, SolveError, race};
use crate::bounds::Bound;
use crate::dense;
use crate::formulation::OrderingFormulation;
use crate::graph::StateGraph;
use crate::heuristics;
use crate::order::Solution;
use crate::outcome::{Outcome, Unfinished, Verdict};
use crate::problem::{Features, Problem};
use azulejo_control::{Control, Instant};
use std::time::Duration;

/// Solves a problem; the method of the outcome is `auto` itself where bounds alone are enough.
///
/// An order by construction that meets a closed bound ends the run. Dense layers take what they fit, for nothing is
/// quicker. Else the ordering formulation and layers run side by side, with a local search for better orders, and the
/// first proof ends all: layers from the last turn back where the wall is filled, and else the frontier. Where the problem has
/// features of no bound, dense layers, the state graph or the ordering formulation alone.
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
    let (closed, constructed) = proven_by_construction(problem, control);
    if constructed.is_some() {
        return Ok((Method::Auto, by_bound(constructed, closed, clock)));
    }
    if !Features::ROWS_OF_MOVES.covers(problem.features()) {
        return by_exact_methods(problem, settings, clock);
    }
    if let Some(outcome) = by_head_start(problem, settings, head_start) {
        return Ok((layers(problem), with_time(outcome, clock)));
    }
    match by_dense(problem, settings) {
        Some(outcome) => {
            let is_stopped = matches!(outcome.verdict, Verdict::Unknown { .. });
            let outcome = match is_stopped {
                true => {
                    let best = heuristics::incumbent(
                        problem,
                        closed.clone(),
                        settings.heuristics(),
                        control,
                    );
                    by_bound(best, closed, clock)
                }
                false => with_time(outcome, clock),
            };
            Ok((Method::Dense, outcome))
        }
        // The frontier has the disk.
        None => side_by_side(problem, closed, settings, clock),
    }
}

/// The outcome of dense layers; none where the problem has features that they do not take, is too large, or needs more memory than there is:
/// another method may need less. A [`DenseError`](dense::DenseError) has no other reason.
fn by_dense(problem: &Problem, settings: &Settings) -> Option<Outcome> {
    dense::solve(problem, settings.frontier.memory, &settings.control).ok()
}

/// Dense layers where they take the problem and have the memory, the state graph where the problem fits, else the ordering
/// formulation: for problems that layers with bounds do not take.
fn by_exact_methods(
    problem: &Problem,
    settings: &Settings,
    clock: Instant,
) -> Result<(Method, Outcome), SolveError> {
    if let Some(outcome) = by_dense(problem, settings) {
        return Ok((Method::Dense, with_time(outcome, clock)));
    }
    let fits = StateGraph::fits(problem).is_ok();
    let method = if fits {
        Method::Graph
    } else {
        Method::Ordering
    };
    Ok((method, with_time(method.run(problem, settings)?, clock)))
}

/// The tightest closed bound, and an order by construction if its score meets that bound: a proof without a search.
pub fn proven_by_construction(problem: &Problem, control: &Control) -> (Bound, Option<Solution>) {
    let bound = closed_bound(problem, control);
    let order = heuristics::constructed(problem, control);
    let order = order.filter(|order| order.score == bound.score);
    (bound, order)
}

/// The proof of a bound and an order without a search.
pub(super) fn by_bound(best: Option<Solution>, bound: Bound, clock: Instant) -> Outcome {
    Outcome::without_search(best, bound, Unfinished::Stopped, clock)
}

/// Fewest empty cells for a head start: dense layers of fewer take no time worth saving.
const MIN_CELLS: usize = 18;

/// The layers that suit a problem: from the last turn back, or the frontier.
pub(super) fn layers(problem: &Problem) -> Method {
    match problem.fills_the_wall() {
        true => Method::Backward,
        false => Method::Frontier,
    }
}

/// The proof of layers within their head start, if there is one.
fn by_head_start(problem: &Problem, settings: &Settings, head_start: Duration) -> Option<Outcome> {
    if head_start.is_zero() || problem.free_len() < MIN_CELLS {
        return None;
    }
    let time_left = settings.control.time_left();
    let time = time_left.map_or(head_start, |time| time.min(head_start));
    let short = settings.clone().within(Some(time));
    let outcome = layers(problem).run(problem, &short).ok()?;
    outcome.verdict.is_decided().then_some(outcome)
}

/// The outcome with the time since the begin of the run.
fn with_time(mut outcome: Outcome, clock: Instant) -> Outcome {
    outcome.stats.seconds = clock.elapsed().as_secs_f64();
    outcome
}

/// The ordering formulation, layers and a local search side by side; prices in place of layers where the wall is too large
/// for these. Without a mixed-integer solver, or with one thread, the others come one after the other.
fn side_by_side(
    problem: &Problem,
    closed: Bound,
    settings: &Settings,
    clock: Instant,
) -> Result<(Method, Outcome), SolveError> {
    let (options, control) = (settings.heuristics(), &settings.control);
    if !SIDE_BY_SIDE || !settings.milp.solver.is_built_in() {
        let best = heuristics::incumbent(problem, closed.clone(), options, control);
        return race::in_turn(problem, (closed, best), settings, clock);
    }
    let start = heuristics::WarmStart::quick(problem, Some(closed.clone()), options, control);
    let (bound, best) = match &start {
        Some(start) => (start.bound(problem), start.solution.clone()),
        None => {
            OrderingFormulation::takes(problem)?;
            let best = heuristics::incumbent(problem, closed.clone(), options, control);
            (closed, best)
        }
    };
    if best.as_ref().is_some_and(|best| best.score == bound.score) {
        return Ok((Method::Auto, by_bound(best, bound, clock)));
    }
    race::run(problem, (bound, best), start, settings, clock)
}
