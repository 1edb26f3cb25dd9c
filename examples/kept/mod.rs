//! Figures that take long: each is kept in a file as soon as it is there, so that a run that was stopped goes
//! on.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::error::Error;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A JSON file of entries.
pub(crate) struct Kept<T> {
    path: PathBuf,
    /// In the order in which they were found.
    pub(crate) entries: Vec<T>,
}

impl<T: Serialize + DeserializeOwned> Kept<T> {
    /// What the file holds; nothing if there is none.
    pub(crate) fn read(path: PathBuf) -> Result<Self, Box<dyn Error>> {
        let entries = match fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str(&text)?,
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(), // the first run
            Err(error) => return Err(format!("{}: {error}", path.display()).into()),
        };
        Ok(Self { path, entries })
    }

    /// Adds an entry, in the file too.
    pub(crate) fn push(&mut self, entry: T) -> Result<(), Box<dyn Error>> {
        self.entries.push(entry);
        let text = serde_json::to_string_pretty(&self.entries)?;
        Ok(replace(&self.path, &(text + "\n"))?)
    }
}

/// Writes beside, then renames.
pub(crate) fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let beside = path.with_extension("part");
    fs::write(&beside, text)?;
    fs::rename(beside, path)
}
