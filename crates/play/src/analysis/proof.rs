//! Exact values of the game, where it ends with the round.

use super::ending::is_last_round;
use crate::exact::{RoundQuestion, RoundSolver, Unfinished};
use azulejo_control::Control;
use azulejo_rules::{Board, Move, Players, Position};
use std::num::NonZeroUsize;

/// A value that best play to the end of the game has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Proven {
    /// The final difference, bonuses counted.
    pub(super) points: i32,
    /// All moves that have it; that of the question, where one was asked for.
    pub(super) best: Vec<Move>,
    /// How the game goes on, to its end.
    pub(super) variation: Vec<Move>,
}

/// What is proven of a position of two players.
///
/// A player can often decide whether the game ends with the round. So a value is asked for twice: as if a game that goes on
/// were lost for the mover, and as if it were won. If he wins as the one, or loses as the other, that is the value of the game,
/// whatever the rounds to come would bring.
#[derive(Debug)]
pub(super) struct Proof<'a> {
    position: &'a Position,
    control: &'a Control,
    /// Whether the game ends with the round in any case.
    surely: bool,
    /// A game that goes on is lost for the mover, or won.
    solvers: [RoundSolver; 2],
    /// The positions that may still be judged.
    left: u64,
    nodes: u64,
}

/// More groups are not proven in the time of an answer.
const MOST_GROUPS: u32 = 17;

/// Of each table, in bytes.
const MEMORY: usize = 64 << 20;

impl<'a> Proof<'a> {
    /// None where no proof is within reach: the game goes on, or too much of the round is left.
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
            surely: is_last_round(position),
            solvers: [1 - position.mover(), position.mover()].map(|winner| {
                let question = RoundQuestion {
                    unfinished: Unfinished::WonBy(winner),
                    ..RoundQuestion::default()
                };
                RoundSolver::with_memory(question, MEMORY).on_threads(threads)
            }),
            left: nodes,
            nodes: 0,
        })
    }

    /// The positions that were judged.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of the position, or of a move in it.
    pub(super) fn value(&mut self, taken: Option<Move>) -> Option<Proven> {
        let standing = self.position.standing();
        let (own, other) = (self.position.mover(), 1 - self.position.mover());
        let ahead = standing.scores()[own] > standing.scores()[other];
        let mut found: [Option<Proven>; 2] = [None, None];
        // Who is ahead rather wins a game that ends.
        for which in if ahead { [0, 1] } else { [1, 0] } {
            let proven = self.solved(which, taken)?;
            let points = proven.points;
            let decided = match which {
                0 => points > 0,
                _ => points < 0,
            };
            if decided && points.abs() < Unfinished::POINTS || self.surely {
                return Some(proven);
            }
            found[which] = Some(proven);
        }
        let [low, high] = found.map(|it| it.map(|it| it.points));
        found_equal(low, high)?;
        self.solved(0, taken)
    }

    fn solved(&mut self, which: usize, taken: Option<Move>) -> Option<Proven> {
        let nodes = Some(self.left).filter(|&left| left > 0)?;
        let solver = &mut self.solvers[which];
        let (low, high, best, variation, nodes) = match taken {
            None => {
                let solution = solver.solve(self.position, Some(nodes), self.control);
                let solution = solution.expect("it waits for a move");
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
        self.left = self.left.saturating_sub(nodes);
        (low == high).then_some(Proven {
            points: low,
            best,
            variation,
        })
    }
}

/// Both values, where they are the same and of a game that ends.
fn found_equal(low: Option<i32>, high: Option<i32>) -> Option<i32> {
    let same = low == high;
    low.filter(|points| same && points.abs() < Unfinished::POINTS)
}

/// Whether the game can end with the round.
fn may_end(position: &Position) -> bool {
    let nearly =
        |board: &Board| (0..Board::ROWS).any(|row| board.colours_on(row).count_ones() == 4);
    let nothing_to_deal = position.bag().is_empty() && position.lid().is_empty();
    nothing_to_deal || position.boards().iter().any(nearly)
}
