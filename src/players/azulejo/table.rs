//! What is known of positions that were searched before.

use crate::game::Move;

/// What a value says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Least,
    /// The value is at most this.
    Most,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// For the player who is to move.
    pub(super) value: i32,
    pub(super) bound: Bound,
    /// The moves that were looked ahead.
    pub(super) depth: u8,
    pub(super) best: Option<Move>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    key: u64,
    value: i32,
    /// Four times the depth, and the number of the bound + 1: 0 where nothing is known.
    depth: u8,
    best: Option<Move>,
}

const _: () = assert!(
    size_of::<Slot>() == 16,
    "a bucket of two is half a line of the cache"
);

/// A table of a fixed size. Of two positions in a bucket, one is that of the greatest depth, one the newest.
#[derive(Debug)]
pub(super) struct Table {
    slots: Vec<[Slot; 2]>,
}

impl Table {
    /// A table for about so many positions; none for 0.
    pub(super) fn new(positions: u64) -> Self {
        let buckets = match positions {
            0 => 0,
            positions => (positions / 2).max(1 << 8).next_power_of_two(),
        };
        Self {
            slots: vec![[Slot::default(); 2]; buckets as usize],
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        if self.slots.is_empty() {
            return None;
        }
        let slots = &self.slots[self.bucket(key)];
        let slot = slots
            .iter()
            .find(|slot| slot.key == key && slot.depth > 0)?;
        Some(Entry {
            value: slot.value,
            bound: [Bound::Exact, Bound::Least, Bound::Most][usize::from(slot.depth & 3) - 1],
            depth: slot.depth >> 2,
            best: slot.best,
        })
    }

    #[inline]
    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        if self.slots.is_empty() {
            return;
        }
        let bucket = self.bucket(key);
        let slot = Slot {
            key,
            value: entry.value,
            depth: entry.depth << 2 | (entry.bound as u8 + 1),
            best: entry.best,
        };
        let [deep, new] = &mut self.slots[bucket];
        if deep.key == key || slot.depth >> 2 >= deep.depth >> 2 {
            if deep.key != key {
                *new = *deep;
            }
            *deep = slot;
        } else {
            *new = slot;
        }
    }
}
