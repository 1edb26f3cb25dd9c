//! Several methods side by side, and a local search for better orders.

mod cores;
mod knowledge;
mod methods;
mod turns;

pub(super) use turns::in_turn;

use super::programs::ordering_from;
use super::{Method, Settings, SolveError, auto};
use crate::bounds::{Bound, ends};
use crate::heuristics::WarmStart;
use crate::instance::Sense;
use crate::order::{Heuristic, Solution};
use crate::outcome::{Outcome, Unfinished, Verdict};
use crate::problem::Problem;
use azulejo_control::Instant;
use knowledge::{Knowledge, is_broken, is_proven};
use methods::{Layers, Methods};
use std::{panic, thread};

/// The ordering formulation and layers, from the same first order and with one incumbent, which a local search makes
/// better meanwhile. Where the formulation [waits](program_waits), its turn comes after the others.
/// The layers go from the last turn back where the wall is filled. Elsewhere they are those of the
/// frontier, after a search for prices. A search through the orientations of neighbours, or through the ends of orders where the wall
/// is not filled, looks for a bound that may prove what the others find, and for better orders. Beside the layers, passes through
/// restricted layers go by prices and become wider and wider. Where the wall is filled, they begin if the layers take long. Where the
/// wall is too large for layers, so that there is no `start`, they begin at once. The first proof ends all. Where nothing is proven,
/// the answer is that of the ordering formulation, with the best order and the tightest bound of all.
pub(super) fn run(
    problem: &Problem,
    (bound, best): (Bound, Option<Solution>),
    start: Option<WarmStart>,
    settings: &Settings,
    clock: Instant,
) -> Result<(Method, Outcome), SolveError> {
    let knowledge = Knowledge::new(problem.sense(), bound.clone(), best, settings);
    let program = knowledge.until_over(settings);
    let methods = Methods::new(problem, &knowledge, settings, clock);
    let incumbent = knowledge.incumbent.of(Heuristic::Program);
    let solve_program = || {
        let outcome = ordering_from(problem, bound.clone(), &incumbent, &program, clock);
        (Method::Ordering, knowledge.conclude(outcome))
    };
    let (by_program, by_layers) = thread::scope(|scope| {
        let layers = methods.spawn(scope, start);
        let by_program = (!program_waits(problem)).then(solve_program);
        (by_program, layers.map(thread::ScopedJoinHandle::join))
    });
    let by_program = by_program.unwrap_or_else(|| match program.control.stopped() {
        true => {
            let (best, bound) = (knowledge.incumbent.best(), knowledge.bound());
            (Method::Auto, Ok(auto::by_bound(best, bound, clock)))
        }
        false => solve_program(),
    });
    let mut outcomes = vec![by_program];
    outcomes
        .extend(by_layers.map(|layers| layers.unwrap_or_else(|panic| panic::resume_unwind(panic))));
    outcomes.extend(
        methods
            .pass_outcome()
            .map(|outcome| (Method::Auto, Ok(outcome))),
    );
    select(problem, outcomes, &knowledge, clock)
}

/// Whether the ordering formulation begins when the other methods have ended without a proof: for a maximum whose turns do not fill the
/// wall the formulation has weak bounds, and the search through the ends of orders is worth its core.
fn program_waits(problem: &Problem) -> bool {
    problem.sense() == Sense::Maximize
        && !problem.fills_the_wall()
        && problem.features().is_empty()
        && problem.wall().longest_line() <= ends::LONGEST
}

/// The outcome of the run, from those of all methods, the ordering formulation first.
fn select(
    problem: &Problem,
    mut outcomes: Vec<Layers>,
    knowledge: &Knowledge,
    clock: Instant,
) -> Result<(Method, Outcome), SolveError> {
    // An error of a solver or a disk is the result even where another method has an answer.
    if let Some(index) = outcomes.iter().position(|(_, outcome)| is_broken(outcome)) {
        let (method, outcome) = outcomes.swap_remove(index);
        return outcome.map(|outcome| (method, outcome));
    }
    let proof_index = outcomes.iter().position(|(_, outcome)| is_proven(outcome));
    let (shared_bound, best) = (knowledge.bound(), knowledge.incumbent.best());
    if proof_index.is_none() && knowledge.is_proven_by_bound() {
        let mut outcome = auto::by_bound(best, shared_bound, clock);
        outcome.stats.origin = knowledge.incumbent.origin(clock);
        return Ok((Method::Auto, outcome));
    }
    let bounds = outcomes.iter().filter_map(|(_, outcome)| bound_of(outcome));
    let bound = bounds.fold(shared_bound.score, |first, second| {
        problem.sense().tighter(first, second)
    });
    let answer_index = || outcomes.iter().position(|(_, outcome)| outcome.is_ok());
    let (method, outcome) = outcomes.swap_remove(proof_index.or_else(answer_index).unwrap_or(0));
    let mut outcome = outcome?;
    if proof_index.is_none() {
        // The bound and the best order may have met at the last moment: no method has proven that.
        let unfinished = outcome.verdict.unfinished().cloned();
        let unfinished = unfinished.unwrap_or(Unfinished::Stopped);
        outcome.verdict = Verdict::stopped(best, bound, unfinished);
    }
    outcome.stats.seconds = clock.elapsed().as_secs_f64();
    // An order that its method did not share is its own.
    if outcome.verdict.score() == knowledge.incumbent.score() {
        outcome.stats.origin = knowledge.incumbent.origin(clock);
    }
    Ok((method, outcome))
}

/// The bound of a method's outcome.
fn bound_of(outcome: &Result<Outcome, SolveError>) -> Option<u32> {
    outcome.as_ref().ok()?.verdict.bound()
}
