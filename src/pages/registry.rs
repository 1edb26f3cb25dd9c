//! The pages: a line of the registry each.

use super::answer::Response;
use super::refusal::Refusal;
use super::request::{Method, Request};
use super::{BODY, QUERY, explore, lab, learn, play};

/// A page that the navigation leads to.
#[derive(Debug)]
pub struct Page {
    /// Name of the page in the navigation.
    pub name: &'static str,
    /// Address of the page, to which other sites may link.
    pub path: &'static str,
    /// The function that answers a request for the page.
    pub handler: fn(&Request) -> Result<Response, Refusal>,
    /// Files that its answers read, which a site fetches before the first of them.
    pub data: &'static [&'static str],
    /// The parts of the page, for which the page alone may ask.
    pub parts: &'static [Part],
}

/// Part of a page.
#[derive(Debug)]
pub struct Part {
    /// The end of its address, below that of the page.
    pub name: &'static str,
    /// How it is asked.
    pub method: Method,
    /// The function that answers a request for the part.
    pub handler: fn(&Request) -> Result<Response, Refusal>,
}

impl Part {
    /// A part that is asked for by its address.
    pub(super) const fn get(
        name: &'static str,
        handler: fn(&Request) -> Result<Response, Refusal>,
    ) -> Self {
        let method = Method::Get;
        Self {
            name,
            method,
            handler,
        }
    }

    /// A part that is asked for by the body of a request.
    pub(super) const fn post(
        name: &'static str,
        handler: fn(&Request) -> Result<Response, Refusal>,
    ) -> Self {
        let method = Method::Post;
        Self {
            name,
            method,
            handler,
        }
    }
}

/// Every page, in the order of the navigation; the first is shown where none is named.
pub static PAGES: &[&Page] = &[&explore::PAGE, &play::PAGE, &learn::PAGE, &lab::PAGE];

/// The name and the path of each page. A bundle links to the pages of all bundles without the functions that answer there.
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

/// Pages that need the same rooms. A site has a program for each bundle, so that a browser fetches only what its page needs.
#[derive(Debug)]
pub struct Bundle {
    /// The name of the program.
    pub name: &'static str,
    /// The pages; the first is shown where none is named.
    pub pages: &'static [&'static Page],
}

/// The pages about walls, which need the solver.
pub static WALLS: Bundle = Bundle {
    name: "walls",
    pages: &[&explore::PAGE, &lab::PAGE],
};

/// The pages about the game, which need its rules and players.
pub static GAME: Bundle = Bundle {
    name: "game",
    pages: &[&play::PAGE, &learn::PAGE],
};

/// The response of one of these pages to a request.
///
/// # Errors
/// Where there is no such page, or what is asked for is wrong or longer than [`QUERY`] and [`BODY`] allow.
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
        let bundled = [&WALLS, &GAME].map(|bundle| bundle.pages).concat();
        let mut paths: Vec<_> = bundled.iter().map(|page| page.path).collect();
        let mut all: Vec<_> = PAGES.iter().map(|page| page.path).collect();
        paths.sort_unstable();
        all.sort_unstable();
        assert_eq!(paths, all);
        let links: Vec<_> = PAGES.iter().map(|page| page.link()).collect();
        assert_eq!(links, LINKS);
    }
}
