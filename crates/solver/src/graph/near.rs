//! Orders whose scores are near the best one, traced back through the state graph.

use super::space::Values;
use super::{StateGraph, Unfit};
use crate::instance::Sense;
use crate::order::Solution;
use crate::outcome::{NearListing, NearOrders, Nearness, Proof};
use crate::problem::Problem;
use crate::wall::Cell;
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
    let mut trace = Trace {
        states: &states,
        values: &values,
        control,
        most: nearness.count,
        back: Vec::with_capacity(problem.horizon()),
        orders: Vec::new(),
        stopped: false,
    };
    let best = best + states.base;
    for loss in 0..=nearness.within {
        let score = match sense {
            Sense::Maximize => best.checked_sub(loss),
            Sense::Minimize => best.checked_add(loss),
        };
        let Some(score) = score else { break };
        for &(of_end, end) in ends.iter().filter(|(of_end, _)| *of_end <= loss) {
            trace.extend(end, loss - of_end, score);
        }
    }
    Ok(NearListing::Orders(Box::new(NearOrders {
        best,
        proof: Proof::StateGraph {
            coverings: states.graph.node_count(),
            moves: states.graph.edge_count(),
        },
        orders: trace.orders,
        stopped: trace.stopped,
    })))
}

/// Orders from their ends back.
struct Trace<'a> {
    states: &'a StateGraph,
    values: &'a Values,
    control: &'a Control,
    most: usize,
    /// The last cells of the order, from the last turn back.
    back: Vec<Cell>,
    orders: Vec<Solution>,
    stopped: bool,
}

impl Trace<'_> {
    /// Adds the orders that lead to a node, go on as it is known, and lose exactly so much on the way to the node.
    fn extend(&mut self, node: NodeIndex, loss: u32, score: u32) {
        self.stopped |= self.control.stopped();
        if self.stopped || self.orders.len() == self.most {
            return;
        }
        if node == self.states.start() {
            if loss == 0 {
                let order = self.back.iter().rev().copied().collect_vec().into();
                self.orders.push(Solution { order, score });
            }
            return;
        }
        let into = self.states.graph.edges_directed(node, Direction::Incoming);
        let before = &self.values.before;
        let steps = into.map(|edge| {
            let through = before[edge.source().index()] + edge.weight().points;
            let lost = through.abs_diff(before[node.index()]);
            (edge.weight().cell, edge.source(), lost)
        });
        for (cell, source, lost) in steps.sorted_by_key(|&(cell, ..)| cell).collect_vec() {
            if lost <= loss {
                self.back.push(cell);
                self.extend(source, loss - lost, score);
                self.back.pop();
            }
        }
    }
}
