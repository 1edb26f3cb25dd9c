use super::{Cell, Covering};

/// A set of numbered cells as bits.
pub(crate) trait CellBits: Copy + Default + Ord {
    /// The set of the cell of one number.
    fn single(number: usize) -> Self;

    /// The cells of both.
    fn joined(self, other: Self) -> Self;

    /// The number of cells in both.
    fn common(self, other: Self) -> u32;

    /// The bits, eight cells at a time.
    fn bytes(self) -> impl Iterator<Item = u8>;
}

impl CellBits for Covering {
    fn single(number: usize) -> Self {
        Self::EMPTY.with(Cell::from_index(number))
    }

    fn joined(self, other: Self) -> Self {
        Self::from_bits(self.bits() | other.bits())
    }

    fn common(self, other: Self) -> u32 {
        (self.bits() & other.bits()).count_ones()
    }

    fn bytes(self) -> impl Iterator<Item = u8> {
        self.bits().to_le_bytes().into_iter()
    }
}

impl CellBits for u32 {
    fn single(number: usize) -> Self {
        1 << number
    }

    fn joined(self, other: Self) -> Self {
        self | other
    }

    fn common(self, other: Self) -> u32 {
        (self & other).count_ones()
    }

    fn bytes(self) -> impl Iterator<Item = u8> {
        self.to_le_bytes().into_iter()
    }
}
