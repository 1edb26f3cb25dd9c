//! Orders for the minimum: every line is filled as a balanced binary search tree, from the leaves to the root.

use super::greedy::ranked;
use crate::bounds::minimum;
use crate::instance::Sense;
use crate::order::Solution;
use crate::problem::Problem;
use crate::wall::CellSet;
use azulejo_control::Control;
use itertools::iproduct;

/// An order of the minimum score, if the problem minimizes over a whole wall that is empty at first and admits the order.
///
/// Take a line's cells, from the first to the last, for the nodes of a binary search tree. If each node comes after all nodes that
/// are below it, the run of its tile is its subtree: the cells beside the subtree are above it. All rows get one
/// tree and all columns get one, and the cells are filled by the height in the one plus the height in the other. A
/// cell is a start if it is a leaf of one of the trees, so that on an a×b wall
///
/// ```text
/// score = a·Λ(b) + b·Λ(a) − a·b + (inner nodes of the one)·(inner nodes of the other),
/// ```
///
/// with Λ(n) for the sum of the sizes of a tree's subtrees. That is least where the tree is balanced, and there
/// is a balanced tree with ⌊n/2⌋ inner nodes, which is as few as there can be: two leaves are never neighbours.
/// [`block_bound`](crate::bounds::block_bound) has the other half of the proof.
pub(super) fn order_of(problem: &Problem, control: &Control) -> Option<Solution> {
    if !problem.fills_an_empty_wall() {
        return None;
    }
    let least = minimum(problem.wall()) + u64::from(problem.full_bonus());
    near(problem, control).filter(|nearest| u64::from(nearest.score) == least)
}

/// The balanced order as far as constraints and initial cells leave room for it, for the minimum of any problem: the
/// best of its mirror images.
pub(super) fn near(problem: &Problem, control: &Control) -> Option<Solution> {
    if problem.sense() == Sense::Maximize {
        return None;
    }
    let wall = problem.wall();
    let (of_rows, of_columns) = (heights(wall.rows()), heights(wall.columns()));
    let height_at = |heights: &[u32], reverse: bool, place: usize| match reverse {
        true => heights[heights.len() - 1 - place],
        false => heights[place],
    };
    let orders =
        iproduct!([false, true], [false, true]).filter_map(|(reverse_rows, reverse_columns)| {
            let rank = |_: &CellSet, cell| {
                height_at(&of_rows, reverse_rows, wall.row_of(cell))
                    + height_at(&of_columns, reverse_columns, wall.column_of(cell))
            };
            let order = ranked(problem, rank, control)?;
            Some(Solution::new(problem, order))
        });
    orders.min_by_key(|solution| solution.score)
}

/// Heights of the nodes of a balanced tree, from the first to the last; half of the nodes, rounded up, are leaves.
pub(super) fn heights(nodes: usize) -> Vec<u32> {
    match nodes {
        0 => Vec::new(),
        1 => vec![0],
        _ => {
            // An odd number of nodes in a part, and no more than one beside the middle.
            let left = heights((nodes / 2 - 1) | 1);
            let right = heights(nodes - 1 - left.len());
            let below = left.iter().chain(&right).max().copied().unwrap_or(0);
            [left, vec![below + 1], right].concat()
        }
    }
}
