//! Sentences of `tests/data/stumbled.txt`, at which readers stumbled, stand in no text. A further such sentence gets
//! new words in its text and a line in the file.

use crate::common::files_at;
use crate::{read, root};

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
    let list = read("tests/data/stumbled.txt");
    let lines = list
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let sentences: Vec<String> = lines.map(|line| plain(line, false)).collect();
    assert!(sentences.len() >= 15, "{}", sentences.len());
    let mut files = TEXTS.map(|part| files_at(&root(part))).concat();
    files.retain(|file| {
        let ending = file.extension();
        ending.is_some_and(|ending| EXTENSIONS.iter().any(|other| ending == *other))
    });
    assert!(files.len() > 500, "{}", files.len());
    let mut matches = Vec::new();
    for file in &files {
        let is_code = file.extension().is_some_and(|ending| ending == "rs");
        let text = plain(&read(file), is_code);
        let hits = sentences.iter().filter(|sentence| text.contains(*sentence));
        matches.extend(hits.map(|sentence| format!("{}: {sentence}", file.display())));
    }
    assert!(matches.is_empty(), "{matches:#?}");
}
