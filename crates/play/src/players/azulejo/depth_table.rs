//! The transposition table of our player: values and bounds, each with the depth to which it was searched.

use crate::search::{Slot, TranspositionTable, Window};
use azulejo_rules::{Move, Players};

/// The relation of a search result to the value of the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// The result is the value.
    Exact,
    /// The result is a lower bound.
    Lower,
    /// The result is an upper bound.
    Upper,
}

/// A search result: value, bound, depth and best move.
#[derive(Debug, Clone, Copy)]
pub(super) struct DepthEntry {
    /// The value for the mover.
    pub(super) value: i32,
    pub(super) bound: Bound,
    /// The search depth in plies.
    pub(super) depth: u8,
    pub(super) best: Option<Move>,
}

impl DepthEntry {
    /// The entry's value, where its depth suffices and its bound decides the window.
    #[inline]
    pub(super) fn cutoff_value(&self, depth: u32, window: Window) -> Option<i32> {
        let enough = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= window.beta,
            Bound::Upper => self.value <= window.alpha,
        };
        (enough && u32::from(self.depth) >= depth).then_some(self.value)
    }
}

/// A position's key and its packed entry; the entry of an empty slot is 0.
// Words, so that the system gives a new table without writing it.
type DepthSlot = [u64; 2];

/// A table of a fixed size. A bucket has two slots: one replaced by depth, one replaced always.
#[derive(Debug)]
pub(super) struct DepthTable {
    table: Option<TranspositionTable<DepthSlot, 2>>,
    players: Players,
}

impl DepthTable {
    /// The memory of a position, in bytes.
    pub(super) const BYTES: u64 = size_of::<DepthSlot>() as u64;

    /// A table for about `positions` positions.
    pub(super) fn new(players: Players, positions: u64) -> Self {
        let buckets = (positions / 2).max(1 << 8).next_power_of_two();
        Self {
            table: Some(TranspositionTable::of_size(buckets as usize)),
            players,
        }
    }

    /// A table that stores nothing.
    pub(super) fn none(players: Players) -> Self {
        Self {
            table: None,
            players,
        }
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<DepthEntry> {
        let [_, word] = self.table.as_ref()?.get(key)?;
        Some(DepthEntry::unpacked(*word, self.players))
    }

    #[inline]
    pub(super) fn put(&mut self, key: u64, entry: DepthEntry) {
        if let Some(table) = &mut self.table {
            table.put([key, entry.packed(self.players)]);
        }
    }
}

impl Slot for DepthSlot {
    type Key = u64;

    const EMPTY: Self = [0; 2];

    #[inline]
    fn hash(key: u64) -> u64 {
        key
    }

    #[inline]
    fn key(&self) -> u64 {
        self[0]
    }

    #[inline]
    fn has(&self, key: u64) -> bool {
        self[0] == key && self[1] != 0
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self[1] == 0
    }

    #[inline]
    fn replace(bucket: &mut [Self], new: Self) -> Self {
        let [deepest, newest] = bucket else {
            unreachable!("a bucket has two slots");
        };
        if deepest[0] == new[0] {
            std::mem::replace(deepest, new)
        } else if depth(new[1]) >= depth(deepest[1]) {
            std::mem::replace(newest, std::mem::replace(deepest, new))
        } else {
            std::mem::replace(newest, new)
        }
    }
}

impl DepthEntry {
    /// The entry as a word: from the lowest bit, 32 bits of the value, the number of the bound from 1, the depth, and
    /// the code of the move from 1.
    #[inline]
    fn packed(self, players: Players) -> u64 {
        let best = self.best.and_then(|best| best.code(players));
        let best = best.map_or(0, |code| u64::from(code) + 1);
        let bound = self.bound as u64 + 1;
        best << 48 | u64::from(self.depth) << 40 | bound << 32 | u64::from(self.value as u32)
    }

    #[inline]
    fn unpacked(word: u64, players: Players) -> Self {
        let bounds = [Bound::Exact, Bound::Lower, Bound::Upper];
        let best = (word >> 48).checked_sub(1);
        Self {
            value: word as u32 as i32,
            bound: bounds[(word >> 32 & 0b11) as usize - 1],
            depth: depth(word),
            best: best.and_then(|code| Move::from_code(code, players).ok()),
        }
    }
}

#[inline]
fn depth(word: u64) -> u8 {
    (word >> 40) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_retrievable_and_the_deeper_of_two_entries_stays() {
        let players = Players::Four;
        let mut table = DepthTable::new(players, 1);
        let codes = (0..u64::from(players.codes())).map(|code| Move::from_code(code, players).ok());
        for (number, best) in codes.chain([None]).enumerate() {
            let bound = [Bound::Exact, Bound::Lower, Bound::Upper][number % 3];
            let (value, depth) = (number as i32 * 7919 % 60_000 - 30_000, (number % 60) as u8);
            let entry = DepthEntry {
                value,
                bound,
                depth,
                best,
            };
            table.put(number as u64, entry);
            let hit = table.get(number as u64).expect("an entry of the table");
            assert_eq!(
                (hit.value, hit.bound, hit.depth, hit.best),
                (value, bound, depth, best)
            );
        }
        let entry_of = |depth| DepthEntry {
            value: 0,
            bound: Bound::Exact,
            depth,
            best: None,
        };
        let mut table = DepthTable::new(players, 1);
        for (key, depth) in [(256, 5), (512, 3), (768, 2)] {
            table.put(key, entry_of(depth));
        }
        assert!(table.get(256).is_some() && table.get(768).is_some());
        assert!(table.get(512).is_none(), "the newest took its place");
        assert!(DepthTable::none(players).get(0).is_none());
    }
}
