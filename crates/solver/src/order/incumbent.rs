use super::Solution;
use crate::instance::Sense;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A listener to each better order while a run goes on, called by the thread that finds the order. It must be quick, and it must
/// not panic: HiGHS calls it through C.
#[derive(Clone, Default)]
pub struct Watcher(Option<Arc<Listener>>);

type Listener = dyn Fn(&Solution) + Send + Sync;

impl Watcher {
    /// Watches.
    pub fn new(listener: impl Fn(&Solution) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(listener)))
    }

    fn tell(&self, solution: &Solution) {
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

/// The best order that any of the methods has found that run side by side on a problem. All clones are one and the same.
#[derive(Debug, Clone)]
pub struct Incumbent {
    sense: Sense,
    best: Arc<Mutex<Option<Solution>>>,
    watcher: Watcher,
}

impl Incumbent {
    /// From an order that is known, if one is.
    pub fn new(sense: Sense, best: Option<Solution>) -> Self {
        Self::watched(sense, best, Watcher::default())
    }

    /// An incumbent with a watcher, who hears of the order that is known, too.
    pub fn watched(sense: Sense, best: Option<Solution>, watcher: Watcher) -> Self {
        if let Some(best) = &best {
            watcher.tell(best);
        }
        Self {
            sense,
            best: Arc::new(Mutex::new(best)),
            watcher,
        }
    }

    /// The best order so far.
    pub fn best(&self) -> Option<Solution> {
        self.lock().clone()
    }

    /// Its score.
    pub fn score(&self) -> Option<u32> {
        self.lock().as_ref().map(|best| best.score)
    }

    /// Takes an order that is better than the best so far.
    pub(crate) fn offer(&self, solution: &Solution) {
        let mut best = self.lock();
        let better = |best: &Solution| self.sense.better(solution.score, best.score);
        if best.as_ref().is_none_or(better) {
            *best = Some(solution.clone());
            self.watcher.tell(solution);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Solution>> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_better_is_taken_and_all_clones_know() {
        let scored = |score| Solution {
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
            let other = incumbent.clone();
            assert_eq!(other.best(), None);
            for (offered, score) in [(30, 30), (worse, 30), (better, better), (30, better)] {
                incumbent.offer(&scored(offered));
                assert_eq!(other.score(), Some(score));
            }
            assert_eq!(*scores.lock().expect("whole"), [30, better]);
        }
    }
}
