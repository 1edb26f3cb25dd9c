//! The two servers of the pages: `azulejo serve`, and a server of plain files.

use crate::chromium::Chromium;
use crate::common::optional::skipped;
use crate::server::PageServer;
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

/// The condition that *Explore* has the answer.
pub(crate) const ANSWERED: &str = "document.getElementById('explore')?.ariaBusy === 'false'";

/// The folder of `make site`; none before `make site`.
pub(crate) fn site() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../site");
    // `make site` writes this file last.
    let is_complete = folder.join("sw.js").exists();
    if !is_complete {
        skipped("the site", "site");
    }
    is_complete.then_some(folder)
}

/// A file server. Its drop ends the server.
pub(crate) struct Files {
    url: String,
    root: PathBuf,
    requests: Arc<Mutex<Vec<String>>>,
    _runtime: Runtime,
}

impl Files {
    /// Serves a folder of pages below the folder's name.
    pub(crate) fn serve(folder: &Path) -> Self {
        Self::serve_with(folder, false)
    }

    /// Serves a folder of pages, compressed.
    pub(crate) fn serve_compressed(folder: &Path) -> Self {
        Self::serve_with(folder, true)
    }

    fn serve_with(folder: &Path, is_compressed: bool) -> Self {
        let folder = folder.canonicalize().expect("a folder");
        let name = folder.file_name().and_then(|name| name.to_str());
        let name = name.expect("a name");
        let root = folder.parent().expect("a parent");
        let runtime = Runtime::new().expect("threads");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        listener.set_nonblocking(true).expect("a listener");
        let address = listener.local_addr().expect("an address");
        let root = root.to_owned();
        let requests: Arc<Mutex<Vec<String>>> = Arc::default();
        let (log, folder) = (Arc::clone(&requests), root.clone());
        let router = Router::new().fallback(async move |uri: Uri| {
            log.lock().expect("no panic").push(uri.path().to_owned());
            response(&folder, &uri, is_compressed)
        });
        runtime.spawn(async move {
            let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
            axum::serve(listener, router).await
        });
        let url = format!("http://{address}/{name}");
        Self {
            url,
            root,
            requests,
            _runtime: runtime,
        }
    }

    /// The number of requests for paths with a suffix.
    pub(crate) fn request_count(&self, suffix: &str) -> usize {
        let requests = self.requests.lock().expect("no panic");
        requests
            .iter()
            .filter(|path| path.ends_with(suffix))
            .count()
    }

    /// The path and the compressed size of each request, in the order of the requests.
    pub(crate) fn weights(&self) -> Vec<(String, usize)> {
        let requests = self.requests.lock().expect("no panic").clone();
        let weight = |path: String| {
            let file = file_path(&self.root, &path);
            let size = fs::read(file).map_or(0, |bytes| compress(&bytes).len());
            (path, size)
        };
        requests.into_iter().map(weight).collect()
    }

    /// The address of the pages.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

/// Compresses bytes by gzip.
fn compress(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// The file of a path below a root folder: for a folder, its index.
fn file_path(root: &Path, path: &str) -> PathBuf {
    let file = root.join(path.trim_start_matches('/'));
    match file.is_dir() {
        true => file.join("index.html"),
        false => file,
    }
}

/// The response for a file or a folder below a root folder. The address of a folder ends with a slash.
fn response(root: &Path, uri: &Uri, is_compressed: bool) -> Response {
    let path = uri.path();
    let is_folder = root.join(path.trim_start_matches('/')).is_dir();
    if is_folder && !path.ends_with('/') {
        let query = uri.query().map(|query| format!("?{query}"));
        let folder = format!("{path}/{}", query.unwrap_or_default());
        return Redirect::temporary(&folder).into_response();
    }
    let path = file_path(root, path);
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
        Ok(bytes) if is_compressed => {
            let gzip = [(header::CONTENT_ENCODING, "gzip")];
            (kind, gzip, compress(&bytes)).into_response()
        }
        Ok(bytes) => (kind, bytes).into_response(),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Runs a test in a tab with the pages of the server, and in a tab with plain files if built.
pub(crate) fn in_each_tab(test: impl Fn(&mut Tab<'_>)) {
    with_each_site(|browser, url| run_in_tab(browser, url, &test));
}

/// Runs a test in a tab with the pages of the server.
pub(crate) fn in_server_tab(test: impl Fn(&mut Tab<'_>)) {
    with_server(PageServer::start, |browser, url| {
        run_in_tab(browser, url, &test)
    });
}

fn run_in_tab(browser: &mut Chromium, url: &str, test: &impl Fn(&mut Tab<'_>)) {
    let mut tab = browser.tab(url);
    test(&mut tab);
    tab.finish();
}

/// Runs a test with a browser and the address of a server's pages.
pub(crate) fn with_server(start: fn() -> PageServer, test: impl Fn(&mut Chromium, &str)) {
    if let Some(mut browser) = Chromium::start() {
        let server = start();
        test(&mut browser, &server.url());
    }
}

/// Runs a test in a tab with the pages as plain files, if built.
pub(crate) fn in_files_tab(test: impl Fn(&mut Tab<'_>, &Files)) {
    if let Some((mut browser, folder)) = browser_and_site() {
        let files = Files::serve(&folder);
        let mut tab = browser.tab(files.url());
        test(&mut tab, &files);
        tab.finish();
    }
}

/// A browser, and the folder of plain files.
pub(crate) fn browser_and_site() -> Option<(Chromium, PathBuf)> {
    Some((Chromium::start()?, site()?))
}

/// Runs a test with a browser and the address of the pages, for the server, and for plain files if built.
pub(crate) fn with_each_site(test: impl Fn(&mut Chromium, &str)) {
    let Some(mut browser) = Chromium::start() else {
        return;
    };
    test(&mut browser, &PageServer::start().url());
    if let Some(folder) = site() {
        let files = Files::serve(&folder);
        test(&mut browser, files.url());
    }
}
