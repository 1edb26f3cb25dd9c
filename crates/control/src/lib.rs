//! The control of a run: limits, interruption and progress.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;
/// The clock of a browser.
#[cfg(target_family = "wasm")]
pub use web_time::Instant;

/// The listener of a run's progress, called from any thread. It must not panic: HiGHS calls it through C.
pub type ProgressListener = dyn Fn(&Progress) + Send + Sync;

/// The interrupt of a run, called from any thread whenever the run looks at its clock: true stops the run. Runs call it
/// many times a second, so it must be quick, and it must not panic.
pub type Interrupt = dyn Fn() -> bool + Send + Sync;

/// The error of a run that was stopped before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("stopped before it was done")]
pub struct Stopped;

/// Reasons why work has no result.
#[derive(Debug)]
pub enum Halt<E> {
    /// The run was stopped.
    Stopped,
    /// The work failed.
    Failed(E),
}

impl<E> From<Stopped> for Halt<E> {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// The result of work; none where it was stopped.
///
/// # Errors
/// When the work failed.
pub fn unless_stopped<T, E>(result: Result<T, Halt<E>>) -> Result<Option<T>, E> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Halt::Stopped) => Ok(None),
        Err(Halt::Failed(error)) => Err(error),
    }
}

/// The limits and listeners of one run. [`Control::default`] runs to the end, silently.
#[derive(Clone, Default)]
pub struct Control {
    /// The time at which the run stops with its best result so far.
    pub deadline: Option<Instant>,
    /// The flag that stops the run as the deadline does, set from any thread.
    pub stop: Arc<AtomicBool>,
    /// A function that stops the run by returning true, for hosts that cannot set a flag at the time.
    pub interrupt: Option<Arc<Interrupt>>,
    /// The listener that receives the progress now and then.
    pub progress: Option<Arc<ProgressListener>>,
}

impl Control {
    /// The control with a deadline `limit` from now; without a limit, without a deadline.
    #[must_use]
    pub fn within(self, limit: Option<Duration>) -> Self {
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        Self { deadline, ..self }
    }

    /// The control with a deadline at least `time` from now.
    #[must_use]
    pub fn at_least(&self, time: Duration) -> Self {
        let time = self.time_left().map(|left| left.max(time));
        self.clone().within(time)
    }

    /// The control with its deadline earlier by `margin`: time for the work after the last look at the clock.
    #[must_use]
    pub fn earlier(&self, margin: Duration) -> Self {
        let deadline = self.deadline;
        Self {
            deadline: deadline.map(|deadline| deadline.checked_sub(margin).unwrap_or(deadline)),
            ..self.clone()
        }
    }

    /// Whether the run has to end.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
            || self.interrupt.as_ref().is_some_and(|interrupt| interrupt())
    }

    /// An error if the run has to end. Long work calls this now and then.
    ///
    /// # Errors
    /// When the run has to end.
    pub fn go_on(&self) -> Result<(), Stopped> {
        if self.stopped() { Err(Stopped) } else { Ok(()) }
    }

    /// The time left, if it is limited.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Passes the progress to the listener, if there is one.
    pub fn tell(&self, progress: &Progress) {
        if let Some(listener) = &self.progress {
            listener(progress);
        }
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("deadline", &self.deadline)
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}

/// The progress of a run.
#[derive(Debug, Clone, PartialEq)]
pub enum Progress {
    /// A search by branch and bound: of a mixed-integer solver, or through the ends of orders.
    BranchAndBound {
        /// The incumbent's score.
        incumbent: Option<f64>,
        /// The dual bound.
        bound: Option<f64>,
        /// Nodes so far.
        nodes: u64,
    },
    /// The layers of a state graph.
    Layers {
        /// The layer that is being built.
        layer: usize,
        /// The number of the last layer.
        of: usize,
        /// Coverings so far.
        coverings: usize,
    },
    /// The layers of a frontier.
    Frontier {
        /// The layer that is being built.
        layer: usize,
        /// The number of the last layer.
        of: usize,
        /// Classes of coverings expanded so far.
        coverings: u64,
        /// Classes expanded a second.
        rate: u64,
        /// The memory of the layers in bytes.
        memory: u64,
        /// The disk space of the layers in the scratch folder, in bytes.
        disk: u64,
        /// An estimate of the time left.
        left: Option<Duration>,
    },
    /// The games of a match or a tournament.
    Games {
        /// Games so far.
        played: u64,
        /// The number of all games.
        of: u64,
        /// Games a second.
        rate: u64,
    },
    /// The search for the value of the rest of a round of the game.
    Rest {
        /// The lower bound of the value so far.
        low: i32,
        /// The upper bound of the value so far.
        high: i32,
        /// The nodes so far.
        nodes: u64,
        /// The nodes a second.
        rate: u64,
    },
    /// The graded moves of a game.
    Moves {
        /// Moves so far.
        graded: u64,
        /// The number of all moves.
        of: u64,
        /// An estimate of the time left.
        left: Option<Duration>,
    },
    /// The leaves of a tree of moves.
    Leaves {
        /// Leaves so far.
        counted: u64,
    },
}

impl Progress {
    /// The progress of a run since `since`: `graded` of `of` moves.
    pub fn moves(graded: u64, of: u64, since: Instant) -> Self {
        let rest = of.saturating_sub(graded) as f64 / graded.max(1) as f64;
        let left = since.elapsed().mul_f64(rest);
        Self::Moves {
            graded,
            of,
            left: (graded > 0).then_some(left),
        }
    }

    /// The progress of a run since `since`: `played` of `of` games.
    pub fn games(played: u64, of: u64, since: Instant) -> Self {
        let rate = played as f64 / since.elapsed().as_secs_f64().max(1e-3);
        Self::Games {
            played,
            of,
            rate: rate as u64,
        }
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
