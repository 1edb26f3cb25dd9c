//! The two ways in which pages are answered: by `azulejo serve`, and as plain files.

use crate::chromium::Chromium;
use crate::common::optional::skipped;
use crate::server::Served;
use axum::Router;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use std::ffi::OsStr;
use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tokio::runtime::Runtime;

/// The folder that `make site` writes, if it has.
pub(crate) fn site() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../site");
    // The last that is written there.
    let written = folder.join("sw.js").exists();
    if !written {
        skipped("the site", "site");
    }
    written.then_some(folder)
}

/// A file server that knows nothing of what it serves; it ends when this is dropped.
pub(crate) struct Files {
    url: String,
    asked: Arc<Mutex<Vec<String>>>,
    _runtime: Runtime,
}

impl Files {
    /// Serves a folder of pages below its name, as the pages do not stand at the root.
    pub(crate) fn serve(folder: &Path) -> Self {
        let folder = folder.canonicalize().expect("it is there");
        let name = folder.file_name().and_then(|name| name.to_str());
        let name = name.expect("a name");
        let above = folder.parent().expect("no root");
        let runtime = Runtime::new().expect("threads");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        listener.set_nonblocking(true).expect("it can");
        let address = listener.local_addr().expect("an address");
        let above = above.to_owned();
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let log = Arc::clone(&asked);
        let router = Router::new().fallback(async move |uri: Uri| {
            log.lock().expect("no panic").push(uri.path().to_owned());
            file(&above, &uri)
        });
        runtime.spawn(async move {
            let listener = tokio::net::TcpListener::from_std(listener).expect("it listens");
            axum::serve(listener, router).await
        });
        let url = format!("http://{address}/{name}");
        Self {
            url,
            asked,
            _runtime: runtime,
        }
    }

    /// How often files were asked for whose paths end so.
    pub(crate) fn asked_for(&self, end: &str) -> usize {
        let asked = self.asked.lock().expect("no panic");
        asked.iter().filter(|path| path.ends_with(end)).count()
    }

    /// Where the pages are.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

/// A file below a folder, or the index of a folder there, as any file server answers: the address of a folder ends with a slash.
fn file(above: &Path, uri: &Uri) -> Response {
    let path = uri.path();
    let named = above.join(path.trim_start_matches('/'));
    if named.is_dir() && !path.ends_with('/') {
        let query = uri.query().map(|query| format!("?{query}"));
        let folder = format!("{path}/{}", query.unwrap_or_default());
        return Redirect::temporary(&folder).into_response();
    }
    let path = match named.is_dir() {
        true => named.join("index.html"),
        false => named,
    };
    let kind = match path.extension().and_then(OsStr::to_str) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    };
    match fs::read(path) {
        Ok(bytes) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Runs this with a browser and the place of the pages: those of a server, and those of plain files where they are built.
pub(crate) fn each_way(test: impl Fn(&mut Chromium, &str)) {
    let Some(mut browser) = Chromium::start() else {
        return;
    };
    test(&mut browser, &Served::start().url());
    if let Some(folder) = site() {
        let files = Files::serve(&folder);
        test(&mut browser, files.url());
    }
}
