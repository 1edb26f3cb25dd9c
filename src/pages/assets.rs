//! Styles and scripts. The address of each names its content, so that browsers keep it until it changes.

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

/// What pages refer to.
pub static ASSETS: [Asset; 5] = [
    Asset {
        name: "style.css",
        kind: STYLE,
        text: LazyLock::new(|| {
            let shared = include_str!("../../templates/page.css");
            let own = include_str!("../../templates/pages/style.css");
            let table = include_str!("../../templates/pages/table.css");
            [shared, own, table, &dark_styles()].concat()
        }),
    },
    Asset {
        name: "icon.svg",
        kind: PICTURE,
        text: LazyLock::new(|| include_str!("../../templates/pages/icon.svg").into()),
    },
    Asset {
        name: "explore.js",
        kind: SCRIPT,
        text: LazyLock::new(|| script!("explore.js").into()),
    },
    Asset {
        name: "play.js",
        kind: SCRIPT,
        text: LazyLock::new(|| script!("table.js", "play.js").into()),
    },
    Asset {
        name: "learn.js",
        kind: SCRIPT,
        text: LazyLock::new(|| script!("table.js", "set-up.js", "learn.js").into()),
    },
];

/// The address of an asset below the root; none for a name that is no asset's.
pub(super) fn address(name: &str) -> Option<String> {
    let asset = ASSETS.iter().find(|asset| asset.name == name)?;
    let content = crc32fast::hash(asset.text.as_bytes());
    Some(format!("/assets/{name}?{content:08x}"))
}
