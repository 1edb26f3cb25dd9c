use super::moves::Named;
use crate::game::{Move, Position};
use crate::players::Thought;
use crate::schema::{SCHEMA, pretty};
use serde::Serialize;

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
pub fn best(position: &Position, chosen: &Chosen) -> String {
    #[derive(Serialize)]
    struct Best<'a> {
        schema: u32,
        position: String,
        player: &'a str,
        #[serde(flatten)]
        named: Named,
        value: Option<i32>,
        depth: Option<u32>,
        nodes: Option<u64>,
    }
    let thought = chosen.thought.as_ref();
    pretty(&Best {
        schema: SCHEMA,
        position: position.to_string(),
        player: &chosen.player,
        named: Named::new(position, chosen.taken),
        value: thought.map(|it| it.value),
        depth: thought.map(|it| it.depth),
        nodes: thought.map(|it| it.nodes),
    })
}
