use super::MoveName;
use crate::analysis::rollouts::{self as analysis, Feedback};
use crate::game::Position;
use crate::players::evaluator::{EvaluatedMove, FeatureMeans};
use crate::schema::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `game grade --judge rollouts`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RolloutGrade {
    /// The version of the outputs.
    pub schema: Version,
    /// The position.
    pub position: String,
    /// The move with its grade.
    #[serde(flatten)]
    pub graded: RolloutMoveGrade,
    /// How many positions were looked at.
    pub nodes: u64,
    /// All moves that were judged, the best first. Where values are exact, those of moves that are neither best nor
    /// chosen stay means of rollouts.
    pub moves: Vec<RolloutValue>,
}

impl RolloutGrade {
    /// The output for a graded move of a position.
    pub fn new(position: &Position, grade: &analysis::MoveGrade) -> Self {
        let moves = grade.evaluation.moves.iter();
        Self {
            schema: Version,
            position: position.to_string(),
            graded: RolloutMoveGrade::new(position, grade),
            nodes: grade.evaluation.nodes,
            moves: moves
                .map(|move_| RolloutValue::new(position, move_))
                .collect(),
        }
    }
}

/// A move with its grade.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RolloutGraded")]
pub struct RolloutMoveGrade {
    /// The grade.
    pub grade: analysis::Grade,
    /// How much the move gives away.
    pub delta: f64,
    /// Whether the values are proven; otherwise they are means of rollouts.
    pub exact: bool,
    /// The best move.
    pub best: RolloutValue,
    /// The move that was chosen.
    pub chosen: RolloutValue,
    /// Differences between the two moves, in sentences.
    pub feedback: Vec<Feedback>,
}

/// The value of a move.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Worth")]
pub struct RolloutValue {
    /// The move.
    #[serde(flatten)]
    pub named: MoveName,
    /// Its value.
    pub value: f64,
    /// Whether the value is proven.
    pub exact: bool,
    /// The standard error; none for an exact value.
    pub error: Option<f64>,
    /// How many rollouts it is a mean of.
    pub rollouts: u64,
    /// Means over these rollouts.
    pub features: FeatureMeans,
}

impl RolloutMoveGrade {
    pub(super) fn new(position: &Position, grade: &analysis::MoveGrade) -> Self {
        Self {
            grade: grade.grade,
            delta: grade.delta,
            exact: grade.chosen.exact.is_some(),
            best: RolloutValue::new(position, &grade.best),
            chosen: RolloutValue::new(position, &grade.chosen),
            feedback: grade.feedback.clone(),
        }
    }
}

impl RolloutValue {
    fn new(position: &Position, move_: &EvaluatedMove) -> Self {
        let error = move_.error();
        let has_error = move_.exact.is_none() && error.is_finite();
        Self {
            named: MoveName::new(position, move_.taken),
            value: move_.value(),
            exact: move_.exact.is_some(),
            error: has_error.then_some(error),
            rollouts: move_.rollouts,
            features: move_.features(),
        }
    }
}

/// The output of `game review --judge rollouts`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RolloutReview {
    /// The version of the outputs.
    pub schema: Version,
    /// Whether every move was graded.
    pub whole: bool,
    /// A summary of each player's moves.
    pub players: Vec<RolloutPlayer>,
    /// The moves with their grades.
    pub moves: Vec<RolloutMoveReview>,
    /// The numbers of the worst moves, the worst first.
    pub worst: Vec<usize>,
}

/// A player of a game.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RolloutPlayer {
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
#[schemars(rename = "RolloutReviewed")]
pub struct RolloutMoveReview {
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
    pub graded: RolloutMoveGrade,
}

impl From<&analysis::Review> for RolloutReview {
    fn from(review: &analysis::Review) -> Self {
        let player = |player: usize| RolloutPlayer {
            given_away: review.given_away(player),
            excellent: review.count(player, analysis::Grade::Excellent),
            good: review.count(player, analysis::Grade::Good),
            okay: review.count(player, analysis::Grade::Okay),
            miss: review.count(player, analysis::Grade::Miss),
        };
        Self {
            schema: Version,
            whole: review.is_whole(),
            players: (0..review.end.players().count()).map(player).collect(),
            moves: review.moves.iter().map(RolloutMoveReview::from).collect(),
            worst: review.worst().iter().map(|move_| move_.number).collect(),
        }
    }
}

impl From<&analysis::MoveReview> for RolloutMoveReview {
    fn from(review: &analysis::MoveReview) -> Self {
        Self {
            number: review.number,
            round: review.round,
            player: review.player,
            position: review.position.to_string(),
            graded: RolloutMoveGrade::new(&review.position, &review.graded),
        }
    }
}
