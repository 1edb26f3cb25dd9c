//! The pages: a line of the registry each, and what all of them show around themselves.

use super::{App, assets, explore, learn, play};
use axum::Router;
use axum::response::Redirect;
use axum::routing::get;

/// A page that the navigation leads to.
pub(super) struct Page {
    /// What it is called there.
    pub(super) name: &'static str,
    /// Its address, and the beginning of the addresses of what belongs to it.
    pub(super) path: &'static str,
    /// It, and what belongs to it.
    pub(super) routes: fn() -> Router<App>,
}

/// Every page, in the order of the navigation; the first is shown where none is named.
static PAGES: &[&Page] = &[&explore::PAGE, &play::PAGE, &learn::PAGE];

/// Every address that is answered.
pub(super) fn routes() -> Router<App> {
    let home = Redirect::to(PAGES[0].path);
    let fixed = Router::new()
        .route("/", get(move || async { home }))
        .route("/assets/{name}", get(assets::asset));
    let pages = PAGES.iter().map(|page| (page.routes)());
    pages.fold(fixed, Router::merge)
}

/// What stands around a page: `templates/serve/layout.html` fills it in.
pub(super) struct Layout {
    /// The navigation: name, address, and whether it is this page.
    pub(super) pages: Vec<(&'static str, &'static str, bool)>,
    pub(super) style: String,
    pub(super) icon: String,
    /// The script, if the page has one.
    pub(super) script: Option<String>,
    pub(super) version: &'static str,
}

impl Layout {
    /// The surroundings of the page with this address, whose script is named as it is: `explore.js` for `/explore`.
    pub(super) fn new(path: &str) -> Self {
        let link = |page: &&Page| (page.name, page.path, page.path == path);
        let named = |name: &str| assets::address(name);
        Self {
            pages: PAGES.iter().map(link).collect(),
            style: named("style.css").unwrap_or_default(),
            icon: named("icon.svg").unwrap_or_default(),
            script: named(&format!("{}.js", path.trim_start_matches('/'))),
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}
