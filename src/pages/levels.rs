//! The levels of the players that a person chooses from, the easiest first: those of the player `azulejo`.

pub(super) use crate::players::azulejo::{LEVELS, Level};

/// The level of a seat, if it is one.
pub(super) fn level(seat: &str) -> Option<&'static Level> {
    LEVELS.iter().find(|level| level.contestant() == seat)
}
