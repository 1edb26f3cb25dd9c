//! The rooms of `src/` import only what `docs/architecture.md` says they do.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

type Imports = BTreeMap<String, BTreeSet<String>>;

/// The table "room, imports" of the document, from the ground up.
fn documented() -> Vec<(String, BTreeSet<String>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture.md");
    let text = std::fs::read_to_string(path).expect("the document is there");
    let table = text.split("<!-- rooms: begin -->").nth(1).expect("a table");
    let table = table.split("<!-- rooms: end -->").next().expect("its end");
    let quoted = |cell: &str| -> Vec<String> {
        cell.split('`')
            .skip(1)
            .step_by(2)
            .map(String::from)
            .collect()
    };
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').collect();
        let room = quoted(cells[1]).swap_remove(0);
        (room, quoted(cells[3]).into_iter().collect())
    })
    .collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("readable") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The code of a file: without comments, and without what stands in its own tests.
fn code(text: &str) -> String {
    let own_tests = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
    let lines = text[..own_tests].lines();
    let code = lines.filter(|line| !line.trim_start().starts_with("//"));
    code.collect::<Vec<_>>().join("\n")
}

/// The words behind each `crate::` of a text.
fn named(code: &str) -> BTreeSet<String> {
    let parts = code.split("crate::").skip(1);
    parts
        .flat_map(|part| match part.strip_prefix('{') {
            // `use crate::{a, b::c}`
            Some(list) => {
                let list = list.split('}').next().unwrap_or(list);
                list.split(',').map(str::trim).map(word).collect()
            }
            None => vec![word(part)],
        })
        .filter(|word| !word.is_empty())
        .collect()
}

fn word(text: &str) -> String {
    let letter = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '_';
    text.chars().take_while(letter).collect()
}

/// What each room imports, as its code says.
fn actual() -> Imports {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let mut imports = Imports::new();
    for file in files {
        let inside = file.strip_prefix(&src).expect("below src");
        let first = inside.iter().next().and_then(|part| part.to_str());
        let room = first.expect("a name").trim_end_matches(".rs").to_owned();
        if ["lib", "main", "tutorial"].contains(&&*room) {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("readable");
        let mut others = named(&code(&text));
        others.remove(&room);
        imports.entry(room).or_default().extend(others);
    }
    imports
}

#[test]
fn a_room_imports_what_the_document_says_and_nothing_else() {
    let documented: Imports = documented().into_iter().collect();
    assert_eq!(
        actual(),
        documented,
        "left: the code, right: docs/architecture.md"
    );
}

#[test]
fn a_room_imports_only_rooms_below_it() {
    let mut below = BTreeSet::new();
    for (room, imports) in documented() {
        let above: Vec<_> = imports.difference(&below).collect();
        assert!(
            above.is_empty(),
            "{room} imports {above:?}, which stand above it"
        );
        below.insert(room);
    }
    assert!(below.len() > 15, "{below:?}");
}

/// The verifier is worth something only while it shares nothing with what it checks.
#[test]
fn the_verifier_reads_the_instance_and_the_wall_alone() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/order/verify.rs");
    let text = std::fs::read_to_string(path).expect("readable");
    let allowed = BTreeSet::from(["instance".to_owned(), "wall".to_owned()]);
    assert_eq!(named(&code(&text)), allowed);
    assert!(
        !code(&text).contains("super::"),
        "nothing of its own room either"
    );
    // Of the wall it takes names, not what counts.
    for counting in [".points(", ".run(", "Scorer", "bonus_lines"] {
        assert!(!code(&text).contains(counting), "{counting}");
    }
}

/// The worked examples lead to files that are there, but for those that they make.
#[test]
fn what_contributing_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("CONTRIBUTING.md")).expect("readable");
    let folders = [
        "src/",
        "tests/",
        "docs/",
        "instances/",
        "models/",
        "scripts/",
    ];
    let mut found = 0;
    for line in text.lines().filter(|line| !line.starts_with("    ")) {
        for name in line.split('`').skip(1).step_by(2) {
            if folders.iter().any(|folder| name.starts_with(folder)) {
                let expected = !line.ends_with("is new:");
                assert_eq!(root.join(name).exists(), expected, "{line}");
                found += 1;
            }
        }
    }
    assert!(found > 20, "{found}");
}
