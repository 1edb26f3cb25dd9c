//! Players that are other programs. The host of the pages starts the programs: an address can name one of them, but start
//! none.

use crate::engine::ExternalEngine;
use crate::players::{Contestant, Limits};
use std::sync::Arc;

/// Programs that people can play against, each with its name.
#[derive(Debug, Clone, Default)]
pub struct Programs(Arc<Vec<(String, ExternalEngine)>>);

/// Prefix of a seat that is one of the programs.
pub(super) const PROGRAM: &str = "program:";

impl Programs {
    /// Programs, each with its name.
    pub fn new(programs: Vec<(String, ExternalEngine)>) -> Self {
        Self(Arc::new(programs))
    }

    /// Names of the programs.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// Contestant for a seat of one game, by the name of its program.
    pub(super) fn contestant(&self, name: &str) -> Option<Contestant> {
        let (name, engine) = self.0.iter().find(|(entry, _)| entry == name)?;
        let seat = format!("{PROGRAM}{name}");
        Some(Contestant::new(&seat, engine.shared(), Limits::NONE))
    }
}
