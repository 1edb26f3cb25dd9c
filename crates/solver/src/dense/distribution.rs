use super::DenseError;
use super::cells::{EmptyCells, ones};
use super::error::Halt;
use super::marks::{Marks, RankedSets};
use crate::memory;
use crate::outcome::Distribution;
use crate::problem::{Problem, SymmetryClasses};
use azulejo_control::{Control, Progress, unless_stopped};
use rayon::prelude::*;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of orders of a problem for each score; empty for an infeasible problem, none if it was stopped.
///
/// Layer t holds the sets of t cells, one for each class of the problem's symmetries, with the number of orders of the set for
/// each score. `memory` is as for [`solve`](super::solve).
///
/// ```
/// use azulejo_solver::{control::Control, dense, instance::{Instance, Sense}, problem::Problem};
/// let instance = Instance::builder(2, 2, Sense::Maximize).build()?;
/// let scores = dense::distribution(&Problem::from(&instance), None, &Control::default())?;
/// let scores = scores.expect("not stopped");
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

/// Maximum number of turns with counts of 64 bits: a set has at most 20! orders.
const NARROW_TURNS: usize = 20;

/// Inputs of all layers.
struct Walk<'a> {
    cells: EmptyCells,
    classes: SymmetryClasses<u32>,
    /// Memory limit of two layers, in bytes.
    memory: u64,
    control: &'a Control,
}

/// Sets of a layer, each the least of its class, with the number of their orders for each score.
struct ScoredSets<W> {
    members: RankedSets,
    /// Orders of [`CHUNK`] sets each.
    chunks: Vec<Chunk<W>>,
}

/// Number of sets in a chunk.
const CHUNK: usize = 1 << 12;

/// Orders of the sets of a chunk.
struct Chunk<W> {
    /// Least score of each set, and the end of its part of `orders`.
    spans: Vec<(u32, u32)>,
    /// Number of orders by set, then by score.
    orders: Vec<W>,
}

impl<W> ScoredSets<W> {
    /// Least score of the set at a place, and its number of orders for each score from there on.
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
        self.members.bytes() + self.chunks.iter().map(Chunk::bytes).sum::<u64>()
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
            members: RankedSets::from(marks),
            chunks: vec![chunk],
        };
        let horizon = self.cells.horizon();
        for turn in 0..horizon.min(NARROW_TURNS) {
            layer = self.next(&layer, turn)?;
        }
        if horizon <= NARROW_TURNS {
            return Ok(self.ends(&layer));
        }
        let mut wide: ScoredSets<u128> = self.next(&layer, NARROW_TURNS)?;
        drop(layer);
        for turn in NARROW_TURNS + 1..horizon {
            wide = self.next(&wide, turn)?;
        }
        Ok(self.ends(&wide))
    }

    /// Layer after a turn, from 0.
    fn next<V, W>(&self, previous: &ScoredSets<V>, turn: usize) -> Result<ScoredSets<W>, Halt>
    where
        V: Copy + Sync,
        W: From<V> + Copy + Default + AddAssign + Send,
    {
        let members = self.successors(previous, turn)?;
        self.control.tell(&Progress::Layers {
            layer: turn + 1,
            of: self.cells.horizon(),
            coverings: members.sets.len(),
        });
        let base_bytes = previous.bytes() + members.bytes();
        let total_bytes = AtomicU64::new(base_bytes);
        let set_count = AtomicU64::new(0);
        let chunks = members.sets.par_chunks(CHUNK).map(|sets| {
            self.control.go_on()?;
            let chunk = self.chunk(previous, turn, sets);
            let bytes = chunk.bytes();
            let bytes = total_bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
            let chunk_sets = sets.len() as u64;
            let finished = set_count.fetch_add(chunk_sets, Ordering::Relaxed) + chunk_sets;
            if bytes > self.memory {
                let all_sets = members.sets.len() as u128;
                let estimate = u128::from(bytes - base_bytes) * all_sets / u128::from(finished);
                return Err(Halt::Failed(DenseError::Memory {
                    needs: base_bytes.saturating_add(estimate as u64),
                    limit: self.memory,
                }));
            }
            Ok(chunk)
        });
        let chunks = chunks.collect::<Result<_, Halt>>()?;
        Ok(ScoredSets { members, chunks })
    }

    /// Classes after a turn.
    fn successors<V: Sync>(
        &self,
        previous: &ScoredSets<V>,
        turn: usize,
    ) -> Result<RankedSets, Halt> {
        let marks = Marks::new(self.cells.len());
        let parts = previous.members.sets.par_chunks(CHUNK);
        parts.try_for_each(|sets| {
            self.control.go_on()?;
            for &set in sets {
                for index in ones(self.cells.domains[turn] & !set) {
                    if self.cells.may_follow(set, turn, index) {
                        marks.mark(self.classes.representative(set | 1 << index));
                    }
                }
            }
            Ok::<_, Halt>(())
        })?;
        Ok(RankedSets::from(marks))
    }

    /// Orders of the sets of a chunk, by the last cell.
    fn chunk<V, W>(&self, previous: &ScoredSets<V>, turn: usize, sets: &[u32]) -> Chunk<W>
    where
        V: Copy,
        W: From<V> + Copy + Default + AddAssign,
    {
        let mut spans = Vec::with_capacity(sets.len());
        let mut orders: Vec<W> = Vec::new();
        let mut parents: Vec<(u32, &[V])> = Vec::new();
        for &set in sets {
            let covering = self.cells.covering(set);
            parents.clear();
            for index in ones(set & self.cells.domains[turn]) {
                let parent = set & !(1 << index);
                if !self.cells.may_follow(parent, turn, index) {
                    continue;
                }
                let representative = self.classes.representative(parent);
                if let Some(place) = previous.members.place(representative) {
                    let (least, orders) = previous.scores(place);
                    let points = self.cells.points_of_last(covering, index);
                    parents.push((least + points, orders));
                }
            }
            let least = parents.iter().map(|(least, _)| *least).min().unwrap_or(0);
            let ends = parents
                .iter()
                .map(|(least, orders)| *least + orders.len() as u32);
            let most = ends.max().unwrap_or(least);
            let start = orders.len();
            orders.resize(start + (most - least) as usize, W::default());
            for &(parent_least, counts) in &parents {
                let sums = &mut orders[start + (parent_least - least) as usize..];
                for (sum, &count) in sums.iter_mut().zip(counts) {
                    *sum += W::from(count);
                }
            }
            spans.push((least, orders.len() as u32));
        }
        orders.shrink_to_fit();
        Chunk { spans, orders }
    }

    /// Scores of the last layer, the bonus included.
    fn ends<W: Copy + Into<u128>>(&self, last: &ScoredSets<W>) -> Distribution {
        let sets = last.members.sets.iter().enumerate();
        let scores = sets.flat_map(|(place, &set)| {
            let (least, orders) = last.scores(place);
            let (bonus, size) = (self.cells.bonus(set), u128::from(self.classes.size(set)));
            let scores = (least + bonus..).zip(orders);
            scores.map(move |(score, &orders)| (score, size * orders.into()))
        });
        scores.collect()
    }
}
