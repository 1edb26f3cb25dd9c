use super::{Cell, CellSet, Wall};

/// A way to turn or mirror a wall onto itself, as a permutation of its cells.
///
/// Runs stay runs under it, so an order and its image earn the same points, turn by turn.
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
        let mut found: Vec<Symmetry> = Vec::new();
        for transpose in [false, true] {
            if transpose && rows != columns {
                continue;
            }
            for (upside_down, mirrored) in
                [(false, false), (false, true), (true, false), (true, true)]
            {
                let image = self.cells().map(|cell| {
                    let (row, column) = (self.row_of(cell), self.column_of(cell));
                    let row = if upside_down { rows - 1 - row } else { row };
                    let column = if mirrored {
                        columns - 1 - column
                    } else {
                        column
                    };
                    let (row, column) = if transpose {
                        (column, row)
                    } else {
                        (row, column)
                    };
                    Cell::from_index(row * columns + column)
                });
                let symmetry = Symmetry {
                    image: image.collect(),
                };
                if !found.contains(&symmetry) {
                    found.push(symmetry);
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wall::{Covering, Scorer};
    use proptest::prelude::*;

    #[test]
    fn a_wall_has_as_many_symmetries_as_its_shape() {
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
        fn a_tile_earns_the_same_in_every_image(
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
