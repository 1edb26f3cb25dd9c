//! The order that reaches the maximum (thesis, figure 8).

use super::{Permutation, SeparatingTree, Sign, Square};
use azulejo_solver::wall::{Cell, Wall, WallError};

/// The maximum of an n×n wall, n³ + n² − n (thesis, section 3.1); n is at most
/// [`Permutation::MAX_ROWS`].
///
/// ```
/// assert_eq!(azulejo_lab::tiling::maximum(5), 145);
/// ```
pub fn maximum(rows: usize) -> u64 {
    let n = rows as u64;
    n * n * n + n * n - n
}

/// The cells of the wall that are not tiles of the tree, as (row, column) from 0, in an order in which
/// each has a filled neighbour in its row and one in its column (thesis, section 3.2.2 and figure 8).
///
/// The cells come one by one, without memory beyond the tree's, for a wall of any size.
pub fn filling(tree: &SeparatingTree) -> impl Iterator<Item = (usize, usize)> {
    let nodes = tree.nodes().iter().enumerate();
    nodes.flat_map(|(index, node)| {
        let pair = node.sign.zip(tree.children(index));
        pair.into_iter().flat_map(|(sign, children)| {
            let [above, below] = children.map(|child| tree.nodes()[child].square);
            corners(sign, above, below)
        })
    })
}

/// The empty cells of the square of two squares that meet in a corner: first the rectangle
/// beside the lower square, row by row downwards, then the rectangle beside the upper square, column by
/// column away from it. Both begin where the squares meet.
fn corners(sign: Sign, above: Square, below: Square) -> impl Iterator<Item = (usize, usize)> {
    let rows = |square: Square| square.row as usize..(square.row + square.size) as usize;
    let columns = |square: Square| {
        let first = square.column as usize;
        let last = first + square.size as usize - 1;
        (0..square.size as usize).map(move |k| (first + k, last - k))
    };
    let lower = rows(below).flat_map(move |row| {
        columns(above).map(move |(forth, back)| match sign {
            Sign::Positive => (row, back),
            Sign::Negative => (row, forth),
        })
    });
    let upper = columns(below).flat_map(move |(forth, back)| {
        let column = match sign {
            Sign::Positive => forth,
            Sign::Negative => back,
        };
        rows(above).rev().map(move |row| (row, column))
    });
    lower.chain(upper)
}

/// A whole order that reaches the maximum, and its wall: the tiles of `permutation`, the other tiles of
/// `tree`, and the filling. `tree` is that of the permutation or of a completion of it, as
/// [`decide`](super::decide) gives it.
///
/// # Errors
/// When the wall has more than [`Wall::MAX_CELLS`] cells, that is more than 1024 rows. [`filling`] has no
/// such limit.
pub fn order(
    permutation: &Permutation,
    tree: &SeparatingTree,
) -> Result<(Wall, Vec<Cell>), WallError> {
    let rows = tree.rows();
    let wall = Wall::new(rows as u64, rows as u64)?;
    let other_tiles = tree
        .tiles()
        .filter(|&(row, _)| permutation.column(row).is_none());
    let mut order = Vec::with_capacity(wall.len());
    order.extend(
        permutation
            .tiles()
            .chain(other_tiles)
            .chain(filling(tree))
            .map(|(row, column)| Cell::from_index(row * rows + column)),
    );
    Ok((wall, order))
}
