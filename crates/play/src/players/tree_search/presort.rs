//! Alpha-beta with presort: moves in the order of their values at the previous depth.

use super::alpha_beta::alpha_beta;
use super::choice::{Choice, SearchResult};
use super::search_method::SearchMethod;
use super::walk::TreeWalk;
use crate::search::Window;
use azulejo_control::Stopped;
use azulejo_rules::{Move, Players, Position};
use std::ops::Range;

/// The method alpha-beta with presort, which stores the tree of the previous depths and searches the best moves first.
///
/// A position's moves are sorted in each new search of the position, by the value of each move in its last search.
/// Moves that were cut off every time follow in the order of their codes. Equal moves stay in order, so that the best
/// move can differ from that of alpha-beta without presort, but has the same value.
#[derive(Debug)]
pub(super) struct Presort {
    /// The nodes of the tree; the moves of each position are adjacent.
    nodes: Vec<PresortNode>,
    root: Block,
    /// The buffers of the sort, so that no sort allocates.
    keys: Vec<u32>,
    sorted: Vec<PresortNode>,
}

/// A move, its value when it was last searched, and the block of the position after it.
#[derive(Debug, Clone, Copy)]
struct PresortNode {
    children: Block,
    /// The value of the last search; [`NEVER`] where the move was cut off every time.
    value: i16,
    taken: Move,
}

// A search keeps millions.
const _: () = assert!(size_of::<PresortNode>() == 12);

/// The nodes of the moves of a position, which are adjacent.
#[derive(Debug, Clone, Copy)]
#[repr(Rust, packed(2))]
struct Block {
    first: u32,
    len: u16,
}

impl Block {
    const NONE: Self = Self { first: 0, len: 0 };

    fn range(self) -> Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.len)
    }
}

/// The value of a move that was never searched.
const NEVER: i16 = i16::MIN;

/// The limit of the stored nodes: 24 MB. Positions without room, and all positions below them, are searched in the
/// order of the codes.
const MOST_NODES: usize = 1 << 21;

/// The most moves of a position, at most one for each code.
const MOST_MOVES: usize = Players::Four.codes() as usize;

impl Presort {
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            root: Block::NONE,
            keys: Vec::new(),
            sorted: Vec::new(),
        }
    }
}

impl SearchMethod for Presort {
    fn search(&mut self, walk: &mut TreeWalk, depth: u32) -> Result<SearchResult, Stopped> {
        let (result, root) = self.node(walk, self.root, depth, Window::OPEN)?;
        self.root = root;
        Ok(result)
    }
}

impl Presort {
    /// Searches a position with the stored moves of `block`. Returns the result and the block of the position.
    fn node(
        &mut self,
        walk: &mut TreeWalk,
        block: Block,
        depth: u32,
        window: Window,
    ) -> Result<(SearchResult, Block), Stopped> {
        if let Some(value) = walk.end_of_round() {
            return Ok((SearchResult::leaf(value), Block::NONE));
        }
        let mut choice = Choice::new(walk, window);
        if depth == 1 {
            let first = self.nodes.len();
            if first + MOST_MOVES > MOST_NODES {
                return Ok((alpha_beta(walk, depth, window)?, Block::NONE));
            }
            walk.leaves(|taken, value| {
                self.nodes.push(PresortNode::new(taken, value as i16));
                choice.consider(taken, value);
                !choice.is_cut()
            });
            return Ok((choice.best, self.block_from(first)));
        }
        let Some(block) = self.complete(block, walk.position()) else {
            return Ok((alpha_beta(walk, depth, window)?, block));
        };
        self.sort(block, walk.maximises());
        for number in block.range() {
            let PresortNode {
                taken, children, ..
            } = self.nodes[number];
            let window = choice.window;
            let (result, children) =
                walk.with_move(taken, |walk| self.node(walk, children, depth - 1, window))?;
            let node = &mut self.nodes[number];
            (node.value, node.children) = (result.value as i16, children);
            choice.consider(taken, result.value);
            if choice.is_cut() {
                break;
            }
        }
        Ok((choice.best, block))
    }

    /// The block with all moves of the position: the given block, or a new one; none where the tree has no room.
    fn complete(&mut self, block: Block, position: &Position) -> Option<Block> {
        let legal = position.legal();
        let stored_count = usize::from(block.len);
        if stored_count == legal.len() {
            return Some(block);
        }
        let first = self.nodes.len();
        if first + legal.len() > MOST_NODES {
            return None;
        }
        // An incomplete block is that of leaves, which come in the order of the codes.
        self.nodes.extend_from_within(block.range());
        let rest = legal.skip(stored_count);
        self.nodes
            .extend(rest.map(|taken| PresortNode::new(taken, NEVER)));
        Some(self.block_from(first))
    }

    fn block_from(&self, first: usize) -> Block {
        Block {
            first: first as u32,
            len: (self.nodes.len() - first) as u16,
        }
    }

    /// Sorts the nodes, the best for the mover first. The sort is stable, and nodes without a value come last.
    fn sort(&mut self, block: Block, maximises: bool) {
        let nodes = &mut self.nodes[block.range()];
        let keys = nodes.iter().enumerate().map(|(number, node)| {
            let badness = match node.value {
                NEVER => u16::MAX,
                value if maximises => i16::MAX.abs_diff(value),
                value => value.abs_diff(NEVER),
            };
            u32::from(badness) << 16 | number as u32
        });
        self.keys.clear();
        self.keys.extend(keys);
        if self.keys.is_sorted() {
            return;
        }
        self.keys.sort_unstable();
        self.sorted.clear();
        let sorted = self.keys.iter().map(|key| nodes[(key & 0xFFFF) as usize]);
        self.sorted.extend(sorted);
        nodes.copy_from_slice(&self.sorted);
    }
}

impl PresortNode {
    fn new(taken: Move, value: i16) -> Self {
        Self {
            children: Block::NONE,
            value,
            taken,
        }
    }
}
