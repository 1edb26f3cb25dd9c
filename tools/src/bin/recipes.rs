//! The recipes of CONTRIBUTING.md, followed to the letter: `make recipes`.
//!
//! Copies the checkout, makes the files that each recipe calls new, adds the lines that it tells to add, and lets the
//! compiler read the whole. Every line that is added here has to stand in the recipe.

use azulejo_tools::root;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A recipe: its heading, the file of each block of code that is a whole file, and the lines that go elsewhere.
struct Recipe {
    heading: &'static str,
    files: &'static [&'static str],
    lines: &'static [Added],
}

/// Words of a recipe that go into a file, on a line of their own, before the place there that has these words.
struct Added {
    file: &'static str,
    lines: &'static str,
    before: &'static str,
}

const fn added(file: &'static str, lines: &'static str, before: &'static str) -> Added {
    Added {
        file,
        lines,
        before,
    }
}

const KINDS: &str = "crates/solver/src/instance/kind/mod.rs";
const STATEMENT: &str = "crates/referee/src/statement.rs";
const FAMILIES: &str = "crates/solver/src/formulation/ordering/families/mod.rs";
const METHODS: &str = "crates/solver/src/solve/method.rs";

const RECIPES: [Recipe; 6] = [
    Recipe {
        heading: "Adding a constraint",
        files: &["crates/solver/src/instance/kind/by.rs"],
        lines: &[
            added(KINDS, "mod by;", "mod first;"),
            added(KINDS, "By => by,", "    First => first,"),
            added(
                KINDS,
                "By { cell: Cell, turn: Turn },",
                "    /// The first tiles fill",
            ),
            added(
                "crates/solver/src/problem/mod.rs",
                "Constraint::By { cell, turn } => self.close(*cell, |other| other > *turn),",
                "            Constraint::Before",
            ),
            added(
                STATEMENT,
                "By { cell: Cell, turn: usize },",
                "    Before {\n        first: Cell",
            ),
            added(
                STATEMENT,
                "Self::By { cell, turn } => Constraint::Window(wall.cell(cell)?, 1..=*turn),",
                "            Self::Before",
            ),
        ],
    },
    Recipe {
        heading: "Adding a family of cuts",
        files: &["crates/solver/src/formulation/ordering/families/first_tile.rs"],
        lines: &[
            added(FAMILIES, "mod first_tile;", "mod lines;"),
            added(
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
            added("src/schema/mod.rs", "mod bounds;", "mod check;"),
            added(
                "src/schema/mod.rs",
                "pub use bounds::Bounds;",
                "pub use check::",
            ),
            added(
                "src/schema/mod.rs",
                "Document::of::<Bounds>(\"bounds\"),",
                "        Document::of::<Check>",
            ),
            added("src/cli/mod.rs", "mod bounds;", "mod check;"),
            added(
                "src/cli/mod.rs",
                "/// Print the bounds that need no search\nBounds(bounds::BoundsArgs),",
                "    /// Verify an order",
            ),
            added(
                "src/cli/mod.rs",
                "Command::Bounds(args) => bounds::run(&args),",
                "        Command::Check",
            ),
        ],
    },
    Recipe {
        heading: "Adding a picture",
        files: &["src/render/picture/horizontal.rs"],
        lines: &[
            added(
                "src/render/picture/mod.rs",
                "mod horizontal;",
                "mod numbers;",
            ),
            added(
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
            added(
                "crates/play/src/players/mod.rs",
                "mod first;",
                "mod invalid;",
            ),
            added(
                "crates/play/src/players/registry.rs",
                "super::first::KIND,",
                "    mcts::KIND,",
            ),
        ],
    },
    Recipe {
        heading: "Adding a method",
        files: &["crates/solver/src/solve/beam_alone.rs"],
        lines: &[
            added(
                "crates/solver/src/solve/mod.rs",
                "mod beam_alone;",
                "mod method;",
            ),
            added(METHODS, "Beam,", "    CaseStudy,\n}"),
            added(
                METHODS,
                "Entry::new(Method::Beam, \"beam\", super::beam_alone::beam_alone),",
                "    Entry::program(Method::CaseStudy",
            ),
        ],
    },
];

fn main() -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md"))?;
    let copy = root().join("target/recipes");
    if copy.exists() {
        fs::remove_dir_all(&copy)?;
    }
    copy_checkout(&copy)?;
    // Who follows a recipe finds the words of the comments himself.
    let manifest = fs::read_to_string(copy.join("Cargo.toml"))?;
    fs::write(
        copy.join("Cargo.toml"),
        manifest.replace("missing_docs = \"warn\"", "missing_docs = \"allow\""),
    )?;
    for recipe in &RECIPES {
        follow(recipe, &text, &copy).map_err(|error| format!("{}: {error}", recipe.heading))?;
        println!("{}", recipe.heading);
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // What is built anyway serves here, too.
    let target =
        std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| root().join("target").into());
    let checked = Command::new(cargo)
        .args(["check", "--release", "--locked", "--lib", "--bins"])
        .args(["--no-default-features", "--features", "cli"])
        .env("CARGO_TARGET_DIR", target)
        .current_dir(&copy)
        .output()?;
    let told = String::from_utf8_lossy(&checked.stderr);
    if !checked.status.success() || told.contains("generated") {
        eprint!("{told}");
        return Err(format!(
            "what the recipes make does not compile without a warning: see {}",
            copy.display()
        )
        .into());
    }
    fs::remove_dir_all(&copy)?;
    println!("{} recipes, followed to the letter, compile", RECIPES.len());
    Ok(())
}

/// The files that git knows, as they are now.
fn copy_checkout(copy: &Path) -> Result<(), Box<dyn Error>> {
    let listed = Command::new("git")
        .args(["ls-files", "-z"])
        .current_dir(root())
        .output()?;
    let names = String::from_utf8(listed.stdout)?;
    for name in names.split('\0').filter(|name| !name.is_empty()) {
        let (from, to) = (root().join(name), copy.join(name));
        fs::create_dir_all(to.parent().ok_or("a file stands in a folder")?)?;
        fs::copy(from, to)?;
    }
    Ok(())
}

fn follow(recipe: &Recipe, text: &str, copy: &Path) -> Result<(), String> {
    let part = text.split(&format!("## {}\n", recipe.heading)).nth(1);
    let part = part.ok_or("no such heading")?;
    let part = part.split("\n## ").next().unwrap_or(part);
    let blocks = part
        .split("```rust\n")
        .skip(1)
        .map(|block| block.split("```").next().unwrap_or(block));
    let mut wholes = blocks.map(outdented);
    for name in recipe.files {
        let calls = format!("`{name}` is new");
        let code = wholes.next().filter(|_| part.contains(&calls));
        let code =
            code.ok_or_else(|| format!("it has no code for {name}, or does not call it new"))?;
        write_new(&copy.join(name), &code)?;
    }
    for added in recipe.lines {
        let told = outdented(part).contains(added.lines) && part.contains(added.file);
        if !told {
            return Err(format!(
                "it does not tell to add {:?} to {}",
                added.lines, added.file
            ));
        }
        add(&copy.join(added.file), added)?;
    }
    Ok(())
}

/// Without the three blanks of a list's item.
fn outdented(code: &str) -> String {
    let lines = code
        .lines()
        .map(|line| line.strip_prefix("   ").unwrap_or(line));
    lines.map(|line| format!("{line}\n")).collect()
}

fn write_new(path: &Path, code: &str) -> Result<(), String> {
    if path.exists() {
        return Err(format!("{} is there already", path.display()));
    }
    fs::write(path, code).map_err(|error| error.to_string())
}

fn add(path: &Path, added: &Added) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let at = text.find(&format!("\n{}", added.before));
    let at = at.ok_or_else(|| format!("{} has no {:?}", path.display(), added.before))?;
    let (before, after) = text.split_at(at + 1);
    fs::write(path, format!("{before}{}\n{after}", added.lines)).map_err(|error| error.to_string())
}
