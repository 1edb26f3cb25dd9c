//! Who may ask, and what a browser may do with an answer.
//!
//! A page of another site can make a browser send requests to a server on the same machine. So the name by which
//! the server is called (`Host`) must be one that no stranger can point here, and what another site sends (`Origin`,
//! `Sec-Fetch-Site`) is refused: but for links to pages, which do no more than show them.

use super::refusal::Refusal;
use super::{App, Options};
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use std::net::IpAddr;

/// No inline script, no inline style, nothing from other hosts.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// What every answer says, unless it says it itself.
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
pub(super) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        let entry = response.headers_mut().entry(name);
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
    if is_foreign(&request, &host) {
        let message = "Another site has sent this request. Open the page of this server itself.";
        return Err(forbidden(message.into()));
    }
    Ok(next.run(request).await)
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

/// Whether a page of another site sends this.
fn is_foreign(request: &Request, host: &Authority) -> bool {
    let headers = request.headers();
    if let Some(origin) = headers.get(ORIGIN) {
        let own = |scheme: &str| {
            let own = format!("{scheme}://{host}");
            origin.as_bytes().eq_ignore_ascii_case(own.as_bytes())
        };
        return !own("http") && !own("https");
    }
    let says = |name: &str| header(headers, name);
    let from_here = matches!(says("sec-fetch-site"), None | Some("same-origin" | "none"));
    let is_link = request.method() == Method::GET && says("sec-fetch-mode") == Some("navigate");
    !from_here && !is_link
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}
