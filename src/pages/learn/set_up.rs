//! Positions that are set up by hand.

use crate::game::Position;
use crate::pages::table::Game;
use serde::Serialize;

/// What the reader of positions says.
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

/// What the reader says of a text; deals to come have this seed.
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
