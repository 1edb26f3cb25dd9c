use super::{MoveName, MoveValue};
use crate::analysis::Judgement;
use crate::game::{Move, Position};
use crate::players::SearchReport;
use crate::schema::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Choice of a player.
#[derive(Debug, Clone)]
pub struct Choice {
    /// Text of the player.
    pub player: String,
    /// Move of the player.
    pub taken: Move,
    /// Report of the search, if there was one.
    pub thought: Option<SearchReport>,
}

/// The output of `game best`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Best {
    /// The version of the outputs.
    pub schema: Version,
    /// The position.
    pub position: String,
    /// The text of the player, or `judge`.
    pub player: String,
    /// The move that it chose.
    #[serde(flatten)]
    pub named: MoveName,
    /// The value that it found for the position; none where it does not search.
    pub value: Option<i32>,
    /// How deep it searched.
    pub depth: Option<u32>,
    /// How many positions it looked at.
    pub nodes: Option<u64>,
    /// The best moves by the judge, the best first; empty where another player chose.
    pub best: Vec<MoveValue>,
}

impl Best {
    /// The output for the choice of a player in a position.
    pub fn new(position: &Position, choice: &Choice) -> Self {
        let report = choice.thought.as_ref();
        Self {
            schema: Version,
            position: position.to_string(),
            player: choice.player.clone(),
            named: MoveName::new(position, choice.taken),
            value: report.map(|report| report.value),
            depth: report.map(|report| report.depth),
            nodes: report.map(|report| report.nodes),
            best: Vec::new(),
        }
    }

    /// The output for the judgement of a position.
    pub fn judged(position: &Position, judgement: &Judgement) -> Self {
        let best = judgement.best();
        let moves = judgement.moves.iter();
        Self {
            schema: Version,
            position: position.to_string(),
            player: "judge".into(),
            named: MoveName::new(position, best.taken),
            value: Some(best.points.round() as i32),
            depth: Some(best.depth),
            nodes: Some(judgement.nodes),
            best: moves.map(|move_| MoveValue::new(position, move_)).collect(),
        }
    }
}
