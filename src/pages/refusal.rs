#[cfg(feature = "cli")]
use super::layout::Layout;
#[cfg(feature = "cli")]
use super::request::Site;
use super::run::as_json;
use crate::harmless::harmless;
use crate::web::TemplateError;
#[cfg(feature = "cli")]
use crate::web::{Serde, context};
use std::fmt::Display;

/// Reasons of a refusal, with their numbers in HTTP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The request cannot be read.
    Unreadable = 400,
    /// A stranger has sent the request.
    Forbidden = 403,
    /// There is nothing at the address.
    Missing = 404,
    /// The request is wrong.
    Wrong = 422,
    /// The program has an error.
    Failed = 500,
    /// There is no time for the request now.
    Busy = 503,
}

impl Status {
    /// Number of the status in HTTP.
    pub fn number(self) -> u16 {
        self as u16
    }
}

/// Refusal of a request, with advice to a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The reason.
    pub status: Status,
    /// Advice to a person. It may repeat words of the request, and can be shown.
    pub message: String,
}

impl Refusal {
    /// Refusal with a message.
    pub fn new(status: Status, message: impl Display) -> Self {
        let message = harmless(&message.to_string());
        Self { status, message }
    }

    /// There is no time for the request now.
    pub fn busy(message: impl Display) -> Self {
        Self::new(Status::Busy, message)
    }

    /// Refusal of a wrong request.
    pub fn wrong(message: impl Display) -> Self {
        Self::new(Status::Wrong, message)
    }

    /// Refusal of an address without a page.
    pub fn missing() -> Self {
        Self::new(Status::Missing, "There is no such page.")
    }

    /// Refusal by an error of this program.
    pub fn failed() -> Self {
        let message =
            "Something went wrong here. It is an error of this program; please report it.";
        Self::new(Status::Failed, message)
    }

    /// Message of the refusal, as JSON.
    pub fn as_json(&self) -> String {
        as_json(&self.message)
    }
}

impl From<TemplateError> for Refusal {
    fn from(error: TemplateError) -> Self {
        Self::new(Status::Failed, error)
    }
}

/// Message of a refusal, as a small page.
#[cfg(feature = "cli")]
pub(crate) fn as_page(site: &Site, title: &str, message: &str) -> Result<String, TemplateError> {
    let layout = Layout::new(&site.root, "");
    let page = context! { layout => Serde(layout), title, message };
    site.templates.render("pages/refusal.html", &page)
}
