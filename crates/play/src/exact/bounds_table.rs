//! The slots of the exact search's transposition table: proven bounds of a position.

use super::key::PositionKey;
use crate::search::{Slot, TranspositionTable};
use azulejo_rules::Move;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A table that grows with the search up to a limit; then new positions take the places of old ones.
type BoundsTable = TranspositionTable<BoundsSlot, 4>;

/// A table that the searches of several threads share: parts of it, each behind a lock.
#[derive(Debug, Clone)]
pub(super) struct SharedBounds(Arc<[Mutex<BoundsTable>]>);

/// The parts for more than one thread. Two threads rarely want the same one.
const PARTS: usize = 1 << 10;

/// The buckets at the beginning, some 100 KiB.
const FIRST_BUCKETS: usize = 1 << 10;

impl SharedBounds {
    /// A table of at most so many bytes, but always some 100 KiB, for so many threads.
    pub(super) fn new(bytes: usize, threads: usize) -> Self {
        let parts = if threads > 1 { PARTS } else { 1 };
        let part = || {
            Mutex::new(TranspositionTable::growing(
                FIRST_BUCKETS / parts,
                bytes / parts,
            ))
        };
        Self((0..parts).map(|_| part()).collect())
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, key: PositionKey) -> Option<BoundsSlot> {
        self.part(key).get(key).copied()
    }

    /// Remembers what is known of a position.
    #[inline]
    pub(super) fn put(&self, slot: BoundsSlot) {
        self.part(slot.key()).put(slot);
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        for part in &*self.0 {
            opened(part).clear();
        }
    }

    /// The buckets are numbered by the lowest bits of the hash, the parts by higher ones.
    #[inline]
    fn part(&self, key: PositionKey) -> MutexGuard<'_, BoundsTable> {
        opened(match &*self.0 {
            [one] => one,
            parts => &parts[(key.hash() >> 48) as usize % parts.len()],
        })
    }
}

/// A slot is whole or not there at all, whatever ended another thread.
#[inline]
fn opened(part: &Mutex<BoundsTable>) -> MutexGuard<'_, BoundsTable> {
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A position whose value is at least `low` and at most `high`.
#[derive(Debug, Clone, Copy)]
pub(super) struct BoundsSlot {
    boards: [u64; 2],
    sources: u64,
    pub(super) low: i16,
    pub(super) high: i16,
    /// The move that proved the last bound, or was best so far.
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

    /// The newest is first, and the oldest of a full bucket goes.
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
