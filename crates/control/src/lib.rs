//! How long a method may run, how it is stopped, and how it tells what it is doing.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;
/// The clock: a page of a browser has one of its own.
#[cfg(target_family = "wasm")]
pub use web_time::Instant;

/// Told how far a run is, from whichever thread knows. It must not panic: HiGHS calls it through C.
pub type ProgressListener = dyn Fn(&Progress) + Send + Sync;

/// Asked whenever a run looks at its clock, from whichever thread does: true stops the run. It is asked many times a
/// second, so it must be quick, and it must not panic.
pub type Interrupt = dyn Fn() -> bool + Send + Sync;

/// A run was stopped before something was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("stopped before it was done")]
pub struct Stopped;

/// Limits and listeners of one run. [`Control::default`] runs to the end, silently.
#[derive(Clone, Default)]
pub struct Control {
    /// When to stop, with the best so far.
    pub deadline: Option<Instant>,
    /// Set from anywhere to stop as the deadline does.
    pub stop: Arc<AtomicBool>,
    /// Asked, too, whether to stop: for hosts that cannot set a flag at the time.
    pub interrupt: Option<Arc<Interrupt>>,
    /// Told now and then how far the run is.
    pub progress: Option<Arc<ProgressListener>>,
}

impl Control {
    /// This control, with a deadline from now on.
    #[must_use]
    pub fn within(self, limit: Option<Duration>) -> Self {
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        Self { deadline, ..self }
    }

    /// This control with at least so much time left, from now on.
    #[must_use]
    pub fn at_least(&self, time: Duration) -> Self {
        let time = self.time_left().map(|left| left.max(time));
        self.clone().within(time)
    }

    /// This control with a deadline so much earlier: what is done after the last look takes that long.
    #[must_use]
    pub fn earlier(&self, by: Duration) -> Self {
        let deadline = self.deadline;
        Self {
            deadline: deadline.map(|deadline| deadline.checked_sub(by).unwrap_or(deadline)),
            ..self.clone()
        }
    }

    /// Whether the run has to end.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
            || self.interrupt.as_ref().is_some_and(|asked| asked())
    }

    /// Goes on, unless the run has to end: what takes long asks this now and then.
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

    /// Tells the listener, if there is one.
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

/// How far a run is.
#[derive(Debug, Clone, PartialEq)]
pub enum Progress {
    /// A mixed-integer solve.
    Milp {
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
        /// The last layer.
        of: usize,
        /// Coverings so far.
        coverings: usize,
    },
    /// The layers of a frontier.
    Frontier {
        /// The layer that is being built.
        layer: usize,
        /// The last layer.
        of: usize,
        /// Classes of coverings expanded so far.
        coverings: u64,
        /// Classes expanded a second.
        rate: u64,
        /// Bytes of memory that the layers take.
        memory: u64,
        /// Bytes of disk that they take in the scratch folder.
        disk: u64,
        /// A guess at the time left.
        left: Option<Duration>,
    },
    /// The games of a match or a tournament.
    Games {
        /// Games so far.
        played: u64,
        /// All the games.
        of: u64,
        /// Games a second.
        rate: u64,
    },
    /// The search for the value of the rest of a round of the game.
    Rest {
        /// The value is at least this.
        low: i32,
        /// The value is at most this.
        high: i32,
        /// Positions so far.
        nodes: u64,
        /// Positions a second.
        rate: u64,
    },
    /// The moves of a game that are graded.
    Moves {
        /// Moves so far.
        graded: u64,
        /// All the moves.
        of: u64,
        /// The time left, if it goes on so.
        left: Option<Duration>,
    },
    /// The leaves of a tree of moves.
    Leaves {
        /// Leaves so far.
        counted: u64,
    },
}

impl Progress {
    /// So many moves that have been graded since the beginning.
    pub fn moves(graded: u64, of: u64, began: Instant) -> Self {
        let rest = of.saturating_sub(graded) as f64 / graded.max(1) as f64;
        let left = began.elapsed().mul_f64(rest);
        Self::Moves {
            graded,
            of,
            left: (graded > 0).then_some(left),
        }
    }

    /// So many games that have been played since the beginning.
    pub fn games(played: u64, of: u64, began: Instant) -> Self {
        let rate = played as f64 / began.elapsed().as_secs_f64().max(1e-3);
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
