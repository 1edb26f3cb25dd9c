//! Two methods side by side.

use super::method::ordering_from;
use super::{Method, Settings, SolveError};
use crate::control::Control;
use crate::frontier;
use crate::order::Incumbent;
use crate::outcome::{Outcome, Verdict};
use crate::problem::Problem;
use crate::starts::Start;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

/// The ordering formulation and the frontier, from the same first order and with one incumbent. The first proof ends
/// both. Where neither proves anything, the answer is that of the ordering formulation, which has a bound that moves.
pub(super) fn run(
    problem: &Problem,
    start: Start,
    settings: &Settings,
    clock: Instant,
) -> Result<(Method, Outcome), SolveError> {
    let over = Arc::new(AtomicBool::new(false));
    let program = until(settings, &over);
    let mut layers = until(settings, &over);
    // One line of progress is enough, and the solver's has the bound.
    layers.control.progress = None;
    // Nobody who did not speak of the disk expects it to be filled.
    if layers.frontier.scratch.is_none() {
        layers.frontier.disk.get_or_insert(0);
    }
    let (bound, best) = (start.bound(problem), start.solution.clone());
    let incumbent = Incumbent::new(problem.sense(), best.clone());
    let by_layers = || {
        let Settings {
            frontier, control, ..
        } = &layers;
        let outcome = frontier::solve_beside(problem, start, &incumbent, frontier, control);
        ended(outcome.map_err(SolveError::from), &over)
    };
    let (by_program, by_layers) = thread::scope(|scope| {
        let frontier = thread::Builder::new().name("frontier".into());
        let frontier = frontier.spawn_scoped(scope, by_layers);
        let outcome = ordering_from(problem, bound, best, &incumbent, &program, clock);
        (
            ended(outcome, &over),
            frontier.map(thread::ScopedJoinHandle::join),
        )
    });
    let mut outcomes = vec![(Method::Ordering, by_program)];
    match by_layers {
        Ok(Ok(outcome)) => outcomes.push((Method::Frontier, outcome)),
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        // The system gives no thread: the ordering formulation ran alone.
        Err(_) => {}
    }
    // A broken solver or disk is told even where the other method has an answer.
    if let Some(broken) = outcomes.iter().position(|(_, outcome)| is_broken(outcome)) {
        let (method, outcome) = outcomes.swap_remove(broken);
        return outcome.map(|outcome| (method, outcome));
    }
    let proven = outcomes.iter().position(|(_, outcome)| is_proven(outcome));
    let answered = || outcomes.iter().position(|(_, outcome)| outcome.is_ok());
    let (method, outcome) = outcomes.swap_remove(proven.or_else(answered).unwrap_or(0));
    let mut outcome = outcome?;
    outcome.stats.seconds = clock.elapsed().as_secs_f64();
    Ok((method, outcome))
}

/// The settings with a control that stops when it is over, too.
fn until(settings: &Settings, over: &Arc<AtomicBool>) -> Settings {
    let (over, asked) = (Arc::clone(over), settings.control.interrupt.clone());
    let interrupt =
        move || over.load(Ordering::Relaxed) || asked.as_ref().is_some_and(|asked| asked());
    Settings {
        control: Control {
            interrupt: Some(Arc::new(interrupt)),
            ..settings.control.clone()
        },
        ..settings.clone()
    }
}

/// Ends the run where an outcome decides it.
fn ended(outcome: Result<Outcome, SolveError>, over: &AtomicBool) -> Result<Outcome, SolveError> {
    if is_proven(&outcome) || is_broken(&outcome) {
        over.store(true, Ordering::Relaxed);
    }
    outcome
}

fn is_proven(outcome: &Result<Outcome, SolveError>) -> bool {
    outcome
        .as_ref()
        .is_ok_and(|outcome| matches!(outcome.verdict, Verdict::Optimal(_) | Verdict::Infeasible))
}

/// Whether a method failed on what it should take.
fn is_broken(outcome: &Result<Outcome, SolveError>) -> bool {
    outcome.as_ref().is_err_and(|error| !error.is_unfit())
}
