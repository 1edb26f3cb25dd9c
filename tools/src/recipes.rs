//! Follows the recipes of CONTRIBUTING.md to the letter.
//!
//! Copies the checkout, makes the files that each recipe calls new, adds the lines that it asks for, and runs the
//! commands of cargo and make that the recipe names: its tests. Every added line has to stand in the recipe. The copy
//! in `target/recipes` stays with its build, so that the next run compiles only changes.

use crate::process::{shell, target};
use crate::{Result, root};
use itertools::Itertools;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Instant;

/// The files of a checkout by their names.
type Files = BTreeMap<String, Vec<u8>>;

/// A recipe: its heading, the file of each block of code that is a whole file, and the lines that go elsewhere.
struct Recipe {
    heading: &'static str,
    files: &'static [&'static str],
    lines: &'static [Insertion],
}

/// Lines of a recipe for a file, which are inserted before the first place with the given words.
struct Insertion {
    file: &'static str,
    lines: &'static str,
    before: &'static str,
}

const fn insertion(file: &'static str, lines: &'static str, before: &'static str) -> Insertion {
    Insertion {
        file,
        lines,
        before,
    }
}

const KINDS: &str = "crates/solver/src/instance/kind/mod.rs";
const STATEMENT: &str = "crates/referee/src/statement.rs";
const FAMILIES: &str = "crates/solver/src/formulation/ordering/families/mod.rs";
const METHODS: &str = "crates/solver/src/solve/method.rs";
const SUITES: &str = "tests/conformance.rs";

const RECIPES: [Recipe; 6] = [
    Recipe {
        heading: "Adding a constraint",
        files: &["crates/solver/src/instance/kind/by.rs"],
        lines: &[
            insertion(KINDS, "mod by;", "mod first;"),
            insertion(KINDS, "By => by,", "    First => first,"),
            insertion(
                KINDS,
                "By { cell: Cell, turn: Turn },",
                "    /// The first tiles fill",
            ),
            insertion(
                "crates/solver/src/problem/mod.rs",
                "Constraint::By { cell, turn } => self.close(*cell, |other| other > *turn),",
                "            Constraint::Before",
            ),
            insertion(
                STATEMENT,
                "By { cell: Cell, turn: usize },",
                "    Before {\n        first: Cell",
            ),
            insertion(
                STATEMENT,
                "Self::By { cell, turn } => Constraint::Window(wall.cell(cell)?, 1..=*turn),",
                "            Self::Before",
            ),
            insertion(
                "tests/common/mod.rs",
                "Constraint::By { cell: bound, turn: last } => *bound != cell || turn <= last.number(),",
                "                Constraint::Before",
            ),
        ],
    },
    Recipe {
        heading: "Adding a family of cuts",
        files: &["crates/solver/src/formulation/ordering/families/first_tile.rs"],
        lines: &[
            insertion(FAMILIES, "mod first_tile;", "mod lines;"),
            insertion(
                FAMILIES,
                "/// (16) The first tile on an empty wall is a single.\nFirstTile => first_tile,",
                "    /// (14)",
            ),
        ],
    },
    Recipe {
        heading: "Adding a command",
        files: &["src/schema/bounds.rs", "src/cli/bounds.rs"],
        lines: &[
            insertion("src/schema/mod.rs", "mod bounds;", "mod check;"),
            insertion(
                "src/schema/mod.rs",
                "pub use bounds::Bounds;",
                "pub use check::",
            ),
            insertion(
                "src/schema/mod.rs",
                "Document::of::<Bounds>(\"bounds\"),",
                "        Document::of::<Check>",
            ),
            insertion("src/cli/mod.rs", "mod bounds;", "mod check;"),
            insertion(
                "src/cli/mod.rs",
                "/// Print the bounds that need no search\nBounds(bounds::BoundsArgs),",
                "    /// Verify an order",
            ),
            insertion(
                "src/cli/mod.rs",
                "Command::Bounds(args) => bounds::run(&args),",
                "        Command::Check",
            ),
            insertion(
                "tests/docs/schema.rs",
                "(\"bounds\", \"\", \"bounds --size 3\"),",
                "    (\"map!\"",
            ),
        ],
    },
    Recipe {
        heading: "Adding a picture",
        files: &["src/render/picture/horizontal.rs"],
        lines: &[
            insertion(
                "src/render/picture/mod.rs",
                "mod horizontal;",
                "mod numbers;",
            ),
            insertion(
                "src/render/picture/mod.rs",
                "HORIZONTAL => horizontal,",
                "    STRIP => strip,",
            ),
        ],
    },
    Recipe {
        heading: "Adding a player",
        files: &["crates/play/src/players/first.rs"],
        lines: &[
            insertion(
                "crates/play/src/players/mod.rs",
                "mod first;",
                "mod invalid;",
            ),
            insertion(
                "crates/play/src/players/registry.rs",
                "super::first::KIND,",
                "    mcts::KIND,",
            ),
        ],
    },
    Recipe {
        heading: "Adding a method",
        files: &["crates/solver/src/solve/beam_first.rs"],
        lines: &[
            insertion(
                "crates/solver/src/solve/mod.rs",
                "mod beam_first;",
                "mod method;",
            ),
            insertion(METHODS, "Beam,", "    CaseStudy,\n}"),
            insertion(
                METHODS,
                "Entry::new(Method::Beam, \"beam\", super::beam_first::beam_first),",
                "    Entry::program(Method::CaseStudy",
            ),
            insertion(SUITES, "beam: Method::Beam,", "    case_study: Method::"),
            insertion(SUITES, "\"beam\" => 25,", "        \"graph\" =>"),
        ],
    },
];

