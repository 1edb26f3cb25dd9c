use crate::game::{Colour, Position};
use crate::plan::Plan;
use crate::schema::{SCHEMA, pretty};
use serde::Serialize;

/// The output of `game plan` for a player from 0.
pub fn plan(position: &Position, player: usize, plan: &Plan) -> String {
    #[derive(Serialize)]
    struct Whole {
        schema: u32,
        position: String,
        player: usize,
        rounds: u32,
        /// The points of the tiles and the end bonuses.
        points: u32,
        bonus: u32,
        /// The letters of the tiles of each round, by row from the top.
        tiles: Vec<String>,
    }
    let tiles = plan.tiles.iter();
    pretty(&Whole {
        schema: SCHEMA,
        position: position.to_string(),
        player,
        rounds: plan.rounds,
        points: plan.points,
        bonus: plan.bonus,
        tiles: tiles
            .map(|tiles| tiles.iter().copied().map(Colour::letter).collect())
            .collect(),
    })
}
