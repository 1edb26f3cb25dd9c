//! A hash parts a layer into shards, and several machines can each take some. A few neighbouring shards share a table: two threads
//! rarely meet in one, and their buffers stay small.

use crate::wall::Covering;

const BITS: usize = 10;

/// The shards of a layer.
pub(in crate::frontier) const SHARDS: usize = 1 << BITS;

const TABLE_BITS: usize = 6;

/// The tables of a layer.
pub(super) const TABLES: usize = 1 << TABLE_BITS;

/// The shards of a table.
pub(super) const SHARDS_PER_TABLE: usize = SHARDS / TABLES;

/// The shard of a class.
pub(in crate::frontier) fn shard_of(covering: Covering) -> usize {
    (hash(covering) >> (64 - BITS)) as usize
}

/// The table of a class.
pub(super) fn table_of(covering: Covering) -> usize {
    (hash(covering) >> (64 - TABLE_BITS)) as usize
}

/// The slot of a class among the `slots` of its table. It does not depend on the shard, because a machine may keep a few shards of each
/// table alone.
pub(super) fn slot_of(covering: Covering, slots: usize) -> usize {
    let fraction = hash(covering) << BITS;
    ((u128::from(fraction) * slots as u128) >> 64) as usize
}

/// Two folded multiplications: the tables use all bits of it, and layers on disk are parted by it.
pub(super) fn hash(covering: Covering) -> u64 {
    let fold = |left: u64, right: u64| {
        let product = u128::from(left) * u128::from(right);
        product as u64 ^ (product >> 64) as u64
    };
    let bits = covering.bits();
    let low = fold(bits as u64 ^ 0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93);
    fold(low ^ (bits >> 64) as u64, 0xa076_1d64_78bd_642f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_holds_neighbouring_shards() {
        for bits in 1..10_000 {
            let covering = Covering::from_bits(bits);
            assert_eq!(shard_of(covering) / SHARDS_PER_TABLE, table_of(covering));
            assert!(slot_of(covering, 100) < 100);
        }
    }
}
