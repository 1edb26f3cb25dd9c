use crate::Result;
use crate::page::{destinations, from_root, in_book};
use crate::root;
use std::fs;
use std::path::{Path, PathBuf};

/// The table of contents, from the root of the repository.
const SUMMARY: &str = "docs/SUMMARY.md";

/// Writes the table of contents of the book, and returns its chapters: files from the root of the repository.
pub(crate) fn write(sources: &Path) -> Result<Vec<PathBuf>> {
    let text = fs::read_to_string(root().join(SUMMARY))?;
    let mut written = String::new();
    let mut last = 0;
    let mut chapters = Vec::new();
    for (range, destination) in destinations(&text) {
        let chapter = from_root(Path::new(SUMMARY), &destination);
        let link = &text[range.clone()];
        let link = link.replace(
            &format!("({destination})"),
            &format!("({})", in_book(&chapter).display()),
        );
        written += &text[last..range.start];
        written += &link;
        last = range.end;
        chapters.push(chapter);
    }
    written += &text[last..];
    fs::create_dir_all(sources)?;
    fs::write(sources.join("SUMMARY.md"), written)?;
    Ok(chapters)
}
