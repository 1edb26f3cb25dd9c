use super::cells::ones;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// Sets that are being marked, by several threads at once: a bit for each set.
#[derive(Debug)]
pub(super) struct Marks(Vec<AtomicU64>);

/// Sets that are marked, each with its place among them.
#[derive(Debug)]
pub(super) struct RankedSets {
    marks: Vec<u64>,
    /// By word of the marks: how many sets are marked before it.
    ranks: Vec<u32>,
    /// The marked sets, the least first.
    pub(super) sets: Vec<u32>,
}

impl Marks {
    /// None of the sets of so many cells.
    pub(super) fn new(cells: usize) -> Self {
        let words = (1usize << cells).div_ceil(64);
        Self((0..words).map(|_| AtomicU64::new(0)).collect())
    }

    /// Marks a set.
    pub(super) fn mark(&self, set: u32) {
        let (word, bit) = (&self.0[set as usize / 64], 1 << (set % 64));
        // A look costs less than a change that other cores must see.
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }
}

impl From<Marks> for RankedSets {
    fn from(Marks(marks): Marks) -> Self {
        let marks: Vec<u64> = marks.into_iter().map(AtomicU64::into_inner).collect();
        let ranks = marks.iter().scan(0, |marked, word| {
            let before = *marked;
            *marked += word.count_ones();
            Some(before)
        });
        let ranks = ranks.collect();
        let words = marks.par_iter().enumerate().filter(|(_, word)| **word != 0);
        let sets = words.flat_map_iter(|(at, &word)| {
            let halves = [(0, word as u32), (32, (word >> 32) as u32)];
            let sets = halves
                .map(|(first, half)| ones(half).map(move |bit| (64 * at + first + bit) as u32));
            sets.into_iter().flatten()
        });
        let sets = sets.collect();
        Self { marks, ranks, sets }
    }
}

impl RankedSets {
    /// The place of a set among the marked ones, if it is marked.
    pub(super) fn place(&self, set: u32) -> Option<usize> {
        let (word, bit) = (set as usize / 64, set % 64);
        let marked = self.marks[word];
        let before = marked & ((1 << bit) - 1);
        (marked >> bit & 1 == 1).then(|| (self.ranks[word] + before.count_ones()) as usize)
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&self.marks[..]) + size_of_val(&self.ranks[..]) + size_of_val(&self.sets[..]))
            as u64
    }
}
