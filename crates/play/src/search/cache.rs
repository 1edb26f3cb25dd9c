//! A direct-mapped cache: each key has one place.

/// Values that are cheap to compute again, by their keys. Where two keys share a slot, the later replaces the earlier.
#[derive(Debug)]
pub(crate) struct DirectMappedCache<V> {
    slots: Vec<(u64, V)>,
}

/// The key of an empty slot.
const NONE: u64 = u64::MAX;

impl<V: Copy + Default> DirectMappedCache<V> {
    /// A cache of `slots` slots, rounded up to a power of two.
    pub(crate) fn new(slots: usize) -> Self {
        Self {
            slots: vec![(NONE, V::default()); slots.next_power_of_two()],
        }
    }

    /// Empties every slot.
    pub(crate) fn clear(&mut self) {
        self.slots.fill((NONE, V::default()));
    }

    /// The value of a key, which is not 2⁶⁴ − 1: from the cache, or computed by `compute` and stored.
    #[inline]
    pub(crate) fn get_or_insert_with(&mut self, key: u64, compute: impl FnOnce() -> V) -> V {
        debug_assert_ne!(key, NONE);
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let place = hash as usize & (self.slots.len() - 1);
        let slot = &mut self.slots[place];
        if slot.0 != key {
            *slot = (key, compute());
        }
        slot.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_of_a_key_is_computed_once_unless_another_key_has_its_slot() {
        let mut cache = DirectMappedCache::new(1 << 10);
        let mut computation_count = 0;
        for _ in 0..2 {
            for key in 0..100_u64 {
                let value = cache.get_or_insert_with(key << 20, || {
                    computation_count += 1;
                    key * key
                });
                assert_eq!(value, key * key);
            }
        }
        assert!(
            (100..150).contains(&computation_count),
            "{computation_count}"
        );
        cache.clear();
        assert_eq!(cache.get_or_insert_with(0, || 7), 7);
    }
}
