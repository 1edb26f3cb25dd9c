//! Routes: the pages and their parts, by their registry, and the files to which they refer.

use super::{App, guard};
use crate::pages::{self, ASSETS, Answer, Handler, Method, PAGES, Part, Refusal, Request};
use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::middleware::from_fn;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, get, post};
use std::fs;
use std::hash::{BuildHasher, RandomState};

/// Router of all addresses.
pub(super) fn routes() -> Router<App> {
    let home = Router::new().route("/", get(async || Redirect::to(PAGES[0].path)));
    let page_routes = PAGES.iter().fold(home, |router, page| {
        let route = route(Method::Get, page.path.to_owned(), page.handler);
        // Links from the pages as plain files end with a slash.
        let router = router.route(&format!("{}/", page.path), route.clone());
        router.route(page.path, route)
    });
    parts().fold(page_routes, |router, (path, part)| {
        router.route(&path, part.layer(from_fn(guard::refuse_foreign)))
    })
}

/// Routes that only pages of this server may ask for.
fn parts() -> impl Iterator<Item = (String, MethodRouter<App>)> {
    let page_parts = PAGES.iter().flat_map(|page| {
        let path = |part: &Part| format!("{}/{}", page.path, part.name);
        let parts = page.parts.iter();
        parts.map(move |part| (path(part), route(part.method, path(part), part.handler)))
    });
    let assets = page_parts.chain([("/assets/{name}".to_owned(), get(asset))]);
    #[cfg(feature = "png")]
    let assets = assets.chain([
        ("/manifest.json".to_owned(), get(manifest)),
        ("/icons/{name}".to_owned(), get(icon)),
    ]);
    assets
}

fn route(method: Method, path: String, handler: Handler) -> MethodRouter<App> {
    let request = move |app: &App, query: Option<String>, body| Request {
        site: app.site(),
        method,
        path: path.clone(),
        query: query.unwrap_or_default(),
        body,
        chance: RandomState::new().hash_one(0),
        programs: app.options.programs.clone(),
    };
    match method {
        Method::Get => get(
            async move |State(app): State<App>, RawQuery(query): RawQuery| {
                response(&app, handler, &request(&app, query, String::new())).await
            },
        ),
        Method::Post => post(async move |State(app): State<App>, body: String| {
            response(&app, handler, &request(&app, None, body)).await
        }),
    }
}

/// Response to a request; its work waits for its turn.
async fn response(app: &App, handler: Handler, request: &Request) -> Result<Response, Refusal> {
    let answer = match handler(request)? {
        pages::Response::Answer(answer) => answer,
        pages::Response::Events(cost, work) => return app.runs.stream(cost, work),
        pages::Response::Work(cost, work) => app.runs.answer(cost, work).await?,
        pages::Response::Attempt(time, work, fallback) => {
            match app.runs.answer_at_once(time, work).await {
                Some(answer) => answer?,
                None => fallback,
            }
        }
    };
    Ok(match answer {
        Answer::Page(page) => Html(page).into_response(),
        Answer::Json(text) => ([(CONTENT_TYPE, "application/json")], text).into_response(),
        Answer::File { name, text } => {
            let disposition = format!("attachment; filename=\"{name}\"");
            let kind = "text/plain; charset=utf-8".to_owned();
            (
                [(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, disposition)],
                text,
            )
                .into_response()
        }
    })
}

/// Style or script. Its address names its content, so browsers cache it; an asset from the folder of the sources is not
/// cached.
async fn asset(State(app): State<App>, Path(name): Path<String>) -> Result<Response, Refusal> {
    let asset = ASSETS.iter().find(|asset| asset.name == name);
    let asset = asset.ok_or_else(Refusal::missing)?;
    let (text, cache) = match &app.options.web {
        Some(folder) => {
            let text = asset.text_from(|path| fs::read_to_string(folder.join(path)));
            (text.map_err(|_| Refusal::missing())?, "no-store")
        }
        None => (
            asset.text().to_owned(),
            "public, max-age=31536000, immutable",
        ),
    };
    let headers = [(CONTENT_TYPE, asset.kind), (CACHE_CONTROL, cache)];
    Ok((headers, text).into_response())
}

/// Manifest, by which a browser installs the pages as an application.
#[cfg(feature = "png")]
async fn manifest() -> impl IntoResponse {
    let kind = "application/manifest+json";
    ([(CONTENT_TYPE, kind)], pages::MANIFEST)
}

/// An icon of the manifest.
#[cfg(feature = "png")]
async fn icon(Path(name): Path<String>) -> Result<impl IntoResponse, Refusal> {
    let icon = pages::ICONS.iter().find(|icon| icon.name == name);
    let png = icon.and_then(|icon| icon.png().ok());
    let png = png.ok_or_else(Refusal::missing)?;
    Ok(([(CONTENT_TYPE, "image/png")], png))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::{Options, Server};
    use itertools::iproduct;
    use std::io::{Read, Write};
    use std::net::{SocketAddr, TcpStream};
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Status of the server's answer.
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

    /// Runs a test with a server.
    fn with_server(test: impl FnOnce(SocketAddr)) {
        let options = Options {
            port: 0,
            ..Options::default()
        };
        let server = Server::bind(options).expect("a free port");
        let address = server.address().expect("an address");
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let thread = scope.spawn(|| server.run(&stop));
            test(address);
            stop.store(true, Ordering::Relaxed);
            thread.join().expect("no panic").expect("it serves");
        });
    }

    #[test]
    fn links_of_other_sites_lead_to_pages_and_to_nothing_else() {
        let pages = PAGES.iter().map(|page| page.path);
        let pages = pages.flat_map(|path| [(path.to_owned(), 200), (format!("{path}/"), 200)]);
        let pages: Vec<(String, u16)> = pages.chain([("/".to_owned(), 303)]).collect();
        let parts = parts().map(|(path, _)| path.replace("{name}", "style.css"));
        let parts: Vec<String> = parts.collect();
        with_server(|server| {
            let ask = |method: &str, path: &str, site, target| {
                let [site, target] = [("Sec-Fetch-Site", site), ("Sec-Fetch-Dest", target)];
                let headers = [site, ("Sec-Fetch-Mode", "navigate"), target];
                status(server, method, path, &headers)
            };
            for site in ["cross-site", "same-site"] {
                for (path, expected) in &pages {
                    let link = ask("GET", path, site, "document");
                    assert_eq!(link, *expected, "{site} {path}");
                    for frame in ["iframe", "frame", "object", "embed", "fencedframe"] {
                        assert_eq!(ask("GET", path, site, frame), 403, "{path} {frame}");
                    }
                    assert_eq!(ask("POST", path, site, "document"), 403, "a form: {path}");
                }
                for (path, target) in iproduct!(&parts, ["document", "iframe"]) {
                    for method in ["GET", "POST"] {
                        let status = ask(method, path, site, target);
                        assert_eq!(status, 403, "{method} {path} {target}");
                    }
                }
            }
            // A person, and a page of this server.
            for (site, path) in iproduct!(["none", "same-origin"], &parts) {
                let status = ask("GET", &format!("{path}?size=2x2"), site, "document");
                assert_ne!(status, 403, "{site} {path}");
            }
        });
    }
}
