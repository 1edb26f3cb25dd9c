//! The slots of the exact search's transposition table: proven bounds of a position.

use super::key::PositionKey;
use crate::search::{Slot, TranspositionTable};
use azulejo_rules::Move;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A table that grows with the search up to a memory limit, and then replaces old slots.
type BoundsTable = TranspositionTable<BoundsSlot, 4>;

/// A table that the searches of several threads share: stripes, each behind a lock.
#[derive(Debug, Clone)]
pub(super) struct SharedBounds(Arc<[Mutex<BoundsTable>]>);

/// The stripes for more than one thread, so many that two threads rarely want the same stripe.
const STRIPES: usize = 1 << 10;

/// The buckets of an empty table, some 100 KiB.
const FIRST_BUCKETS: usize = 1 << 10;

impl SharedBounds {
    /// A table of at most `bytes` bytes, but always some 100 KiB, for `threads` threads.
    pub(super) fn new(bytes: usize, threads: usize) -> Self {
        let stripes = if threads > 1 { STRIPES } else { 1 };
        let stripe = || {
            Mutex::new(TranspositionTable::growing(
                FIRST_BUCKETS / stripes,
                bytes / stripes,
            ))
        };
        Self((0..stripes).map(|_| stripe()).collect())
    }

    /// The proven bounds of a position.
    #[inline]
    pub(super) fn get(&self, key: PositionKey) -> Option<BoundsSlot> {
        self.stripe(key).get(key).copied()
    }

    /// Stores the proven bounds of a position.
    #[inline]
    pub(super) fn put(&self, slot: BoundsSlot) {
        self.stripe(slot.key()).put(slot);
    }

    /// Empties the table.
    pub(super) fn clear(&self) {
        for stripe in &*self.0 {
            lock(stripe).clear();
        }
    }

    /// The stripe of a key, locked. The lowest bits of the hash number the buckets, higher bits the stripes.
    #[inline]
    fn stripe(&self, key: PositionKey) -> MutexGuard<'_, BoundsTable> {
        lock(match &*self.0 {
            [stripe] => stripe,
            stripes => &stripes[(key.hash() >> 48) as usize % stripes.len()],
        })
    }
}

/// Locks a stripe. A poisoned lock is no fault: a slot is written whole or not at all, even after a panic of another
/// thread.
#[inline]
fn lock(stripe: &Mutex<BoundsTable>) -> MutexGuard<'_, BoundsTable> {
    stripe.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A position whose value is at least `low` and at most `high`.
#[derive(Debug, Clone, Copy)]
pub(super) struct BoundsSlot {
    boards: [u64; 2],
    sources: u64,
    pub(super) low: i16,
    pub(super) high: i16,
    /// The move that proved the last bound, or the best move so far.
    pub(super) best: Option<Move>,
}

const _: () = assert!(
    size_of::<BoundsSlot>() == 32,
    "two slots in a line of the cache"
);

impl BoundsSlot {
    /// A slot with bounds that 16 bits hold.
    #[inline]
    pub(super) const fn new(key: PositionKey, low: i32, high: i32, best: Option<Move>) -> Self {
        Self {
            boards: [key.boards as u64, (key.boards >> 64) as u64],
            sources: key.sources,
            low: low as i16,
            high: high as i16,
            best,
        }
    }
}

impl Slot for BoundsSlot {
    type Key = PositionKey;

    const EMPTY: Self = Self::new(PositionKey::NONE, 0, 0, None);

    #[inline]
    fn hash(key: PositionKey) -> u64 {
        key.hash()
    }

    #[inline]
    fn key(&self) -> PositionKey {
        PositionKey {
            boards: u128::from(self.boards[1]) << 64 | u128::from(self.boards[0]),
            sources: self.sources,
        }
    }

    #[inline]
    fn has(&self, key: PositionKey) -> bool {
        self.key() == key
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.sources == Self::EMPTY.sources
    }

    /// Replaces the slot of the same key or an empty slot. A full bucket is rotated, and its last slot is replaced.
    #[inline]
    fn replace(bucket: &mut [Self], new: Self) -> Self {
        let free = |slot: &Self| slot.has(new.key()) || slot.is_empty();
        let place = bucket.iter().position(free).unwrap_or_else(|| {
            bucket.rotate_right(1);
            0
        });
        std::mem::replace(&mut bucket[place], new)
    }
}
