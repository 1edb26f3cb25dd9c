//! Styles and scripts. The address of each names its content, so that browsers keep it until it changes.

use super::refusal::Refusal;
use crate::render::page::dark_styles;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use std::sync::LazyLock;

/// A text that pages refer to.
struct Asset {
    name: &'static str,
    kind: &'static str,
    text: LazyLock<String>,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

/// A page's script, after what all scripts share. It can be made of several files.
macro_rules! script {
    ($($file:literal),+) => {
        concat!(
            include_str!("../../templates/serve/shared.js"),
            $(include_str!(concat!("../../templates/serve/", $file))),+
        )
    };
}

static ASSETS: [Asset; 5] = [
    Asset {
        name: "style.css",
        kind: STYLE,
        text: LazyLock::new(|| {
            let shared = include_str!("../../templates/page.css");
            let own = include_str!("../../templates/serve/style.css");
            let table = include_str!("../../templates/serve/table.css");
            [shared, own, table, &dark_styles()].concat()
        }),
    },
    Asset {
        name: "icon.svg",
        kind: PICTURE,
        text: LazyLock::new(|| include_str!("../../templates/serve/icon.svg").into()),
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

/// The address of an asset; none for a name that is no asset's.
pub(super) fn address(name: &str) -> Option<String> {
    let asset = ASSETS.iter().find(|asset| asset.name == name)?;
    let content = crc32fast::hash(asset.text.as_bytes());
    Some(format!("/assets/{name}?{content:08x}"))
}

/// An asset.
pub(super) async fn asset(Path(name): Path<String>) -> Result<impl IntoResponse, Refusal> {
    let asset = ASSETS.iter().find(|asset| asset.name == name);
    let asset = asset
        .ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, format!("There is no asset {name}.")))?;
    let kept = "public, max-age=31536000, immutable";
    let headers = [(CONTENT_TYPE, asset.kind), (CACHE_CONTROL, kept)];
    Ok((headers, asset.text.as_str()))
}
