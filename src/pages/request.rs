use super::Programs;
use super::fields::Fields;
use crate::web::Templates;

/// Method of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// A request with its data in the address.
    Get,
    /// A request with its data in the body.
    Post,
}

/// Root and templates of the pages.
#[derive(Debug, Clone)]
pub struct Site {
    /// Root of the pages, without a slash at the end: empty, or the path of a folder such as `/azul`.
    pub root: String,
    /// Templates of the pages.
    pub templates: Templates,
}

/// Request to a page.
#[derive(Debug, Clone)]
pub struct Request {
    /// Site of the page.
    pub site: Site,
    /// Method of the request.
    pub method: Method,
    /// The address below the root, such as `/explore/count`.
    pub path: String,
    /// The part of the address after the question mark.
    pub query: String,
    /// The body.
    pub body: String,
    /// Random number of the request, for deals without a seed.
    pub chance: u64,
    /// Programs that people can play against.
    pub programs: Programs,
}

impl Request {
    /// Fields of the address, or of the body where the method is `Post`.
    pub(super) fn fields(&self) -> Fields {
        let text = match self.method {
            Method::Get => &self.query,
            Method::Post => &self.body,
        };
        Fields::read(text, self.chance)
    }
}
