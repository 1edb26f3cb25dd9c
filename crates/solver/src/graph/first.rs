//! Optimal orders, from their first turn on: the first ones by the numbers of their cells.

use super::StateGraph;
use super::near::listed;
use super::space::Values;
use crate::order::Solution;
use crate::outcome::{NearListing, NearOrders};
use crate::problem::{Problem, Unfit};
use crate::wall::Cell;
use azulejo_control::Control;
use itertools::Itertools;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;

/// The first so many optimal orders, by the numbers of their cells.
///
/// # Errors
/// When the problem has too many cells for a state graph.
pub fn first_orders(
    problem: &Problem,
    count: usize,
    control: &Control,
) -> Result<NearListing, Unfit> {
    listed(problem, control, |states, values, best| {
        let mut walk = Walk {
            states,
            values,
            control,
            most: count,
            score: best,
            turns: Vec::with_capacity(problem.horizon()),
            orders: Vec::new(),
            stopped: false,
        };
        walk.extend(states.start());
        NearOrders {
            best,
            proof: states.proof(),
            orders: walk.orders,
            stopped: walk.stopped,
        }
    })
}

struct Walk<'a> {
    states: &'a StateGraph,
    values: &'a Values,
    control: &'a Control,
    most: usize,
    score: u32,
    /// The first turns of the order.
    turns: Vec<Option<Cell>>,
    orders: Vec<Solution>,
    stopped: bool,
}

impl Walk<'_> {
    /// Adds the optimal orders that begin with the turns so far, which lead to a node.
    fn extend(&mut self, node: NodeIndex) {
        self.stopped |= self.control.stopped();
        if self.stopped || self.orders.len() == self.most {
            return;
        }
        if self.turns.len() + 1 == self.states.layers.len() {
            let order = self.turns.iter().copied().collect();
            let score = self.score;
            self.orders.push(Solution { order, score });
            return;
        }
        let rest = &self.values.rest;
        let steps = self.states.graph.edges(node).filter(|edge| {
            let after = rest[edge.target().index()];
            after.map(|after| after + edge.weight().points) == rest[node.index()]
        });
        let steps = steps.map(|edge| (edge.weight().cell, edge.target()));
        for (cell, target) in steps.sorted_by_key(|&(cell, _)| cell).collect_vec() {
            self.turns.push(cell);
            self.extend(target);
            self.turns.pop();
        }
    }
}
