use super::Programs;
use super::fields::Fields;
use crate::web::Templates;

/// How a page is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// A request with its data in the address.
    Get,
    /// A request with its data in the body.
    Post,
}

/// Place of the pages, and what they are written from.
#[derive(Debug, Clone)]
pub struct Site {
    /// Where the pages stand, without a slash at the end: nothing, or such as `/azul` where they are in a folder.
    pub root: String,
    /// Templates of the pages.
    pub templates: Templates,
}

/// Request to a page.
#[derive(Debug, Clone)]
pub struct Request {
    /// The pages that are asked.
    pub site: Site,
    /// How it is asked.
    pub method: Method,
    /// The address below the root, such as `/explore/count`.
    pub path: String,
    /// The part of the address after the question mark.
    pub query: String,
    /// The body.
    pub body: String,
    /// A number by chance, for deals that nobody has chosen. Each request has another one.
    pub chance: u64,
    /// The programs that people can play against.
    pub programs: Programs,
}

impl Request {
    /// The fields: of the address, or of the body where that says what is asked for.
    pub(super) fn fields(&self) -> Fields {
        let text = match self.method {
            Method::Get => &self.query,
            Method::Post => &self.body,
        };
        Fields::read(text, self.chance)
    }
}
