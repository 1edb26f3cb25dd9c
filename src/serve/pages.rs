//! The pages: a line of the registry each, and what all of them show around themselves.

use super::{App, assets, explore, guard, learn, play};
use axum::Router;
use axum::middleware::from_fn;
use axum::response::Redirect;
use axum::routing::{MethodRouter, get};

/// A page that the navigation leads to.
pub(super) struct Page {
    /// What it is called there.
    pub(super) name: &'static str,
    /// Its address, to which other sites may link.
    pub(super) path: &'static str,
    /// It.
    pub(super) shown: fn() -> MethodRouter<App>,
    /// What belongs to it: it alone may ask for that. Each has an address below that of the page.
    pub(super) parts: &'static [Part],
}

/// The end of an address, and what is answered there.
pub(super) type Part = (&'static str, fn() -> MethodRouter<App>);

/// Every page, in the order of the navigation; the first is shown where none is named.
static PAGES: &[&Page] = &[&explore::PAGE, &play::PAGE, &learn::PAGE];

/// What belongs to all pages.
const ASSETS: Part = ("/assets/{name}", || get(assets::asset));

/// Every address that is answered.
pub(super) fn routes() -> Router<App> {
    let home = || get(async || Redirect::to(PAGES[0].path));
    let shown = PAGES.iter().map(|page| (page.path, page.shown));
    let linked = shown.fold(Router::new().route("/", home()), |router, (path, shown)| {
        router.route(path, shown())
    });
    parts().fold(linked, |router, (path, part)| {
        router.route(&path, part().layer(from_fn(guard::own)))
    })
}

/// What only pages of this server may ask for.
fn parts() -> impl Iterator<Item = (String, fn() -> MethodRouter<App>)> {
    let of_pages = PAGES.iter().flat_map(|page| {
        let parts = page.parts.iter();
        parts.map(|&(name, part)| (format!("{}/{name}", page.path), part))
    });
    let (assets, asset) = ASSETS;
    of_pages.chain([(assets.to_owned(), asset)])
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::{Options, Server};
    use std::io::{Read, Write};
    use std::net::{SocketAddr, TcpStream};
    use std::sync::atomic::{AtomicBool, Ordering};

    /// What the server answers, without its body.
    fn status(server: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)]) -> u16 {
        let mut stream = TcpStream::connect(server).expect("it listens");
        let headers = headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"));
        let headers: String = headers.collect();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n"
        )
        .expect("it listens");
        let mut answer = vec![0; 12];
        stream.read_exact(&mut answer).expect("a status");
        let status = String::from_utf8_lossy(&answer[9..]);
        status.parse().expect("a number")
    }

    /// Runs this with a server.
    fn with_server(test: impl FnOnce(SocketAddr)) {
        let options = Options {
            port: 0,
            ..Options::default()
        };
        let server = Server::bind(options).expect("a free port");
        let address = server.address().expect("an address");
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let served = scope.spawn(|| server.run(&stop));
            test(address);
            stop.store(true, Ordering::Relaxed);
            served.join().expect("no panic").expect("it serves");
        });
    }

    #[test]
    fn links_of_other_sites_lead_to_pages_and_to_nothing_else() {
        let from = |site| [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "navigate")];
        let dest = |dest| ("Sec-Fetch-Dest", dest);
        with_server(|server| {
            let ask = |method: &str, path: &str, site, to| {
                let [site, mode] = from(site);
                status(server, method, path, &[site, mode, dest(to)])
            };
            for site in ["cross-site", "same-site"] {
                for path in PAGES.iter().map(|page| page.path).chain(["/"]) {
                    let found = if path == "/" { 303 } else { 200 };
                    assert_eq!(ask("GET", path, site, "document"), found, "{site} {path}");
                    for frame in ["iframe", "frame", "object", "embed", "fencedframe"] {
                        assert_eq!(ask("GET", path, site, frame), 403, "{path} {frame}");
                    }
                    assert_eq!(ask("POST", path, site, "document"), 403, "a form: {path}");
                }
                for (path, _) in parts() {
                    let path = path.replace("{name}", "style.css");
                    for to in ["document", "iframe"] {
                        for method in ["GET", "POST"] {
                            assert_eq!(ask(method, &path, site, to), 403, "{method} {path} {to}");
                        }
                    }
                }
            }
            // A person, and a page of this server.
            for site in ["none", "same-origin"] {
                for (path, _) in parts() {
                    let path = path.replace("{name}", "style.css");
                    let status = ask("GET", &format!("{path}?size=2x2"), site, "document");
                    assert_ne!(status, 403, "{site} {path}");
                }
            }
        });
    }
}
