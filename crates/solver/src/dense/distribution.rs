use super::DenseError;
use super::cells::{EmptyCells, ones};
use super::marks::{Marks, RankedSets};
use crate::memory;
use crate::outcome::Distribution;
use crate::problem::{Problem, SymmetryClasses};
use azulejo_control::{Control, Progress, unless_stopped};
use rayon::prelude::*;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of orders of a problem for each score; empty where no order satisfies the constraints, none if it was stopped.
///
/// Layer t holds the sets of t cells, one for each class of the problem's symmetries, with the number of orders of each
/// score that fill the set. `memory` is as for [`solve`](super::solve).
///
/// ```
/// use azulejo_solver::{control::Control, dense, instance::{Instance, Sense}, problem::Problem};
/// let instance = Instance::builder(2, 2, Sense::Maximize).build()?;
/// let scores = dense::distribution(&Problem::from(&instance), None, &Control::default())?;
/// let scores = scores.expect("nobody stops it");
/// // In 8 of the 24 orders the first two tiles lie on a diagonal, and the other two earn 4 points each.
/// assert!(scores.iter().eq([(9, 16), (10, 8)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`solve`](super::solve).
pub fn distribution(
    problem: &Problem,
    memory: Option<u64>,
    control: &Control,
) -> Result<Option<Distribution>, DenseError> {
    let cells = EmptyCells::without_passes(problem)?;
    let walk = Walk {
        classes: SymmetryClasses::of_sets(problem, cells.cells()),
        cells,
        memory: memory::limit(memory),
        control,
    };
    unless_stopped(walk.distribution())
}

/// Up to so many turns a set has at most 20! orders, which fit 64 bits.
const NARROW: usize = 20;

/// Inputs of the layers.
struct Walk<'a> {
    cells: EmptyCells,
    classes: SymmetryClasses<u32>,
    /// Bytes that two layers may take.
    memory: u64,
    control: &'a Control,
}

/// Reasons why there is no next layer.
type Halt = azulejo_control::Halt<DenseError>;

/// Sets of as many cells as turns are over, each the least of its class, with the orders that fill them.
struct ScoredSets<W> {
    marked: RankedSets,
    /// Of so many sets each.
    chunks: Vec<Chunk<W>>,
}

/// The sets of a chunk.
const CHUNK: usize = 1 << 12;

/// The orders of a few sets.
struct Chunk<W> {
    /// By set: the least score, and where its orders of all scores end.
    spans: Vec<(u32, u32)>,
    /// By set, then by score: the number of orders that fill the set.
    orders: Vec<W>,
}

impl<W> ScoredSets<W> {
    /// The least score of a set by its place, and the number of orders of each score from there on.
    fn scores(&self, place: usize) -> (u32, &[W]) {
        let (chunk, place) = (&self.chunks[place / CHUNK], place % CHUNK);
        let (least, end) = chunk.spans[place];
        let start = if place == 0 {
            0
        } else {
            chunk.spans[place - 1].1
        };
        (least, &chunk.orders[start as usize..end as usize])
    }

    fn bytes(&self) -> u64 {
        self.marked.bytes() + self.chunks.iter().map(Chunk::bytes).sum::<u64>()
    }
}

impl<W> Chunk<W> {
    fn bytes(&self) -> u64 {
        (size_of_val(&self.spans[..]) + size_of_val(&self.orders[..])) as u64
    }
}

