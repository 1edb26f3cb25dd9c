use super::number::Number;
use super::record::{Label, Layout};
use super::shard::{shard_of, slot_of};
use crate::instance::Sense;
use crate::wall::Covering;
use std::collections::TryReserveError;
use std::hint::black_box;

/// A number of orders is wider than its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Overflow;

/// Classes by hash: open addressing with linear probing over packed records. An empty slot is all zero; no
/// class is, as every covering has a tile.
#[derive(Debug)]
pub(super) struct Table {
    layout: Layout,
    slots: Vec<u8>,
    capacity: usize,
    len: usize,
}

impl Table {
    /// Smallest number of slots of a table that is not empty.
    const LEAST: usize = 16;

    pub(super) fn new(layout: Layout) -> Self {
        Self {
            layout,
            slots: Vec::new(),
            capacity: 0,
            len: 0,
        }
    }

    /// Whether the table must grow, or be emptied, before another class comes in: three quarters are full.
    pub(super) fn is_full(&self) -> bool {
        4 * self.len >= 3 * self.capacity
    }

    /// Number of classes.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Bytes of its slots.
    pub(super) fn memory(&self) -> usize {
        self.slots.capacity()
    }

    /// Doubles the slots, or extends them to the rest of `most` bytes beside the old slots. False where the gain is too small.
    ///
    /// # Errors
    /// When the system does not give the memory for the first slots: a table with slots goes on with them.
    pub(super) fn grow(&mut self, most: usize) -> Result<bool, TryReserveError> {
        let limit = (most / self.layout.width()).saturating_sub(self.capacity);
        let index_limit = u32::MAX as usize; // as the indices of `drain_sorted`
        let capacity = (2 * self.capacity).min(limit).min(index_limit);
        let capacity = capacity.max(Self::LEAST);
        if self.capacity > 0 && capacity < self.capacity + self.capacity / 4 {
            return Ok(false);
        }
        let width = self.layout.width();
        let slots = match zeros(capacity * width + Layout::PAD) {
            Ok(slots) => slots,
            Err(_) if self.capacity > 0 => return Ok(false),
            Err(error) => return Err(error),
        };
        let mut larger = Self {
            layout: self.layout,
            slots,
            capacity,
            len: self.len,
        };
        for slot in self.occupied_slots() {
            let record = &self.slots[slot * width..];
            let free = larger.find(self.layout.covering(record));
            larger.slots[free * width..][..width].copy_from_slice(&record[..width]);
        }
        *self = larger;
        Ok(true)
    }

    /// Prefetches the slots of classes: the processor waits for the memory of all of them at once, not one after the other.
    pub(super) fn fetch(&self, coverings: impl Iterator<Item = Covering>) {
        let width = self.layout.width();
        let first_byte = |covering| self.slots.get(slot_of(covering, self.capacity) * width);
        black_box(
            coverings
                .filter_map(first_byte)
                .fold(0, |all, byte| all ^ byte),
        );
    }

    /// Adds orders to a class; the table must not be full.
    pub(super) fn add<N: Number>(
        &mut self,
        sense: Sense,
        covering: Covering,
        label: Label<N>,
    ) -> Result<(), Overflow> {
        let slot = self.find(covering) * self.layout.width();
        let record = &mut self.slots[slot..];
        if self.layout.covering(record).is_empty() {
            self.len += 1;
            self.layout.write(record, covering, &label);
            return Ok(());
        }
        let score = self.layout.score(record);
        if sense.better(score, label.score) {
            return Ok(());
        }
        let orders = self.layout.orders(record);
        let merged = merge(sense, Label { score, orders }, label)?;
        self.layout.write(record, covering, &merged);
        Ok(())
    }

    /// The slot of a class, or the empty one where it belongs.
    fn find(&self, covering: Covering) -> usize {
        let width = self.layout.width();
        let mut slot = slot_of(covering, self.capacity);
        loop {
            let record = &self.slots[slot * width..];
            let occupant = self.layout.covering(record);
            if occupant == covering || occupant.is_empty() {
                return slot;
            }
            slot = if slot + 1 == self.capacity {
                0
            } else {
                slot + 1
            };
        }
    }

    fn occupied_slots(&self) -> impl Iterator<Item = usize> {
        let width = self.layout.width();
        (0..self.capacity)
            .filter(move |slot| !self.layout.covering(&self.slots[slot * width..]).is_empty())
    }

    /// The records by shard and covering, one after the other; the table becomes empty.
    ///
    /// # Errors
    /// When the system does not give the memory for that.
    pub(super) fn drain_sorted(&mut self) -> Result<Vec<u8>, TryReserveError> {
        let width = self.layout.width();
        let record = |slot: usize| &self.slots[slot * width..];
        let mut order: Vec<(u16, Covering, u32)> = Vec::new();
        order.try_reserve_exact(self.len)?;
        order.extend(self.occupied_slots().map(|slot| {
            let covering = self.layout.covering(record(slot));
            (shard_of(covering) as u16, covering, slot as u32)
        }));
        order.sort_unstable();
        let mut records = Vec::new();
        records.try_reserve_exact(order.len() * width + Layout::PAD)?;
        for (_, _, slot) in order {
            records.extend_from_slice(&record(slot as usize)[..width]);
        }
        self.slots.fill(0);
        self.len = 0;
        Ok(records)
    }
}

