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

/// The recipes as patches, which `Recipe::read` reads.
const PATCHES: &str = include_str!("recipes.patch");

/// A recipe: its heading, the file of each block of code that is a whole file, and the lines that go elsewhere.
struct Recipe {
    heading: &'static str,
    files: Vec<&'static str>,
    lines: Vec<Insertion>,
}

/// Lines of a recipe for a file, which are inserted before the first place with the given words.
struct Insertion {
    file: &'static str,
    lines: String,
    before: String,
}

pub(crate) fn run() -> Result {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md"))?;
    let copy = target().join("recipes");
    let mut files = checkout()?;
    // The author of a constraint writes the words of the comments, so that the copy needs none.
    let manifest = files.get_mut("Cargo.toml").ok_or("no Cargo.toml")?;
    let without_lint =
        str::from_utf8(manifest)?.replace("missing_docs = \"warn\"", "missing_docs = \"allow\"");
    *manifest = without_lint.into_bytes();
    let mut commands = Vec::new();
    let recipes = PATCHES.split("\n## ").skip(1);
    let recipes = recipes.map(Recipe::read).collect_vec();
    for recipe in &recipes {
        let part = recipe.part(&text);
        let recipe_commands = part.and_then(|part| {
            recipe.follow(part, &mut files)?;
            Ok(commands_of(part))
        });
        let recipe_commands =
            recipe_commands.map_err(|error| format!("{}: {error}", recipe.heading))?;
        println!(
            "{}: {}",
            recipe.heading,
            recipe_commands.iter().format(", ")
        );
        commands.extend(recipe_commands);
    }
    write_all(&files, &copy)?;
    for command in commands.into_iter().unique() {
        run_in(&copy, command)?;
    }
    let count = recipes.len();
    println!("{count} recipes, followed to the letter, pass their tests");
    Ok(())
}

/// The files that git tracks, with their present contents.
fn checkout() -> Result<Files> {
    let output = shell("git ls-files -z", &[]).output()?;
    let names = String::from_utf8(output.stdout)?;
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
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next)? {
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
    let code_spans = part.split('`').skip(1).step_by(2);
    let beginnings = [
        "cargo test --release ",
        "INSTA_UPDATE=always cargo test --release ",
        "make schema",
    ];
    let is_command = |words: &&str| beginnings.iter().any(|begin| words.starts_with(begin));
    code_spans.filter(is_command).collect()
}

/// Runs a command in the copy.
fn run_in(copy: &Path, command: &str) -> Result {
    let began = Instant::now();
    let output = shell(command, &[]).current_dir(copy).output()?;
    let [stdout, stderr] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    if !output.status.success() || stderr.contains("generated") {
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
    /// The recipe of a part of the patches.
    fn read(part: &'static str) -> Self {
        let mut hunks = part.split("\n@@ ");
        let (heading, files) = split_line(hunks.next().unwrap_or_default());
        let lines = hunks.map(|hunk| {
            let (file, hunk) = split_line(hunk);
            let lines_with_sign =
                |sign: char| hunk.lines().filter_map(move |line| line.strip_prefix(sign));
            Insertion {
                file,
                lines: lines_with_sign('+').join("\n"),
                before: lines_with_sign(' ').join("\n"),
            }
        });
        let files = files.lines().filter_map(|line| line.strip_prefix("new "));
        Self {
            heading,
            files: files.collect(),
            lines: lines.collect(),
        }
    }

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
        let mut code_blocks = blocks.map(outdented);
        for &name in &self.files {
            let mention = format!("`{name}` is new");
            let code = code_blocks.next().filter(|_| part.contains(&mention));
            let code =
                code.ok_or_else(|| format!("it has no code for {name}, or does not call it new"))?;
            if files.insert(name.to_owned(), code.into_bytes()).is_some() {
                return Err(format!("{name} is there already"));
            }
        }
        for Insertion {
            file,
            lines,
            before,
        } in &self.lines
        {
            if !(outdented(part).contains(lines) && part.contains(*file)) {
                return Err(format!("it does not tell to add {lines:?} to {file}"));
            }
            let text = files.get_mut(*file).ok_or_else(|| format!("no {file}"))?;
            let old = str::from_utf8(text).map_err(|error| error.to_string())?;
            let at = old.find(&format!("\n{before}"));
            let at = at.ok_or_else(|| format!("{file} has no {before:?}"))?;
            let (begin, end) = old.split_at(at + 1);
            *text = format!("{begin}{lines}\n{end}").into_bytes();
        }
        Ok(())
    }
}

/// The first line of a text, and the lines after it.
fn split_line(text: &str) -> (&str, &str) {
    text.split_once('\n').unwrap_or((text, ""))
}

/// A text without the three blanks of a list's item.
fn outdented(code: &str) -> String {
    let lines = code
        .lines()
        .map(|line| line.strip_prefix("   ").unwrap_or(line));
    lines.map(|line| format!("{line}\n")).collect()
}
