use super::MoveGrade;
use crate::analysis::{self, Grade, MoveReview, TurningPoint};
use crate::schema::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `game review`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Review {
    /// The version of the outputs.
    pub schema: Version,
    /// Whether every move was graded.
    pub whole: bool,
    /// A summary of each player's moves.
    pub players: Vec<ReviewedPlayer>,
    /// How well each player played, from 0 to 100; none where no move of his was graded.
    pub accuracy: Vec<Option<f64>>,
    /// The moves after which a player's probability to win crossed a threshold for good.
    pub turning_points: Vec<TurningPoint>,
    /// The moves with their grades.
    pub moves: Vec<ReviewedMove>,
    /// The numbers of the costliest moves, the costliest first.
    pub worst: Vec<usize>,
}

/// A player of a game.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ReviewedPlayer {
    /// How much probability to win all moves gave away.
    pub given_away: f64,
    /// How many moves gave nothing away.
    pub best: usize,
    /// How many were good.
    pub good: usize,
    /// How many were inaccurate.
    pub inaccuracy: usize,
    /// How many were mistakes.
    pub mistake: usize,
    /// How many were blunders.
    pub blunder: usize,
}

/// A move of a game.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ReviewedMove {
    /// Its number, from 1.
    pub number: usize,
    /// Its round.
    pub round: u32,
    /// The player of the move.
    pub player: usize,
    /// The position before it.
    pub position: String,
    /// Its grade.
    #[serde(flatten)]
    pub graded: MoveGrade,
}

impl From<&analysis::Review> for Review {
    fn from(review: &analysis::Review) -> Self {
        let summary = review.summary();
        let players = 0..summary.players.count();
        let player = |player: usize| ReviewedPlayer {
            given_away: summary.given_away(player),
            best: summary.count(player, Grade::Best),
            good: summary.count(player, Grade::Good),
            inaccuracy: summary.count(player, Grade::Inaccuracy),
            mistake: summary.count(player, Grade::Mistake),
            blunder: summary.count(player, Grade::Blunder),
        };
        Self {
            schema: Version,
            whole: summary.is_whole(),
            players: players.clone().map(player).collect(),
            accuracy: players.map(|player| summary.accuracy(player)).collect(),
            turning_points: summary.turning_points(),
            moves: review.moves.iter().map(ReviewedMove::from).collect(),
            worst: summary
                .costliest()
                .iter()
                .map(|move_| move_.number)
                .collect(),
        }
    }
}

impl From<&MoveReview> for ReviewedMove {
    fn from(review: &MoveReview) -> Self {
        Self {
            number: review.number,
            round: review.round,
            player: review.player,
            position: review.position.to_string(),
            graded: MoveGrade::new(&review.position, &review.graded),
        }
    }
}
