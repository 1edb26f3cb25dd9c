//! The points of a cell as a polynomial in the cells that are filled before it.

use crate::problem::Problem;
use crate::wall::{Axis, Cell, Wall};
use itertools::Itertools;
use std::collections::BTreeMap;

/// The products of a position's points, times its factor, without the initial cells, which are always filled. A product with a hole,
/// which is never filled, is 0.
pub(super) fn reduced_expansion(problem: &Problem, cell: Cell) -> BTreeMap<Vec<Cell>, i64> {
    let mut products: BTreeMap<Vec<Cell>, i64> = BTreeMap::new();
    for (set, coefficient) in expansion(problem.wall(), cell) {
        if set.iter().any(|cell| problem.holes().contains(*cell)) {
            continue;
        }
        let free = set
            .into_iter()
            .filter(|cell| !problem.initial().contains(*cell))
            .collect();
        let factor = i64::from(problem.factors().of(cell));
        *products.entry(free).or_default() += factor * coefficient;
    }
    products.retain(|_, coefficient| *coefficient != 0);
    products
}

/// The points of a cell as a polynomial in "cell k is filled before it" (case study III.D.7): each
/// product, as the set of its cells by number, with its coefficient. The empty set is the 1 that
/// every tile earns.
///
/// `1 + Σ_d Σ_k [the k nearest cells in direction d] + (l + r − l·r)·(u + d − u·d)`,
/// with l, r, u, d the four neighbours that exist.
///
/// ```
/// use azulejo_solver::{formulation::expansion, wall::{Cell, Wall}};
/// let centre = expansion(Wall::new(3, 3)?, Cell::from_index(4));
/// let all_four = [2, 4, 6, 8].map(Cell::from_number);
/// assert_eq!(centre[&all_four[..]], 1); // E_{i52468} in the equation of p_{i5}
/// assert_eq!(centre.len(), 14);
/// # Ok::<(), azulejo_solver::wall::WallError>(())
/// ```
pub fn expansion(wall: Wall, cell: Cell) -> BTreeMap<Vec<Cell>, i64> {
    let mut products: BTreeMap<Vec<Cell>, i64> = BTreeMap::from([(Vec::new(), 1)]);
    for axis in Axis::ALL {
        for direction in axis.directions() {
            let mut run = Vec::new();
            for other in wall.toward(cell, direction) {
                run.push(other);
                *products
                    .entry(run.iter().copied().sorted().collect())
                    .or_default() += 1;
            }
        }
    }
    let [horizontal, vertical] = Axis::ALL.map(|axis| {
        let neighbours = wall.neighbours(cell, axis).collect_vec();
        // x + y − x·y, x, or nothing
        neighbours
            .into_iter()
            .powerset()
            .filter(|set| !set.is_empty())
            .collect_vec()
    });
    let sign = |set: &[Cell]| if set.len() == 1 { 1 } else { -1 };
    for (left, right) in horizontal.iter().cartesian_product(&vertical) {
        let set = left.iter().chain(right).copied().sorted().collect();
        *products.entry(set).or_default() += sign(left) * sign(right);
    }
    products
}