impl Walk<'_> {
    fn distribution(&self) -> Result<Distribution, Halt> {
        let marks = Marks::new(self.cells.len());
        marks.mark(0);
        let chunk = Chunk {
            spans: vec![(0, 1)],
            orders: vec![1],
        };
        let mut layer: ScoredSets<u64> = ScoredSets {
            marked: RankedSets::from(marks),
            chunks: vec![chunk],
        };
        let horizon = self.cells.horizon();
        for turn in 0..horizon.min(NARROW) {
            layer = self.next(&layer, turn)?;
        }
        if horizon <= NARROW {
            return Ok(self.ends(&layer));
        }
        let mut wide: ScoredSets<u128> = self.next(&layer, NARROW)?;
        drop(layer);
        for turn in NARROW + 1..horizon {
            wide = self.next(&wide, turn)?;
        }
        Ok(self.ends(&wide))
    }

    /// The layer after a turn, from 0.
    fn next<V, W>(&self, before: &ScoredSets<V>, turn: usize) -> Result<ScoredSets<W>, Halt>
    where
        V: Copy + Sync,
        W: From<V> + Copy + Default + AddAssign + Send,
    {
        let marked = self.reached(before, turn)?;
        self.control.tell(&Progress::Layers {
            layer: turn + 1,
            of: self.cells.horizon(),
            coverings: marked.sets.len(),
        });
        let taken = AtomicU64::new(before.bytes() + marked.bytes());
        let done = AtomicU64::new(0);
        let chunks = marked.sets.par_chunks(CHUNK).map(|sets| {
            self.control.go_on()?;
            let chunk = self.chunk(before, turn, sets);
            let layer = chunk.bytes();
            let all = taken.fetch_add(layer, Ordering::Relaxed) + layer;
            let done = done.fetch_add(sets.len() as u64, Ordering::Relaxed) + sets.len() as u64;
            if all > self.memory {
                let (others, sets) = (before.bytes() + marked.bytes(), marked.sets.len() as u64);
                let whole = u128::from(all - others) * u128::from(sets) / u128::from(done);
                return Err(Halt::Failed(DenseError::Memory {
                    needs: others.saturating_add(whole as u64),
                    limit: self.memory,
                }));
            }
            Ok(chunk)
        });
        let chunks = chunks.collect::<Result<_, Halt>>()?;
        Ok(ScoredSets { marked, chunks })
    }

    /// The classes that a turn leads to.
    fn reached<V: Sync>(&self, before: &ScoredSets<V>, turn: usize) -> Result<RankedSets, Halt> {
        let marks = Marks::new(self.cells.len());
        let parts = before.marked.sets.par_chunks(CHUNK);
        parts.try_for_each(|sets| {
            self.control.go_on()?;
            for &set in sets {
                for index in ones(self.cells.allowed[turn] & !set) {
                    if self.cells.may_follow(set, turn, index) {
                        marks.mark(self.classes.representative(set | 1 << index));
                    }
                }
            }
            Ok::<_, Halt>(())
        })?;
        Ok(RankedSets::from(marks))
    }

    /// The orders of a few sets, by the cells that a turn may have filled last.
    fn chunk<V, W>(&self, before: &ScoredSets<V>, turn: usize, sets: &[u32]) -> Chunk<W>
    where
        V: Copy,
        W: From<V> + Copy + Default + AddAssign,
    {
        let mut spans = Vec::with_capacity(sets.len());
        let mut orders: Vec<W> = Vec::new();
        let mut ways: Vec<(u32, &[V])> = Vec::new();
        for &set in sets {
            let covering = self.cells.covering(set);
            ways.clear();
            for index in ones(set & self.cells.allowed[turn]) {
                let without = set & !(1 << index);
                if !self.cells.may_follow(without, turn, index) {
                    continue;
                }
                let representative = self.classes.representative(without);
                if let Some(place) = before.marked.place(representative) {
                    let (least, orders) = before.scores(place);
                    let points = self.cells.points_of_last(covering, index);
                    ways.push((least + points, orders));
                }
            }
            let least = ways.iter().map(|(least, _)| *least).min().unwrap_or(0);
            let ends = ways
                .iter()
                .map(|(least, orders)| *least + orders.len() as u32);
            let most = ends.max().unwrap_or(least);
            let start = orders.len();
            orders.resize(start + (most - least) as usize, W::default());
            for &(from, more) in &ways {
                let known = &mut orders[start + (from - least) as usize..];
                for (known, &more) in known.iter_mut().zip(more) {
                    *known += W::from(more);
                }
            }
            spans.push((least, orders.len() as u32));
        }
        orders.shrink_to_fit();
        Chunk { spans, orders }
    }

    /// The scores of the last layer with the bonus.
    fn ends<W: Copy + Into<u128>>(&self, last: &ScoredSets<W>) -> Distribution {
        let sets = last.marked.sets.iter().enumerate();
        let scores = sets.flat_map(|(place, &set)| {
            let (least, orders) = last.scores(place);
            let (bonus, size) = (self.cells.bonus(set), u128::from(self.classes.size(set)));
            let scored = (least + bonus..).zip(orders);
            scored.map(move |(score, &orders)| (score, size * orders.into()))
        });
        scores.collect()
    }
}
