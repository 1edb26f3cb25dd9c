//! Answers to refused requests: a small page for a browser, JSON for a program.

use super::App;
use crate::pages::{Refusal, Site, Status, Templates, as_json, as_page};
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};

/// Seconds after which a client may try again.
const RETRY_SECONDS: &str = "10";

/// Advice to a person about a status of the layers around the pages.
fn advice(status: StatusCode) -> String {
    match status {
        StatusCode::NOT_FOUND => Refusal::missing().message,
        StatusCode::INTERNAL_SERVER_ERROR => Refusal::failed().message,
        StatusCode::METHOD_NOT_ALLOWED => "This address is not asked in that way.".into(),
        StatusCode::REQUEST_TIMEOUT => "The request took too long.".into(),
        StatusCode::PAYLOAD_TOO_LARGE => "The request is too large.".into(),
        _ => "The request cannot be read.".into(),
    }
}

/// Response with advice: a page where the client accepts one, else JSON.
fn response(status: StatusCode, advice: &str, site: &Site, headers: &HeaderMap) -> Response {
    let accept = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok());
    let page = match accept {
        Some(accept) if accept.contains("text/html") => {
            let title = status.canonical_reason().unwrap_or("Refused");
            let html = as_page(site, title, advice);
            // The template of the folder can have a fault.
            let html = html.or_else(|_| {
                let templates = Templates::embedded();
                let root = site.root.clone();
                as_page(&Site { root, templates }, title, advice)
            });
            html.ok().map(|html| Html(html).into_response())
        }
        _ => None,
    };
    let json = || ([(CONTENT_TYPE, "application/json")], as_json(advice)).into_response();
    let mut response = page.unwrap_or_else(json);
    *response.status_mut() = status;
    response
}

impl IntoResponse for Refusal {
    /// Response with the status alone: `write` makes a page or JSON of it for the client.
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status.number());
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = status.into_response();
        if self.status == Status::Busy {
            let seconds = HeaderValue::from_static(RETRY_SECONDS);
            response.headers_mut().insert(RETRY_AFTER, seconds);
        }
        response.extensions_mut().insert(self);
        response
    }
}

/// Writes every refusal, and every other status that is an error, as a page or as JSON.
pub(super) async fn write(State(app): State<App>, request: Request, next: Next) -> Response {
    let headers = request.headers().clone();
    let response = next.run(request).await;
    let status = response.status();
    if !status.is_client_error() && !status.is_server_error() {
        return response;
    }
    let refusal = response.extensions().get::<Refusal>().cloned();
    let advice = refusal.map_or_else(|| advice(status), |refusal| refusal.message);
    let mut answer = self::response(status, &advice, &app.site(), &headers);
    // `Allow` and `Retry-After`, for example.
    for (name, value) in response.headers() {
        if !matches!(name.as_str(), "content-type" | "content-length") {
            answer.headers_mut().insert(name, value.clone());
        }
    }
    answer
}

/// Response in place of a handler's that panicked.
pub(super) fn panic_response(_: Box<dyn std::any::Any + Send>) -> Response {
    Refusal::failed().into_response()
}
