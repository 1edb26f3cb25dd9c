//! The transposition table: search results by position.

/// A slot of a table: the key of a position, and its search result. Each search has a layout and a replacement scheme
/// of its own.
pub(crate) trait Slot: Copy {
    /// The identity of a position.
    type Key: Copy;

    /// A slot without a position.
    const EMPTY: Self;

    /// Bits that are as good as random; the lowest of them number the bucket.
    fn hash(key: Self::Key) -> u64;

    /// The key of the position.
    fn key(&self) -> Self::Key;

    /// Whether the slot has the position.
    fn has(&self, key: Self::Key) -> bool;

    /// Whether the slot has no position.
    fn is_empty(&self) -> bool;

    /// Writes a slot into its bucket, and returns the previous slot.
    fn replace(bucket: &mut [Self], new: Self) -> Self;
}

/// A table of buckets of `WAYS` slots each. A position is looked up in one bucket alone.
#[derive(Debug)]
pub(crate) struct TranspositionTable<S, const WAYS: usize> {
    buckets: Vec<[S; WAYS]>,
    /// The buckets at the beginning.
    first: usize,
    /// The most buckets.
    most: usize,
    /// The number of slots with a position.
    occupancy: usize,
}

impl<S: Slot, const WAYS: usize> TranspositionTable<S, WAYS> {
    /// A table that grows with the search: from `first` buckets, a power of two, up to `bytes` bytes.
    pub(crate) fn growing(first: usize, bytes: usize) -> Self {
        let most = (bytes / size_of::<[S; WAYS]>()).max(first);
        Self::new(first, 1 << most.ilog2())
    }

    /// A table of `buckets` buckets, a power of two. Where an empty slot is all zeros, the system gives the memory
    /// without writing it, so that a large table is there at once.
    pub(crate) fn of_size(buckets: usize) -> Self {
        Self::new(buckets, buckets)
    }

    fn new(first: usize, most: usize) -> Self {
        debug_assert!(first.is_power_of_two());
        Self {
            buckets: vec![[S::EMPTY; WAYS]; first],
            first,
            most,
            occupancy: 0,
        }
    }

    /// Empties the table, and shrinks it to its first size.
    pub(crate) fn clear(&mut self) {
        self.buckets.truncate(self.first);
        self.buckets.fill([S::EMPTY; WAYS]);
        self.occupancy = 0;
    }

    #[inline]
    fn number(&self, key: S::Key) -> usize {
        S::hash(key) as usize & (self.buckets.len() - 1)
    }

    /// The slot of a position.
    #[inline]
    pub(crate) fn get(&self, key: S::Key) -> Option<&S> {
        let bucket = &self.buckets[self.number(key)];
        bucket.iter().find(|slot| slot.has(key))
    }

    /// Stores a slot, and doubles the table first where more than three quarters of the slots are occupied and memory
    /// allows it.
    #[inline]
    pub(crate) fn put(&mut self, new: S) {
        let len = self.buckets.len();
        if 2 * len <= self.most && 4 * self.occupancy > 3 * WAYS * len {
            self.grow();
        }
        let number = self.number(new.key());
        let previous = S::replace(&mut self.buckets[number], new);
        self.occupancy += usize::from(previous.is_empty());
    }

    #[cold]
    fn grow(&mut self) {
        let doubled = vec![[S::EMPTY; WAYS]; 2 * self.buckets.len()];
        let old = std::mem::replace(&mut self.buckets, doubled);
        self.occupancy = 0;
        for slot in old.into_iter().flatten().filter(|slot| !slot.is_empty()) {
            self.put(slot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slot of a test: a number from 1 is its own key. The last slot of a bucket is replaced first.
    impl Slot for u64 {
        type Key = u64;
        const EMPTY: Self = 0;

        fn hash(key: u64) -> u64 {
            key
        }

        fn key(&self) -> u64 {
            *self
        }

        fn has(&self, key: u64) -> bool {
            *self == key
        }

        fn is_empty(&self) -> bool {
            *self == 0
        }

        fn replace(bucket: &mut [u64], new: u64) -> u64 {
            bucket.rotate_right(1);
            std::mem::replace(&mut bucket[0], new)
        }
    }

    fn hit_count(table: &TranspositionTable<u64, 2>, keys: std::ops::RangeInclusive<u64>) -> usize {
        keys.filter(|&key| table.get(key).is_some()).count()
    }

    #[test]
    fn a_growing_table_keeps_its_slots_up_to_its_memory_limit() {
        let mut table = TranspositionTable::<u64, 2>::growing(4, 1000);
        for key in 1..=64 {
            table.put(key);
            assert_eq!(hit_count(&table, 1..=key), key as usize);
        }
        assert_eq!(table.buckets.len(), 32, "1000 bytes have no room for 64");
        (65..=1000).for_each(|key| table.put(key));
        assert_eq!((hit_count(&table, 1..=1000), table.buckets.len()), (64, 32));
        table.clear();
        assert_eq!((hit_count(&table, 1..=1000), table.buckets.len()), (0, 4));
    }

    #[test]
    fn a_table_of_fixed_size_replaces_slots() {
        let mut table = TranspositionTable::<u64, 2>::of_size(1);
        [5, 6, 7].into_iter().for_each(|key| table.put(key));
        assert_eq!(
            [5, 6, 7].map(|key| table.get(key).is_some()),
            [false, true, true]
        );
        assert_eq!((table.occupancy, table.buckets.len()), (2, 1));
    }
}
