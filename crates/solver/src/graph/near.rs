//! Orders with near-optimal scores, traced back through the state graph.

use super::StateGraph;
use super::values::Values;
use crate::outcome::{NearListing, Nearness, Traceable};
use crate::problem::{Problem, Unfit};
use azulejo_control::Control;
use itertools::Itertools;
use petgraph::Direction;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;

/// Orders with near-optimal scores, the best first.
///
/// # Errors
/// When the problem has too many cells for a state graph.
pub fn near(
    problem: &Problem,
    nearness: Nearness,
    control: &Control,
) -> Result<NearListing, Unfit> {
    let sense = problem.sense();
    let Some(states) = StateGraph::build(problem, control)? else {
        return Ok(NearListing::Stopped);
    };
    let values = Values::new(&states, sense);
    let Some(best) = values.through(states.start()) else {
        return Ok(NearListing::Infeasible);
    };
    let best = best + states.base;
    let points_before = |node: NodeIndex| values.prefix[node.index()];
    let end = |&end: &NodeIndex| ((points_before(end) + states.base).abs_diff(best), end);
    let ends = states.ends().iter().map(end);
    let ends = ends.sorted_by_key(|&(_, end)| states.graph[end]);
    let moves_into = |node: NodeIndex| {
        let edges = states.graph.edges_directed(node, Direction::Incoming);
        let moves = edges.map(|edge| {
            let through = points_before(edge.source()) + edge.weight().points;
            let loss = through.abs_diff(points_before(node));
            (edge.weight().cell, edge.source(), loss)
        });
        moves.sorted_by_key(|&(cell, ..)| cell).collect()
    };
    let traceable = Traceable {
        best,
        sense,
        start: states.start(),
        ends: ends.collect(),
        moves_into: &moves_into,
        proof: states.proof(),
    };
    Ok(NearListing::Orders(Box::new(
        traceable.near(nearness, control),
    )))
}
