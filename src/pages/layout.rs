use super::assets;
use super::registry::LINKS;
use crate::render::game::sign;
use serde::Serialize;

/// Frame around a page: `web/pages/layout.html` fills it in.
#[derive(Debug, Serialize)]
pub(super) struct Layout {
    /// Where the pages stand.
    pub(super) root: String,
    /// The navigation: name, address, and whether it is this page.
    pub(super) pages: Vec<(&'static str, String, bool)>,
    pub(super) style: String,
    pub(super) icon: String,
    /// The manifest of the application that a browser installs, where its icons can be drawn.
    pub(super) manifest: Option<String>,
    /// The picture of the icon, to be shown beside the name.
    pub(super) sign: String,
    /// The script of what the browser remembers.
    pub(super) settings: String,
    /// The script, if the page has one.
    pub(super) script: Option<String>,
    pub(super) version: &'static str,
}

impl Layout {
    /// The surroundings of the page with this path, whose style and script are named as it is: `explore.css` and `explore.js` for
    /// `/explore`.
    pub(super) fn new(root: &str, path: &str) -> Self {
        let pages = LINKS
            .iter()
            .map(|&(name, address)| (name, format!("{root}{address}"), address == path));
        let name = path.trim_start_matches('/');
        let named = |name: &str| assets::address(name).map(|address| format!("{root}{address}"));
        Self {
            root: root.to_owned(),
            pages: pages.collect(),
            style: named(&format!("{name}.css"))
                .or_else(|| named(assets::SHARED_STYLE))
                .unwrap_or_default(),
            icon: named("icon.svg").unwrap_or_default(),
            manifest: cfg!(feature = "png").then(|| format!("{root}/manifest.json")),
            sign: sign(),
            settings: named("settings.js").unwrap_or_default(),
            script: named(&format!("{name}.js")),
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}
