//! Sentences at which readers have stumbled do not come back. `tests/data/stumbled.txt` lists them, and whoever finds another one
//! says it anew and adds it there.

use std::fs;
use std::path::{Path, PathBuf};

/// Texts that people read: pages, and the words of the program.
const READ: [&str; 8] = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "bindings/python",
    "crates",
    "docs",
    "models",
    "src",
];

/// Endings of files that have words for people.
const ENDINGS: [&str; 6] = ["md", "rs", "py", "js", "html", "ipynb"];

/// The files below a folder that have words for people.
fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("a folder") {
            collect(&entry.expect("an entry").path(), files);
        }
    } else if path
        .extension()
        .is_some_and(|it| ENDINGS.iter().any(|one| it == *one))
    {
        files.push(path.to_owned());
    }
}

/// A text in small letters with single spaces, without comments of the code, and with the parts of long strings put together. What
/// stands behind three strokes is no comment: it becomes the help of a command, or documentation.
fn plain(text: &str, is_code: bool) -> String {
    let lines = text.lines().map(str::trim);
    let lines = lines.map(|line| line.strip_prefix("///").unwrap_or(line));
    let lines = lines.filter(|line| !(is_code && line.starts_with("//")));
    let words = lines.flat_map(|line| line.trim_end_matches('\\').split_whitespace());
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}

#[test]
fn sentences_that_tripped_readers_do_not_come_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = fs::read_to_string(root.join("tests/data/stumbled.txt")).expect("a list");
    let lines = list
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let stumbled: Vec<String> = lines.map(|line| plain(line, false)).collect();
    assert!(stumbled.len() >= 15, "{}", stumbled.len());
    let mut files = Vec::new();
    for part in READ {
        collect(&root.join(part), &mut files);
    }
    assert!(files.len() > 500, "{}", files.len());
    let mut found = Vec::new();
    for file in &files {
        let text = fs::read_to_string(file).expect("a text");
        let text = plain(&text, file.extension().is_some_and(|ending| ending == "rs"));
        let said = stumbled.iter().filter(|one| text.contains(*one));
        found.extend(said.map(|one| format!("{}: {one}", file.display())));
    }
    assert!(found.is_empty(), "{found:#?}");
}
