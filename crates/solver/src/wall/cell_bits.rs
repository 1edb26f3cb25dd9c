use super::{Cell, Covering};

/// A set of cells as bits.
pub(crate) trait CellBits: Copy + Default + Ord {
    /// The union of two sets.
    fn union(self, other: Self) -> Self;

    /// The number of cells in both sets.
    fn common(self, other: Self) -> u32;
}

/// A set of numbered cells, each with the bit of its number.
pub(crate) trait NumberedCells: CellBits {
    /// The set of the cell with this number.
    fn single(number: usize) -> Self;

    /// The bits, eight cells at a time.
    fn bytes(self) -> impl Iterator<Item = u8>;
}

impl CellBits for Covering {
    fn union(self, other: Self) -> Self {
        Self::from_bits(self.bits() | other.bits())
    }

    fn common(self, other: Self) -> u32 {
        (self.bits() & other.bits()).count_ones()
    }
}

impl NumberedCells for Covering {
    fn single(number: usize) -> Self {
        Self::EMPTY.with(Cell::from_index(number))
    }

    fn bytes(self) -> impl Iterator<Item = u8> {
        self.bits().to_le_bytes().into_iter()
    }
}

impl CellBits for u32 {
    fn union(self, other: Self) -> Self {
        self | other
    }

    fn common(self, other: Self) -> u32 {
        (self & other).count_ones()
    }
}

impl NumberedCells for u32 {
    fn single(number: usize) -> Self {
        1 << number
    }

    fn bytes(self) -> impl Iterator<Item = u8> {
        self.to_le_bytes().into_iter()
    }
}
