use crate::players::rollout_greedy;
use azulejo_rules::random::{ChaCha8Rng, below};
use azulejo_rules::{Move, Position};

/// The rollout policy: the percentage of greedy moves; the others are random. The source has 0, 20, 80 and 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mix(u32);

impl Mix {
    /// The policy of greedy moves alone.
    pub(in crate::players) const GREEDY: Self = Self(100);

    /// The policy with `greedy` greedy moves of a hundred.
    ///
    /// # Panics
    /// Above 100.
    pub fn new(greedy: u32) -> Self {
        assert!(greedy <= 100, "{greedy} of a hundred");
        Self(greedy)
    }

    pub(in crate::players) fn choose(self, position: &Position, rng: &mut ChaCha8Rng) -> Move {
        if self.0 < 100 && below(rng, 100) >= self.0 {
            let legal = position.numbered();
            let number = below(rng, legal.count() as u32) as usize;
            return legal.nth(number).expect("a number below the count");
        }
        rollout_greedy::greedy(position, rng)
    }
}
