//! The file of the records of a match.

use crate::cli::exit::Usage;
use crate::cli::target::{self, Draft, Target};
use crate::game::record::Record;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The file that `--records` names.
pub(super) fn target(path: Option<&Path>) -> anyhow::Result<Option<Target>> {
    if path.is_some() && target::file(path).is_none() {
        let message = "--records -: standard output has the result of the match; name a file";
        return Err(Usage(message.into()).into());
    }
    path.map(Target::new).transpose()
}

/// Writes records as they come. Where that fails, the match is stopped.
pub(super) struct Writer<'a> {
    draft: Draft<'a>,
    failed: Option<anyhow::Error>,
    stop: Arc<AtomicBool>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(target: &'a Target, stop: &Arc<AtomicBool>) -> anyhow::Result<Self> {
        Ok(Self {
            draft: target.draft()?,
            failed: None,
            stop: Arc::clone(stop),
        })
    }

    pub(super) fn write(&mut self, record: &Record) {
        if self.failed.is_some() {
            return;
        }
        let line = record.to_json() + "\n";
        if let Err(error) = self.draft.write(line.as_bytes()) {
            self.failed = Some(error);
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Puts the file in its place. Where there are no games, what was there stays there.
    pub(super) fn finish(self, empty: bool) -> anyhow::Result<()> {
        match self.failed {
            Some(error) => Err(error),
            None if empty => Ok(()),
            None => self.draft.finish(),
        }
    }
}
