use crate::game::{Colour, Position};
use crate::plan;
use crate::schema::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `game plan`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Plan {
    /// The version of the outputs.
    pub schema: Version,
    /// The position.
    pub position: String,
    /// The player.
    pub player: usize,
    /// The rounds that are planned.
    pub rounds: u32,
    /// The points of the tiles and the end bonuses.
    pub points: u32,
    /// The end bonuses alone.
    pub bonus: u32,
    /// The letters of the tiles of each round, by row from the top.
    pub tiles: Vec<String>,
}

impl Plan {
    /// The output for a plan for a player from 0.
    pub fn new(position: &Position, player: usize, plan: &plan::Plan) -> Self {
        let tiles = plan.tiles.iter();
        Self {
            schema: Version,
            position: position.to_string(),
            player,
            rounds: plan.rounds,
            points: plan.points,
            bonus: plan.bonus,
            tiles: tiles
                .map(|tiles| tiles.iter().copied().map(Colour::letter).collect())
                .collect(),
        }
    }
}
