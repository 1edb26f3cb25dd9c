//! Contestants by their texts, other programs among them.

use super::ExternalEngine;
use crate::players::{Contestant, InvalidContestant, Limits, PlayerFault};

/// What the text of another program begins with; its command follows.
const ENGINE: &str = "engine:";

/// Why a text stands for nobody who can play.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoContestant {
    /// It is no player's name with options.
    #[error(transparent)]
    Text(#[from] InvalidContestant),
    /// The other program cannot play.
    #[error(transparent)]
    Program(#[from] PlayerFault),
}

/// The contestant of a text: a player's name with its options, or `engine:COMMAND` for another program, which is started. It
/// is for those who may start programs; for others, [`Contestant`] reads names alone.
///
/// # Errors
/// When there is no such player, or the program cannot be started.
pub fn contestant(text: &str) -> Result<Contestant, NoContestant> {
    match text.strip_prefix(ENGINE) {
        Some(command) => {
            let engine = ExternalEngine::start(command)?;
            Ok(Contestant::new(text, engine, Limits::NONE))
        }
        None => Ok(text.parse()?),
    }
}
