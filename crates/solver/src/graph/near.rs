//! Orders whose scores are near the best one, traced back through the state graph.

use super::StateGraph;
use super::space::Values;
use crate::outcome::{NearListing, Nearness, Proof, Traceable};
use crate::problem::{Problem, Unfit};
use azulejo_control::Control;
use itertools::Itertools;
use petgraph::Direction;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;

/// The orders that are near the best score, the best of them first.
///
/// # Errors
/// When the problem has too many cells for a state graph.
pub fn near(
    problem: &Problem,
    nearness: Nearness,
    control: &Control,
) -> Result<NearListing, Unfit> {
    let Some(states) = StateGraph::build(problem, control)? else {
        return Ok(NearListing::Stopped);
    };
    let sense = problem.sense();
    let values = Values::new(&states, sense);
    let Some(best) = values.through(states.start()) else {
        return Ok(NearListing::Infeasible);
    };
    let end = |&end: &NodeIndex| (values.before[end.index()].abs_diff(best), end);
    let ends = states.ends().iter().map(end);
    let ends = ends
        .sorted_by_key(|&(_, end)| states.graph[end])
        .collect_vec();
    let moves_into = |node: NodeIndex| {
        let into = states.graph.edges_directed(node, Direction::Incoming);
        let moves = into.map(|edge| {
            let through = values.before[edge.source().index()] + edge.weight().points;
            let lost = through.abs_diff(values.before[node.index()]);
            (edge.weight().cell, edge.source(), lost)
        });
        moves.sorted_by_key(|&(cell, ..)| cell).collect()
    };
    let traceable = Traceable {
        best: best + states.base,
        sense,
        start: states.start(),
        ends,
        moves_into: &moves_into,
        proof: Proof::StateGraph {
            coverings: states.graph.node_count(),
            moves: states.graph.edge_count(),
        },
    };
    Ok(NearListing::Orders(Box::new(
        traceable.near(nearness, control),
    )))
}
