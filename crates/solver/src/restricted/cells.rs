use super::layer::State;
use crate::bounds::completion::LineBits;
use crate::wall::{Cell, CellBits, CellSet, Wall};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// A set of cells of a wall whose lines have at most [`Cells::LONGEST`] cells: 16 bits a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Cells([u64; 3]);

/// Rows a word.
const ROWS: usize = 4;

impl Cells {
    /// Largest number of rows and columns.
    pub(super) const LONGEST: usize = 3 * ROWS;

    pub(super) fn of(wall: Wall, set: &CellSet) -> Self {
        let place = |cell: Cell| (wall.row_of(cell), wall.column_of(cell));
        set.iter().map(place).fold(Self::default(), Self::with)
    }

    pub(super) fn with(mut self, (row, column): (usize, usize)) -> Self {
        self.0[row / ROWS] |= 1 << (16 * (row % ROWS) + column);
        self
    }

    pub(super) fn row(self, row: usize) -> u16 {
        (self.0[row / ROWS] >> (16 * (row % ROWS))) as u16
    }

    pub(super) fn minus(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    pub(super) fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn includes(self, other: Self) -> bool {
        other.minus(self) == Self::default()
    }

    /// The rows and columns of the cells.
    pub(super) fn places(self) -> impl Iterator<Item = (usize, usize)> {
        let words = self.0.into_iter().enumerate();
        words.flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some((ROWS * word + bit / 16, bit % 16))
            })
        })
    }

    pub(super) fn line_bits(self, wall: Wall) -> LineBits {
        LineBits::of_rows(wall, |row| self.row(row))
    }
}

impl CellBits for Cells {
    fn union(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    fn common(self, other: Self) -> u32 {
        let words = self.0.into_iter().zip(other.0);
        words.map(|(left, right)| (left & right).count_ones()).sum()
    }
}

impl State for Cells {
    /// A pseudo-random number, for a diverse selection that is the same in each run.
    fn rank(self) -> impl Ord {
        FxBuildHasher
            .hash_one(self)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_its_cells() {
        let wall = Wall::new(12, 12).expect("valid");
        let every_fifth = wall.cells().filter(|cell| cell.index() % 5 == 0);
        let set = CellSet::of(wall, every_fifth);
        let cells = Cells::of(wall, &set);
        let indices = cells.places().map(|(row, column)| 12 * row + column);
        let expected = set.iter().map(Cell::index);
        assert!(indices.eq(expected));
        let bits = cells.line_bits(wall);
        for cell in wall.cells() {
            let (row, column) = (wall.row_of(cell), wall.column_of(cell));
            let is_in = set.contains(cell);
            assert_eq!(cells.row(row) >> column & 1 == 1, is_in);
            assert_eq!(bits.rows[row] >> column & 1 == 1, is_in);
            assert_eq!(bits.columns[column] >> row & 1 == 1, is_in);
            let superset = cells.with((row, column));
            assert!(superset.includes(cells));
            assert_eq!(cells.includes(superset), is_in);
        }
    }
}
