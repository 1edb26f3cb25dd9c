//! All optimal orders, as paths through the state graph: listed, drawn at random, and by their first tiles.

use super::StateGraph;
use super::space::Values;
use crate::outcome::{Orders, Proof, uniform_below};
use crate::problem::{Order, Problem, Unfit};
use crate::wall::{Cell, Covering};
use azulejo_control::Control;
use itertools::Itertools;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rustc_hash::FxHashMap;

/// All optimal orders of a problem, in lexicographic order of their cells' numbers, a pass first; held as the nodes on their way, not one by one.
#[derive(Debug, Clone)]
pub struct OptimalPaths {
    states: StateGraph,
    values: Values,
    /// By node index: the optimal ways in which an order goes on from it, at most 16!, and with passes 16! times 2^16.
    completions: Vec<u128>,
}

impl OptimalPaths {
    /// Finds them; none if stopped on the way.
    ///
    /// # Errors
    /// When the problem has too many cells for a state graph.
    pub fn find(problem: &Problem, control: &Control) -> Result<Option<Self>, Unfit> {
        let Some(states) = StateGraph::build(problem, control)? else {
            return Ok(None);
        };
        let values = Values::new(&states, problem.sense());
        let mut paths = Self {
            completions: vec![0; states.graph.node_count()],
            states,
            values,
        };
        for &end in paths.states.ends() {
            paths.completions[end.index()] = 1;
        }
        for &node in paths.states.layers.iter().rev().skip(1).flatten() {
            let ways = paths.moves(node).map(|(.., ways)| ways).sum();
            paths.completions[node.index()] = ways;
        }
        Ok(Some(paths))
    }

    /// The optimal score; none where no order satisfies the constraints.
    pub fn score(&self) -> Option<u32> {
        let best = self.values.through(self.states.start())?;
        Some(best + self.states.base)
    }

    /// The number of optimal orders.
    pub fn count(&self) -> Orders {
        Orders::from(self.ways(self.states.start()))
    }

    /// The proof that no order scores better.
    pub fn proof(&self) -> Proof {
        self.states.proof()
    }

    /// The order at an index from 0; none from [`count`](Self::count) on.
    pub fn get(&self, index: u128) -> Option<Order> {
        let (mut node, mut rest) = (self.states.start(), index);
        if index >= self.ways(node) {
            return None;
        }
        let mut turns = Vec::with_capacity(self.states.layers.len() - 1);
        while turns.len() + 1 < self.states.layers.len() {
            let moves = self.moves(node).sorted_by_key(|&(cell, ..)| cell);
            let (cell, next) = moves.into_iter().find_map(|(cell, next, ways)| {
                if rest < ways {
                    return Some((cell, next));
                }
                rest -= ways;
                None
            })?;
            turns.push(cell);
            node = next;
        }
        Some(turns.into_iter().collect())
    }

    /// Every optimal order, in lexicographic order.
    pub fn iter(&self) -> impl Iterator<Item = Order> {
        (0..).map_while(|index| self.get(index))
    }

    /// Optimal orders without end, each drawn uniformly at random; an equal seed gives equal ones. None where there is no order.
    pub fn samples(&self, seed: u64) -> impl Iterator<Item = Order> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        std::iter::from_fn(move || {
            let count = Some(self.count()).filter(|count| !count.is_zero())?;
            let index = uniform_below(count, || random.next_u64());
            self.get(index.to::<u128>())
        })
    }

    /// The sets of cells that the first `turns` tiles of optimal orders fill, with the number of optimal orders behind each, by the
    /// cells' numbers.
    ///
    /// # Panics
    /// If there are not so many turns.
    pub fn first_tiles(&self, turns: usize) -> Vec<(Covering, Orders)> {
        let initial = self.states.graph[self.states.start()];
        let mut ways = FxHashMap::from_iter([(self.states.start(), 1_u128)]);
        for _ in 0..turns {
            let mut next: FxHashMap<NodeIndex, u128> = FxHashMap::default();
            for (&node, &count) in &ways {
                for (_, reached, _) in self.moves(node) {
                    *next.entry(reached).or_default() += count;
                }
            }
            ways = next;
        }
        assert!(
            turns < self.states.layers.len(),
            "only as many tiles as there are turns"
        );
        // Where rows speak of more than one turn, a covering can have several nodes.
        let mut behind: FxHashMap<Covering, u128> = FxHashMap::default();
        for (node, count) in ways {
            let covering = self.states.graph[node].minus(initial);
            *behind.entry(covering).or_default() += count * self.ways(node);
        }
        let counted = behind.into_iter().filter(|(_, orders)| *orders > 0);
        let counted = counted.map(|(covering, orders)| (covering, Orders::from(orders)));
        let cells = |(covering, _): &(Covering, Orders)| covering.cells().collect_vec();
        counted.sorted_by_cached_key(cells).collect()
    }

    fn ways(&self, node: NodeIndex) -> u128 {
        self.completions[node.index()]
    }

    /// The best moves on from a node: the cell, none for a pass, the node after it, and the optimal ways on from there.
    fn moves(&self, node: NodeIndex) -> impl Iterator<Item = (Option<Cell>, NodeIndex, u128)> + '_ {
        let rest = &self.values.rest;
        self.states.graph.edges(node).filter_map(move |edge| {
            let after = rest[edge.target().index()]? + edge.weight().points;
            let is_best = Some(after) == rest[node.index()];
            is_best.then(|| (edge.weight().cell, edge.target(), self.ways(edge.target())))
        })
    }
}
