use crate::game::Position;
use crate::schema::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `game new`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct New {
    /// The version of the outputs.
    pub schema: Version,
    /// The position.
    pub position: String,
    /// How many players there are.
    pub players: usize,
    /// The player who begins.
    pub first: usize,
    /// The seed of the deal.
    pub seed: u64,
}

impl New {
    /// The output for a position from the deal of `seed`.
    pub fn dealt(position: &Position, seed: u64) -> Self {
        Self {
            schema: Version,
            position: position.to_string(),
            players: position.players().count(),
            first: position.starter(),
            seed,
        }
    }
}
