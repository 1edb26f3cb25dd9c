//! Players that are other programs. They are those that were started by whoever serves the pages: an address can name one of
//! them, and start none.

use crate::engine::ExternalEngine;
use crate::players::{Contestant, Limits};
use std::sync::Arc;

/// Programs that people can play against, each with its name.
#[derive(Debug, Clone, Default)]
pub struct Programs(Arc<Vec<(String, ExternalEngine)>>);

/// Prefix of a seat that is one of the programs.
pub(super) const PROGRAM: &str = "program:";

impl Programs {
    /// The programs by their names.
    pub fn new(named: Vec<(String, ExternalEngine)>) -> Self {
        Self(Arc::new(named))
    }

    /// Names of the programs.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// The program of this name, at a seat of one game.
    pub(super) fn contestant(&self, name: &str) -> Option<Contestant> {
        let (name, engine) = self.0.iter().find(|(known, _)| known == name)?;
        let seat = format!("{PROGRAM}{name}");
        Some(Contestant::new(&seat, engine.shared(), Limits::NONE))
    }
}
