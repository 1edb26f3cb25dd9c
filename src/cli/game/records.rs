//! The file of the records of a match.

use crate::cli::exit::Usage;
use crate::cli::target::{self, Draft, Target};
use crate::game::record::Record;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// File of `--records`.
pub(super) fn target(path: Option<&Path>) -> anyhow::Result<Option<Target>> {
    if path.is_some() && target::file(path).is_none() {
        let message = "--records -: standard output has the result of the match; name a file";
        return Err(Usage(message.into()).into());
    }
    path.map(Target::new).transpose()
}

/// Writer of records; a failure to write stops the match.
pub(super) struct Writer<'a> {
    draft: Draft<'a>,
    error: Option<anyhow::Error>,
    stop: Arc<AtomicBool>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(target: &'a Target, stop: &Arc<AtomicBool>) -> anyhow::Result<Self> {
        Ok(Self {
            draft: target.draft()?,
            error: None,
            stop: Arc::clone(stop),
        })
    }

    pub(super) fn write(&mut self, record: &Record) {
        if self.error.is_some() {
            return;
        }
        let line = record.to_json() + "\n";
        if let Err(error) = self.draft.write(line.as_bytes()) {
            self.error = Some(error);
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Puts the file in its place. Without games, an older file stays there.
    pub(super) fn finish(self, is_empty: bool) -> anyhow::Result<()> {
        match self.error {
            Some(error) => Err(error),
            None if is_empty => Ok(()),
            None => self.draft.finish(),
        }
    }
}
