//! Sentences of `tests/data/stumbled.txt`, at which readers stumbled, stand in no text. A further such sentence gets
//! new words in its text and a line in the file.

use std::fs;
use std::path::{Path, PathBuf};

/// Files and folders with texts for people: pages, and the words of the program.
const TEXTS: [&str; 8] = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "bindings/python",
    "crates",
    "docs",
    "models",
    "src",
];

/// Extensions of files with words for people.
const EXTENSIONS: [&str; 6] = ["md", "rs", "py", "js", "html", "ipynb"];

/// Collects the files with words for people at or below a path.
fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("a folder") {
            collect(&entry.expect("an entry").path(), files);
        }
    } else if path
        .extension()
        .is_some_and(|extension| EXTENSIONS.iter().any(|other| extension == *other))
    {
        files.push(path.to_owned());
    }
}

/// A text in small letters with single spaces, without comments of the code, and with the parts of long strings put
/// together. A doc comment stays, as it becomes the help of a command, or documentation.
fn plain(text: &str, is_code: bool) -> String {
    let lines = text.lines().map(str::trim);
    let lines = lines.map(|line| line.strip_prefix("///").unwrap_or(line));
    let lines = lines.filter(|line| !(is_code && line.starts_with("//")));
    let words = lines.flat_map(|line| line.trim_end_matches('\\').split_whitespace());
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}

#[test]
fn no_text_has_a_sentence_of_the_list() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = fs::read_to_string(root.join("tests/data/stumbled.txt")).expect("a list");
    let lines = list
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let sentences: Vec<String> = lines.map(|line| plain(line, false)).collect();
    assert!(sentences.len() >= 15, "{}", sentences.len());
    let mut files = Vec::new();
    for part in TEXTS {
        collect(&root.join(part), &mut files);
    }
    assert!(files.len() > 500, "{}", files.len());
    let mut matches = Vec::new();
    for file in &files {
        let text = fs::read_to_string(file).expect("a text");
        let text = plain(
            &text,
            file.extension().is_some_and(|extension| extension == "rs"),
        );
        let hits = sentences.iter().filter(|sentence| text.contains(*sentence));
        matches.extend(hits.map(|sentence| format!("{}: {sentence}", file.display())));
    }
    assert!(matches.is_empty(), "{matches:#?}");
}
