use super::MoveName;
use crate::analysis::{self, Certainty, JudgedMove, Loss, Reason};
use crate::game::Position;
use crate::schema::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `game grade`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Grade {
    /// The version of the outputs.
    pub schema: Version,
    /// The position.
    pub position: String,
    /// The move with its grade.
    #[serde(flatten)]
    pub graded: MoveGrade,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The moves that were compared, the best first.
    pub moves: Vec<MoveValue>,
}

impl Grade {
    /// The output for a graded move of a position.
    pub fn new(position: &Position, grade: &analysis::MoveGrade) -> Self {
        let moves = grade.judgement.moves.iter();
        Self {
            schema: Version,
            position: position.to_string(),
            graded: MoveGrade::new(position, grade),
            nodes: grade.judgement.nodes,
            moves: moves.map(|move_| MoveValue::new(position, move_)).collect(),
        }
    }
}

/// A move with its grade.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Graded")]
pub struct MoveGrade {
    /// The grade.
    pub grade: analysis::Grade,
    /// The loss: the best move's value less that of the chosen one.
    pub loss: Loss,
    /// The points of the loss.
    pub delta: f64,
    /// Whether both values are proven: those of best play to the end of the game.
    pub exact: bool,
    /// How certain the values are.
    pub certainty: Certainty,
    /// The best move.
    pub best: MoveValue,
    /// The move that was chosen.
    pub chosen: MoveValue,
    /// The parts of the loss in points, which sum up to it, the largest first.
    pub reasons: Vec<Reason>,
}

/// A move with its value.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Valued")]
pub struct MoveValue {
    /// The move.
    #[serde(flatten)]
    pub named: MoveName,
    /// The probability to win, a draw counted half.
    pub win: f64,
    /// The expected final difference, bonuses counted.
    pub points: f64,
    /// How certain both are.
    pub certainty: Certainty,
    /// How many moves the search looked ahead.
    pub depth: u32,
    /// How many positions were looked at, for all moves.
    pub nodes: u64,
    /// How the game goes on, the move first.
    pub line: Vec<MoveName>,
}

/// Number with four decimals, so that parts still add up.
fn round(value: f64) -> f64 {
    (1e4 * value).round() / 1e4
}

impl MoveGrade {
    pub(super) fn new(position: &Position, grade: &analysis::MoveGrade) -> Self {
        let reason = |reason: &Reason| Reason {
            points: round(reason.points),
            ..reason.clone()
        };
        let loss = Loss {
            win: round(grade.loss.win),
            points: round(grade.loss.points),
        };
        Self {
            grade: grade.grade,
            delta: loss.points,
            loss,
            exact: grade.certainty == Certainty::Proven,
            certainty: grade.certainty,
            best: MoveValue::new(position, &grade.best),
            chosen: MoveValue::new(position, &grade.chosen),
            reasons: grade.reasons.iter().map(reason).collect(),
        }
    }
}

impl MoveValue {
    pub(super) fn new(position: &Position, move_: &JudgedMove) -> Self {
        let name = |move_| MoveName::new(position, move_);
        Self {
            named: name(move_.taken),
            win: round(move_.win),
            points: round(move_.points),
            certainty: move_.certainty,
            depth: move_.depth,
            nodes: move_.nodes,
            line: move_.line.iter().copied().map(name).collect(),
        }
    }
}
