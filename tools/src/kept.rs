//! Figures that take long: each is kept in a file as soon as it is there, so that a run that was stopped goes
//! on.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::error::Error;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A JSON file of entries.
#[derive(Debug)]
pub struct Kept<T> {
    path: PathBuf,
    /// In the order in which they were found.
    pub entries: Vec<T>,
}

impl<T: Serialize + DeserializeOwned> Kept<T> {
    /// What the file holds; nothing if there is none.
    pub fn read(path: PathBuf) -> Result<Self, Box<dyn Error>> {
        let entries = read(&path)?.unwrap_or_default();
        Ok(Self { path, entries })
    }

    /// Adds an entry, in the file too.
    pub fn push(&mut self, entry: T) -> Result<(), Box<dyn Error>> {
        self.entries.push(entry);
        let text = serde_json::to_string_pretty(&self.entries)?;
        Ok(replace(&self.path, &(text + "\n"))?)
    }
}

/// What a JSON file holds; nothing in the first run, when there is none.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, Box<dyn Error>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(serde_json::from_str(&text)?)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("{}: {error}", path.display()).into()),
    }
}

/// Puts a text between the marks `<!-- name: begin -->` and `<!-- name: end -->` of a page.
pub fn replace_between(page: &Path, name: &str, text: &str) -> Result<(), Box<dyn Error>> {
    let [begin, end] = ["begin", "end"].map(|which| format!("<!-- {name}: {which} -->"));
    let old = fs::read_to_string(page)?;
    let missing = || format!("{} has no marks {begin} and {end}", page.display());
    let (before, rest) = old.split_once(&begin).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&end).ok_or_else(missing)?;
    Ok(replace(
        page,
        &format!("{before}{begin}\n{text}{end}{after}"),
    )?)
}

/// Writes beside, then renames.
pub fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let beside = path.with_extension("part");
    fs::write(&beside, text)?;
    fs::rename(beside, path)
}
