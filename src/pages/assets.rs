//! Styles and scripts. The address of each names its content, so that browsers keep it until it changes.

use crate::render::game::sign;
use crate::render::page::dark_styles;
use std::fmt;
use std::sync::LazyLock;

/// A text that pages refer to.
pub struct Asset {
    /// Its name, such as `style.css`.
    pub name: &'static str,
    /// Its type, as HTTP says it.
    pub kind: &'static str,
    text: LazyLock<String>,
}

impl Asset {
    /// What it holds.
    pub fn text(&self) -> &str {
        &self.text
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
fn lean(text: &str) -> String {
    let is_comment =
        |line: &&str| line.starts_with("//") || line.starts_with("/*") && line.ends_with("*/");
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !is_comment(line));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// A style in the same way, and without the spaces around its signs.
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

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

/// A page's script, after what all scripts share. It can be made of several files.
macro_rules! script {
    ($($file:literal),+) => {
        concat!(
            include_str!("../../templates/pages/shared.js"),
            $(include_str!(concat!("../../templates/pages/", $file))),+
        )
    };
}

/// A page's style, after what all styles share. It can be made of several files.
macro_rules! style {
    ($($file:literal),*) => {
        LazyLock::new(|| {
            let texts = [
                include_str!("../../templates/page.css"),
                include_str!("../../templates/pages/tokens.css"),
                include_str!("../../templates/pages/style.css"),
                include_str!("../../templates/pages/frame.css"),
                $(include_str!(concat!("../../templates/pages/", $file)),)*
            ];
            lean_style(&[&texts.concat(), &*dark_styles()].concat())
        })
    };
}

/// The style of what is no page.
pub(super) const SHARED_STYLE: &str = "style.css";

/// What pages refer to: a style and a script for each page, which have its name.
pub static ASSETS: [Asset; 10] = [
    Asset {
        name: SHARED_STYLE,
        kind: STYLE,
        text: style!(),
    },
    Asset {
        name: "explore.css",
        kind: STYLE,
        text: style!("explore.css"),
    },
    Asset {
        name: "play.css",
        kind: STYLE,
        text: style!("table.css", "panel.css"),
    },
    Asset {
        name: "learn.css",
        kind: STYLE,
        text: style!("table.css", "panel.css", "learn.css"),
    },
    Asset {
        name: "lab.css",
        kind: STYLE,
        text: style!("explore.css", "lab.css"),
    },
    Asset {
        name: "icon.svg",
        kind: PICTURE,
        text: LazyLock::new(sign),
    },
    Asset {
        name: "explore.js",
        kind: SCRIPT,
        text: LazyLock::new(|| lean(script!("picture.js", "plot.js", "explore.js"))),
    },
    Asset {
        name: "play.js",
        kind: SCRIPT,
        text: LazyLock::new(|| lean(script!("panel.js", "table.js", "guide.js", "play.js"))),
    },
    Asset {
        name: "learn.js",
        kind: SCRIPT,
        text: LazyLock::new(|| {
            lean(script!(
                "panel.js",
                "table.js",
                "set-up.js",
                "lines.js",
                "reviews.js",
                "learn.js"
            ))
        }),
    },
    Asset {
        name: "lab.js",
        kind: SCRIPT,
        text: LazyLock::new(|| lean(script!("lab.js"))),
    },
];

/// The address of an asset below the root; none for a name that is no asset's.
pub(super) fn address(name: &str) -> Option<String> {
    let asset = ASSETS.iter().find(|asset| asset.name == name)?;
    let content = crc32fast::hash(asset.text.as_bytes());
    Some(format!("/assets/{name}?{content:08x}"))
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
