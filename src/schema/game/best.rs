use super::Named;
use crate::game::{Move, Position};
use crate::players::Thought;
use crate::schema::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a player chose.
#[derive(Debug, Clone)]
pub struct Chosen {
    /// The text of the player.
    pub player: String,
    /// The move.
    pub taken: Move,
    /// What the player found, if it searched.
    pub thought: Option<Thought>,
}

/// The output of `game best`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Best {
    /// The version of the outputs.
    pub schema: Version,
    /// The position.
    pub position: String,
    /// The text of the player.
    pub player: String,
    /// The move that it chose.
    #[serde(flatten)]
    pub named: Named,
    /// What it found the position to be worth; none where it does not search.
    pub value: Option<i32>,
    /// How deep it searched.
    pub depth: Option<u32>,
    /// How many positions it looked at.
    pub nodes: Option<u64>,
}

impl Best {
    /// Of what a player chose in a position.
    pub fn new(position: &Position, chosen: &Chosen) -> Self {
        let thought = chosen.thought.as_ref();
        Self {
            schema: Version,
            position: position.to_string(),
            player: chosen.player.clone(),
            named: Named::new(position, chosen.taken),
            value: thought.map(|it| it.value),
            depth: thought.map(|it| it.depth),
            nodes: thought.map(|it| it.nodes),
        }
    }
}
