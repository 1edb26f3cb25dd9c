//! Styles and scripts. The address of each names its content, so that browsers keep it until it changes.
//!
//! In a browser, assets are files of the site, which has a version as a whole; the program there has no texts of assets.

mod lean;

use crate::render::{colour, game::sign};
use crate::web::{File, files};
use lean::{bundle, compact_style};
use std::fmt;
use std::sync::LazyLock;

/// Text to which pages refer.
pub struct Asset {
    /// Name, such as `style.css`.
    pub name: &'static str,
    /// Media type.
    pub kind: &'static str,
    /// Source files.
    parts: &'static [File],
    /// The asset's text from the texts of its parts, one after the other.
    finish: fn(String) -> String,
    text: LazyLock<String>,
}

impl Asset {
    /// Text of the files that are compiled in.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Text of the source files by `read`, each by its path below the folder `web`.
    ///
    /// # Errors
    /// The first error of `read`.
    pub fn text_from<E>(&self, read: impl Fn(&str) -> Result<String, E>) -> Result<String, E> {
        let texts: Result<String, E> = self.parts.iter().map(|file| read(file.path)).collect();
        Ok((self.finish)(texts?))
    }
}

impl fmt::Debug for Asset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asset")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

/// Asset of source files.
macro_rules! asset {
    ($name:literal, $kind:expr, $finish:expr, [$($path:literal),*]) => {
        Asset {
            name: $name,
            kind: $kind,
            parts: files!($($path),*),
            finish: $finish,
            text: LazyLock::new(|| {
                let parts: &[File] = files!($($path),*);
                let finish: fn(String) -> String = $finish;
                finish(parts.iter().map(|file| file.text).collect())
            }),
        }
    };
}

/// Script of modules below `pages`, each after the modules that it imports.
macro_rules! script {
    ($name:literal, $($path:literal),+) => {
        asset!($name, SCRIPT, |text| bundle(&text), [$($path),+])
    };
}

/// Script of a page: the modules of all pages, then others; the last module is the page's own.
macro_rules! page_script {
    ($name:literal, $($path:literal),+) => {
        script!(
            $name,
            "pages/address.js",
            "pages/dom.js",
            "pages/settings.js",
            "pages/theme.js",
            "pages/frame.js",
            "pages/requests.js",
            $($path),+
        )
    };
}

/// Style of a page: the rules of all pages, then the page's own files.
macro_rules! style {
    ($name:literal $(, $path:literal)*) => {
        asset!(
            $name,
            STYLE,
            |text| compact_style(&(text + colour::DARK)),
            ["pages/base.css", "pages/tokens.css", "pages/style.css", "pages/frame.css" $(, $path)*]
        )
    };
}

/// Styles and scripts, each with the name of its page, and the icon.
pub static ASSETS: [Asset; 11] = [
    style!("style.css"),
    style!("explore.css", "pages/explore.css"),
    style!("play.css", "pages/table.css", "pages/panel.css"),
    style!(
        "learn.css",
        "pages/table.css",
        "pages/panel.css",
        "pages/learn.css"
    ),
    style!("lab.css", "pages/explore.css", "pages/lab.css"),
    asset!("icon.svg", PICTURE, |_| sign(), []),
    script!("settings.js", "pages/settings.js", "pages/theme.js"),
    page_script!(
        "explore.js",
        "pages/plot.js",
        "pages/png.js",
        "pages/question.js",
        "pages/wall.js",
        "pages/formulation.js",
        "pages/menu.js",
        "pages/more-questions.js",
        "pages/replay.js",
        "pages/search.js",
        "pages/wall-picture.js",
        "pages/explore.js"
    ),
    page_script!(
        "play.js",
        "pages/game-file.js",
        "pages/guide.js",
        "pages/movement.js",
        "pages/panel.js",
        "pages/png.js",
        "pages/seats.js",
        "pages/virtual-dom.js",
        "pages/table-view.js",
        "pages/table.js",
        "pages/tasks.js",
        "pages/play.js"
    ),
    page_script!(
        "learn.js",
        "pages/arrows.js",
        "pages/best-moves.js",
        "pages/game-file.js",
        "pages/movement.js",
        "pages/review-graph.js",
        "pages/move-list.js",
        "pages/panel.js",
        "pages/png.js",
        "pages/position.js",
        "pages/puzzles.js",
        "pages/review.js",
        "pages/set-up.js",
        "pages/virtual-dom.js",
        "pages/table-view.js",
        "pages/table.js",
        "pages/grades.js",
        "pages/tasks.js",
        "pages/learn.js"
    ),
    page_script!("lab.js", "pages/lab.js"),
];

/// Address of an asset below the root; none for an unknown name.
pub(super) fn address(name: &str) -> Option<String> {
    let asset = ASSETS.iter().find(|asset| asset.name == name)?;
    let version = crc32fast::hash(asset.text.as_bytes());
    Some(format!("/assets/{name}?{version:08x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_not_sent() {
        for asset in &ASSETS {
            assert!(!asset.text().contains("\n/*"), "{}", asset.name);
            assert!(!asset.text().contains("\n// "), "{}", asset.name);
            // A text over several lines would lose its indentation.
            let is_odd = |line: &&str| line.matches('`').count() % 2 == 1;
            assert_eq!(asset.text().lines().find(is_odd), None, "{}", asset.name);
        }
    }

    /// Files that a module imports.
    fn imports(module: &File) -> Vec<String> {
        let lines = module.text.lines();
        let imports = lines.filter(|line| line.starts_with("import "));
        let names = imports.map(|line| {
            let name = line
                .split_once("\"./")
                .and_then(|(_, name)| name.strip_suffix("\";"));
            name.unwrap_or_else(|| panic!("{}: {line}: all of it on one line", module.path))
        });
        names.map(|name| format!("pages/{name}")).collect()
    }

    /// Names that a module declares.
    fn declared_names(module: &File) -> impl Iterator<Item = &str> {
        let declarations = module.text.lines().filter_map(|line| {
            let line = line.strip_prefix("export ").unwrap_or(line);
            let line = line.strip_prefix("async ").unwrap_or(line);
            let words = ["const ", "let ", "function ", "class "];
            words.iter().find_map(|word| line.strip_prefix(word))
        });
        let names = declarations.map(|line| line.split(['=', '(']).next().unwrap_or(line));
        names.flat_map(|names| names.split(|sign: char| !sign.is_alphanumeric() && sign != '_'))
    }

    #[test]
    fn modules_come_after_their_imports_and_share_no_name() {
        for asset in ASSETS.iter().filter(|asset| asset.kind == SCRIPT) {
            let mut names = std::collections::BTreeSet::new();
            for (index, module) in asset.parts.iter().enumerate() {
                let place = format!("{} of {}", module.path, asset.name);
                let (before, after) = asset.parts.split_at(index + 1);
                for import in imports(module) {
                    assert!(
                        before.iter().any(|other| other.path == import),
                        "{place}: {import} comes before it"
                    );
                }
                let is_imported = after
                    .iter()
                    .any(|other| imports(other).iter().any(|import| import == module.path));
                assert!(
                    is_imported || after.is_empty(),
                    "{place}: no other module imports it"
                );
                for name in declared_names(module).filter(|name| !name.is_empty()) {
                    assert!(
                        names.insert(name.to_owned()),
                        "{place}: {name} is declared by another module, too"
                    );
                }
            }
        }
    }
}
