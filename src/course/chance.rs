//! Random choices, the same for one seed on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

pub(super) struct Chance(ChaCha8Rng);

impl Chance {
    pub(super) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `end`, which is small.
    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    /// A number of a range.
    pub(super) fn within(&mut self, range: std::ops::RangeInclusive<usize>) -> usize {
        range.start() + self.below(range.end() - range.start() + 1)
    }

    /// A sample of `count` numbers from 1 to `end`, in ascending order.
    pub(super) fn sample(&mut self, count: usize, end: usize) -> Vec<usize> {
        let mut numbers: Vec<usize> = (1..=end).collect();
        while numbers.len() > count {
            numbers.remove(self.below(numbers.len()));
        }
        numbers
    }
}
