use super::Cell;
use itertools::Itertools;
use std::collections::BTreeMap;

/// Factors of the points of cells: the points of a tile are multiplied by the factor of its cell. The default
/// factor is 1.
///
/// ```
/// use azulejo_solver::wall::{Cell, Factors};
/// let [centre, corner] = [5, 1].map(Cell::from_number);
/// let factors: Factors = [(centre, 2)].into_iter().collect();
/// assert_eq!((factors.of(centre), factors.of(corner)), (2, 1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Factors(BTreeMap<Cell, u32>);

impl Factors {
    /// The largest factor.
    pub const MAX: u32 = 100;

    /// The factor of a cell.
    pub fn of(&self, cell: Cell) -> u32 {
        self.0.get(&cell).copied().unwrap_or(1)
    }

    /// Whether every cell has the factor 1.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The cells of each factor but 1, the least factor first.
    pub fn by_factor(&self) -> BTreeMap<u32, Vec<Cell>> {
        let cells = self.0.iter().map(|(&cell, &factor)| (factor, cell));
        cells.into_group_map().into_iter().collect()
    }
}

impl FromIterator<(Cell, u32)> for Factors {
    /// Cells with their factors, from 0 to [`Factors::MAX`].
    fn from_iter<I: IntoIterator<Item = (Cell, u32)>>(factors: I) -> Self {
        let factors = factors.into_iter();
        Self(factors.filter(|&(_, factor)| factor != 1).collect())
    }
}