/// Size in bytes from which on a table needs memory to spare beside it.
const SMALL: usize = 1 << 16;

/// Bytes that the system must have left beside a table: a program does not survive the refusal of a small allocation.
const SPARE: usize = 16 << 20;

/// Zeros of this number of bytes, if the system has them and a reserve.
fn zeros(bytes: usize) -> Result<Vec<u8>, TryReserveError> {
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(bytes)?;
    if bytes >= SMALL {
        Vec::<u8>::new().try_reserve_exact(SPARE)?;
    }
    zeros.resize(bytes, 0);
    Ok(zeros)
}

/// The merged entry of a class.
pub(super) fn merge<N: Number>(
    sense: Sense,
    first: Label<N>,
    second: Label<N>,
) -> Result<Label<N>, Overflow> {
    if sense.better(second.score, first.score) {
        return Ok(second);
    }
    if second.score != first.score {
        return Ok(first);
    }
    let orders = first.orders.plus(second.orders).ok_or(Overflow)?;
    Ok(Label { orders, ..first })
}

#[cfg(test)]
mod tests {
    use super::super::shard::hash;
    use super::*;
    use crate::instance::Instance;
    use crate::outcome::Orders;
    use crate::problem::Problem;
    use ruint::aliases::{U256, U384, U512};
    use std::collections::BTreeMap;

    #[test]
    fn a_table_equals_a_map() {
        let json = r#"{"wall": {"rows": 5, "columns": 5}, "sense": "maximize"}"#;
        let problem = Problem::from(&Instance::from_json(json).expect("valid"));
        let mut table = Table::new(Layout::new(&problem, 12));
        let mut map: BTreeMap<Covering, (u32, u64)> = BTreeMap::new();
        for index in 0..20_000u64 {
            let covering = Covering::from_bits(u128::from(
                hash(Covering::from_bits(index.into())) % 5_000 + 1,
            ));
            let score = (index % 7) as u32;
            if table.is_full() {
                assert_eq!(table.grow(usize::MAX), Ok(true));
            }
            let label = Label {
                score,
                orders: U256::from(index + 1),
            };
            table.add(Sense::Maximize, covering, label).expect("small");
            let entry = map.entry(covering).or_insert((score, 0));
            if score > entry.0 {
                *entry = (score, 0);
            }
            if score == entry.0 {
                entry.1 += index + 1;
            }
        }
        let layout = table.layout;
        let mut sorted = table.drain_sorted().expect("small");
        assert_eq!(table.len(), 0);
        let count = sorted.len() / layout.width();
        sorted.resize(sorted.len() + Layout::PAD, 0);
        let records = (0..count).map(|index| layout.read(&sorted[index * layout.width()..]));
        let mut map: Vec<_> = map.into_iter().collect();
        map.sort_by_key(|&(covering, _)| (shard_of(covering), covering));
        let expected = map.into_iter().map(|(covering, (score, orders))| {
            (
                covering,
                Label {
                    score,
                    orders: U256::from(orders),
                },
            )
        });
        assert!(records.eq(expected));
    }

    /// A wall of 11×11 has up to 121! orders, which take 672 bits.
    #[test]
    fn sums_need_the_width_of_their_layer() {
        fn double<N: Number>(bits: usize) -> Result<N, Overflow> {
            let json = r#"{"wall": {"rows": 11, "columns": 11}, "sense": "maximize"}"#;
            let problem = Problem::from(&Instance::from_json(json).expect("valid"));
            let layout = Layout::new(&problem, 121);
            let mut table = Table::new(layout);
            table.grow(usize::MAX).expect("small");
            let covering = Covering::from_bits(1);
            let mut bytes = [0; Layout::PAD];
            bytes[bits / 8] = 1 << (bits % 8);
            let orders = N::read(&bytes, size_of::<N>());
            let label = Label { score: 1, orders };
            table.add(Sense::Minimize, covering, label)?;
            table.add(Sense::Minimize, covering, label)?;
            Ok(layout.orders(&table.slots[table.find(covering) * layout.width()..]))
        }
        assert_eq!(double::<U256>(255), Err(Overflow));
        assert_eq!(double::<U384>(255), Ok(U384::from(1) << 256));
        assert_eq!(double::<U384>(383), Err(Overflow));
        assert_eq!(double::<U512>(383), Ok(U512::from(1) << 384));
        assert_eq!(double::<U512>(511), Err(Overflow));
        assert_eq!(double::<Orders>(511), Ok(Orders::from(1) << 512));
    }

    #[test]
    fn a_table_stays_within_its_limit() {
        let json = r#"{"wall": {"rows": 5, "columns": 5}, "sense": "maximize"}"#;
        let problem = Problem::from(&Instance::from_json(json).expect("valid"));
        let layout = Layout::new(&problem, 12);
        let (mut table, most) = (Table::new(layout), 100_000);
        let mut index = 0;
        loop {
            if table.is_full() && table.grow(most) == Ok(false) {
                break;
            }
            index += 1;
            let orders = U256::from(1);
            let label = Label { score: 1, orders };
            let result = table.add(Sense::Maximize, Covering::from_bits(index), label);
            result.expect("small");
        }
        let bytes = table.capacity * layout.width();
        assert!((most / 2..=most).contains(&bytes), "{bytes} of {most}");
    }
}
