use super::Solution;
use crate::instance::Sense;
use azulejo_control::Instant;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A listener to each new incumbent of a run, called by the thread that finds the order. It must be quick, and it must
/// not panic: HiGHS calls it through C.
#[derive(Clone, Default)]
pub struct Watcher(Option<Arc<Listener>>);

type Listener = dyn Fn(&Solution) + Send + Sync;

impl Watcher {
    /// A watcher with a listener.
    pub fn new(listener: impl Fn(&Solution) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(listener)))
    }

    fn notify(&self, solution: &Solution) {
        if let Some(listener) = &self.0 {
            listener(solution);
        }
    }
}

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watcher").finish_non_exhaustive()
    }
}

/// Methods that find orders for an [`Incumbent`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Heuristic {
    /// First order, before any search: a construction, a beam or a greedy order.
    WarmStart,
    /// Local search.
    LocalSearch,
    /// Search through the final coverings.
    FinalCoverings,
    /// Search through the orientations of neighbours.
    Orientations,
    /// Restricted decision diagrams.
    RestrictedDiagrams,
    /// Layers of coverings.
    Layers,
    /// Mixed-integer program.
    Program,
}

impl Heuristic {
    /// Name in JSON and texts.
    pub fn name(self) -> &'static str {
        match self {
            Self::WarmStart => "warm start",
            Self::LocalSearch => "local search",
            Self::FinalCoverings => "final coverings",
            Self::Orientations => "orientations",
            Self::RestrictedDiagrams => "restricted diagrams",
            Self::Layers => "layers",
            Self::Program => "program",
        }
    }
}

/// Origin of the best order of an [`Incumbent`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Origin {
    /// Method that found the order first.
    pub heuristic: Heuristic,
    /// Time from the beginning of the run to the order, in seconds.
    pub seconds: f64,
}

/// An order with the method that found it first, and the time.
#[derive(Debug, Clone)]
struct Discovery {
    solution: Solution,
    heuristic: Heuristic,
    moment: Instant,
}

/// The best order of all methods that run side by side on a problem. All clones share it; each clone
/// [belongs](Self::of) to a method.
#[derive(Debug, Clone)]
pub struct Incumbent {
    sense: Sense,
    best: Arc<Mutex<Option<Discovery>>>,
    watcher: Watcher,
    /// Method of the orders that this clone offers.
    heuristic: Heuristic,
}

impl Incumbent {
    /// An incumbent with a first order, if there is one.
    pub fn new(sense: Sense, best: Option<Solution>) -> Self {
        Self::watched(sense, best, Watcher::default())
    }

    /// An incumbent with a watcher, which also gets the first order.
    pub fn watched(sense: Sense, best: Option<Solution>, watcher: Watcher) -> Self {
        let incumbent = Self {
            sense,
            best: Arc::default(),
            watcher,
            heuristic: Heuristic::WarmStart,
        };
        if let Some(best) = &best {
            incumbent.offer(best);
        }
        incumbent
    }

    /// A clone for a method that offers orders.
    #[must_use]
    pub fn of(&self, heuristic: Heuristic) -> Self {
        Self {
            heuristic,
            ..self.clone()
        }
    }

    /// The best order so far.
    pub fn best(&self) -> Option<Solution> {
        self.lock().as_ref().map(|best| best.solution.clone())
    }

    /// Score of the best order so far.
    pub fn score(&self) -> Option<u32> {
        self.lock().as_ref().map(|best| best.solution.score)
    }

    /// Origin of the best order so far, in a run that began at `clock`.
    pub fn origin(&self, clock: Instant) -> Option<Origin> {
        self.lock().as_ref().map(|best| Origin {
            heuristic: best.heuristic,
            seconds: best.moment.saturating_duration_since(clock).as_secs_f64(),
        })
    }

    /// Replaces the best order if this one is better.
    pub(crate) fn offer(&self, solution: &Solution) {
        let mut best = self.lock();
        let is_improvement =
            |best: &Discovery| self.sense.better(solution.score, best.solution.score);
        if best.as_ref().is_none_or(is_improvement) {
            *best = Some(Discovery {
                solution: solution.clone(),
                heuristic: self.heuristic,
                moment: Instant::now(),
            });
            self.watcher.notify(solution);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Discovery>> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_strictly_better_orders() {
        let solution = |score| Solution {
            order: Vec::new().into(),
            score,
        };
        for (sense, worse, better) in [(Sense::Maximize, 29, 31), (Sense::Minimize, 31, 29)] {
            let scores = Arc::new(Mutex::new(Vec::new()));
            let log = Arc::clone(&scores);
            let watcher = Watcher::new(move |solution| {
                log.lock().expect("whole").push(solution.score);
            });
            assert_eq!(format!("{watcher:?}"), "Watcher { .. }");
            let incumbent = Incumbent::watched(sense, None, watcher);
            let other = incumbent.of(Heuristic::Program);
            let clock = Instant::now();
            assert_eq!((other.best(), other.origin(clock)), (None, None));
            for (offer, score) in [(30, 30), (worse, 30), (better, better), (30, better)] {
                incumbent.offer(&solution(offer));
                assert_eq!(other.score(), Some(score));
            }
            assert_eq!(*scores.lock().expect("whole"), [30, better]);
            // An order with an equal score does not replace the incumbent.
            other.offer(&solution(better));
            let origin =
                |incumbent: &Incumbent| incumbent.origin(clock).map(|origin| origin.heuristic);
            assert_eq!(origin(&incumbent), Some(Heuristic::WarmStart));
            other.offer(&solution(if sense == Sense::Maximize { 40 } else { 20 }));
            assert_eq!(origin(&incumbent), Some(Heuristic::Program));
        }
    }
}
