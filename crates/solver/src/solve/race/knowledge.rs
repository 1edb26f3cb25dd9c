//! Knowledge that methods share while they run side by side.

use crate::bounds::Bound;
use crate::instance::Sense;
use crate::order::{Incumbent, Solution};
use crate::outcome::Outcome;
use crate::solve::{Settings, SolveError};
use azulejo_control::Control;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The time that methods take to end, at most, on a busy machine.
const SLACK: Duration = Duration::from_millis(300);

/// The time before its end at which a run stops its methods: a twentieth of what is left at most.
fn slack(control: &Control) -> Duration {
    let time_left = control.time_left().unwrap_or_default();
    SLACK.min(time_left / 20)
}

/// The best order and the tightest bound of all methods of a run.
#[derive(Clone)]
pub(super) struct Knowledge {
    sense: Sense,
    /// Whether a method has decided the problem.
    is_decided: Arc<AtomicBool>,
    pub(super) incumbent: Incumbent,
    /// The tightest bound, with its reason.
    bound: Arc<Mutex<Bound>>,
}

impl Knowledge {
    pub(super) fn new(
        sense: Sense,
        bound: Bound,
        best: Option<Solution>,
        settings: &Settings,
    ) -> Self {
        Self {
            sense,
            is_decided: Arc::default(),
            incumbent: Incumbent::watched(sense, best, settings.watcher.clone()),
            bound: Arc::new(Mutex::new(bound)),
        }
    }

    fn guard(&self) -> MutexGuard<'_, Bound> {
        self.bound.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tightest bound so far.
    pub(super) fn bound(&self) -> Bound {
        self.guard().clone()
    }

    /// Takes a bound that may be tighter.
    pub(super) fn learn(&self, bound: Bound) {
        let mut tightest = self.guard();
        *tightest = tightest.clone().tighter(bound, self.sense);
    }

    /// Whether the best order meets the tightest bound.
    pub(super) fn is_proven_by_bound(&self) -> bool {
        let bound = self.guard().score;
        self.incumbent.score() == Some(bound)
    }

    /// Whether a method or a bound has decided the problem.
    pub(super) fn is_over(&self) -> bool {
        self.is_decided.load(Ordering::Relaxed) || self.is_proven_by_bound()
    }

    /// Ends the run.
    pub(super) fn end(&self) {
        self.is_decided.store(true, Ordering::Relaxed);
    }

    /// The settings with a control that also stops when the run is over.
    pub(super) fn until_over(&self, settings: &Settings) -> Settings {
        let (knowledge, interrupt) = (self.clone(), settings.control.interrupt.clone());
        let stop = move || {
            knowledge.is_over()
                || interrupt
                    .as_ref()
                    .is_some_and(|is_interrupted| is_interrupted())
        };
        Settings {
            control: Control {
                interrupt: Some(Arc::new(stop)),
                ..settings.control.earlier(slack(&settings.control))
            },
            ..settings.clone()
        }
    }

    /// Hands an outcome on, and ends the run where it decides the problem, or where its method is broken.
    pub(super) fn conclude(
        &self,
        outcome: Result<Outcome, SolveError>,
    ) -> Result<Outcome, SolveError> {
        if is_proven(&outcome) || is_broken(&outcome) {
            self.end();
        }
        outcome
    }
}

/// Whether an outcome decides the problem.
pub(super) fn is_proven(outcome: &Result<Outcome, SolveError>) -> bool {
    outcome
        .as_ref()
        .is_ok_and(|outcome| outcome.verdict.is_decided())
}

/// Whether a method failed on a problem that fits it.
pub(super) fn is_broken(outcome: &Result<Outcome, SolveError>) -> bool {
    outcome.as_ref().is_err_and(|error| !error.is_unfit())
}
