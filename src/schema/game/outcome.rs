use crate::game::{EndBonus, Outcome};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a game ended, with the keys of records.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct End {
    /// The end bonus of each player.
    pub bonus: Vec<u32>,
    /// The final score of each player.
    pub r#final: Vec<u32>,
    /// The winners.
    pub winners: Vec<usize>,
}

impl From<&Outcome> for End {
    fn from(outcome: &Outcome) -> Self {
        let bonuses = outcome.bonuses().iter().copied();
        Self {
            bonus: bonuses.map(EndBonus::points).collect(),
            r#final: outcome.scores().to_vec(),
            winners: outcome.winners().collect(),
        }
    }
}
