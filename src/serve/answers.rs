//! What handlers answer with, beside events.

use super::refusal::Refusal;
use askama::Template;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Response};

/// A page from its template.
pub(super) fn page(template: &impl Template) -> Result<Html<String>, Refusal> {
    Ok(Html(template.render()?))
}

/// JSON that is written already.
pub(super) fn json(text: String) -> Response {
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

/// A text to be saved under a name, which is one of ours.
pub(super) fn file(name: &str, text: String) -> Response {
    let headers = [
        (CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ),
    ];
    (headers, text).into_response()
}
