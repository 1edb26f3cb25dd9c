//! Positions that are set up by hand.

use crate::game::Position;
use crate::pages::table::Game;
use serde::Serialize;

/// Result of the reader of positions.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Checked {
    /// The fields of a game that begins with it.
    Right { query: String },
    /// All faults, each with its place.
    Wrong { faults: Vec<Fault> },
}

#[derive(Debug, Serialize)]
pub(super) struct Fault {
    place: String,
    message: String,
}

/// The result of the reader for a text; deals to come have this seed.
pub(super) fn checked(text: &str, seed: u64) -> Checked {
    match text.parse::<Position>() {
        Ok(position) => Checked::Right {
            query: Game::set_up(position, seed).fields().write(),
        },
        Err(invalid) => {
            let faults = invalid.faults().iter().map(|fault| Fault {
                place: fault.place().to_owned(),
                message: fault.message().to_owned(),
            });
            Checked::Wrong {
                faults: faults.collect(),
            }
        }
    }
}