pub(crate) fn run() -> Result {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md"))?;
    let copy = target().join("recipes");
    let mut files = checkout()?;
    // A person who follows a recipe finds the words of the comments himself.
    let manifest = files.get_mut("Cargo.toml").ok_or("no Cargo.toml")?;
    let allowed =
        str::from_utf8(manifest)?.replace("missing_docs = \"warn\"", "missing_docs = \"allow\"");
    *manifest = allowed.into_bytes();
    let mut commands = Vec::new();
    for recipe in &RECIPES {
        let part = recipe.part(&text);
        let named = part.and_then(|part| {
            recipe.follow(part, &mut files)?;
            Ok(commands_of(part))
        });
        let named = named.map_err(|error| format!("{}: {error}", recipe.heading))?;
        println!("{}: {}", recipe.heading, named.iter().format(", "));
        commands.extend(named);
    }
    write_all(&files, &copy)?;
    for command in commands.into_iter().unique() {
        run_in(&copy, command)?;
    }
    println!(
        "{} recipes, followed to the letter, pass their tests",
        RECIPES.len()
    );
    Ok(())
}

/// The files that git tracks, with their present contents.
fn checkout() -> Result<Files> {
    let listed = shell("git ls-files -z", &[]).output()?;
    let names = String::from_utf8(listed.stdout)?;
    let names = names.split('\0').filter(|name| !name.is_empty());
    names
        .map(|name| Ok((name.to_owned(), fs::read(root().join(name))?)))
        .collect()
}

/// Writes files into a folder, and removes all others. Unchanged files keep their dates, by which cargo detects
/// changes.
fn write_all(files: &Files, folder: &Path) -> Result {
    for (name, content) in files {
        let path = folder.join(name);
        if fs::read(&path).ok().as_ref() != Some(content) {
            fs::create_dir_all(path.parent().ok_or("a file stands in a folder")?)?;
            fs::write(path, content)?;
        }
    }
    let mut folders = vec![folder.to_owned()];
    while let Some(inside) = folders.pop() {
        for entry in fs::read_dir(inside)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if !files.contains_key(path.strip_prefix(folder)?.to_str().unwrap_or_default()) {
                fs::remove_file(path)?;
            }
        }
    }
    Ok(())
}

/// The commands of cargo and make in a recipe.
fn commands_of(part: &str) -> Vec<&str> {
    let quoted = part.split('`').skip(1).step_by(2);
    let runs = [
        "cargo test --release ",
        "INSTA_UPDATE=always cargo test --release ",
        "make schema",
    ];
    let runs = |words: &&str| runs.iter().any(|begin| words.starts_with(begin));
    quoted.filter(runs).collect()
}

/// Runs a command in the copy.
fn run_in(copy: &Path, command: &str) -> Result {
    let began = Instant::now();
    let ended = shell(command, &[]).current_dir(copy).output()?;
    let [stdout, stderr] = [&ended.stdout, &ended.stderr].map(|text| String::from_utf8_lossy(text));
    if !ended.status.success() || stderr.contains("generated") {
        eprint!("{stdout}{stderr}");
        let copy = copy.display();
        return Err(format!(
            "what the recipes make fails, or compiles with a warning: {command} in {copy}"
        )
        .into());
    }
    if stdout.contains("running 0 tests") {
        return Err(format!("no test has that name: {command}").into());
    }
    println!("{command}: {} s", began.elapsed().as_secs());
    Ok(())
}

impl Recipe {
    /// The recipe's part of the text.
    fn part<'a>(&self, text: &'a str) -> Result<&'a str, String> {
        let part = text.split(&format!("## {}\n", self.heading)).nth(1);
        let part = part.ok_or("no such heading")?;
        Ok(part.split("\n## ").next().unwrap_or(part))
    }

    /// Makes the recipe's files, and adds its lines to others.
    fn follow(&self, part: &str, files: &mut Files) -> Result<(), String> {
        let blocks = part.split("```rust\n").skip(1);
        let blocks = blocks.map(|block| block.split("```").next().unwrap_or(block));
        let mut wholes = blocks.map(outdented);
        for &name in self.files {
            let calls = format!("`{name}` is new");
            let code = wholes.next().filter(|_| part.contains(&calls));
            let code =
                code.ok_or_else(|| format!("it has no code for {name}, or does not call it new"))?;
            if files.insert(name.to_owned(), code.into_bytes()).is_some() {
                return Err(format!("{name} is there already"));
            }
        }
        for added in self.lines {
            let Insertion {
                file,
                lines,
                before,
            } = *added;
            if !(outdented(part).contains(lines) && part.contains(file)) {
                return Err(format!("it does not tell to add {lines:?} to {file}"));
            }
            let text = files.get_mut(file).ok_or_else(|| format!("no {file}"))?;
            let old = str::from_utf8(text).map_err(|error| error.to_string())?;
            let at = old.find(&format!("\n{before}"));
            let at = at.ok_or_else(|| format!("{file} has no {before:?}"))?;
            let (begin, end) = old.split_at(at + 1);
            *text = format!("{begin}{lines}\n{end}").into_bytes();
        }
        Ok(())
    }
}

/// A text without the three blanks of a list's item.
fn outdented(code: &str) -> String {
    let lines = code
        .lines()
        .map(|line| line.strip_prefix("   ").unwrap_or(line));
    lines.map(|line| format!("{line}\n")).collect()
}
