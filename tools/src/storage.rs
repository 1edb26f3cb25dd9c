//! Stores of measurements: each figure is written to a file at once, so that a stopped run can be continued.

use crate::Result;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A JSON file of entries.
#[derive(Debug)]
pub(crate) struct StoredEntries<T> {
    path: PathBuf,
    /// The entries in the order of measurement.
    pub(crate) entries: Vec<T>,
}

impl<T: Serialize + DeserializeOwned> StoredEntries<T> {
    /// The entries of a file; empty without a file.
    pub(crate) fn read(path: PathBuf) -> Result<Self> {
        let entries = read(&path)?.unwrap_or_default();
        Ok(Self { path, entries })
    }

    /// Adds an entry, and writes the file.
    pub(crate) fn push(&mut self, entry: T) -> Result {
        self.entries.push(entry);
        write(&self.path, &self.entries)
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
        let path = crate::root().join("tools/coach").join(name);
        let text = fs::read_to_string(&path).unwrap_or_default();
        let entries = text.lines().map(serde_json::from_str);
        let entries = entries.collect::<Result<_, _>>()?;
        Ok(Self { path, entries })
    }

    /// Adds an entry, and appends it to the file.
    pub(crate) fn push(&mut self, entry: T) -> Result {
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.path)?;
        writeln!(file, "{}", serde_json::to_string(&entry)?)?;
        self.entries.push(entry);
        Ok(())
    }
}

/// The value of a JSON file; none without a file, as in the first run.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(serde_json::from_str(&text)?)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("{}: {error}", path.display()).into()),
    }
}

/// Writes a JSON file.
pub(crate) fn write(path: &Path, value: &impl Serialize) -> Result {
    let text = serde_json::to_string_pretty(value)?;
    Ok(replace(path, &(text + "\n"))?)
}

/// Replaces the text between the marks `<!-- name: begin -->` and `<!-- name: end -->` of a page.
pub(crate) fn replace_between(page: &str, name: &str, text: &str) -> Result {
    let page = crate::root().join(page);
    let [begin, end] = ["begin", "end"].map(|which| format!("<!-- {name}: {which} -->"));
    let old = fs::read_to_string(&page)?;
    let missing = || format!("{} has no marks {begin} and {end}", page.display());
    let (before, rest) = old.split_once(&begin).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&end).ok_or_else(missing)?;
    Ok(replace(
        &page,
        &format!("{before}{begin}\n{text}{end}{after}"),
    )?)
}

/// Writes a file atomically: to a file beside it, which is then renamed.
pub(crate) fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let beside = path.with_extension("part");
    fs::write(&beside, text)?;
    fs::rename(beside, path)
}
