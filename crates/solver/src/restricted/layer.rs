//! Layers of limited width, and the ways back through them.

use crate::wall::{Cell, Covering};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::hash::Hash;

/// A set of filled cells, as layers hold it.
pub(crate) trait State: Copy + Eq + Hash {
    /// The rank among sets that promise the same: the least ones stay.
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
    pub(crate) reached: Label,
}

/// The best way to a covering.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Label {
    pub(crate) score: u32,
    /// The best gain of this way in the end; more is better.
    pub(crate) promise: i64,
    /// The place in the layer before.
    pub(crate) parent: u32,
    /// The index of the cell that was filled, or taken back, last.
    pub(crate) cell: u8,
}

/// A table that holds so many times the width is cut down to the width.
pub(super) const FULL: usize = 3;

/// A layer that is being made.
#[derive(Debug)]
pub(crate) struct Layer<S> {
    width: usize,
    /// The least promise that is stored.
    pub(crate) wanted: i64,
    /// Whether a covering was dropped for want of room.
    cut: bool,
    /// The table is cut down when it holds so many.
    full: usize,
    table: FxHashMap<S, Label>,
}

impl<S: State> Layer<S> {
    /// A layer of so many coverings at most, each of which promises as much as is wanted.
    pub(crate) fn new(width: usize, wanted: i64) -> Self {
        Self {
            width,
            wanted,
            cut: false,
            full: width.saturating_mul(FULL),
            table: FxHashMap::default(),
        }
    }

    /// The number of coverings so far.
    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }

    /// Adds a way to a covering, which stays if it is the best one: of ways that promise the same, the first. Of all ways to one
    /// covering, the one that promises more has the better score.
    pub(crate) fn add(&mut self, filled: S, reached: Label) {
        if reached.promise < self.wanted {
            return;
        }
        let known = self.table.entry(filled).or_insert(reached);
        if reached.promise > known.promise {
            *known = reached;
        }
        if self.table.len() >= self.full {
            self.cut_down();
        }
    }

    /// Keeps what promises as much as the width's last.
    fn cut_down(&mut self) {
        let mut promises: Vec<i64> = self.table.values().map(|label| label.promise).collect();
        let last = self.width - 1;
        let (_, &mut least, _) =
            promises.select_nth_unstable_by_key(last, |promise| Reverse(*promise));
        self.table.retain(|_, label| label.promise >= least);
        // Nothing that promises less will be among the best.
        self.wanted = self.wanted.max(least);
        self.cut = true;
        // Many may promise the same.
        self.full = self.full.max(2 * self.table.len());
    }

    /// The coverings that promise most, of a width that may be less than before, and whether others have been dropped.
    pub(crate) fn finish(self, width: usize) -> (Vec<Node<S>>, bool) {
        let cut = self.cut || self.table.len() > width;
        let nodes = self.table.into_iter();
        let mut layer: Vec<Node<S>> = nodes
            .map(|(filled, reached)| Node { filled, reached })
            .collect();
        if layer.len() > width {
            let rank = |node: &Node<S>| (Reverse(node.reached.promise), node.filled.rank());
            layer.select_nth_unstable_by_key(width, rank);
            layer.truncate(width);
        }
        (layer, cut)
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
        let steps = layer.iter().map(|node| &node.reached);
        self.0
            .push(steps.map(|step| (step.parent, step.cell)).collect());
    }

    /// The cells of the steps to a place of the last layer, the last step first.
    pub(crate) fn back_from(&self, end: usize) -> Vec<Cell> {
        let mut at = end;
        let cells = self.0.iter().rev().map(|layer| {
            let (parent, cell) = layer[at];
            at = parent as usize;
            Cell::from_index(usize::from(cell))
        });
        cells.collect()
    }
}
