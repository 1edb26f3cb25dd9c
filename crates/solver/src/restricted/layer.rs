//! Layers of limited width, and the paths back through them.

use crate::wall::{Cell, Covering};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::hash::Hash;

/// A set of filled cells in a layer.
pub(crate) trait State: Copy + Eq + Hash {
    /// Rank among sets of equal promise: the lowest ranks stay.
    fn rank(self) -> impl Ord;
}

impl State for Covering {
    fn rank(self) -> impl Ord {
        self
    }
}

/// A covering of a layer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node<S> {
    pub(crate) filled: S,
    pub(crate) label: Label,
}

/// The best path to a covering.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Label {
    pub(crate) score: u32,
    /// The best gain of the path in the end; more is better.
    pub(crate) promise: i64,
    /// Index of the parent in the layer before.
    pub(crate) parent: u32,
    /// Index of the cell of the last step.
    pub(crate) cell: u8,
}

/// Size of a table, in widths, at which the table is cut down to the width.
pub(super) const FULL: usize = 3;

/// A layer under construction.
#[derive(Debug)]
pub(crate) struct Layer<S> {
    width: usize,
    /// The least promise that is stored.
    pub(crate) least_promise: i64,
    /// Whether a covering was dropped for want of room.
    is_cut: bool,
    /// Size of the table at which it is cut down.
    limit: usize,
    table: FxHashMap<S, Label>,
}

impl<S: State> Layer<S> {
    /// A layer of at most `width` coverings, each with at least the `least_promise`.
    pub(crate) fn new(width: usize, least_promise: i64) -> Self {
        Self {
            width,
            least_promise,
            is_cut: false,
            limit: width.saturating_mul(FULL),
            table: FxHashMap::default(),
        }
    }

    /// The number of coverings so far.
    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }

    /// Adds a path to a covering, which stays if it is the best one; of paths with equal promises, the first. Of all paths to a covering,
    /// the path with the larger promise has the better score.
    pub(crate) fn add(&mut self, filled: S, label: Label) {
        if label.promise < self.least_promise {
            return;
        }
        let best = self.table.entry(filled).or_insert(label);
        if label.promise > best.promise {
            *best = label;
        }
        if self.table.len() >= self.limit {
            self.cut_down();
        }
    }

    /// Cuts the table down to the `width` largest promises, and the promises equal to the last of them.
    fn cut_down(&mut self) {
        let mut promises: Vec<i64> = self.table.values().map(|label| label.promise).collect();
        let last = self.width - 1;
        let (_, &mut least, _) =
            promises.select_nth_unstable_by_key(last, |promise| Reverse(*promise));
        self.table.retain(|_, label| label.promise >= least);
        // No lower promise will be among the largest.
        self.least_promise = self.least_promise.max(least);
        self.is_cut = true;
        // Many promises may be equal.
        self.limit = self.limit.max(2 * self.table.len());
    }

    /// The most promising coverings, of a width that may be less than before, and whether others were dropped.
    pub(crate) fn finish(self, width: usize) -> (Vec<Node<S>>, bool) {
        let is_cut = self.is_cut || self.table.len() > width;
        let nodes = self.table.into_iter();
        let mut layer: Vec<Node<S>> = nodes
            .map(|(filled, label)| Node { filled, label })
            .collect();
        if layer.len() > width {
            let rank = |node: &Node<S>| (Reverse(node.label.promise), node.filled.rank());
            layer.select_nth_unstable_by_key(width, rank);
            layer.truncate(width);
        }
        (layer, is_cut)
    }
}

/// The last step to each covering of each layer.
#[derive(Debug, Default)]
pub(crate) struct Steps(Vec<Vec<(u32, u8)>>);

impl Steps {
    /// The bytes of a step.
    pub(super) const BYTES: u64 = size_of::<(u32, u8)>() as u64;

    /// Adds the steps of the next layer.
    pub(crate) fn push<S>(&mut self, layer: &[Node<S>]) {
        let steps = layer.iter().map(|node| &node.label);
        self.0
            .push(steps.map(|step| (step.parent, step.cell)).collect());
    }

    /// The cells of the steps to a node of the last layer, the last step first.
    pub(crate) fn trace(&self, end: usize) -> Vec<Cell> {
        let mut index = end;
        let cells = self.0.iter().rev().map(|layer| {
            let (parent, cell) = layer[index];
            index = parent as usize;
            Cell::from_index(usize::from(cell))
        });
        cells.collect()
    }
}
