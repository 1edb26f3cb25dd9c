use crate::page::{self, destinations, edit, in_book, linked_file};
use crate::{Result, root};
use std::fs;
use std::path::{Path, PathBuf};

/// The table of contents, from the root of the repository.
const SUMMARY: &str = "docs/SUMMARY.md";

/// Writes the table of contents of the book, and returns its chapters: files from the root of the repository.
pub(crate) fn write(sources: &Path) -> Result<Vec<PathBuf>> {
    let text = fs::read_to_string(root().join(SUMMARY))?;
    let mut chapters = Vec::new();
    let edits = destinations(&text).into_iter().map(|(range, destination)| {
        let chapter = linked_file(Path::new(SUMMARY), &destination);
        let path = format!("({})", in_book(&chapter).display());
        let link = text[range.clone()].replace(&format!("({destination})"), &path);
        chapters.push(chapter);
        (range, link)
    });
    let contents = edit(&text, edits.collect());
    page::write(&sources.join("SUMMARY.md"), contents.as_bytes())?;
    Ok(chapters)
}
