//! What is known of positions that were met before.

use super::key::Key;
use azulejo_rules::Move;

/// What is known of a position: its value is at least `low` and at most `high`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) low: i16,
    pub(super) high: i16,
    /// The move that proved the last bound, or was best so far.
    pub(super) best: Option<Move>,
}

/// A table that grows with the search up to a limit; then new positions take the places of old ones.
#[derive(Debug)]
pub(super) struct Table {
    slots: Vec<Slot>,
    used: usize,
    most: usize,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    boards: [u64; 2],
    sources: u64,
    entry: Entry,
}

const _: () = assert!(size_of::<Slot>() == 32, "two slots in a line of the cache");

impl Slot {
    const EMPTY: Self = Self::new(
        Key::NONE,
        Entry {
            low: 0,
            high: 0,
            best: None,
        },
    );

    const fn new(key: Key, entry: Entry) -> Self {
        Self {
            boards: [key.boards as u64, (key.boards >> 64) as u64],
            sources: key.sources,
            entry,
        }
    }

    const fn key(&self) -> Key {
        Key {
            boards: (self.boards[1] as u128) << 64 | self.boards[0] as u128,
            sources: self.sources,
        }
    }

    fn is_empty(&self) -> bool {
        self.sources == Self::EMPTY.sources
    }
}

impl Table {
    /// The slots at the beginning, some 100 KiB.
    const FIRST: usize = 1 << 12;

    /// The slots that are looked at for a position.
    const BUCKET: usize = 4;

    /// A table that takes up to so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<Slot>()).max(Self::FIRST);
        Self {
            slots: vec![Slot::EMPTY; Self::FIRST],
            used: 0,
            most: 1 << most.ilog2(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.slots.truncate(Self::FIRST);
        self.slots.fill(Slot::EMPTY);
        self.used = 0;
    }

    #[inline]
    fn bucket(&self, key: Key) -> usize {
        key.hash() as usize & (self.slots.len() - 1) & !(Self::BUCKET - 1)
    }

    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<Entry> {
        let bucket = self.bucket(key);
        let slots = &self.slots[bucket..bucket + Self::BUCKET];
        let slot = slots.iter().find(|slot| slot.key() == key)?;
        Some(slot.entry)
    }

    pub(super) fn put(&mut self, key: Key, entry: Entry) {
        if 4 * self.used > 3 * self.slots.len() && 2 * self.slots.len() <= self.most {
            self.grow();
        }
        let bucket = self.bucket(key);
        let slots = &mut self.slots[bucket..bucket + Self::BUCKET];
        let found = slots
            .iter()
            .position(|slot| slot.key() == key || slot.is_empty());
        let place = found.unwrap_or_else(|| {
            // The newest is first, and the oldest of the bucket goes.
            slots.rotate_right(1);
            0
        });
        self.used += usize::from(slots[place].is_empty());
        slots[place] = Slot::new(key, entry);
    }

    fn grow(&mut self) {
        let doubled = vec![Slot::EMPTY; 2 * self.slots.len()];
        let old = std::mem::replace(&mut self.slots, doubled);
        self.used = 0;
        for slot in old.into_iter().filter(|slot| !slot.is_empty()) {
            self.put(slot.key(), slot.entry);
        }
    }
}
