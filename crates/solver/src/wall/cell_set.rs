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

    /// Takes a cell out.
    pub fn remove(&mut self, cell: Cell) {
        self.0.remove(cell.index());
    }

    /// Keeps only the cells that are in the other set too.
    pub fn keep(&mut self, other: &Self) {
        self.0.intersect_with(&other.0);
    }

    /// Adds every cell of the other set.
    pub fn add(&mut self, other: &Self) {
        self.0.union_with(&other.0);
    }

    /// Takes out every cell of the other set.
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

    /// Both kinds of sets against the operations on bits, for all pairs of sets of six cells.
    #[test]
    fn sets_and_coverings_are_united_and_parted_as_bits_are() {
        let wall = Wall::new(2, 3).expect("small");
        let in_bits = |bits: u128| {
            wall.cells()
                .filter(move |cell| bits >> cell.index() & 1 == 1)
        };
        let set = |bits| CellSet::of(wall, in_bits(bits));
        for (one, other) in itertools::iproduct!(0..64, 0..64) {
            let changed = |change: fn(&mut CellSet, &CellSet)| {
                let mut changed = set(one);
                change(&mut changed, &set(other));
                changed
            };
            assert_eq!(changed(CellSet::add), set(one | other));
            assert_eq!(changed(CellSet::keep), set(one & other));
            assert_eq!(changed(CellSet::subtract), set(one & !other));
            assert_eq!(set(one).is_within(&set(other)), one & !other == 0);
            assert_eq!(set(one).intersects(&set(other)), one & other != 0);
            let [one, other] = [one, other].map(Covering::from_bits);
            let (with, without) = (Covering::with, Covering::without);
            assert_eq!(
                other.cells().fold(one, with).bits(),
                one.bits() | other.bits()
            );
            assert_eq!(other.cells().fold(one, without), one.minus(other));
            assert_eq!(one.includes(other), other.minus(one).is_empty());
        }
    }
}
