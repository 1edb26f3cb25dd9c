//! Registry of the pages: one line for each.

use super::answer::Response;
use super::refusal::Refusal;
use super::request::{Method, Request};
use super::{BODY, QUERY, explore, lab, learn, play};

/// Function that answers a request.
pub type Handler = fn(&Request) -> Result<Response, Refusal>;

/// Page of the navigation.
#[derive(Debug)]
pub struct Page {
    /// Name of the page in the navigation.
    pub name: &'static str,
    /// Address of the page; other sites may link to it.
    pub path: &'static str,
    /// Function that answers a request for the page.
    pub handler: Handler,
    /// Files that the answers read; a site fetches the files before the first answer.
    pub data: &'static [&'static str],
    /// Parts of the page; only the page may request a part.
    pub parts: &'static [Part],
}

/// Part of a page.
#[derive(Debug)]
pub struct Part {
    /// End of the part's address, below the address of the page.
    pub name: &'static str,
    /// Method of a request for the part.
    pub method: Method,
    /// Function that answers a request for the part.
    pub handler: Handler,
}

impl Part {
    /// Part whose request has its data in the address.
    pub(super) const fn get(name: &'static str, handler: Handler) -> Self {
        Self::new(name, Method::Get, handler)
    }

    /// Part whose request has its data in the body.
    pub(super) const fn post(name: &'static str, handler: Handler) -> Self {
        Self::new(name, Method::Post, handler)
    }

    const fn new(name: &'static str, method: Method, handler: Handler) -> Self {
        Self {
            name,
            method,
            handler,
        }
    }
}

/// All pages, in the order of the navigation; the first page is the home page.
pub static PAGES: &[&Page] = &[&explore::PAGE, &play::PAGE, &learn::PAGE, &lab::PAGE];

/// Name and path of each page. A bundle links to the pages of all bundles without their handlers.
pub(super) static LINKS: [(&str, &str); 4] = [
    explore::PAGE.link(),
    play::PAGE.link(),
    learn::PAGE.link(),
    lab::PAGE.link(),
];

impl Page {
    const fn link(&self) -> (&'static str, &'static str) {
        (self.name, self.path)
    }
}

/// Bundle of pages that need the same rooms. A site has a program for each bundle, so that a browser fetches no other rooms.
#[derive(Debug)]
pub struct Bundle {
    /// Name of the program.
    pub name: &'static str,
    /// Pages of the bundle; the first page is its home page.
    pub pages: &'static [&'static Page],
}

/// Pages about walls, which need the solver.
pub static WALLS: Bundle = Bundle {
    name: "walls",
    pages: &[&explore::PAGE, &lab::PAGE],
};

/// Pages about the game, which need its rules and players.
pub static GAME: Bundle = Bundle {
    name: "game",
    pages: &[&play::PAGE, &learn::PAGE],
};

/// Response of one of the pages to a request.
///
/// # Errors
/// Where the address has no page, or the request is wrong or longer than [`QUERY`] and [`BODY`] allow.
pub fn ask(pages: &[&Page], request: &Request) -> Result<Response, Refusal> {
    if request.query.len() > QUERY || request.body.len() > BODY {
        return Err(Refusal::wrong("This is longer than what a page reads."));
    }
    let path = request.path.trim_end_matches('/');
    let page = pages.iter().find_map(|page| {
        let rest = path.strip_prefix(page.path)?;
        (rest.is_empty() || rest.starts_with('/')).then(|| (page, rest.trim_start_matches('/')))
    });
    match page {
        None => match pages.first() {
            Some(first) if path.is_empty() => (first.handler)(request),
            _ => Err(Refusal::missing()),
        },
        Some((page, "")) => (page.handler)(request),
        Some((page, name)) => {
            let mut parts = page.parts.iter();
            let part = parts.find(|part| part.name == name && part.method == request.method);
            (part.ok_or_else(Refusal::missing)?.handler)(request)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_stands_in_one_bundle() {
        let in_bundles = [&WALLS, &GAME].map(|bundle| bundle.pages).concat();
        let mut paths: Vec<_> = in_bundles.iter().map(|page| page.path).collect();
        let mut all: Vec<_> = PAGES.iter().map(|page| page.path).collect();
        paths.sort_unstable();
        all.sort_unstable();
        assert_eq!(paths, all);
        let links: Vec<_> = PAGES.iter().map(|page| page.link()).collect();
        assert_eq!(links, LINKS);
    }
}
