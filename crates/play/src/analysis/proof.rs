//! Exact values of the whole game, where it ends with the round.

use super::ending::is_last_round;
use crate::exact::{RoundQuestion, RoundSolver, Unfinished};
use azulejo_control::Control;
use azulejo_rules::{Board, Move, Players, Position};
use std::num::NonZeroUsize;

/// A proven value of best play to the end of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ProvenValue {
    /// The final lead in points, with bonuses.
    pub(super) points: i32,
    /// All best moves, or the one move of the request.
    pub(super) best: Vec<Move>,
    /// The principal variation to the end of the game.
    pub(super) variation: Vec<Move>,
}

/// The search for a proof in a position of two players.
///
/// A player can often decide whether the game ends with the round. So the round is solved twice: with a game that goes
/// on counted as lost for the mover, and counted as won. If the mover wins the first, or loses the second, the result
/// is the value of the game, whatever the later rounds bring.
#[derive(Debug)]
pub(super) struct Proof<'a> {
    position: &'a Position,
    control: &'a Control,
    /// Whether the game ends with the round in any case.
    ends_surely: bool,
    /// The two solvers, in which a game that goes on counts as lost for the mover, and as won.
    solvers: [RoundSolver; 2],
    /// The positions that may still be judged.
    nodes_left: u64,
    nodes: u64,
}

/// The groups of the largest positions for which a proof is attempted.
const MOST_GROUPS: u32 = 17;

/// The memory of each solver's table, in bytes.
const MEMORY: usize = 64 << 20;

impl<'a> Proof<'a> {
    /// A proof search; none where no proof is within reach: the game cannot end with the round, or too much of the
    /// round is left.
    pub(super) fn new(
        position: &'a Position,
        nodes: u64,
        threads: NonZeroUsize,
        control: &'a Control,
    ) -> Option<Self> {
        let in_reach = position.players() == Players::Two
            && position.group_count() <= MOST_GROUPS
            && may_end(position)
            && nodes > 0;
        in_reach.then(|| Self {
            position,
            control,
            ends_surely: is_last_round(position),
            solvers: [1 - position.mover(), position.mover()].map(|winner| {
                let question = RoundQuestion {
                    unfinished: Unfinished::WonBy(winner),
                    ..RoundQuestion::default()
                };
                RoundSolver::with_memory(question, MEMORY).on_threads(threads)
            }),
            nodes_left: nodes,
            nodes: 0,
        })
    }

    /// The number of evaluated positions.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The proven value of the position, or of a move in it; none where the limits do not suffice.
    pub(super) fn value(&mut self, taken: Option<Move>) -> Option<ProvenValue> {
        let standing = self.position.standing();
        let (own, other) = (self.position.mover(), 1 - self.position.mover());
        let is_ahead = standing.scores()[own] > standing.scores()[other];
        let mut values: [Option<ProvenValue>; 2] = [None, None];
        // A mover in the lead is likelier to win a game that ends: the first solver is tried first.
        for index in if is_ahead { [0, 1] } else { [1, 0] } {
            let proven = self.solve(index, taken)?;
            let points = proven.points;
            let is_decided = match index {
                0 => points > 0,
                _ => points < 0,
            };
            if is_decided && points.abs() < Unfinished::POINTS || self.ends_surely {
                return Some(proven);
            }
            values[index] = Some(proven);
        }
        let [low, high] = values.map(|value| value.map(|value| value.points));
        common_value(low, high)?;
        self.solve(0, taken)
    }

    fn solve(&mut self, index: usize, taken: Option<Move>) -> Option<ProvenValue> {
        let nodes = Some(self.nodes_left).filter(|&nodes| nodes > 0)?;
        let solver = &mut self.solvers[index];
        let (low, high, best, variation, nodes) = match taken {
            None => {
                let solution = solver.solve(self.position, Some(nodes), self.control);
                let solution = solution.expect("a position that waits for a move");
                let (low, high) = (solution.low, solution.high);
                (low, high, solution.best, solution.variation, solution.nodes)
            }
            Some(taken) => {
                let line = solver.line(self.position, taken, Some(nodes), self.control);
                let line = line.expect("a legal move");
                (line.low, line.high, vec![taken], line.variation, line.nodes)
            }
        };
        self.nodes += nodes;
        self.nodes_left = self.nodes_left.saturating_sub(nodes);
        (low == high).then_some(ProvenValue {
            points: low,
            best,
            variation,
        })
    }
}

/// The common value of both solvers, if they agree on a game that ends.
fn common_value(low: Option<i32>, high: Option<i32>) -> Option<i32> {
    let is_equal = low == high;
    low.filter(|points| is_equal && points.abs() < Unfinished::POINTS)
}

/// Whether the game can end with the round.
fn may_end(position: &Position) -> bool {
    let is_nearly_complete =
        |board: &Board| (0..Board::ROWS).any(|row| board.colours_on(row).count_ones() == 4);
    let is_exhausted = position.bag().is_empty() && position.lid().is_empty();
    is_exhausted || position.boards().iter().any(is_nearly_complete)
}
