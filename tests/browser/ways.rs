//! The two ways in which pages are answered: by `azulejo serve`, and as plain files.

use crate::chromium::Chromium;
use crate::common::optional::skipped;
use crate::server::Served;
use crate::tab::Tab;
use axum::Router;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tokio::runtime::Runtime;

/// Condition that what is asked of *Explore* is answered.
pub(crate) const ANSWERED: &str = "document.getElementById('explore')?.ariaBusy === 'false'";

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
    above: PathBuf,
    asked: Arc<Mutex<Vec<String>>>,
    _runtime: Runtime,
}

impl Files {
    /// Serves a folder of pages below its name, as the pages do not stand at the root.
    pub(crate) fn serve(folder: &Path) -> Self {
        Self::answering(folder, false)
    }

    /// Compresses what it sends, as file servers of the web do.
    pub(crate) fn serve_compressed(folder: &Path) -> Self {
        Self::answering(folder, true)
    }

    fn answering(folder: &Path, compresses: bool) -> Self {
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
        let (log, folder) = (Arc::clone(&asked), above.clone());
        let router = Router::new().fallback(async move |uri: Uri| {
            log.lock().expect("no panic").push(uri.path().to_owned());
            file(&folder, &uri, compresses)
        });
        runtime.spawn(async move {
            let listener = tokio::net::TcpListener::from_std(listener).expect("it listens");
            axum::serve(listener, router).await
        });
        let url = format!("http://{address}/{name}");
        Self {
            url,
            above,
            asked,
            _runtime: runtime,
        }
    }

    /// How often files were asked for whose paths end so.
    pub(crate) fn asked_for(&self, end: &str) -> usize {
        let asked = self.asked.lock().expect("no panic");
        asked.iter().filter(|path| path.ends_with(end)).count()
    }

    /// The compressed size of each file that was asked for so far, by its path, in the order of the requests.
    pub(crate) fn weights(&self) -> Vec<(String, usize)> {
        let asked = self.asked.lock().expect("no panic").clone();
        let weight = |path: String| {
            let named = named(&self.above, &path);
            let size = fs::read(named).map_or(0, |bytes| compressed(&bytes).len());
            (path, size)
        };
        asked.into_iter().map(weight).collect()
    }

    /// Where the pages are.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

/// The bytes as gzip has them.
fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// The file of a path below a folder, which for a folder is its index.
fn named(above: &Path, path: &str) -> PathBuf {
    let named = above.join(path.trim_start_matches('/'));
    match named.is_dir() {
        true => named.join("index.html"),
        false => named,
    }
}

/// A file below a folder, or the index of a folder there, as any file server answers: the address of a folder ends with a slash.
fn file(above: &Path, uri: &Uri, compresses: bool) -> Response {
    let path = uri.path();
    let is_folder = above.join(path.trim_start_matches('/')).is_dir();
    if is_folder && !path.ends_with('/') {
        let query = uri.query().map(|query| format!("?{query}"));
        let folder = format!("{path}/{}", query.unwrap_or_default());
        return Redirect::temporary(&folder).into_response();
    }
    let path = named(above, path);
    let kind = match path.extension().and_then(OsStr::to_str) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    };
    let kind = [(header::CONTENT_TYPE, kind)];
    match fs::read(path) {
        Ok(bytes) if compresses => {
            let gzip = [(header::CONTENT_ENCODING, "gzip")];
            (kind, gzip, compressed(&bytes)).into_response()
        }
        Ok(bytes) => (kind, bytes).into_response(),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Runs this in a tab of each way: with the pages of a server, and with plain files where they are built.
pub(crate) fn each_way(test: impl Fn(&mut Tab<'_>)) {
    each_place(|browser, url| in_tab(browser, url, &test));
}

/// Runs this in a tab with the pages of a server.
pub(crate) fn of_server(test: impl Fn(&mut Tab<'_>)) {
    by_server(Served::start, |browser, url| in_tab(browser, url, &test));
}

fn in_tab(browser: &mut Chromium, url: &str, test: &impl Fn(&mut Tab<'_>)) {
    let mut tab = browser.tab(url);
    test(&mut tab);
    tab.finish();
}

/// Runs this with a browser and the place of a server's pages.
pub(crate) fn by_server(start: fn() -> Served, test: impl Fn(&mut Chromium, &str)) {
    if let Some(mut browser) = Chromium::start() {
        let server = start();
        test(&mut browser, &server.url());
    }
}

/// Runs this in a tab with the pages as plain files, where they are built.
pub(crate) fn of_files(test: impl Fn(&mut Tab<'_>, &Files)) {
    if let Some((mut browser, folder)) = browser_and_site() {
        let files = Files::serve(&folder);
        let mut tab = browser.tab(files.url());
        test(&mut tab, &files);
        tab.finish();
    }
}

/// A browser, and the folder of the pages.
pub(crate) fn browser_and_site() -> Option<(Chromium, PathBuf)> {
    Some((Chromium::start()?, site()?))
}

/// Runs this with a browser and the place of the pages of each way.
pub(crate) fn each_place(test: impl Fn(&mut Chromium, &str)) {
    let Some(mut browser) = Chromium::start() else {
        return;
    };
    test(&mut browser, &Served::start().url());
    if let Some(folder) = site() {
        let files = Files::serve(&folder);
        test(&mut browser, files.url());
    }
}
