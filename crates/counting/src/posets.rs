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

/// The number of cells of the largest wall.
pub const LARGEST: usize = Cells::BITS as usize;

/// The start of each line of a wall with as many columns as rows, or more.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Starts {
    /// The column of each row's start, which is the start of this column, too.
    row_starts: Vec<usize>,
    /// The row of each column's start.
    column_starts: Vec<usize>,
}

impl Starts {
    /// All choices in which each start of a row is a start of its column.
    fn all(rows: usize, columns: usize) -> impl Iterator<Item = Self> {
        let row_starts = (0..columns).permutations(rows);
        row_starts.flat_map(move |row_starts| {
            let others = repeat_n(0..rows, columns - rows).multi_cartesian_product();
            others.map(move |others| {
                let mut others = others.into_iter();
                let single = |column| row_starts.iter().position(|&other| other == column);
                let start = |column| single(column).or_else(|| others.next());
                Self {
                    column_starts: (0..columns).filter_map(start).collect(),
                    row_starts: row_starts.clone(),
                }
            })
        })
    }

    /// The images under the symmetries of the wall.
    fn images(&self) -> Vec<Self> {
        let (rows, columns) = (self.row_starts.len(), self.column_starts.len());
        let mirror_image = |own_starts: &[usize], other_starts: &[usize], across: usize| {
            let own = own_starts
                .iter()
                .map(|place| across - 1 - place)
                .collect_vec();
            (own, other_starts.iter().rev().copied().collect_vec())
        };
        let (row_starts, column_starts) =
            mirror_image(&self.row_starts, &self.column_starts, columns);
        let mut images = vec![
            self.clone(),
            Self {
                row_starts,
                column_starts,
            },
        ];
        for image in images.clone() {
            let (column_starts, row_starts) =
                mirror_image(&image.column_starts, &image.row_starts, rows);
            images.push(Self {
                row_starts,
                column_starts,
            });
        }
        if rows == columns {
            let transposes = images.iter().map(|image| Self {
                row_starts: image.column_starts.clone(),
                column_starts: image.row_starts.clone(),
            });
            images.extend(transposes.collect_vec());
        }
        images.sort();
        images.dedup();
        images
    }

    fn poset(&self) -> Poset {
        let (rows, columns) = (self.row_starts.len(), self.column_starts.len());
        let cell = |row: usize, column: usize| 1 << (row * columns + column);
        let cells = iproduct!(0..rows, 0..columns);
        Poset {
            below: cells
                .map(|(row, column)| {
                    let in_row = towards(column, self.row_starts[row]);
                    let in_column = towards(row, self.column_starts[column]);
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

/// A relation between cells: a poset if it is acyclic.
#[derive(Debug)]
struct Poset {
    /// Per cell, the cells that come directly before it.
    below: Vec<Cells>,
}

impl Poset {
    /// The minimal cells outside an order ideal.
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
        let is_representative = images.first() == Some(&starts) && poset.is_acyclic();
        is_representative.then_some((poset, images.len()))
    });
    let sums = classes.par_bridge().map(|(poset, images)| {
        let extensions = poset.linear_extensions() * Extensions::from(images);
        (Orders::from(extensions), images)
    });
    Some(sums.reduce(
        || (Orders::ZERO, 0),
        |left, right| (left.0 + right.0, left.1 + right.1),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orders_and_posets(rows: u64, columns: u64) -> (Orders, usize) {
        count(Wall::new(rows, columns).expect("small")).expect("small")
    }

    /// Large Schröder numbers (OEIS A006318) count the separable permutations.
    #[test]
    fn the_posets_of_a_square_are_as_many_as_the_separable_permutations() {
        let posets = [1, 2, 3, 4, 5].map(|n| orders_and_posets(n, n).1);
        assert_eq!(posets, [1, 2, 6, 22, 90]);
    }

    #[test]
    fn a_wall_and_the_wall_turned_round_have_as_many_orders() {
        for (rows, columns, orders) in [(2, 3, 144), (2, 4, 2304), (2, 5, 36000), (3, 4, 557_696)] {
            for result in [
                orders_and_posets(rows, columns),
                orders_and_posets(columns, rows),
            ] {
                assert_eq!(result.0, Orders::from(orders), "{rows}×{columns}");
            }
        }
        // Of one row, each start of a column is one of its cells: the rows grow from any of them.
        assert_eq!(orders_and_posets(1, 6), (Orders::from(32), 6));
    }

    #[test]
    fn walls_of_more_than_64_cells_are_not_counted() {
        assert_eq!(count(Wall::new(5, 13).expect("small")), None);
    }
}
