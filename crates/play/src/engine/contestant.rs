//! The reader of contestants, external programs among them.

use super::ExternalEngine;
use crate::players::{Contestant, InvalidContestant, Limits, PlayerFault};

/// The prefix of an external program's text; its command follows.
const ENGINE: &str = "engine:";

/// The error of a text that names no contestant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoContestant {
    /// The text is no name of a player with options.
    #[error(transparent)]
    Text(#[from] InvalidContestant),
    /// The external program cannot play.
    #[error(transparent)]
    Program(#[from] PlayerFault),
}

/// The contestant of a text: a player's name with its options, or `engine:COMMAND` for an external program, which is
/// started. Only callers that may start programs use this function; [`Contestant`] itself reads names alone.
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
