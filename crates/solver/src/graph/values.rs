use super::{Move, StateGraph};
use crate::instance::Sense;
use crate::order::Solution;
use petgraph::Direction;
use petgraph::algo::dijkstra;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;

/// The best points before and after each covering, and its optimal completions, by node index.
#[derive(Debug, Clone)]
pub(super) struct Values {
    pub(super) prefix: Vec<u32>,
    /// None for a covering without completion.
    pub(super) suffix: Vec<Option<u32>>,
    /// The number of optimal completions: at most 16!, and with passes 16! times 2^16, far below 2^128.
    pub(super) completions: Vec<u128>,
}

impl Values {
    /// The points before each covering by petgraph's shortest paths, those after it from the ends back.
    pub(super) fn new(states: &StateGraph, sense: Sense) -> Self {
        let graph = &states.graph;
        let mut values = Self {
            prefix: vec![0; graph.node_count()],
            suffix: vec![None; graph.node_count()],
            completions: vec![0; graph.node_count()],
        };
        let most = graph.edge_weights().map(|edge| edge.points).max();
        let best = sense.better_of(most.unwrap_or(0), 0);
        // All paths to a covering have as many moves, so that a shortest one has the best points.
        let costs = dijkstra(graph, states.start(), None, |edge| {
            edge.weight().points.abs_diff(best)
        });
        for (layer, turns) in states.layers.iter().zip(0_u32..) {
            for node in layer {
                values.prefix[node.index()] = (turns * best).abs_diff(costs[node]);
            }
        }
        for &end in states.ends() {
            values.suffix[end.index()] = Some(0);
            values.completions[end.index()] = 1;
        }
        for &node in states.layers.iter().rev().skip(1).flatten() {
            let (mut suffix, mut completions) = (None, 0);
            for edge in graph.edges(node) {
                let next = edge.target().index();
                let Some(points) = values.suffix[next].map(|after| after + edge.weight().points)
                else {
                    continue;
                };
                if suffix.is_none_or(|best| sense.better(points, best)) {
                    (suffix, completions) = (Some(points), 0);
                }
                if suffix == Some(points) {
                    completions += values.completions[next];
                }
            }
            values.suffix[node.index()] = suffix;
            values.completions[node.index()] = completions;
        }
        values
    }

    /// The best score of all orders through a covering, without the points that no move earns.
    pub(super) fn through(&self, node: NodeIndex) -> Option<u32> {
        Some(self.prefix[node.index()] + self.suffix[node.index()]?)
    }

    /// The moves of the best completions of a covering.
    pub(super) fn optimal_moves(
        &self,
        states: &StateGraph,
        node: NodeIndex,
    ) -> impl Iterator<Item = (Move, NodeIndex)> {
        states.graph.edges(node).filter_map(move |edge| {
            let points = self.suffix[edge.target().index()]? + edge.weight().points;
            let is_best = Some(points) == self.suffix[node.index()];
            is_best.then(|| (*edge.weight(), edge.target()))
        })
    }

    /// An optimal order, if there is one: a shortest path, traced back.
    pub(super) fn solution(&self, states: &StateGraph) -> Option<Solution> {
        let best = self.through(states.start())?;
        let prefix = |node: NodeIndex| self.prefix[node.index()];
        let mut node = *states.ends().iter().find(|end| prefix(**end) == best)?;
        let mut order = Vec::new();
        let last_move = |node| {
            let mut edges = states.graph.edges_directed(node, Direction::Incoming);
            edges.find(|edge| prefix(edge.source()) + edge.weight().points == prefix(node))
        };
        while let Some(edge) = last_move(node) {
            order.push(edge.weight().cell);
            node = edge.source();
        }
        Some(Solution {
            order: order.into_iter().rev().collect(),
            score: best + states.base,
        })
    }
}
