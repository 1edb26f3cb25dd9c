//! Separating trees.

use super::{Sign, Square};

/// A node of a separating tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node {
    /// The rows and columns of the leaves of the node.
    pub square: Square,
    /// The position of the two children; none for a leaf, which is one tile.
    pub sign: Option<Sign>,
}

/// A separating tree of a permutation (thesis, section 3.2.1 and figure 6): its leaves are the tiles
/// from the top row to the last, and every node holds the tiles of a square box.
///
/// The nodes are in post-order: a node comes after its left subtree and its right subtree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeparatingTree {
    nodes: Vec<Node>,
}

impl SeparatingTree {
    /// `nodes` is the post-order of a separating tree.
    pub(super) fn new(nodes: Vec<Node>) -> Self {
        Self { nodes }
    }

    /// The nodes in post-order: 2n − 1 of them, the root last.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The number of rows of the permutation.
    pub fn rows(&self) -> usize {
        self.nodes.len().div_ceil(2)
    }

    /// The children of a node, left and right, by their places in [`SeparatingTree::nodes`]; none for a
    /// leaf.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn children(&self, node: usize) -> Option<[usize; 2]> {
        self.nodes[node].sign?;
        let right = node - 1;
        let right_nodes = 2 * self.nodes[right].square.size as usize - 1;
        Some([right - right_nodes, right])
    }

    /// The tiles of the permutation, as (row, column) from 0, from the top.
    pub fn tiles(&self) -> impl Iterator<Item = (usize, usize)> + Clone {
        let leaves = self.nodes.iter().filter(|node| node.sign.is_none());
        leaves.map(|leaf| (leaf.square.row as usize, leaf.square.column as usize))
    }
}
