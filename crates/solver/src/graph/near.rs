//! Orders whose scores are near the best one, traced back through the state graph.

use super::StateGraph;
use super::space::Values;
use crate::outcome::{NearListing, Nearness, Traceable};
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
    let sense = problem.sense();
    let Some(states) = StateGraph::build(problem, control)? else {
        return Ok(NearListing::Stopped);
    };
    let values = Values::new(&states, sense);
    let Some(best) = values.through(states.start()) else {
        return Ok(NearListing::Infeasible);
    };
    let best = best + states.base;
    let earned = |node: NodeIndex| values.before[node.index()];
    let end = |&end: &NodeIndex| ((earned(end) + states.base).abs_diff(best), end);
    let ends = states.ends().iter().map(end);
    let ends = ends.sorted_by_key(|&(_, end)| states.graph[end]);
    let moves_into = |node: NodeIndex| {
        let into = states.graph.edges_directed(node, Direction::Incoming);
        let moves = into.map(|edge| {
            let through = earned(edge.source()) + edge.weight().points;
            let lost = through.abs_diff(earned(node));
            (edge.weight().cell, edge.source(), lost)
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
