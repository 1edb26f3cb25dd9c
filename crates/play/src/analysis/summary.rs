//! What the grades of a game say together.

use super::grade::{Grade, Loss};
use azulejo_rules::{Move, Players};

/// A move of a game with what its grade says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GradedMove {
    /// The number of the move in the game, from 1.
    pub number: usize,
    /// The round, from 1.
    pub round: u32,
    /// Who moved, from 0.
    pub player: usize,
    /// The move.
    pub taken: Move,
    /// The best move.
    pub best: Move,
    /// The mover's probability to win after the move.
    pub win: f64,
    /// What the move gives away.
    pub loss: Loss,
    /// The grade of that.
    pub grade: Grade,
}

/// The graded moves of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Those that are graded, in the order of play.
    pub moves: Vec<GradedMove>,
    /// The moves of the game.
    pub of: usize,
    /// How many play.
    pub players: Players,
}

/// A move after which a player's probability to win has crossed a threshold for good.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TurningPoint {
    /// The number of the move, from 1.
    pub number: usize,
    /// Whose probability it is, from 0.
    pub player: usize,
    /// The threshold: 0.25, 0.5 or 0.75.
    pub threshold: f64,
    /// Whether the probability is above it from there on.
    pub above: bool,
}

/// The costliest moves that are named.
const COSTLIEST: usize = 3;

/// The thresholds of turning points.
const THRESHOLDS: [f64; 3] = [0.25, 0.5, 0.75];

/// The mean loss of probability to win at which the accuracy of a player is 50.
const HALF: f64 = 0.02;

impl Summary {
    /// Whether every move was graded.
    pub fn is_whole(&self) -> bool {
        self.moves.len() == self.of
    }

    /// The moves of a player that have a grade.
    pub fn count(&self, player: usize, grade: Grade) -> usize {
        let graded = |it: &&GradedMove| it.player == player && it.grade == grade;
        self.moves.iter().filter(graded).count()
    }

    /// What a player gave away in all: probability to win.
    pub fn given_away(&self, player: usize) -> f64 {
        let own = self.moves.iter().filter(|it| it.player == player);
        // The sum of no numbers would be −0.
        own.fold(0.0, |sum, it| sum + it.loss.win)
    }

    /// Probability to win that a player gave away with a move on average. None where no move of his was graded.
    pub fn given_away_by_move(&self, player: usize) -> Option<f64> {
        let moves = self.moves.iter().filter(|it| it.player == player).count();
        (moves > 0).then(|| self.given_away(player) / moves as f64)
    }

    /// How well a player played, from 0 to 100: `100 / (1 + 50·m)`, where `m` is the mean loss of probability to win of his
    /// moves. None where no move of his was graded.
    pub fn accuracy(&self, player: usize) -> Option<f64> {
        let mean = self.given_away_by_move(player)?;
        Some(100.0 / (1.0 + mean / HALF))
    }

    /// The probability that a player wins, as the judge saw it after each move that tells it: of two players after every
    /// move, of more after the player's own.
    pub fn wins(&self, player: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let two = self.players == Players::Two;
        let told = self
            .moves
            .iter()
            .filter(move |it| two || it.player == player);
        told.map(move |it| {
            let win = it.win;
            (it.number, if it.player == player { win } else { 1.0 - win })
        })
    }

    /// The turning points of the game: of two players those of the first, as the other's are the same.
    pub fn turning_points(&self) -> Vec<TurningPoint> {
        let players = match self.players {
            Players::Two => 1,
            players => players.count(),
        };
        let mut found = Vec::new();
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
                // Where it was never on the other side, it was crossed before the first move.
                if let Some(&(number, _)) = other_side.and_then(|at| wins.get(at + 1)) {
                    found.push(TurningPoint {
                        number,
                        player,
                        threshold,
                        above,
                    });
                }
            }
        }
        found.sort_by_key(|it| it.number);
        found
    }

    /// At most three moves that cost most, the costliest first; none that gave nothing away.
    pub fn costliest(&self) -> Vec<&GradedMove> {
        let mut bad: Vec<&GradedMove> = self.moves.iter().collect();
        bad.retain(|it| it.grade > Grade::Good);
        let cost = |it: &GradedMove| (it.loss.win, it.loss.points);
        bad.sort_by(|one, other| {
            let (one, other) = (cost(one), cost(other));
            other.0.total_cmp(&one.0).then(other.1.total_cmp(&one.1))
        });
        bad.truncate(COSTLIEST);
        bad
    }
}
