//! The summary of a game's grades.

use super::grade::{Grade, Loss};
use azulejo_rules::{Move, Players};
use serde::{Deserialize, Serialize};

/// A graded move of a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GradedMove {
    /// The number of the move in the game, from 1.
    pub number: usize,
    /// The round, from 1.
    pub round: u32,
    /// The player of the move, from 0.
    pub player: usize,
    /// The move.
    pub taken: Move,
    /// The best move.
    pub best: Move,
    /// The mover's probability to win after the move.
    pub win: f64,
    /// The loss of the move.
    pub loss: Loss,
    /// The grade of the loss.
    pub grade: Grade,
}

/// The graded moves of a game, and figures of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// The graded moves, in the order of play.
    pub moves: Vec<GradedMove>,
    /// The number of moves of the game.
    pub of: usize,
    /// The number of players.
    pub players: Players,
}

/// A turning point: a move after which a player's probability to win has crossed a threshold for good.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurningPoint {
    /// The number of the move, from 1.
    pub number: usize,
    /// The player whose probability it is, from 0.
    pub player: usize,
    /// The threshold: 0.25, 0.5 or 0.75.
    pub threshold: f64,
    /// Whether the probability is above the threshold from there on.
    pub above: bool,
}

/// The limit of costly moves in a summary.
const COSTLIEST: usize = 3;

/// The thresholds of turning points: probabilities to win.
const THRESHOLDS: [f64; 3] = [0.25, 0.5, 0.75];

/// The mean loss of probability to win at which the accuracy of a player is 50.
const HALF: f64 = 0.02;

impl Summary {
    /// Whether every move was graded.
    pub fn is_whole(&self) -> bool {
        self.moves.len() == self.of
    }

    /// The number of a player's moves with a grade.
    pub fn count(&self, player: usize, grade: Grade) -> usize {
        let has_grade =
            |graded_move: &&GradedMove| graded_move.player == player && graded_move.grade == grade;
        self.moves.iter().filter(has_grade).count()
    }

    /// The sum of a player's losses of the probability to win.
    pub fn given_away(&self, player: usize) -> f64 {
        let own = self
            .moves
            .iter()
            .filter(|graded_move| graded_move.player == player);
        // The sum of no numbers would be −0.
        own.fold(0.0, |sum, graded_move| sum + graded_move.loss.win)
    }

    /// A player's mean loss of the probability to win for each move; none without graded moves.
    pub fn given_away_by_move(&self, player: usize) -> Option<f64> {
        let moves = self
            .moves
            .iter()
            .filter(|graded_move| graded_move.player == player)
            .count();
        (moves > 0).then(|| self.given_away(player) / moves as f64)
    }

    /// The accuracy of a player, from 0 to 100: `100 / (1 + 50·m)`, where `m` is the mean loss of probability to win
    /// for each move. None without graded moves.
    pub fn accuracy(&self, player: usize) -> Option<f64> {
        let mean = self.given_away_by_move(player)?;
        Some(100.0 / (1.0 + mean / HALF))
    }

    /// The probability that a player wins, by the judge, with the numbers of the moves after which it has a grade: with
    /// two players every move, with more the player's own moves.
    pub fn wins(&self, player: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let two = self.players == Players::Two;
        let moves = self
            .moves
            .iter()
            .filter(move |graded_move| two || graded_move.player == player);
        moves.map(move |graded_move| {
            let win = graded_move.win;
            (
                graded_move.number,
                if graded_move.player == player {
                    win
                } else {
                    1.0 - win
                },
            )
        })
    }

    /// The turning points of the game: with two players only the first player's, as the second player's are the same.
    pub fn turning_points(&self) -> Vec<TurningPoint> {
        let players = match self.players {
            Players::Two => 1,
            players => players.count(),
        };
        let mut points = Vec::new();
        for player in 0..players {
            let wins: Vec<(usize, f64)> = self.wins(player).collect();
            for threshold in THRESHOLDS {
                let Some(&(_, last)) = wins.last() else {
                    continue;
                };
                let above = last >= threshold;
                let other_side = wins
                    .iter()
                    .rposition(|(_, win)| (*win >= threshold) != above);
                // Without a move on the other side, the crossing was before the first move.
                if let Some(&(number, _)) = other_side.and_then(|at| wins.get(at + 1)) {
                    points.push(TurningPoint {
                        number,
                        player,
                        threshold,
                        above,
                    });
                }
            }
        }
        points.sort_by_key(|point| point.number);
        points
    }

    /// At most three moves with the largest losses, the costliest first, without moves that are best or good.
    pub fn costliest(&self) -> Vec<&GradedMove> {
        let mut bad: Vec<&GradedMove> = self.moves.iter().collect();
        bad.retain(|graded_move| graded_move.grade > Grade::Good);
        let cost = |graded_move: &GradedMove| (graded_move.loss.win, graded_move.loss.points);
        bad.sort_by(|first, second| {
            let (first, second) = (cost(first), cost(second));
            second
                .0
                .total_cmp(&first.0)
                .then(second.1.total_cmp(&first.1))
        });
        bad.truncate(COSTLIEST);
        bad
    }
}
