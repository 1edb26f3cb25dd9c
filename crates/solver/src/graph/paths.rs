//! All optimal orders, as paths through the state graph: lists, random samples, and first tiles.

use super::StateGraph;
use super::values::Values;
use crate::outcome::{Orders, Proof, uniform_below};
use crate::problem::{Order, Problem, Unfit};
use crate::wall::{Cell, Covering};
use azulejo_control::Control;
use itertools::Itertools;
use petgraph::graph::NodeIndex;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rustc_hash::FxHashMap;

/// All optimal orders of a problem, in lexicographic order of their cells' numbers, a pass first, as paths in the state graph.
#[derive(Debug, Clone)]
pub struct OptimalPaths {
    states: StateGraph,
    values: Values,
}

impl OptimalPaths {
    /// The optimal orders of a problem; none if the search was stopped.
    ///
    /// # Errors
    /// When the problem has too many cells for a state graph.
    pub fn find(problem: &Problem, control: &Control) -> Result<Option<Self>, Unfit> {
        let Some(states) = StateGraph::build(problem, control)? else {
            return Ok(None);
        };
        let values = Values::new(&states, problem.sense());
        Ok(Some(Self { states, values }))
    }

    /// The optimal score, if there is an order.
    pub fn score(&self) -> Option<u32> {
        let best = self.values.through(self.states.start())?;
        Some(best + self.states.base)
    }

    /// The number of optimal orders.
    pub fn count(&self) -> Orders {
        Orders::from(self.completions(self.states.start()))
    }

    /// The proof of the optimal score.
    pub fn proof(&self) -> Proof {
        self.states.proof()
    }

    /// The order at an index from 0; none from [`count`](Self::count) on.
    pub fn get(&self, index: u128) -> Option<Order> {
        let (mut node, mut rest) = (self.states.start(), index);
        if index >= self.completions(node) {
            return None;
        }
        let mut turns = Vec::with_capacity(self.states.layers.len() - 1);
        while turns.len() + 1 < self.states.layers.len() {
            let moves = self.moves(node).sorted_by_key(|&(cell, ..)| cell);
            let (cell, next) = moves.into_iter().find_map(|(cell, next, count)| {
                if rest < count {
                    return Some((cell, next));
                }
                rest -= count;
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

    /// An endless sequence of uniform random optimal orders, determined by the seed; empty without orders.
    pub fn samples(&self, seed: u64) -> impl Iterator<Item = Order> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        std::iter::from_fn(move || {
            let count = Some(self.count()).filter(|count| !count.is_zero())?;
            let index = uniform_below(count, || random.next_u64());
            self.get(index.to::<u128>())
        })
    }

    /// The sets of cells of the first `turns` tiles of optimal orders, each with its number of optimal orders, by the
    /// cells' numbers.
    ///
    /// # Panics
    /// If there are fewer turns.
    pub fn first_tiles(&self, turns: usize) -> Vec<(Covering, Orders)> {
        let initial = self.states.graph[self.states.start()];
        let mut prefixes = FxHashMap::from_iter([(self.states.start(), 1_u128)]);
        for _ in 0..turns {
            let mut next: FxHashMap<NodeIndex, u128> = FxHashMap::default();
            for (&node, &count) in &prefixes {
                for (_, target, _) in self.moves(node) {
                    *next.entry(target).or_default() += count;
                }
            }
            prefixes = next;
        }
        assert!(
            turns < self.states.layers.len(),
            "only as many tiles as there are turns"
        );
        // With rows about more than one turn, a covering may have several nodes.
        let mut orders: FxHashMap<Covering, u128> = FxHashMap::default();
        for (node, count) in prefixes {
            let covering = self.states.graph[node].minus(initial);
            *orders.entry(covering).or_default() += count * self.completions(node);
        }
        let sets = orders.into_iter().filter(|(_, orders)| *orders > 0);
        let sets = sets.map(|(covering, orders)| (covering, Orders::from(orders)));
        let cells = |(covering, _): &(Covering, Orders)| covering.cells().collect_vec();
        sets.sorted_by_cached_key(cells).collect()
    }

    fn completions(&self, node: NodeIndex) -> u128 {
        self.values.completions[node.index()]
    }

    /// The optimal moves from a node: the cell, or none for a pass; the next node; and its number of optimal completions.
    fn moves(&self, node: NodeIndex) -> impl Iterator<Item = (Option<Cell>, NodeIndex, u128)> {
        let moves = self.values.optimal_moves(&self.states, node);
        moves.map(move |(by, next)| (by.cell, next, self.completions(next)))
    }
}
