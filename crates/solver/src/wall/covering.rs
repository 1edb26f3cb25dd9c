use super::{Cell, CellSet};

/// The set of filled cells of a wall of at most [`Covering::MAX_CELLS`] cells, as a bit set that
/// is cheap to copy, compare and hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Covering(u128);

impl Covering {
    /// The most cells of a wall with coverings.
    pub const MAX_CELLS: usize = 128;

    /// No cell filled.
    pub const EMPTY: Self = Self(0);

    /// The covering with these bits, bit `i` for the cell of index `i`.
    pub fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// The bits, bit `i` for the cell of index `i`.
    pub fn bits(self) -> u128 {
        self.0
    }

    /// Whether the cell is filled.
    pub fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.index() & 1 == 1
    }

    /// The covering with the cell filled.
    #[must_use]
    pub fn with(self, cell: Cell) -> Self {
        Self(self.0 | 1 << cell.index())
    }

    /// The covering with the cell empty.
    #[must_use]
    pub fn without(self, cell: Cell) -> Self {
        Self(self.0 & !(1 << cell.index()))
    }

    /// The cells of this covering outside of the other one.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The cells of both coverings.
    #[must_use]
    pub fn within(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether this covering has all cells of the other one.
    pub fn includes(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Number of filled cells.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no cell is filled.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The filled cells, by number.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let index = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Cell::from_index(index)
            })
        })
    }
}

impl FromIterator<Cell> for Covering {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl From<&CellSet> for Covering {
    /// The set must be of a wall of at most [`Covering::MAX_CELLS`] cells.
    fn from(set: &CellSet) -> Self {
        set.iter().collect()
    }
}
