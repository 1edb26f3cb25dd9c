//! Answers to refused requests: a small page for a browser, JSON for a program.

use super::App;
use crate::harmless::harmless;
use crate::pages::{self, Site, Templates, as_json, as_page};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};

/// Seconds after which a client may try again.
const RETRY_SECONDS: &str = "10";

/// Refusal of a request: a status, with advice to a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    status: StatusCode,
    message: String,
}

impl Refusal {
    /// A refusal with a message, which may repeat words of the request.
    pub(super) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        let message = harmless(&message.into());
        Self { status, message }
    }

    /// Advice to a person.
    pub(super) fn message(&self) -> &str {
        &self.message
    }

    /// Refusal for now: the server has no time.
    pub(super) fn busy(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }

    /// Refusal for a status of the layers around the pages.
    fn of(status: StatusCode) -> Self {
        let message = match status {
            StatusCode::NOT_FOUND => return pages::Refusal::missing().into(),
            StatusCode::INTERNAL_SERVER_ERROR => return pages::Refusal::failed().into(),
            StatusCode::METHOD_NOT_ALLOWED => "This address is not asked in that way.",
            StatusCode::REQUEST_TIMEOUT => "The request took too long.",
            StatusCode::PAYLOAD_TOO_LARGE => "The request is too large.",
            _ => "The request cannot be read.",
        };
        Self::new(status, message)
    }

    fn response(&self, site: &Site, headers: &HeaderMap) -> Response {
        let accept = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok());
        let page = match accept {
            Some(accept) if accept.contains("text/html") => {
                let title = self.status.canonical_reason().unwrap_or("Refused");
                let html = as_page(site, title, &self.message);
                // The template of the folder can have a fault.
                let html = html.or_else(|_| {
                    let templates = Templates::embedded();
                    let root = site.root.clone();
                    as_page(&Site { root, templates }, title, &self.message)
                });
                html.ok().map(|html| Html(html).into_response())
            }
            _ => None,
        };
        let json = || {
            let error = as_json(&self.message);
            ([(CONTENT_TYPE, "application/json")], error).into_response()
        };
        let mut response = page.unwrap_or_else(json);
        *response.status_mut() = self.status;
        response
    }
}

impl From<pages::Refusal> for Refusal {
    fn from(refusal: pages::Refusal) -> Self {
        let status = StatusCode::from_u16(refusal.status.number());
        Self::new(
            status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
            refusal.message,
        )
    }
}

impl IntoResponse for Refusal {
    /// Response with the status alone: `write` makes a page or JSON of it for the client.
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
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
    let mut refusal = response.extensions().get::<Refusal>().cloned();
    let refusal = refusal.get_or_insert_with(|| Refusal::of(status));
    let mut answer = refusal.response(&app.site(), &headers);
    // `Allow` and `Retry-After`, for example.
    for (name, value) in response.headers() {
        if !matches!(name.as_str(), "content-type" | "content-length") {
            answer.headers_mut().insert(name, value.clone());
        }
    }
    answer
}

/// Response in place of a handler's that panicked.
pub(super) fn panic_response(_: Box<dyn std::any::Any + Send>) -> Response<Body> {
    Refusal::of(StatusCode::INTERNAL_SERVER_ERROR).into_response()
}
