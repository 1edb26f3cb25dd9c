//! Access to the server, and the rights of an answer in a browser.
//!
//! A page of another site can make a browser send requests to a server on the same machine. So the name by which
//! the server is called (`Host`) must be one that no stranger can point here, and what another site sends (`Origin`,
//! `Sec-Fetch-Site`) is refused: but for links to pages, which do no more than show them. The table of routes says what is
//! a page, and what belongs to one.

use super::refusal::Refusal;
use super::{App, Options};
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::uri::Authority;
use axum::http::{Method, StatusCode};
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
    // Older browsers, which know no list of frames, show none.
    let known = |name: &HeaderName| frames.is_empty() || *name != X_FRAME_OPTIONS;
    for (name, value) in HEADERS.iter().filter(|(name, _)| known(name)) {
        let entry = response.headers_mut().entry(name.clone());
        entry.or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Lets through what may be asked.
pub(super) async fn check(
    State(app): State<App>,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    let forbidden = |message: String| Refusal::new(StatusCode::FORBIDDEN, message);
    let host = host(&request).ok_or_else(|| {
        Refusal::new(
            StatusCode::BAD_REQUEST,
            "The request does not say which host it asks.",
        )
    })?;
    if !is_known(&host, &app.options) {
        let name = host.host();
        return Err(forbidden(format!(
            "This server is not called {name}. Whoever runs it can allow that name with --host {name}."
        )));
    }
    if is_of_other_origin(&request, &host)
        || is_foreign(&request) && !is_link(&request, &app.options)
    {
        return Err(foreign());
    }
    Ok(next.run(request).await)
}

/// Lets through what belongs to a page only where a page of this server asks for it, or a person: no link of another site
/// leads to it.
pub(super) async fn own(request: Request, next: Next) -> Result<Response, Refusal> {
    if is_foreign(&request) {
        return Err(foreign());
    }
    Ok(next.run(request).await)
}

fn foreign() -> Refusal {
    let message = "Another site has sent this request. Open the page of this server itself.";
    Refusal::new(StatusCode::FORBIDDEN, message)
}

/// The name by which the server is called.
fn host(request: &Request) -> Option<Authority> {
    let mut named = request.headers().get_all(HOST).iter();
    let (Some(host), None) = (named.next(), named.next()) else {
        return None;
    };
    host.to_str().ok()?.parse().ok()
}

/// Whether nobody can make this name lead here who should not. A name can be given any address by its owner, and
/// changed between two requests (DNS rebinding); an address cannot.
fn is_known(host: &Authority, options: &Options) -> bool {
    let name = host.host();
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    let listed = |known: &String| known.eq_ignore_ascii_case(name);
    match bare.parse::<IpAddr>() {
        Ok(address) => address.is_loopback() || !options.listen.is_loopback(),
        Err(_) => name.eq_ignore_ascii_case("localhost") || options.hosts.iter().any(listed),
    }
}

/// Whether a script or a form of another origin sends this.
fn is_of_other_origin(request: &Request, host: &Authority) -> bool {
    let origin = request.headers().get(ORIGIN);
    let own = |origin: &HeaderValue, scheme: &str| {
        let own = format!("{scheme}://{host}");
        origin.as_bytes().eq_ignore_ascii_case(own.as_bytes())
    };
    origin.is_some_and(|origin| !own(origin, "http") && !own(origin, "https"))
}

/// Whether a page of another site makes the browser send this. Browsers say so themselves; pages cannot.
fn is_foreign(request: &Request) -> bool {
    let site = header(request, "sec-fetch-site");
    !matches!(site, None | Some("same-origin" | "none"))
}

/// Whether the browser shows the answer as a page: in a frame only where some are allowed, and never as a part of another page.
fn is_link(request: &Request, options: &Options) -> bool {
    let place = header(request, "sec-fetch-dest");
    request.method() == Method::GET
        && header(request, "sec-fetch-mode") == Some("navigate")
        && (place == Some("document") || place == Some("iframe") && !options.frames.is_empty())
}

fn header<'a>(request: &'a Request, name: &str) -> Option<&'a str> {
    request.headers().get(name)?.to_str().ok()
}
