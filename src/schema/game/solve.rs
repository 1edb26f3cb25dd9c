use crate::exact::{EndBonuses, OpponentModel, RoundQuestion, RoundSolution};
use crate::game::{Move, Players, Position};
use crate::schema::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `game solve`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Solve {
    /// The version of the outputs.
    pub schema: Version,
    /// The position.
    pub position: String,
    /// The aim of the other players.
    pub model: Model,
    /// Whether end bonuses count where the game ends.
    pub bonus: bool,
    /// Whether the value is proven.
    pub proven: bool,
    /// The value; none where it is not proven.
    pub value: Option<i32>,
    /// A lower bound of the value.
    pub low: i32,
    /// An upper bound of the value.
    pub high: i32,
    /// The numbers of all best moves.
    pub best: Vec<u16>,
    /// The numbers of the moves of the best play.
    pub pv: Vec<u16>,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// The aim of the other players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// Of two players, what is worst for the first.
    Minimax,
    /// All others want what is worst for the first.
    Paranoid,
    /// Each wants the most over the best of the others.
    MaxN,
}

impl Solve {
    /// The output for the solution of a position.
    pub fn new(position: &Position, question: &RoundQuestion, solution: &RoundSolution) -> Self {
        let codes = |moves: &[Move]| {
            let codes = moves.iter().map(|move_| move_.code(position.players()));
            codes.collect::<Option<Vec<u16>>>().unwrap_or_default()
        };
        Self {
            schema: Version,
            position: position.to_string(),
            model: match (position.players(), question.model) {
                (Players::Two, _) => Model::Minimax,
                (_, OpponentModel::Paranoid) => Model::Paranoid,
                (_, OpponentModel::MaxN) => Model::MaxN,
            },
            bonus: question.bonuses == EndBonuses::Counted,
            proven: solution.value().is_some(),
            value: solution.value(),
            low: solution.low,
            high: solution.high,
            best: codes(&solution.best),
            pv: codes(&solution.variation),
            nodes: solution.nodes,
        }
    }
}
