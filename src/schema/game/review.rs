use super::Graded;
use crate::analysis::{self, Grade, Reviewed};
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
    /// What there is to say of each player.
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

/// A turning point.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct TurningPoint {
    /// The number of the move, from 1.
    pub number: usize,
    /// Whose probability it is.
    pub player: usize,
    /// The threshold: 0.25, 0.5 or 0.75.
    pub threshold: f64,
    /// Whether the probability is above it from there on.
    pub above: bool,
}

/// A move of a game.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ReviewedMove {
    /// Its number, from 1.
    pub number: usize,
    /// Its round.
    pub round: u32,
    /// Who played it.
    pub player: usize,
    /// The position before it.
    pub position: String,
    /// Its grade.
    #[serde(flatten)]
    pub graded: Graded,
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
        let turning = summary.turning_points().into_iter();
        Self {
            schema: Version,
            whole: summary.is_whole(),
            players: players.clone().map(player).collect(),
            accuracy: players.map(|player| summary.accuracy(player)).collect(),
            turning_points: turning
                .map(|it| TurningPoint {
                    number: it.number,
                    player: it.player,
                    threshold: it.threshold,
                    above: it.above,
                })
                .collect(),
            moves: review.moves.iter().map(ReviewedMove::from).collect(),
            worst: summary.costliest().iter().map(|it| it.number).collect(),
        }
    }
}

impl From<&Reviewed> for ReviewedMove {
    fn from(reviewed: &Reviewed) -> Self {
        Self {
            number: reviewed.number,
            round: reviewed.round,
            player: reviewed.player,
            position: reviewed.position.to_string(),
            graded: Graded::new(&reviewed.position, &reviewed.graded),
        }
    }
}
