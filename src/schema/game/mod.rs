//! The JSON of `azulejo game`, one file a command. Players count from 0, as in records; rounds, lines, rows and columns
//! from 1. Colours are letters.

mod best;
mod check;
mod figure;
mod grade;
mod matches;
mod moves;
mod outcome;
mod plan;
mod play;
mod players;
mod puzzle;
mod review;
mod show;
mod solve;
mod tournament;

pub use best::{Chosen, best};
pub use check::{Faulty, check};
pub use grade::grade;
pub use matches::{Played, matched};
pub use moves::{moves, perft};
pub use plan::plan;
pub use play::{Refused, play};
pub use players::players;
pub use puzzle::puzzle;
pub use review::review;
pub use show::show;
pub use solve::solve;
pub use tournament::{Tourney, tournament};

use super::{SCHEMA, pretty};
use crate::game::{Colour, Phase, Position, Tiles};
use serde::Serialize;

/// The output of `game new`.
pub fn new(position: &Position, seed: u64) -> String {
    #[derive(Serialize)]
    struct New {
        schema: u32,
        position: String,
        players: usize,
        first: usize,
        seed: u64,
    }
    pretty(&New {
        schema: SCHEMA,
        position: position.to_string(),
        players: position.players().count(),
        first: position.starter(),
        seed,
    })
}

/// The letters of tiles, an empty text for none.
fn letters(tiles: Tiles) -> String {
    tiles.iter().map(Colour::letter).collect()
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Deal => "deal",
        Phase::Moves => "moves",
        Phase::RoundEnd => "round-end",
        Phase::Over => "over",
    }
}
