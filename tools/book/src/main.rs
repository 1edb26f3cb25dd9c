//! Binds the pages of `docs/` and the course as one book, a folder of plain files: `make book`.
//!
//! The first argument is the folder of the site, in which the book becomes `book/`; the second is the folder for
//! prepared pages. `docs/SUMMARY.md` is the table of contents. mdBook binds the book. The preparation of pages is in
//! `page.rs`; `links.rs` follows every link of the bound book, and fails where a link leads nowhere.

mod diagram;
mod links;
mod live;
mod page;
mod summary;

use azulejo::pages::PAGES;
use mdbook_driver::MDBook;
use mdbook_driver::config::Config;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

type Result<T = (), E = Box<dyn Error>> = std::result::Result<T, E>;

/// The folder of the repository.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The navigation from each page of the book to the pages of the site, in mdBook's template language.
fn navigation() -> String {
    let links: String = PAGES
        .iter()
        .map(|page| {
            format!(
                "<a href=\"{{{{ path_to_root }}}}..{}/\">{}</a>\n",
                page.path, page.name
            )
        })
        .collect();
    format!("<nav class=\"pages\" aria-label=\"The pages of azulejo\">\n{links}</nav>\n")
}

fn main() -> Result {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(site), Some(prepared)) = (arguments.next(), arguments.next()) else {
        return Err("into the folder of which site, and where are the pages prepared?".into());
    };
    let sources = prepared.join("src");
    if sources.exists() {
        fs::remove_dir_all(&sources)?;
    }
    let chapters = summary::write(&sources)?;
    for chapter in &chapters {
        page::prepare(chapter, &chapters, &sources)?;
    }
    let book = site.join("book");
    if book.exists() {
        fs::remove_dir_all(&book)?;
    }
    let settings = root().join("docs/book");
    let style = fs::read(settings.join("book.css"))?;
    page::write(&prepared.join("book.css"), &style)?;
    page::write(&prepared.join("theme/header.hbs"), navigation().as_bytes())?;
    let mut config: Config = fs::read_to_string(settings.join("book.toml"))?.parse()?;
    config.build.build_dir = std::path::absolute(&book)?;
    MDBook::load_with_config(&prepared, config)
        .and_then(|bound| bound.build())
        .map_err(|error| format!("{error:#}"))?;
    let followed = links::follow(&book)?;
    println!(
        "{}: {} chapters, {followed} links, none of which leads nowhere",
        book.display(),
        chapters.len()
    );
    Ok(())
}
