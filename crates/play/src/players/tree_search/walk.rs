//! The walk over the tree of moves, which all methods share: moves are played on one position and taken back.

use super::value::{Bonus, best_of_others, value};
use crate::search::NodeBudget;
use azulejo_control::Stopped;
use azulejo_rules::{Move, Phase, Position};

/// A position of the tree, with the counts of the search.
#[derive(Debug)]
pub(super) struct TreeWalk {
    position: Position,
    /// The maximising player, from 0; all other players minimise.
    searcher: usize,
    bonus: Bonus,
    /// The leaves of the current depth.
    leaves: u64,
    /// The node budget of all depths; a node is a move, or a leaf that is evaluated without a move.
    budget: NodeBudget,
    /// Whether every leaf of the current depth is the end of the round.
    full: bool,
}

/// The counts of a depth.
#[derive(Debug, Clone, Copy)]
pub(super) struct DepthCounts {
    pub(super) leaves: u64,
    pub(super) nodes: u64,
    pub(super) full: bool,
}

impl TreeWalk {
    pub(super) fn new(position: Position, bonus: Bonus, budget: NodeBudget) -> Self {
        Self {
            position,
            searcher: position.mover(),
            bonus,
            leaves: 0,
            budget,
            full: true,
        }
    }

    /// Begins a depth, with no leaves.
    pub(super) fn begin(&mut self, depth: u32) {
        (self.leaves, self.full) = (0, true);
        self.budget.begin_depth(depth);
    }

    pub(super) fn counts(&self) -> DepthCounts {
        DepthCounts {
            leaves: self.leaves,
            nodes: self.budget.nodes(),
            full: self.full,
        }
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// Whether the mover is the maximising player.
    #[inline]
    pub(super) fn maximises(&self) -> bool {
        self.position.mover() == self.searcher
    }

    /// The value of the position where the round is over and the position is a leaf.
    #[inline]
    pub(super) fn end_of_round(&mut self) -> Option<i32> {
        (self.position.phase() == Phase::RoundEnd).then(|| {
            self.leaves += 1;
            value(&self.position, self.searcher, self.bonus)
        })
    }

    /// Searches the position after a move.
    #[inline]
    pub(super) fn with_move<T>(
        &mut self,
        taken: Move,
        search: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        self.budget.check()?;
        self.budget.count(1);
        let undo = self.position.play_unchecked(taken);
        let result = search(self);
        self.position.take_back(undo);
        result
    }

    /// The leaves below a position at depth 1: `visit` receives each move with its value, in the order of the codes,
    /// until it returns false. No move is played, as a move changes the mover's board alone.
    #[inline]
    pub(super) fn leaves(&mut self, mut visit: impl FnMut(Move, i32) -> bool) {
        let (position, bonus) = (&self.position, self.bonus);
        let mover = position.mover();
        let before = self.leaves;
        if mover == self.searcher {
            let others = best_of_others(position, bonus, |player| player == mover);
            for (taken, prospect) in position.prospects() {
                self.leaves += 1;
                if !visit(taken, bonus.points(prospect) - others) {
                    break;
                }
            }
        } else {
            let own = bonus.points(position.boards()[self.searcher].prospect());
            let is_excluded = |player| player == mover || player == self.searcher;
            let others = best_of_others(position, bonus, is_excluded);
            for (taken, prospect) in position.prospects() {
                self.leaves += 1;
                if !visit(taken, own - others.max(bonus.points(prospect))) {
                    break;
                }
            }
        }
        self.budget.count(self.leaves - before);
        self.full = self.full && position.awaits_last_move();
    }
}
