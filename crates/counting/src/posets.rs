//! The number of orders with the maximum score of a whole wall, as a sum over posets (`docs/proofs.md`, section 18).
//!
//! An order scores the maximum if and only if each line grows from one start, and as few tiles as possible are starts. Once the start
//! of each line is chosen, that is a partial order of the cells: each cell comes after its neighbour towards the start of
//! its row, and after its neighbour towards the start of its column. The orders are the linear extensions of these posets,
//! and no order extends two of them. No code is shared with the other counts.

use azulejo_solver::outcome::Orders;
use azulejo_solver::wall::Wall;
use itertools::{Itertools, iproduct, repeat_n};
use rayon::prelude::*;
use ruint::Uint;
use rustc_hash::FxHashMap;

/// A set of cells, in the order of their numbers.
type Cells = u64;

/// A number of at most 64! linear extensions.
type Extensions = Uint<320, 5>;

/// The largest wall has so many cells.
pub const LARGEST: usize = Cells::BITS as usize;

/// The start of each line of a wall with as many columns as rows, or more.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Starts {
    /// The column of each row's start, which is a start of this column, too.
    of_rows: Vec<usize>,
    /// The row of each column's start.
    of_columns: Vec<usize>,
}

impl Starts {
    /// All choices in which each start of a row is a start of its column.
    fn all(rows: usize, columns: usize) -> impl Iterator<Item = Self> {
        let of_rows = (0..columns).permutations(rows);
        of_rows.flat_map(move |of_rows| {
            let others = repeat_n(0..rows, columns - rows).multi_cartesian_product();
            others.map(move |others| {
                let mut others = others.into_iter();
                let single = |column| of_rows.iter().position(|&other| other == column);
                let start = |column| single(column).or_else(|| others.next());
                Self {
                    of_columns: (0..columns).filter_map(start).collect(),
                    of_rows: of_rows.clone(),
                }
            })
        })
    }

    /// The images under the symmetries of the wall.
    fn images(&self) -> Vec<Self> {
        let (rows, columns) = (self.of_rows.len(), self.of_columns.len());
        let mirrored = |of_own: &[usize], of_across: &[usize], across: usize| {
            let own = of_own.iter().map(|place| across - 1 - place).collect_vec();
            (own, of_across.iter().rev().copied().collect_vec())
        };
        let (of_rows, of_columns) = mirrored(&self.of_rows, &self.of_columns, columns);
        let mut images = vec![
            self.clone(),
            Self {
                of_rows,
                of_columns,
            },
        ];
        for image in images.clone() {
            let (of_columns, of_rows) = mirrored(&image.of_columns, &image.of_rows, rows);
            images.push(Self {
                of_rows,
                of_columns,
            });
        }
        if rows == columns {
            let turned = images.iter().map(|image| Self {
                of_rows: image.of_columns.clone(),
                of_columns: image.of_rows.clone(),
            });
            images.extend(turned.collect_vec());
        }
        images.sort();
        images.dedup();
        images
    }

    fn poset(&self) -> Poset {
        let (rows, columns) = (self.of_rows.len(), self.of_columns.len());
        let cell = |row: usize, column: usize| 1 << (row * columns + column);
        let cells = iproduct!(0..rows, 0..columns);
        Poset {
            below: cells
                .map(|(row, column)| {
                    let in_row = towards(column, self.of_rows[row]);
                    let in_column = towards(row, self.of_columns[column]);
                    in_row.map_or(0, |column| cell(row, column))
                        | in_column.map_or(0, |row| cell(row, column))
                })
                .collect(),
        }
    }
}

/// The neighbour of a place of a line towards the start of the line; none for the start.
fn towards(place: usize, start: usize) -> Option<usize> {
    match place.cmp(&start) {
        std::cmp::Ordering::Less => Some(place + 1),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(place - 1),
    }
}

/// A relation between cells, which is that of a poset unless it has a circle.
#[derive(Debug)]
struct Poset {
    /// Per cell, the cells that come directly before it.
    below: Vec<Cells>,
}

impl Poset {
    /// The cells that an order ideal can be enlarged by.
    fn minimal(&self, ideal: Cells) -> impl Iterator<Item = Cells> {
        let cells = self.below.iter().enumerate();
        cells.filter_map(move |(cell, below)| {
            let cell = 1 << cell;
            (ideal & cell == 0 && below & !ideal == 0).then_some(cell)
        })
    }

    fn is_acyclic(&self) -> bool {
        let mut ideal = 0;
        while let Some(cell) = self.minimal(ideal).next() {
            ideal |= cell;
        }
        ideal.count_ones() as usize == self.below.len()
    }

    /// The number of linear extensions, by order ideals, the small ones first.
    fn linear_extensions(&self) -> Extensions {
        let mut layer = FxHashMap::from_iter([(0, Extensions::ONE)]);
        for _ in &self.below {
            let mut next = FxHashMap::default();
            for (ideal, ways) in layer {
                for cell in self.minimal(ideal) {
                    *next.entry(ideal | cell).or_insert(Extensions::ZERO) += ways;
                }
            }
            layer = next;
        }
        layer.into_values().sum()
    }
}

/// The number of orders with the maximum score of a whole wall, and of the posets that they extend; none if the wall has
/// more than [`LARGEST`] cells.
///
/// ```
/// use azulejo_counting::posets::count;
/// use azulejo_solver::{outcome::Orders, wall::Wall};
/// let orders = |rows, columns| Some(count(Wall::new(rows, columns).ok()?)?.0);
/// assert_eq!(orders(3, 3), Some(Orders::from(2624)));
/// assert_eq!(orders(2, 4), Some(Orders::from(2304)));
/// ```
pub fn count(wall: Wall) -> Option<(Orders, usize)> {
    if wall.len() > LARGEST {
        return None;
    }
    let (rows, columns) = (wall.rows(), wall.columns());
    let all = Starts::all(rows.min(columns), rows.max(columns));
    let classes = all.filter_map(|starts| {
        let images = starts.images();
        let poset = starts.poset();
        let counts = images.first() == Some(&starts) && poset.is_acyclic();
        counts.then_some((poset, images.len()))
    });
    let sums = classes.par_bridge().map(|(poset, images)| {
        let extensions = poset.linear_extensions() * Extensions::from(images);
        (Orders::from(extensions), images)
    });
    Some(sums.reduce(
        || (Orders::ZERO, 0),
        |(one, some), (other, more)| (one + other, some + more),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(rows: u64, columns: u64) -> (Orders, usize) {
        count(Wall::new(rows, columns).expect("small")).expect("small")
    }

    /// Large Schröder numbers (OEIS A006318) count the separable permutations.
    #[test]
    fn the_posets_of_a_square_are_as_many_as_the_separable_permutations() {
        let posets = [1, 2, 3, 4, 5].map(|n| counted(n, n).1);
        assert_eq!(posets, [1, 2, 6, 22, 90]);
    }

    #[test]
    fn a_wall_and_the_wall_turned_round_have_as_many_orders() {
        for (rows, columns, orders) in [(2, 3, 144), (2, 4, 2304), (2, 5, 36000), (3, 4, 557_696)] {
            for counted in [counted(rows, columns), counted(columns, rows)] {
                assert_eq!(counted.0, Orders::from(orders), "{rows}×{columns}");
            }
        }
        // Of one row, each start of a column is one of its cells: the rows grow from any of them.
        assert_eq!(counted(1, 6), (Orders::from(32), 6));
    }

    #[test]
    fn walls_of_more_than_64_cells_are_not_counted() {
        assert_eq!(count(Wall::new(5, 13).expect("small")), None);
    }
}
