//! Positions that are set up by hand.

use crate::game::Position;
use crate::pages::table::Game;
use schemars::JsonSchema;
use serde::Serialize;

/// Result of the reader of positions.
#[derive(Debug, JsonSchema, Serialize)]
#[serde(untagged)]
pub(in crate::pages) enum CheckedPosition {
    /// The fields of a game that begins with it.
    Right { query: String },
    /// All faults, each with its place.
    Wrong { faults: Vec<PositionFault> },
}

#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct PositionFault {
    place: String,
    message: String,
}

/// Result of the reader of positions for a text; later deals have a seed.
pub(super) fn validation(text: &str, seed: u64) -> CheckedPosition {
    match text.parse::<Position>() {
        Ok(position) => CheckedPosition::Right {
            query: Game::from_position(position, seed).fields().query(),
        },
        Err(invalid) => {
            let faults = invalid.faults().iter().map(|fault| PositionFault {
                place: fault.place().to_owned(),
                message: fault.message().to_owned(),
            });
            CheckedPosition::Wrong {
                faults: faults.collect(),
            }
        }
    }
}
