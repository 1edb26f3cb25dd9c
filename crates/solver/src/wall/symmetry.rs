use super::{Cell, CellSet, Wall};
use itertools::iproduct;

/// A rotation or reflection of a wall onto itself, as a permutation of its cells.
///
/// A symmetry maps runs to runs, so an order and its image earn the same points, turn by turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symmetry {
    image: Vec<Cell>,
}

impl Symmetry {
    /// The image of a cell.
    pub fn image(&self, cell: Cell) -> Cell {
        self.image[cell.index()]
    }

    /// The image of a set of cells.
    pub(crate) fn image_of_set(&self, wall: Wall, set: &CellSet) -> CellSet {
        CellSet::of(wall, set.iter().map(|cell| self.image(cell)))
    }
}

impl Wall {
    /// The symmetries of the wall, the identity first: 8 of a square, 4 of another rectangle, 2 of a
    /// single line, 1 of a single cell.
    pub fn symmetries(self) -> Vec<Symmetry> {
        let (rows, columns) = (self.rows(), self.columns());
        let mut symmetries: Vec<Symmetry> = Vec::new();
        let booleans = [false, true];
        for (transpose, flip_rows, flip_columns) in iproduct!(booleans, booleans, booleans) {
            if transpose && rows != columns {
                continue;
            }
            let coordinate = |flip: bool, index: usize, length: usize| match flip {
                true => length - 1 - index,
                false => index,
            };
            let image = self.cells().map(|cell| {
                let row = coordinate(flip_rows, self.row_of(cell), rows);
                let column = coordinate(flip_columns, self.column_of(cell), columns);
                Cell::from_index(match transpose {
                    true => column * columns + row,
                    false => row * columns + column,
                })
            });
            let image = image.collect();
            let symmetry = Symmetry { image };
            if !symmetries.contains(&symmetry) {
                symmetries.push(symmetry);
            }
        }
        symmetries
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wall::{Covering, Scorer};
    use proptest::prelude::*;

    #[test]
    fn symmetry_counts_match_the_shape() {
        for (rows, columns, count) in [
            (1, 1, 1),
            (1, 4, 2),
            (4, 1, 2),
            (2, 3, 4),
            (2, 2, 8),
            (5, 5, 8),
        ] {
            let wall = Wall::new(rows, columns).expect("small");
            assert_eq!(wall.symmetries().len(), count, "{wall}");
        }
    }

    proptest! {
        #[test]
        fn images_of_a_tile_earn_equal_points(
            rows in 1u64..=6, columns in 1u64..=6, bits: u128, place in 0usize..36,
        ) {
            let wall = Wall::new(rows, columns).expect("small");
            let scorer = Scorer::new(wall);
            let cell = Cell::from_index(place % wall.len());
            let covering: Covering = wall.cells().filter(|cell| bits >> cell.index() & 1 == 1).collect();
            for symmetry in wall.symmetries() {
                let image: Covering = covering.cells().map(|cell| symmetry.image(cell)).collect();
                prop_assert_eq!(image.len(), covering.len());
                prop_assert_eq!(scorer.points(image, symmetry.image(cell)), scorer.points(covering, cell));
            }
        }
    }
}
