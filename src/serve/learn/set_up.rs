//! Positions that are set up by hand.

use crate::game::Position;
use crate::serve::table::{Game, chance};
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

pub(super) fn checked(text: &str) -> Checked {
    match text.parse::<Position>() {
        Ok(position) => Checked::Right {
            query: Game::set_up(position, chance()).fields().write(),
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
