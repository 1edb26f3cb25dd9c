//! Two methods side by side.

use super::method::ordering_from;
use super::{Method, Settings, SolveError, auto};
use crate::bounds::Known;
use crate::control::Control;
use crate::frontier;
use crate::order::Incumbent;
use crate::outcome::{Outcome, Verdict};
use crate::problem::Problem;
use crate::starts::Start;
use std::sync::{Arc, OnceLock};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

/// The ordering formulation and the frontier, from the same first order and with one incumbent. Before its layers, the
/// frontier looks at the ends of orders, whose bound may prove what the other one finds. The first proof ends both.
/// Where nothing is proven, the answer is that of the ordering formulation, whose bound moves, with the best order and
/// the tightest bound of all.
pub(super) fn run(
    problem: &Problem,
    start: Start,
    settings: &Settings,
    clock: Instant,
) -> Result<(Method, Outcome), SolveError> {
    let (bound, best) = (start.bound(problem), start.solution.clone());
    let race = Race {
        over: Arc::default(),
        incumbent: Incumbent::new(problem.sense(), best.clone()),
        by_ends: Arc::default(),
    };
    let program = race.until_over(settings);
    let mut layers = race.until_over(settings);
    // One line of progress is enough, and the solver's has the bound.
    layers.control.progress = None;
    // Nobody who did not speak of the disk expects it to be filled.
    if layers.frontier.scratch.is_none() {
        layers.frontier.disk.get_or_insert(0);
    }
    let by_layers = || {
        let Settings {
            frontier, control, ..
        } = &layers;
        let mut start = start;
        start.look_at_ends(problem, control);
        race.by_ends.get_or_init(|| start.bound(problem));
        let outcome = frontier::solve_beside(problem, start, &race.incumbent, frontier, control);
        race.ended(outcome.map_err(SolveError::from))
    };
    let (by_program, by_layers) = thread::scope(|scope| {
        let frontier = thread::Builder::new().name("frontier".into());
        let frontier = frontier.spawn_scoped(scope, by_layers);
        let outcome = ordering_from(problem, bound, best, &race.incumbent, &program, clock);
        (
            race.ended(outcome),
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
    let by_ends = race.by_ends.get();
    if let (None, true, Some(bound)) = (proven, race.is_proven_by_ends(), by_ends) {
        let proven = auto::known(race.incumbent.best(), bound.clone(), clock);
        return Ok((Method::Auto, proven));
    }
    let answered = || outcomes.iter().position(|(_, outcome)| outcome.is_ok());
    let (method, outcome) = outcomes.swap_remove(proven.or_else(answered).unwrap_or(0));
    let mut outcome = outcome?;
    if let (None, Some(by_ends), Some(bound)) = (proven, by_ends, outcome.verdict.bound()) {
        let bound = problem.sense().tighter(bound, by_ends.score);
        outcome.verdict = Verdict::known(race.incumbent.best(), bound);
    }
    outcome.stats.seconds = clock.elapsed().as_secs_f64();
    Ok((method, outcome))
}

/// What the methods know of each other.
#[derive(Clone)]
struct Race {
    /// Whether one of them has decided it.
    over: Arc<AtomicBool>,
    incumbent: Incumbent,
    /// The bound by the ends of orders, once it is known.
    by_ends: Arc<OnceLock<Known>>,
}

impl Race {
    /// Whether the best order meets the bound by ends.
    fn is_proven_by_ends(&self) -> bool {
        let bound = self.by_ends.get().map(|bound| bound.score);
        bound.is_some() && bound == self.incumbent.score()
    }

    /// The settings with a control that stops when it is over, too.
    fn until_over(&self, settings: &Settings) -> Settings {
        let (race, asked) = (self.clone(), settings.control.interrupt.clone());
        let interrupt = move || {
            race.over.load(Ordering::Relaxed)
                || race.is_proven_by_ends()
                || asked.as_ref().is_some_and(|asked| asked())
        };
        Settings {
            control: Control {
                interrupt: Some(Arc::new(interrupt)),
                ..settings.control.clone()
            },
            ..settings.clone()
        }
    }

    /// Ends the run where an outcome decides it.
    fn ended(&self, outcome: Result<Outcome, SolveError>) -> Result<Outcome, SolveError> {
        if is_proven(&outcome) || is_broken(&outcome) {
            self.over.store(true, Ordering::Relaxed);
        }
        outcome
    }
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
