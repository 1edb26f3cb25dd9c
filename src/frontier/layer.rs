//! A layer: the coverings of as many tiles that can still be part of an optimal order.

use crate::instance::Sense;
use crate::wall::Covering;
use rayon::prelude::*;
use ruint::aliases::U256;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What is known of a class of coverings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reached {
    /// The best score of an order that leads to a covering of the class.
    pub(super) score: u32,
    /// The number of orders that lead to any covering of the class with that score.
    pub(super) orders: U256,
}

/// Why there is no next layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LayerError {
    /// The number of orders does not fit 256 bits.
    Overflow,
    /// The layer has more classes than there is room for.
    Full,
}

/// Class representatives by hash, in shards that are filled by several threads at once. What it holds
/// does not depend on who filled it in which order.
#[derive(Debug, Default)]
pub(super) struct Layer {
    shards: Vec<FxHashMap<Covering, Reached>>,
}

/// As many shards that two threads rarely meet, few enough that buffers stay small.
const SHARDS: usize = 64;

/// A thread hands over as many entries to a shard at once.
const BUFFER: usize = 256;

impl Layer {
    /// What a class takes in a layer's tables, in bytes: 64, and as much again and half of that while a
    /// table grows.
    pub(super) const BYTES: u64 = 160;

    /// The layer of one covering.
    pub(super) fn start(covering: Covering) -> Self {
        let reached = Reached {
            score: 0,
            orders: U256::from(1),
        };
        Self {
            shards: vec![FxHashMap::from_iter([(covering, reached)])],
        }
    }

    /// Number of classes.
    pub(super) fn len(&self) -> usize {
        self.shards.iter().map(FxHashMap::len).sum()
    }

    /// The classes, in no particular order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Covering, &Reached)> {
        self.shards
            .iter()
            .flatten()
            .map(|(&covering, reached)| (covering, reached))
    }

    /// What is known of the class of a representative.
    pub(super) fn get(&self, covering: Covering) -> Option<&Reached> {
        self.shards.iter().find_map(|shard| shard.get(&covering))
    }

    /// The classes and their scores alone, in 20 bytes a class.
    pub(super) fn into_scores(self) -> Scores {
        let shards = self.shards.into_par_iter();
        let mut entries: Vec<(Covering, u32)> = shards
            .flat_map_iter(|shard| {
                shard
                    .into_iter()
                    .map(|(covering, reached)| (covering, reached.score))
            })
            .collect();
        entries.par_sort_unstable();
        let (coverings, scores) = entries.into_iter().unzip();
        Scores { coverings, scores }
    }

    /// The next layer: what `expand` gives for each class of this one, merged; at most `room` classes
    /// and a buffer.
    pub(super) fn next(
        &self,
        sense: Sense,
        room: usize,
        expand: impl Fn(Covering, &Reached, &mut dyn FnMut(Covering, Reached)) + Sync,
    ) -> Result<Self, LayerError> {
        let shards: Vec<Mutex<FxHashMap<Covering, Reached>>> =
            (0..SHARDS).map(|_| Mutex::default()).collect();
        let classes = AtomicUsize::new(0);
        let merge = |shard: usize, entries: &mut Vec<(Covering, Reached)>| {
            let mut map = shards[shard].lock().unwrap_or_else(PoisonError::into_inner);
            let before = map.len();
            for (covering, reached) in entries.drain(..) {
                add(&mut map, sense, covering, reached)?;
            }
            let added = map.len() - before;
            match classes.fetch_add(added, Ordering::Relaxed) + added {
                classes if classes > room => Err(LayerError::Full),
                _ => Ok(()),
            }
        };
        self.shards.par_iter().try_for_each(|shard| {
            let buffer = || Vec::with_capacity(BUFFER);
            let mut buffers: Vec<Vec<(Covering, Reached)>> =
                std::iter::repeat_with(buffer).take(SHARDS).collect();
            let mut failed = Ok(());
            for (&covering, reached) in shard {
                expand(covering, reached, &mut |covering, reached| {
                    let shard = shard_of(covering);
                    buffers[shard].push((covering, reached));
                    if buffers[shard].len() == BUFFER {
                        failed = failed.and(merge(shard, &mut buffers[shard]));
                    }
                });
                failed?;
            }
            let mut rest = buffers.iter_mut().enumerate();
            rest.try_for_each(|(shard, entries)| merge(shard, entries))
        })?;
        let unlocked = |shard: Mutex<_>| shard.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Self {
            shards: shards.into_iter().map(unlocked).collect(),
        })
    }
}

/// A finished layer: its classes in order, and the best score of each.
#[derive(Debug, Clone)]
pub(super) struct Scores {
    coverings: Vec<Covering>,
    scores: Vec<u32>,
}

impl Scores {
    /// What a class takes, in bytes.
    pub(super) const BYTES: u64 = 20;

    /// Number of classes.
    pub(super) fn len(&self) -> usize {
        self.coverings.len()
    }

    /// The best score of the class of a representative, if it is in the layer.
    pub(super) fn get(&self, covering: Covering) -> Option<u32> {
        let place = self.coverings.binary_search(&covering).ok()?;
        Some(self.scores[place])
    }

    /// The representatives and their scores, least first.
    pub(super) fn par_iter(&self) -> impl ParallelIterator<Item = (Covering, u32)> {
        self.coverings
            .par_iter()
            .copied()
            .zip(self.scores.par_iter().copied())
    }
}

/// The top bits of the hash, which the tables inside the shards use least.
fn shard_of(covering: Covering) -> usize {
    (FxBuildHasher.hash_one(covering) >> 58) as usize % SHARDS
}

fn add(
    map: &mut FxHashMap<Covering, Reached>,
    sense: Sense,
    covering: Covering,
    new: Reached,
) -> Result<(), LayerError> {
    let known = map.entry(covering).or_insert(Reached {
        score: new.score,
        orders: U256::ZERO,
    });
    if sense.better(new.score, known.score) {
        *known = new;
    } else if new.score == known.score {
        known.orders = known
            .orders
            .checked_add(new.orders)
            .ok_or(LayerError::Overflow)?;
    }
    Ok(())
}
