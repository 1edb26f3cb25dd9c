use super::sums::{RowSums, Sums};
use crate::outcome::Proof;
use crate::problem::{Moves, Problem, Unfit};
use crate::wall::{Cell, Covering};
use azulejo_control::{Control, Progress};
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

/// A move of the state graph: a cell with its points, or a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// The cell; none for a pass.
    pub cell: Option<Cell>,
    /// The tile's points; in the last turn with the bonus of the covering after it.
    pub points: u32,
}

/// The whole state space of a problem.
#[derive(Debug, Clone)]
pub struct StateGraph {
    /// A node for each reachable covering, an edge for each move. With passes, a covering has a node for each number of turns
    /// played. With rows about more than one turn, a covering has a node for each state of their
    /// sums.
    pub graph: DiGraph<Covering, Move>,
    /// The nodes by number of turns played, from the covering before turn 1 to those at the end.
    pub layers: Vec<Vec<NodeIndex>>,
    /// The points without a move: the bonus of the initial covering if there is no turn.
    pub base: u32,
}

impl StateGraph {
    /// The most empty cells of a problem: 2^16 coverings.
    pub const MAX_FREE: usize = 16;

    /// Checks that a problem is small enough for a state graph.
    ///
    /// # Errors
    /// When it has too many cells.
    pub fn fits(problem: &Problem) -> Result<(), Unfit> {
        moves(problem).map(|_| ())
    }

    /// Builds the graph layer by layer; none if it was stopped.
    ///
    /// # Errors
    /// When the problem has too many cells.
    pub fn build(problem: &Problem, control: &Control) -> Result<Option<Self>, Unfit> {
        let moves = moves(problem)?;
        let scorer = problem.scorer();
        let mut graph = DiGraph::new();
        let rows = RowSums::new(problem);
        let mut layers = vec![vec![graph.add_node(moves.initial())]];
        let mut sums = vec![rows.start()];
        for turn in problem.turns() {
            if control.stopped() {
                return Ok(None);
            }
            control.tell(&Progress::Layers {
                layer: turn.number(),
                of: problem.horizon(),
                coverings: graph.node_count(),
            });
            let last = turn.number() == problem.horizon();
            let mut nodes: FxHashMap<(Covering, Sums), NodeIndex> = FxHashMap::default();
            let (mut layer, mut next_sums) = (Vec::new(), Vec::new());
            for (&node, previous) in layers[turn.index()].iter().zip(&sums) {
                let covering = graph[node];
                let pass = moves.may_pass(covering, turn).then_some(None);
                let tiles = moves.legal(covering, turn).cells().map(Some);
                for cell in pass.into_iter().chain(tiles) {
                    let next = cell.map_or(covering, |cell| covering.with(cell));
                    let tile_points = cell.map_or(0, |cell| scorer.points(covering, cell));
                    let Some(next_state) =
                        rows.successor(previous, covering, (cell, tile_points), turn)
                    else {
                        continue;
                    };
                    let target = *nodes.entry((next, next_state.clone())).or_insert_with(|| {
                        next_sums.push(next_state);
                        let target = graph.add_node(next);
                        layer.push(target);
                        target
                    });
                    let bonus = if last { moves.bonus(next) } else { 0 };
                    let points = tile_points + bonus;
                    graph.add_edge(node, target, Move { cell, points });
                }
            }
            layers.push(layer);
            sums = next_sums;
        }
        let base = if layers.len() == 1 {
            moves.bonus(moves.initial())
        } else {
            0
        };
        Ok(Some(Self {
            graph,
            layers,
            base,
        }))
    }

    /// The proof of a search over the whole graph.
    pub(super) fn proof(&self) -> Proof {
        Proof::StateGraph {
            coverings: self.graph.node_count(),
            moves: self.graph.edge_count(),
        }
    }

    /// The covering before turn 1.
    pub fn start(&self) -> NodeIndex {
        self.layers[0][0]
    }

    /// The coverings after the last turn.
    pub fn ends(&self) -> &[NodeIndex] {
        self.layers.last().map_or(&[], Vec::as_slice)
    }
}

/// The moves of a small enough problem.
fn moves(problem: &Problem) -> Result<Moves, Unfit> {
    let taker = "the state graph takes";
    let empty_cells = ("empty cells", StateGraph::MAX_FREE, problem.free_len());
    Unfit::unless(taker, &[empty_cells])?;
    Moves::new(problem).ok_or_else(|| Unfit {
        taker,
        what: "cells",
        limit: Covering::MAX_CELLS,
        size: problem.wall().len(),
    })
}
