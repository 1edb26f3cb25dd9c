#[cfg(not(target_family = "wasm"))]
use super::assets::address;
use super::registry::LINKS;
use crate::render::game::sign;
use serde::Serialize;

/// Style of answers that are no page, such as refusals.
const SHARED_STYLE: &str = "style.css";

/// Address of a file of the site below the root.
#[cfg(target_family = "wasm")]
fn address(name: &str) -> Option<String> {
    Some(format!("/assets/{name}"))
}

/// Frame around a page: `web/pages/layout.html` fills it in.
#[derive(Debug, Serialize)]
pub(super) struct Layout {
    /// Root of the pages.
    pub(super) root: String,
    /// The navigation: the name and the address of each page, and whether the layout is of this page.
    pub(super) pages: Vec<(&'static str, String, bool)>,
    pub(super) style: String,
    pub(super) icon: String,
    /// The manifest of the application that a browser installs, where its icons can be drawn.
    pub(super) manifest: Option<String>,
    /// The icon as SVG, beside the name.
    pub(super) sign: String,
    /// The script of the settings that the browser remembers.
    pub(super) settings: String,
    /// The script, if the page has one.
    pub(super) script: Option<String>,
    pub(super) version: &'static str,
}

impl Layout {
    /// Layout of the page with a path. Its style and its script have the name of the page: `explore.css` and `explore.js` for
    /// `/explore`.
    pub(super) fn new(root: &str, path: &str) -> Self {
        let pages = LINKS
            .iter()
            .map(|&(name, address)| (name, format!("{root}{address}"), address == path));
        let name = path.trim_start_matches('/');
        let asset = |name: &str| address(name).map(|address| format!("{root}{address}"));
        Self {
            root: root.to_owned(),
            pages: pages.collect(),
            style: asset(&format!("{name}.css"))
                .or_else(|| asset(SHARED_STYLE))
                .unwrap_or_default(),
            icon: asset("icon.svg").unwrap_or_default(),
            manifest: cfg!(feature = "png").then(|| format!("{root}/manifest.json")),
            sign: sign(),
            settings: asset("settings.js").unwrap_or_default(),
            script: asset(&format!("{name}.js")),
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}
