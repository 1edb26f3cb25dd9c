use super::Solution;
use crate::instance::Sense;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The best order that any of the methods has found that run side by side on a problem. All clones are one and the same.
#[derive(Debug, Clone)]
pub struct Incumbent {
    sense: Sense,
    best: Arc<Mutex<Option<Solution>>>,
}

impl Incumbent {
    /// From an order that is known, if one is.
    pub fn new(sense: Sense, best: Option<Solution>) -> Self {
        Self {
            sense,
            best: Arc::new(Mutex::new(best)),
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
    pub fn offer(&self, solution: &Solution) {
        let mut best = self.lock();
        let better = |best: &Solution| self.sense.better(solution.score, best.score);
        if best.as_ref().is_none_or(better) {
            *best = Some(solution.clone());
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
            let incumbent = Incumbent::new(sense, None);
            let other = incumbent.clone();
            assert_eq!(other.best(), None);
            for (offered, score) in [(30, 30), (worse, 30), (better, better), (30, better)] {
                incumbent.offer(&scored(offered));
                assert_eq!(other.score(), Some(score));
            }
        }
    }
}
