//! Stores of measurements: each figure is written to a file at once, so that a stopped run can be continued.

use crate::{Result, root};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A value and its JSON file.
#[derive(Debug)]
pub(crate) struct Stored<T> {
    path: PathBuf,
    pub(crate) value: T,
}

impl<T: Default + Serialize + DeserializeOwned> Stored<T> {
    /// The value of a file of `docs/`; the default without a file, as in the first run.
    pub(crate) fn of_docs(name: &str) -> Result<Self> {
        let path = root().join("docs").join(name);
        let value = match fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str(&text)?,
            Err(error) if error.kind() == ErrorKind::NotFound => T::default(),
            Err(error) => return Err(format!("{}: {error}", path.display()).into()),
        };
        Ok(Self { path, value })
    }

    /// Writes the file.
    pub(crate) fn write(&self) -> Result {
        let text = serde_json::to_string_pretty(&self.value)?;
        Ok(replace(&self.path, &(text + "\n"))?)
    }
}

impl<T: Serialize + DeserializeOwned> Stored<Vec<T>> {
    /// Adds an entry, and writes the file.
    pub(crate) fn push(&mut self, entry: T) -> Result {
        self.value.push(entry);
        self.write()
    }

    /// Measures the cases of which no entry is. Each entry is stored at once, and all of them are shown on the page.
    pub(crate) fn complete<C>(
        &mut self,
        cases: impl IntoIterator<Item = C>,
        is_of: impl Fn(&T, &C) -> bool,
        measure: impl Fn(&C) -> Result<T>,
        show: impl Fn(&[T]) -> Result,
    ) -> Result {
        show(&self.value)?;
        let is_missing = |case: &C| !self.value.iter().any(|entry| is_of(entry, case));
        let missing: Vec<C> = cases.into_iter().filter(is_missing).collect();
        for (index, case) in missing.iter().enumerate() {
            eprint!("{} of {}: ", index + 1, missing.len());
            self.push(measure(case)?)?;
            show(&self.value)?;
        }
        Ok(())
    }
}

/// A file with one JSON entry a line, to which entries are appended.
#[derive(Debug)]
pub(crate) struct Lines<T> {
    path: PathBuf,
    /// The entries in the order of the lines.
    pub(crate) entries: Vec<T>,
}

impl<T: Serialize + DeserializeOwned> Lines<T> {
    /// A file of `tools/coach/`; empty without a file.
    pub(crate) fn of_coach(name: &str) -> Result<Self> {
        let path = root().join("tools/coach").join(name);
        let text = fs::read_to_string(&path).unwrap_or_default();
        let entries = text.lines().map(serde_json::from_str);
        let entries = entries.collect::<Result<_, _>>()?;
        Ok(Self { path, entries })
    }

    /// Adds an entry, and appends it to the file.
    pub(crate) fn push(&mut self, entry: T) -> Result {
        let mut options = OpenOptions::new();
        let mut file = options.create(true).append(true).open(&self.path)?;
        writeln!(file, "{}", serde_json::to_string(&entry)?)?;
        self.entries.push(entry);
        Ok(())
    }
}

/// Writes a file atomically: to a file beside it, which is then renamed.
pub(crate) fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let beside = path.with_extension("part");
    fs::write(&beside, text)?;
    fs::rename(beside, path)
}
