//! Iterative deepening: depth 1, 2, … until a limit.

use super::search_method::SearchMethod;
use super::walk::{DepthCounts, TreeWalk};
use azulejo_rules::Move;

/// The result of a search to one depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchedDepth {
    /// The depth in plies.
    pub depth: u32,
    /// The value of the position for the mover: the lead over the best other player at the leaf of the principal
    /// variation, in points.
    pub value: i32,
    /// The first of the best moves.
    pub best: Move,
    /// The number of leaves: positions at this depth, and ends of the round that come earlier.
    pub leaves: u64,
    /// The nodes of this depth and of all depths before it: moves that were played, and leaves.
    pub nodes: u64,
    /// Whether each leaf was the end of the round. The value is then that of the rest of the round, and no greater
    /// depth changes it.
    pub full: bool,
}

/// The iterative deepening of a search, as an iterator: each depth is searched when it is requested.
///
/// The iterator ends after the last allowed depth, after a depth that was [full](SearchedDepth::full), and where a
/// limit strikes: the results of an unfinished depth do not count. Depth 1 is always finished.
#[derive(Debug)]
pub struct Deepening {
    walk: TreeWalk,
    tree: Box<dyn SearchMethod>,
    last_depth: u32,
    most_depth: u32,
}

impl Deepening {
    pub(super) fn new(
        walk: TreeWalk,
        tree: Box<dyn SearchMethod>,
        most_depth: Option<u32>,
    ) -> Self {
        Self {
            walk,
            tree,
            last_depth: 0,
            most_depth: most_depth.unwrap_or(u32::MAX),
        }
    }
}

impl Iterator for Deepening {
    type Item = SearchedDepth;

    fn next(&mut self) -> Option<SearchedDepth> {
        if self.last_depth >= self.most_depth {
            return None;
        }
        let depth = self.last_depth + 1;
        self.walk.begin(depth);
        let Ok(result) = self.tree.search(&mut self.walk, depth) else {
            self.most_depth = self.last_depth;
            return None;
        };
        self.last_depth = depth;
        let DepthCounts {
            leaves,
            nodes,
            full,
        } = self.walk.counts();
        if full {
            self.most_depth = depth;
        }
        Some(SearchedDepth {
            depth,
            value: result.value,
            best: result.taken.expect("the position waits for a move"),
            leaves,
            nodes,
            full,
        })
    }
}

impl std::iter::FusedIterator for Deepening {}
