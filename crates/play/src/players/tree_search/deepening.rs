//! Deepening: depth 1, 2, … until a limit.

use super::search_method::SearchMethod;
use super::walk::{DepthCounts, TreeWalk};
use azulejo_rules::Move;

/// What a search found at one depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchedDepth {
    /// The moves that were looked ahead.
    pub depth: u32,
    /// The value of the position for the mover: what he has when the round is left at this depth, less what the best of
    /// the others has.
    pub value: i32,
    /// The first of the best moves.
    pub best: Move,
    /// The positions that were judged: at this depth, or at the end of the round where it comes earlier.
    pub leaves: u64,
    /// The positions that were visited at this depth and all before it: moves that were played, and leaves.
    pub nodes: u64,
    /// Whether each leaf was the end of the round. The value is that of the rest of the round then, and no greater depth
    /// can change it.
    pub full: bool,
}

/// The depths of a search, one after the other: each is searched when it is asked for.
///
/// It ends after the last depth that is allowed, after one that was [full](SearchedDepth::full), and where a limit strikes: what
/// was found of an unfinished depth does not count. Depth 1 is always finished.
#[derive(Debug)]
pub struct Deepening {
    walk: TreeWalk,
    tree: Box<dyn SearchMethod>,
    finished: u32,
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
            finished: 0,
            most_depth: most_depth.unwrap_or(u32::MAX),
        }
    }
}

impl Iterator for Deepening {
    type Item = SearchedDepth;

    fn next(&mut self) -> Option<SearchedDepth> {
        if self.finished >= self.most_depth {
            return None;
        }
        let depth = self.finished + 1;
        self.walk.begin(depth);
        let Ok(found) = self.tree.search(&mut self.walk, depth) else {
            self.most_depth = self.finished;
            return None;
        };
        self.finished = depth;
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
            value: found.value,
            best: found.taken.expect("the position waits for a move"),
            leaves,
            nodes,
            full,
        })
    }
}

impl std::iter::FusedIterator for Deepening {}
