//! From a solution of the program to an order, or to the cycles that keep it from being one.

use super::phases::Phases;
use super::precedence::Precedence;
use crate::formulation::{Equation, Linear, Reading};
use crate::problem::Order;
use crate::wall::Cell;
use itertools::Itertools;
use petgraph::algo::{tarjan_scc, toposort};
use petgraph::graphmap::DiGraphMap;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Largest number of cuts in a round.
const MOST_CUTS: usize = 200;

pub(super) static LONGER_CYCLES: Equation = Equation {
    number: "O-11",
    statement: "No longer cycle, in which each cell is filled before the next; added when a solution has one",
    each: "a cycle $c_{1}, …, c_{n}$ of cells, each of a common line with the next",
    formula: "o(c_{1},c_{2}) + o(c_{2},c_{3}) + … + o(c_{n},c_{1}) ≤ n − 1",
};

pub(super) fn read(phases: &Phases, precedence: &Precedence, values: &[i64]) -> Reading {
    let truth = |expression: &Linear| expression.value(values) == 1;
    let mut turns = Vec::new();
    let mut cycles = BTreeSet::new();
    for (phase, cells) in filled_by_phase(phases, truth).into_iter().enumerate() {
        let graph = digraph(&cells, precedence, truth);
        match toposort(&graph, None) {
            Ok(sorted) => {
                turns.extend(phases.in_turns(phase, sorted.into_iter().map(Cell::from_index)));
            }
            Err(_) => {
                cycles.extend(shortest_cycles(&graph));
                turns.extend(phases.in_turns(phase, fewest_first(&graph).into_iter()));
            }
        }
    }
    let order: Order = turns.into_iter().collect();
    let across = precedence.cuts_across(phases, values);
    if cycles.is_empty() && across.is_empty() {
        return Reading::Order(order);
    }
    let cut = |cycle: Vec<Cell>| precedence.cut(&LONGER_CYCLES, &cycle);
    let cycles = cycles.into_iter().take(MOST_CUTS).map(cut);
    Reading::Cyclic {
        cuts: cycles.chain(across).collect(),
        near: order,
    }
}

fn filled_by_phase(phases: &Phases, truth: impl Fn(&Linear) -> bool) -> Vec<Vec<Cell>> {
    let mut by_phase = vec![Vec::new(); phases.count()];
    for cell in phases.cells() {
        let first = (0..phases.count()).find(|&phase| truth(phases.by_end(cell, phase)));
        if let Some(phase) = first {
            by_phase[phase].push(cell);
        }
    }
    by_phase
}

type Digraph = DiGraphMap<usize, ()>;

/// An edge from each cell to the paired cells that it comes before.
fn digraph(cells: &[Cell], precedence: &Precedence, truth: impl Fn(&Linear) -> bool) -> Digraph {
    let mut graph = Digraph::new();
    for cell in cells {
        graph.add_node(cell.index());
    }
    for [&left, &right] in cells.iter().array_combinations() {
        if precedence.is_pair(left, right) {
            let forward = truth(&precedence.before(left, right));
            let (first, then) = if forward {
                (left, right)
            } else {
                (right, left)
            };
            graph.add_edge(first.index(), then.index(), ());
        }
    }
    graph
}

/// A shortest cycle through each cell that is on one, each cycle from its least cell on.
fn shortest_cycles(graph: &Digraph) -> BTreeSet<Vec<Cell>> {
    let components = tarjan_scc(graph)
        .into_iter()
        .filter(|component| component.len() > 1);
    let cycles = components
        .flatten()
        .filter_map(|node| cycle_through(graph, node));
    let canonical = cycles.map(|mut cycle| {
        let least = cycle.iter().position_min().unwrap_or(0);
        cycle.rotate_left(least);
        cycle.into_iter().map(Cell::from_index).collect()
    });
    canonical.collect()
}

/// Breadth first from a node until an edge leads back to it.
fn cycle_through(graph: &Digraph, node: usize) -> Option<Vec<usize>> {
    let mut parent = BTreeMap::from([(node, node)]);
    let mut queue = VecDeque::from([node]);
    while let Some(current) = queue.pop_front() {
        for next in graph.neighbors(current) {
            if next == node {
                let path = std::iter::successors(Some(current), |current| Some(parent[current]));
                let mut cycle: Vec<usize> = path.take_while(|&current| current != node).collect();
                cycle.push(node);
                cycle.reverse();
                return Some(cycle);
            }
            if let Entry::Vacant(entry) = parent.entry(next) {
                entry.insert(current);
                queue.push_back(next);
            }
        }
    }
    None
}

/// The cells one by one, each time one with the fewest remaining cells before it.
fn fewest_first(graph: &Digraph) -> Vec<Cell> {
    let mut remaining: BTreeSet<usize> = graph.nodes().collect();
    let mut order = Vec::with_capacity(remaining.len());
    let incoming = petgraph::Direction::Incoming;
    while let Some(next) = remaining.iter().copied().min_by_key(|&node| {
        graph
            .neighbors_directed(node, incoming)
            .filter(|before| remaining.contains(before))
            .count()
    }) {
        remaining.remove(&next);
        order.push(Cell::from_index(next));
    }
    order
}
