use super::values::Values;
use super::{Move, StateGraph};
use crate::instance::Sense;
use crate::wall::{Cell, Covering};
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;
use rustc_hash::FxHashMap;

/// The part of a state graph within the constraints: the coverings and moves of all complete orders (thesis, figures 5, 9 and
/// 10), and the optimal ones among them.
///
/// A reachable covering without a completion within the constraints is left out: the thesis calls
/// it invalid (`valid_covering()`, sections 3.3 and 3.4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateSpace {
    /// The coverings before turn 1, after turn 1, and so on; empty without a complete order.
    pub layers: Vec<Vec<Place>>,
    /// The moves of each turn: `steps[t]` leads from `layers[t]` to `layers[t + 1]`.
    pub steps: Vec<Vec<Step>>,
    /// The optimal score and the number of optimal orders (at most 16!), if any order is
    /// complete.
    pub optimum: Option<(u32, u128)>,
}

/// A covering of the state space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// Whether the covering lies on an optimal order.
    pub covering: Covering,
    /// Whether an optimal order passes through it.
    pub optimal: bool,
}

/// A move of the state space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Step {
    /// The covering before the move: an index into its layer.
    pub from: usize,
    /// The covering after the move: an index into the next layer.
    pub to: usize,
    /// The cell of the turn; none for a pass.
    pub cell: Option<Cell>,
    /// The points of the move, as in [`Move::points`].
    pub points: u32,
    /// Whether the move is part of an optimal order.
    pub optimal: bool,
}

impl StateSpace {
    /// The state space of a graph, with the coverings of each layer by their bits.
    pub fn new(states: &StateGraph, sense: Sense) -> Self {
        let values = Values::new(states, sense);
        let live_nodes = |layer: &Vec<NodeIndex>| {
            let mut nodes = layer.clone();
            nodes.retain(|node| values.suffix[node.index()].is_some());
            nodes.sort_unstable_by_key(|node| states.graph[*node]);
            nodes
        };
        let nodes: Vec<Vec<NodeIndex>> = states.layers.iter().map(live_nodes).collect();
        let Some(best) = values.through(states.start()) else {
            return Self {
                layers: Vec::new(),
                steps: Vec::new(),
                optimum: None,
            };
        };
        let place = |node: &NodeIndex| Place {
            covering: states.graph[*node],
            optimal: values.through(*node) == Some(best),
        };
        let layers = nodes.iter().map(|layer| layer.iter().map(place).collect());
        let pairs = nodes.windows(2);
        let steps = pairs.map(|pair| steps(states, &values, &pair[0], &pair[1], best));
        let orders = values.completions[states.start().index()];
        Self {
            layers: layers.collect(),
            steps: steps.collect(),
            optimum: Some((best + states.base, orders)),
        }
    }

    /// The number of coverings.
    pub fn coverings(&self) -> usize {
        self.layers.iter().map(Vec::len).sum()
    }

    /// The number of moves.
    pub fn moves(&self) -> usize {
        self.steps.iter().map(Vec::len).sum()
    }

    /// The number of coverings in the largest layer.
    pub fn widest(&self) -> usize {
        self.layers.iter().map(Vec::len).max().unwrap_or(0)
    }
}

/// The moves from a layer to the next one, by their coverings.
fn steps(
    states: &StateGraph,
    values: &Values,
    layer: &[NodeIndex],
    next: &[NodeIndex],
    best: u32,
) -> Vec<Step> {
    let targets: FxHashMap<NodeIndex, usize> = next.iter().copied().zip(0..).collect();
    let mut steps = Vec::new();
    for (from, node) in layer.iter().enumerate() {
        for edge in states.graph.edges(*node) {
            // A covering without a completion is no target.
            let Some(&to) = targets.get(&edge.target()) else {
                continue;
            };
            let Move { cell, points } = *edge.weight();
            let through = values.prefix[node.index()] + points;
            let after = values.suffix[edge.target().index()];
            steps.push(Step {
                from,
                to,
                cell,
                points,
                optimal: after.is_some_and(|after| through + after == best),
            });
        }
    }
    steps.sort_unstable_by_key(|step| (step.from, step.to));
    steps
}
