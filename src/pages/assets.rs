//! Styles and scripts. The address of each names its content, so that browsers keep it until it changes.
//!
//! In a browser they are files of the site, which has a version as a whole, and their texts stay out of the program.

use std::fmt;
#[cfg(not(target_family = "wasm"))]
use {
    crate::render::{colour, game::sign},
    crate::web::{File, files},
    std::sync::LazyLock,
};

/// A text that pages refer to.
pub struct Asset {
    /// Name, such as `style.css`.
    pub name: &'static str,
    /// Media type.
    #[cfg(not(target_family = "wasm"))]
    pub kind: &'static str,
    /// Source files.
    #[cfg(not(target_family = "wasm"))]
    parts: &'static [File],
    /// The asset's text from the texts of its parts, one after the other.
    #[cfg(not(target_family = "wasm"))]
    finish: fn(String) -> String,
    #[cfg(not(target_family = "wasm"))]
    text: LazyLock<String>,
}

#[cfg(not(target_family = "wasm"))]
impl Asset {
    /// The text that is compiled in.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text made of source files as `read` finds them now, each by its path below the folder `web`.
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

/// A style or a script without its comments and its indentation, which are for those who read the source. Every line stays
/// one, so that nothing changes its meaning.
#[cfg(not(target_family = "wasm"))]
fn lean(text: &str) -> String {
    let is_comment =
        |line: &&str| line.starts_with("//") || line.starts_with("/*") && line.ends_with("*/");
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !is_comment(line));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// A style in the same way, and without the spaces around its signs.
#[cfg(not(target_family = "wasm"))]
fn lean_style(text: &str) -> String {
    let signs = [
        ("; ", ";"),
        (": ", ":"),
        (", ", ","),
        (" {", "{"),
        ("{ ", "{"),
        (" }", "}"),
        (";}", "}"),
    ];
    signs.iter().fold(lean(text), |text, (wide, narrow)| {
        text.replace(wide, narrow)
    })
}

#[cfg(not(target_family = "wasm"))]
const SCRIPT: &str = "text/javascript; charset=utf-8";
#[cfg(not(target_family = "wasm"))]
const STYLE: &str = "text/css; charset=utf-8";
#[cfg(not(target_family = "wasm"))]
const PICTURE: &str = "image/svg+xml";

/// An asset that is made of these source files.
macro_rules! asset {
    ($name:literal, $kind:expr, $finish:expr, [$($path:literal),*]) => {
        Asset {
            name: $name,
            #[cfg(not(target_family = "wasm"))]
            kind: $kind,
            #[cfg(not(target_family = "wasm"))]
            parts: files!($($path),*),
            #[cfg(not(target_family = "wasm"))]
            finish: $finish,
            #[cfg(not(target_family = "wasm"))]
            text: LazyLock::new(|| {
                let parts: &[File] = files!($($path),*);
                let finish: fn(String) -> String = $finish;
                finish(parts.iter().map(|file| file.text).collect())
            }),
        }
    };
}

/// The script of a page: the lines of all scripts, then its own files.
macro_rules! script {
    ($name:literal, $($path:literal),+) => {
        asset!($name, SCRIPT, |text| lean(&text), ["pages/shared.js", $($path),+])
    };
}

/// The style of a page: the rules of all pages, then its own files.
macro_rules! style {
    ($name:literal $(, $path:literal)*) => {
        asset!(
            $name,
            STYLE,
            |text| lean_style(&(text + colour::DARK)),
            ["pages/base.css", "pages/tokens.css", "pages/style.css", "pages/frame.css" $(, $path)*]
        )
    };
}

/// The style of what is no page.
pub(super) const SHARED_STYLE: &str = "style.css";

/// Styles and scripts, which have the names of their pages, and the icon.
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
    asset!(
        "settings.js",
        SCRIPT,
        |text| lean(&text),
        ["pages/settings.js"]
    ),
    script!(
        "explore.js",
        "pages/png.js",
        "pages/picture.js",
        "pages/plot.js",
        "pages/explore.js"
    ),
    script!(
        "play.js",
        "pages/png.js",
        "pages/panel.js",
        "pages/table.js",
        "pages/guide.js",
        "pages/play.js"
    ),
    script!(
        "learn.js",
        "pages/png.js",
        "pages/panel.js",
        "pages/table.js",
        "pages/set-up.js",
        "pages/lines.js",
        "pages/reviews.js",
        "pages/learn.js"
    ),
    script!("lab.js", "pages/lab.js"),
];

/// The address of an asset below the root; none for a name that is no asset's.
pub(super) fn address(name: &str) -> Option<String> {
    let asset = ASSETS.iter().find(|asset| asset.name == name)?;
    #[cfg(not(target_family = "wasm"))]
    let version = format!("?{:08x}", crc32fast::hash(asset.text.as_bytes()));
    #[cfg(target_family = "wasm")]
    let version = "";
    Some(format!("/assets/{}{version}", asset.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_for_readers_is_not_sent() {
        let text = "/* Why. */\n.a {\n  --b: 1;\n}\n\n// Why.\nconst c = \"// d\";\n";
        assert_eq!(lean(text), ".a {\n--b: 1;\n}\nconst c = \"// d\";\n");
        let style = ".a :is(b, c) { d: e f; g: calc(1px + 2px); }\n@media (h: 1rem) { i { j: k } }";
        assert_eq!(
            lean_style(style),
            ".a :is(b,c){d:e f;g:calc(1px + 2px)}\n@media (h:1rem){i{j:k}}\n"
        );
        for asset in &ASSETS {
            assert!(!asset.text().contains("\n/* "), "{}", asset.name);
            assert!(!asset.text().contains("\n// "), "{}", asset.name);
            // A text over several lines would lose its indentation.
            let odd = |line: &&str| line.matches('`').count() % 2 == 1;
            assert_eq!(asset.text().lines().find(odd), None, "{}", asset.name);
        }
    }
}
