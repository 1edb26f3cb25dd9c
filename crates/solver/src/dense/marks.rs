use super::cells::ones;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bit set of sets, which several threads mark at once.
#[derive(Debug)]
pub(super) struct Marks(Vec<AtomicU64>);

/// Marked sets, each with its place among them.
#[derive(Debug)]
pub(super) struct RankedSets {
    marks: Vec<u64>,
    /// Number of marked sets before each word of the marks.
    ranks: Vec<u32>,
    /// Marked sets, the least first.
    pub(super) sets: Vec<u32>,
}

impl Marks {
    /// Marks of no set of this number of cells.
    pub(super) fn new(cells: usize) -> Self {
        let words = (1usize << cells).div_ceil(64);
        Self((0..words).map(|_| AtomicU64::new(0)).collect())
    }

    /// Marks a set.
    pub(super) fn mark(&self, set: u32) {
        let (word, bit) = (&self.0[set as usize / 64], 1 << (set % 64));
        // A load costs less than a store, which invalidates the caches of other cores.
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }
}

impl From<Marks> for RankedSets {
    fn from(Marks(marks): Marks) -> Self {
        let marks: Vec<u64> = marks.into_iter().map(AtomicU64::into_inner).collect();
        let ranks = marks.iter().scan(0, |count, word| {
            let rank = *count;
            *count += word.count_ones();
            Some(rank)
        });
        let ranks = ranks.collect();
        let words = marks.par_iter().enumerate().filter(|(_, word)| **word != 0);
        let sets = words.flat_map_iter(|(index, &word)| {
            let halves = [(0, word as u32), (32, (word >> 32) as u32)];
            let sets = halves
                .map(|(first, half)| ones(half).map(move |bit| (64 * index + first + bit) as u32));
            sets.into_iter().flatten()
        });
        let sets = sets.collect();
        Self { marks, ranks, sets }
    }
}

impl RankedSets {
    /// Place of a marked set; none for another set.
    pub(super) fn place(&self, set: u32) -> Option<usize> {
        let (word, bit) = (set as usize / 64, set % 64);
        let marks = self.marks[word];
        let lower = marks & ((1 << bit) - 1);
        (marks >> bit & 1 == 1).then(|| (self.ranks[word] + lower.count_ones()) as usize)
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&self.marks[..]) + size_of_val(&self.ranks[..]) + size_of_val(&self.sets[..]))
            as u64
    }
}
