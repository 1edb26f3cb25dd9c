//! Monte-Carlo tree search: UCT (Kocsis and Szepesvári, "Bandit based Monte-Carlo Planning", 2006).

use super::evaluator::{Mix, ShortlistWeights, Utility, play_on, shortlist};
use super::kind::{OptionValues, PlayerKind, PlayerOption};
use super::limits::Limits;
use super::player::{Player, SearchReport};
use crate::search::NodeBudget;
use azulejo_control::Control;
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::{Move, Phase, Players, Position};
use std::cell::Cell;
use std::ops::Range;

pub(super) const KIND: PlayerKind = PlayerKind {
    name: "mcts",
    about: "Monte-Carlo tree search (UCT) with the evaluator's rollouts",
    options: &[
        PlayerOption {
            name: "rounds",
            about: "the rounds of a rollout; later ones have random deals",
            values: OptionValues::Number(1, 20),
            default: 1,
        },
        PlayerOption {
            name: "exploration",
            about: "how far apart two values are, in tenths of a point, of which the worse is still tried",
            values: OptionValues::Number(0, 1000),
            default: 50,
        },
    ],
    searches: true,
    build: |options| {
        Box::new(Mcts {
            rounds: options.get("rounds") as u32,
            exploration: options.get("exploration") as f64 / 10.0,
        })
    },
};

/// The player `mcts`, which plays the most visited move.
#[derive(Debug)]
struct Mcts {
    rounds: u32,
    exploration: f64,
}

/// A node of the tree: a move, and the statistics of the position that it leads to.
#[derive(Debug, Clone)]
struct MctsNode {
    taken: Move,
    visits: u32,
    /// The sum of the results for the player of the move.
    sum: f64,
    /// The indices of the child nodes; empty until the second visit, and at the end of the round.
    children: Range<u32>,
}

/// The limit of the tree's nodes; a full tree is not expanded any more.
const MOST_NODES: usize = 4_000_000;

/// The visits of a search without a limit of time or nodes.
const MOST_VISITS: u32 = 10_000;

impl Player for Mcts {
    fn choose(&self, position: &Position, rng: &mut ChaCha8Rng, limits: &Limits) -> Move {
        self.think(position, rng, limits, &Control::default(), &|_| ())
    }

    fn think(
        &self,
        position: &Position,
        rng: &mut ChaCha8Rng,
        limits: &Limits,
        control: &Control,
        report: &dyn Fn(SearchReport),
    ) -> Move {
        let mut tree = MctsTree::new(position, limits.budget(control));
        let unlimited = limits.time.is_none() && limits.nodes.is_none();
        let most_visits = if unlimited { MOST_VISITS } else { u32::MAX };
        tree.visit(self, position, rng);
        while tree.nodes[0].visits < most_visits && tree.budget.check().is_ok() {
            tree.visit(self, position, rng);
        }
        let children = tree.children(0);
        let most_visited = children.max_by_key(|&child| tree.nodes[child].visits);
        let best = &tree.nodes[most_visited.expect("a position that waits for a move")];
        report(SearchReport {
            depth: tree.deepest,
            value: (best.sum / f64::from(best.visits.max(1))).round() as i32,
            win: None,
            nodes: tree.budget.nodes(),
            variation: vec![best.taken],
        });
        best.taken
    }
}

#[derive(Debug)]
struct MctsTree {
    nodes: Vec<MctsNode>,
    /// The node budget; a node is a move, in the tree or in a rollout.
    budget: NodeBudget,
    deepest: u32,
}

impl MctsTree {
    fn new(position: &Position, budget: NodeBudget) -> Self {
        let taken = position.legal().next();
        let root = MctsNode {
            taken: taken.expect("a position that waits for a move"),
            visits: 0,
            sum: 0.0,
            children: 0..0,
        };
        let mut tree = Self {
            nodes: vec![root],
            budget,
            deepest: 0,
        };
        tree.expand(0, position);
        tree
    }

    fn children(&self, node: usize) -> impl Iterator<Item = usize> + use<> {
        let Range { start, end } = self.nodes[node].children;
        start as usize..end as usize
    }

    /// Expands a node with a child for each legal move, in the order of the evaluator's shortlist.
    fn expand(&mut self, node: usize, position: &Position) {
        if self.nodes.len() >= MOST_NODES {
            return;
        }
        let first = self.nodes.len();
        let moves = shortlist(position, &ShortlistWeights::PUBLISHED, None);
        self.nodes.extend(moves.into_iter().map(|taken| MctsNode {
            taken,
            visits: 0,
            sum: 0.0,
            children: 0..0,
        }));
        self.nodes[node].children = first as u32..self.nodes.len() as u32;
    }

    /// Selects a leaf of the tree, plays a rollout from it, and adds the result to each node on the path.
    fn visit(&mut self, player: &Mcts, position: &Position, rng: &mut ChaCha8Rng) {
        let mut position = *position;
        let mut path = vec![(0, position.mover())];
        let mut node = 0;
        while let Some(child) = self.most_promising(node, player.exploration) {
            path.push((child, position.mover()));
            position.play_unchecked(self.nodes[child].taken);
            self.budget.count(1);
            node = child;
            let is_unexpanded = self.nodes[node].visits > 0 && self.nodes[node].children.is_empty();
            if is_unexpanded && position.phase() == Phase::Moves {
                self.expand(node, &position);
            }
        }
        self.deepest = self.deepest.max(path.len() as u32 - 1);
        let rollout_moves = Cell::new(0);
        let greedy = |position: &Position, rng: &mut ChaCha8Rng| {
            rollout_moves.set(rollout_moves.get() + 1);
            Mix::GREEDY.choose(position, rng)
        };
        play_on(&mut position, player.rounds, rng, greedy, |_, _| ());
        self.budget.count(rollout_moves.get());
        let mut results = [0.0; Players::MAX];
        for (player, result) in results
            .iter_mut()
            .enumerate()
            .take(position.players().count())
        {
            *result = Utility::Final.of(&position, player);
        }
        for (node, mover) in path {
            self.nodes[node].visits += 1;
            self.nodes[node].sum += results[mover];
        }
    }

    /// The child with the highest upper confidence bound, or the first child without a visit; none where the node is
    /// not expanded.
    fn most_promising(&self, node: usize, exploration: f64) -> Option<usize> {
        let logarithm = f64::from(self.nodes[node].visits.max(1)).ln();
        let mut best = None;
        let mut highest = f64::NEG_INFINITY;
        for child in self.children(node) {
            let MctsNode { visits, sum, .. } = self.nodes[child];
            if visits == 0 {
                return Some(child);
            }
            let visits = f64::from(visits);
            let bound = sum / visits + exploration * (2.0 * logarithm / visits).sqrt();
            if bound > highest {
                (best, highest) = (Some(child), bound);
            }
        }
        best
    }
}
