use super::{Move, StateGraph};
use crate::instance::Sense;
use crate::order::Solution;
use crate::outcome::{
    Count, Distribution, History, Layer, LayerHistory, Orders, Outcome, Stats, Unfinished, Verdict,
};
use crate::problem::{Problem, Unfit};
use crate::wall::Cell;
use azulejo_control::{Control, Instant};
use petgraph::Direction;
use petgraph::algo::dijkstra;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Solves a problem over its whole state graph and counts the optimal orders.
///
/// The minimum is a shortest path by points. All paths to the end have the same number of moves,
/// so the maximum is a shortest path by `most − points`, with `most` the greatest points of a move.
///
/// # Errors
/// When the problem has too many cells for a state graph.
pub fn solve(problem: &Problem, control: &Control) -> Result<Outcome, Unfit> {
    let clock = Instant::now();
    let Some(states) = StateGraph::build(problem, control)? else {
        let stats = Stats {
            seconds: clock.elapsed().as_secs_f64(),
            ..Stats::default()
        };
        return Ok(Outcome {
            verdict: Verdict::Unknown {
                bound: problem.trivial_bound(),
                unfinished: Unfinished::Stopped,
            },
            stats,
            history: history(problem, &[]),
        });
    };
    let paths = ShortestPaths::new(&states, problem.sense());
    let best = states
        .ends()
        .iter()
        .filter_map(|end| paths.cost.get(end))
        .min()
        .copied();
    let ends: Vec<_> = states
        .ends()
        .iter()
        .filter(|end| paths.cost.get(end).copied() == best)
        .collect();
    let counts = paths.count(&states);
    let orders: u128 = ends.iter().map(|end| counts[end.index()]).sum();
    let proof = states.proof();
    let verdict = match ends.first() {
        Some(&&end) => Verdict::Optimal {
            solution: paths.solution(&states, end),
            proof,
        },
        None => Verdict::Infeasible { proof },
    };
    let stats = Stats {
        coverings: Some(states.graph.node_count()),
        moves: Some(states.graph.edge_count()),
        orders: Some(Orders::from(orders)),
        seconds: clock.elapsed().as_secs_f64(),
        ..Stats::default()
    };
    let history = history(problem, &states.layers);
    Ok(Outcome {
        verdict,
        stats,
        history,
    })
}

/// Counts the optimal orders; none if it was stopped.
///
/// # Errors
/// As [`solve`].
pub fn count(problem: &Problem, control: &Control) -> Result<Option<Count>, Unfit> {
    let Outcome {
        verdict,
        stats,
        history,
    } = solve(problem, control)?;
    let History::Layers(history) = history else {
        return Ok(None);
    };
    let Some(coverings) = stats.coverings else {
        return Ok(None);
    };
    let peak = history.layers.iter().map(|layer| layer.states).max();
    Ok(Some(Count {
        optimum: verdict.score().zip(stats.orders),
        coverings,
        peak_layer: peak.map_or(0, |peak| peak as usize),
    }))
}

/// The number of orders of each score; none if it was stopped.
///
/// # Errors
/// As [`solve`].
pub fn distribution(problem: &Problem, control: &Control) -> Result<Option<Distribution>, Unfit> {
    let Some(states) = StateGraph::build(problem, control)? else {
        return Ok(None);
    };
    // Number of orders to each node of a layer, by score.
    let mut scores = FxHashMap::default();
    scores.insert(states.start(), BTreeMap::from([(states.base, 1)]));
    for _ in problem.turns() {
        if control.stopped() {
            return Ok(None);
        }
        let mut next: FxHashMap<NodeIndex, BTreeMap<u32, u128>> = FxHashMap::default();
        for (node, counts) in scores {
            for edge in states.graph.edges(node) {
                let sums = next.entry(edge.target()).or_default();
                for (score, orders) in &counts {
                    *sums.entry(score + edge.weight().points).or_default() += orders;
                }
            }
        }
        scores = next;
    }
    Ok(Some(scores.into_values().flatten().collect()))
}

fn history(problem: &Problem, layers: &[Vec<NodeIndex>]) -> History {
    let sizes = layers.iter().map(|layer| layer.len() as u64);
    History::Layers(LayerHistory {
        bound: problem.trivial_bound(),
        start: None,
        symmetries: 1,
        layers: Layer::all_of(problem.free_len(), sizes),
    })
}

/// petgraph's shortest paths from the start, by a cost that is least for the best score.
struct ShortestPaths {
    /// The greatest points of a move when maximizing, 0 when minimizing.
    best: u32,
    cost: FxHashMap<NodeIndex, u32>,
}

impl ShortestPaths {
    fn new(states: &StateGraph, sense: Sense) -> Self {
        let moves = states.graph.edge_weights();
        let most = moves.map(|edge| edge.points).max().unwrap_or(0);
        let mut paths = Self {
            best: sense.better_of(most, 0),
            cost: FxHashMap::default(),
        };
        let cost = dijkstra(&states.graph, states.start(), None, |edge| {
            paths.edge_cost(edge.weight())
        });
        paths.cost = cost.into_iter().collect();
        paths
    }

    fn edge_cost(&self, edge: &Move) -> u32 {
        edge.points.abs_diff(self.best)
    }

    /// The last moves of shortest paths to a node.
    fn last_moves<'a>(
        &'a self,
        states: &'a StateGraph,
        node: NodeIndex,
    ) -> impl Iterator<Item = (NodeIndex, Move)> + 'a {
        let edges = states.graph.edges_directed(node, Direction::Incoming);
        edges
            .filter(move |edge| {
                let through = self.cost[&edge.source()] + self.edge_cost(edge.weight());
                through == self.cost[&node]
            })
            .map(|edge| (edge.source(), *edge.weight()))
    }

    /// The number of shortest paths to every node: at most 16!, and with passes 16! times 2^16, far below 2^128.
    fn count(&self, states: &StateGraph) -> Vec<u128> {
        let mut counts = vec![0; states.graph.node_count()];
        counts[states.start().index()] = 1;
        for layer in states.layers.iter().skip(1) {
            for &node in layer {
                let paths = self
                    .last_moves(states, node)
                    .map(|(from, _)| counts[from.index()]);
                counts[node.index()] = paths.sum();
            }
        }
        counts
    }

    /// A shortest path to an end, and its points.
    fn solution(&self, states: &StateGraph, end: NodeIndex) -> Solution {
        let mut order: Vec<Option<Cell>> = Vec::new();
        let (mut node, mut score) = (end, states.base);
        while let Some((from, edge)) = self.last_moves(states, node).next() {
            order.push(edge.cell);
            score += edge.points;
            node = from;
        }
        order.reverse();
        Solution {
            order: order.into_iter().collect(),
            score,
        }
    }
}
