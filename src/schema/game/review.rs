use super::Graded;
use crate::analysis::rollouts::{self as analysis, Grade, Reviewed};
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
    /// The moves with their grades.
    pub moves: Vec<ReviewedMove>,
    /// The numbers of the worst moves, the worst first.
    pub worst: Vec<usize>,
}

/// A player of a game.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ReviewedPlayer {
    /// How much all moves gave away.
    pub given_away: f64,
    /// How many moves were excellent.
    pub excellent: usize,
    /// How many were good.
    pub good: usize,
    /// How many were okay.
    pub okay: usize,
    /// How many missed a better one.
    pub miss: usize,
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
        let player = |player: usize| ReviewedPlayer {
            given_away: review.given_away(player),
            excellent: review.count(player, Grade::Excellent),
            good: review.count(player, Grade::Good),
            okay: review.count(player, Grade::Okay),
            miss: review.count(player, Grade::Miss),
        };
        Self {
            schema: Version,
            whole: review.is_whole(),
            players: (0..review.end.players().count()).map(player).collect(),
            moves: review.moves.iter().map(ReviewedMove::from).collect(),
            worst: review.worst().iter().map(|it| it.number).collect(),
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
