//! Access to the server, and the rights of an answer in a browser.
//!
//! A page of another site can make a browser send requests to a server on the same machine. So the name by which
//! the server is called (`Host`) must be one that no stranger can point here, and requests of other sites (`Origin`,
//! `Sec-Fetch-Site`) are refused. Links to pages are allowed: a link only shows its page. The table of routes tells pages
//! from their parts.

use super::{App, Options};
use crate::pages::{Refusal, Status};
use axum::extract::{Request, State};
use axum::http::Method;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::uri::Authority;
use axum::middleware::Next;
use axum::response::Response;
use std::net::IpAddr;

/// No inline script, no inline style, nothing from other hosts.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Headers of every answer, unless the answer has its own.
const HEADERS: [(HeaderName, &str); 7] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "no-referrer"),
    (CACHE_CONTROL, "no-store"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Adds the headers of every answer.
pub(super) async fn headers(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let frames = &app.options.frames;
    if !frames.is_empty() {
        let policy = POLICY.replace(
            "frame-ancestors 'none'",
            &format!("frame-ancestors {}", frames.join(" ")),
        );
        if let Ok(policy) = HeaderValue::from_str(&policy) {
            response
                .headers_mut()
                .insert(CONTENT_SECURITY_POLICY, policy);
        }
    }
    // This header knows no list of frames, so it is sent only where no frame is allowed.
    let is_sent = |name: &HeaderName| frames.is_empty() || *name != X_FRAME_OPTIONS;
    for (name, value) in HEADERS.iter().filter(|(name, _)| is_sent(name)) {
        let entry = response.headers_mut().entry(name.clone());
        entry.or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Refuses requests under unknown names and from other sites, except links to pages.
pub(super) async fn check(
    State(app): State<App>,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    let Some(host) = host(&request) else {
        let message = "The request does not say which host it asks.";
        return Err(Refusal::new(Status::Unreadable, message));
    };
    if !is_trusted(&host, &app.options) {
        let name = host.host();
        let message = format!(
            "This server is not called {name}. Whoever runs it can allow that name with --host {name}."
        );
        return Err(Refusal::new(Status::Forbidden, message));
    }
    if is_of_other_origin(&request, &host)
        || is_foreign(&request) && !is_link(&request, &app.options)
    {
        return Err(foreign_refusal());
    }
    Ok(next.run(request).await)
}

/// Refuses every request of another site: the parts of a page are only for the pages of this server and for people who type an
/// address.
pub(super) async fn refuse_foreign(request: Request, next: Next) -> Result<Response, Refusal> {
    if is_foreign(&request) {
        return Err(foreign_refusal());
    }
    Ok(next.run(request).await)
}

fn foreign_refusal() -> Refusal {
    let message = "Another site has sent this request. Open the page of this server itself.";
    Refusal::new(Status::Forbidden, message)
}

/// Name by which the server is called.
fn host(request: &Request) -> Option<Authority> {
    let mut hosts = request.headers().get_all(HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return None;
    };
    host.to_str().ok()?.parse().ok()
}

/// Whether no stranger can point this name here. The owner of a name can give it any address, and change it
/// between two requests (DNS rebinding); an address cannot change.
fn is_trusted(host: &Authority, options: &Options) -> bool {
    let name = host.host();
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    let is_listed = |entry: &String| entry.eq_ignore_ascii_case(name);
    match bare.parse::<IpAddr>() {
        Ok(address) => address.is_loopback() || !options.listen.is_loopback(),
        Err(_) => name.eq_ignore_ascii_case("localhost") || options.hosts.iter().any(is_listed),
    }
}

/// Whether a script or a form of another origin sends the request.
fn is_of_other_origin(request: &Request, host: &Authority) -> bool {
    let origin = request.headers().get(ORIGIN);
    let is_own = |origin: &HeaderValue, scheme: &str| {
        let own_origin = format!("{scheme}://{host}");
        origin
            .as_bytes()
            .eq_ignore_ascii_case(own_origin.as_bytes())
    };
    origin.is_some_and(|origin| !is_own(origin, "http") && !is_own(origin, "https"))
}

/// Whether a page of another site makes the browser send the request. The browser sets the header; no page can change it.
fn is_foreign(request: &Request) -> bool {
    let site = header(request, "sec-fetch-site");
    !matches!(site, None | Some("same-origin" | "none"))
}

/// Whether the browser shows the answer as a page: in a frame only where frames are allowed, and never as a part of another page.
fn is_link(request: &Request, options: &Options) -> bool {
    let destination = header(request, "sec-fetch-dest");
    request.method() == Method::GET
        && header(request, "sec-fetch-mode") == Some("navigate")
        && (destination == Some("document")
            || destination == Some("iframe") && !options.frames.is_empty())
}

fn header<'a>(request: &'a Request, name: &str) -> Option<&'a str> {
    request.headers().get(name)?.to_str().ok()
}
