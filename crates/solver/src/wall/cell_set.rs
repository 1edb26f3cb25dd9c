use super::{Cell, Wall};
use fixedbitset::FixedBitSet;

/// A set of cells of a wall of any size. Search methods use [`Covering`](super::Covering) instead.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CellSet(FixedBitSet);

impl CellSet {
    /// No cell of the wall.
    pub fn empty(wall: Wall) -> Self {
        Self(FixedBitSet::with_capacity(wall.len()))
    }

    /// Every cell of the wall.
    pub fn full(wall: Wall) -> Self {
        let mut set = Self::empty(wall);
        set.0.insert_range(..);
        set
    }

    /// The set of these cells of the wall.
    pub fn of(wall: Wall, cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut set = Self::empty(wall);
        for cell in cells {
            set.insert(cell);
        }
        set
    }

    /// Adds a cell.
    pub fn insert(&mut self, cell: Cell) {
        self.0.insert(cell.index());
    }

    /// Removes a cell.
    pub fn remove(&mut self, cell: Cell) {
        self.0.remove(cell.index());
    }

    /// Intersects the set with another one.
    pub fn keep(&mut self, other: &Self) {
        self.0.intersect_with(&other.0);
    }

    /// Adds every cell of the other set.
    pub fn add(&mut self, other: &Self) {
        self.0.union_with(&other.0);
    }

    /// Removes every cell of the other set.
    pub fn subtract(&mut self, other: &Self) {
        self.0.difference_with(&other.0);
    }

    /// Whether the cell is in the set.
    pub fn contains(&self, cell: Cell) -> bool {
        self.0.contains(cell.index())
    }

    /// Whether the other set has all of its cells.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.0.is_subset(&other.0)
    }

    /// Whether a cell is in both sets.
    pub(crate) fn intersects(&self, other: &Self) -> bool {
        !self.0.is_disjoint(&other.0)
    }

    /// The number of cells in the set.
    pub fn len(&self) -> usize {
        self.0.count_ones(..)
    }

    /// Whether no cell is in the set.
    pub fn is_empty(&self) -> bool {
        self.0.is_clear()
    }

    /// The cells in the set, by number.
    pub fn iter(&self) -> impl Iterator<Item = Cell> {
        self.0.ones().map(Cell::from_index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wall::Covering;

    /// Both types of sets against bit operations, for all pairs of sets of six cells.
    #[test]
    fn set_operations_match_bit_operations() {
        let wall = Wall::new(2, 3).expect("small");
        let in_bits = |bits: u128| {
            wall.cells()
                .filter(move |cell| bits >> cell.index() & 1 == 1)
        };
        let set = |bits| CellSet::of(wall, in_bits(bits));
        for (left, right) in itertools::iproduct!(0..64, 0..64) {
            let result = |change: fn(&mut CellSet, &CellSet)| {
                let mut result = set(left);
                change(&mut result, &set(right));
                result
            };
            assert_eq!(result(CellSet::add), set(left | right));
            assert_eq!(result(CellSet::keep), set(left & right));
            assert_eq!(result(CellSet::subtract), set(left & !right));
            assert_eq!(set(left).is_within(&set(right)), left & !right == 0);
            assert_eq!(set(left).intersects(&set(right)), left & right != 0);
            let [left, right] = [left, right].map(Covering::from_bits);
            let (with, without) = (Covering::with, Covering::without);
            assert_eq!(
                right.cells().fold(left, with).bits(),
                left.bits() | right.bits()
            );
            assert_eq!(right.cells().fold(left, without), left.minus(right));
            assert_eq!(left.includes(right), right.minus(left).is_empty());
        }
    }
}
