//! Separable or not, in linear time.

use super::tree::{Node, SeparatingTree};
use super::{Sign, Square};

/// The separating tree of a separable permutation. `columns` holds 0 to n − 1, each once.
pub(super) fn tree(columns: &[u32]) -> SeparatingTree {
    let mut nodes = Vec::with_capacity(2 * columns.len());
    join_squares(columns, |node| nodes.push(node));
    SeparatingTree::new(nodes)
}

/// Whether a permutation has a separating tree, or no tiles at all.
pub(super) fn is_separable(columns: &[u32]) -> bool {
    join_squares(columns, |_| ()) <= 1
}

/// Joins the tiles from the top, two squares into one whenever the last two squares make a larger one. Visits
/// each node, children first, and gives the number of squares at the end: 1 if and only if the
/// permutation is separable.
///
/// Completeness: a join of two squares puts one tile in the place of two tiles that are next to
/// each other in row and in column. The join creates no pattern and destroys none, for the two tiles are alike
/// to every other tile, and a pattern has no two such tiles; and a separable permutation of two tiles
/// or more always has such a pair.
fn join_squares(columns: &[u32], mut visit: impl FnMut(Node)) -> usize {
    let mut stack: Vec<Square> = Vec::new();
    for (row, &column) in (0..).zip(columns) {
        let mut last = Square {
            row,
            column,
            size: 1,
        };
        visit(Node {
            square: last,
            sign: None,
        });
        while let Some((square, sign)) = stack.last().and_then(|&above| join(above, last)) {
            stack.pop();
            last = square;
            visit(Node {
                square: last,
                sign: Some(sign),
            });
        }
        stack.push(last);
    }
    stack.len()
}

/// The square of two squares one above the other, if their columns are next to each other.
fn join(above: Square, below: Square) -> Option<(Square, Sign)> {
    let square = |column| Square {
        row: above.row,
        column,
        size: above.size + below.size,
    };
    if above.column + above.size == below.column {
        Some((square(above.column), Sign::Positive))
    } else if below.column + below.size == above.column {
        Some((square(below.column), Sign::Negative))
    } else {
        None
    }
}
