//! What is known of positions that were searched before.

use azulejo_rules::{Move, Players};

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

/// A position's key and what is known of it; both are 0 where nothing is.
// Words, so that the system gives a new table without writing it: a large one is there at once.
type Slot = [u64; 2];

/// A table of a fixed size. Of two positions in a bucket, one is that of the greatest depth, one the newest.
#[derive(Debug)]
pub(super) struct Table {
    slots: Vec<[Slot; 2]>,
    players: Players,
}

impl Table {
    /// A table for about so many positions; none for 0.
    pub(super) fn new(players: Players, positions: u64) -> Self {
        let buckets = match positions {
            0 => 0,
            positions => (positions / 2).max(1 << 8).next_power_of_two(),
        };
        Self {
            slots: vec![[[0; 2]; 2]; buckets as usize],
            players,
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
        let [_, word] = slots
            .iter()
            .find(|[known, word]| *known == key && *word != 0)?;
        Some(self.entry(*word))
    }

    #[inline]
    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        if self.slots.is_empty() {
            return;
        }
        let (bucket, slot) = (self.bucket(key), [key, self.word(entry)]);
        let [deep, new] = &mut self.slots[bucket];
        if deep[0] == key {
            *deep = slot;
        } else if depth(slot[1]) >= depth(deep[1]) {
            *new = *deep;
            *deep = slot;
        } else {
            *new = slot;
        }
    }

    /// An entry as a word: the value, the number of the bound from 1, the depth, the code of the move from 1.
    #[inline]
    fn word(&self, entry: Entry) -> u64 {
        let best = entry.best.and_then(|it| it.code(self.players));
        let best = best.map_or(0, |code| u64::from(code) + 1);
        let bound = entry.bound as u64 + 1;
        best << 48 | u64::from(entry.depth) << 40 | bound << 32 | u64::from(entry.value as u32)
    }

    #[inline]
    fn entry(&self, word: u64) -> Entry {
        let bounds = [Bound::Exact, Bound::Least, Bound::Most];
        let best = (word >> 48).checked_sub(1);
        Entry {
            value: word as u32 as i32,
            bound: bounds[(word >> 32 & 0b11) as usize - 1],
            depth: depth(word),
            best: best.and_then(|code| Move::from_code(code, self.players).ok()),
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
    fn what_is_put_in_comes_out_and_the_deeper_of_two_stays() {
        let players = Players::Four;
        let mut table = Table::new(players, 1);
        let codes = (0..u64::from(players.codes())).map(|code| Move::from_code(code, players).ok());
        for (number, best) in codes.chain([None]).enumerate() {
            let bound = [Bound::Exact, Bound::Least, Bound::Most][number % 3];
            let (value, depth) = (number as i32 * 7919 % 60_000 - 30_000, (number % 60) as u8);
            let entry = Entry {
                value,
                bound,
                depth,
                best,
            };
            table.put(number as u64, entry);
            let found = table.get(number as u64).expect("it was put in");
            assert_eq!(
                (found.value, found.bound, found.depth, found.best),
                (value, bound, depth, best)
            );
        }
        let of = |depth| Entry {
            value: 0,
            bound: Bound::Exact,
            depth,
            best: None,
        };
        let mut table = Table::new(players, 1);
        for (key, depth) in [(256, 5), (512, 3), (768, 2)] {
            table.put(key, of(depth));
        }
        assert!(table.get(256).is_some() && table.get(768).is_some());
        assert!(table.get(512).is_none(), "the newest took its place");
        assert!(Table::new(players, 0).get(0).is_none());
    }
}
