//! Binds the pages of `docs/` and the course as one book, a folder of plain files: `make book`.
//!
//! The first argument is the program of `tools/site`, which knows the pages of the site. The second is the folder of the
//! site, in which the book becomes `book/`; the third is the folder for prepared pages. `docs/SUMMARY.md` is the table of
//! contents. mdBook binds the book. The preparation of pages is in `page.rs`; `links.rs` follows every link of the bound
//! book, and fails where a link leads nowhere.

mod diagram;
mod links;
mod page;
mod summary;

use mdbook_driver::MDBook;
use mdbook_driver::config::Config;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

type Result<T = (), E = Box<dyn Error>> = std::result::Result<T, E>;

/// The folder of the repository.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The program that knows the pages of the site.
pub(crate) struct SiteProgram(PathBuf);

impl SiteProgram {
    /// Output of the program with these arguments and this standard input.
    pub(crate) fn ask(&self, arguments: &[&str], input: &str) -> Result<String> {
        let mut child = Command::new(&self.0)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(input.as_bytes())?;
        }
        let output = child.wait_with_output()?;
        match output.status.success() {
            true => Ok(String::from_utf8(output.stdout)?),
            false => Err(format!("{} {arguments:?} failed", self.0.display()).into()),
        }
    }
}

fn main() -> Result {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(program), Some(site), Some(prepared_folder)) =
        (arguments.next(), arguments.next(), arguments.next())
    else {
        let question =
            "by which program, into the folder of which site, and where are the pages prepared?";
        return Err(question.into());
    };
    let program = SiteProgram(program);
    let sources = prepared_folder.join("src");
    if sources.exists() {
        fs::remove_dir_all(&sources)?;
    }
    let chapters = summary::write(&sources)?;
    for chapter in &chapters {
        page::prepare(chapter, &chapters, &sources, &program)?;
    }
    let book = site.join("book");
    if book.exists() {
        fs::remove_dir_all(&book)?;
    }
    let settings = root().join("docs/book");
    let style = fs::read(settings.join("book.css"))?;
    page::write(&prepared_folder.join("book.css"), &style)?;
    let navigation = program.ask(&["navigation"], "")?;
    page::write(
        &prepared_folder.join("theme/header.hbs"),
        navigation.as_bytes(),
    )?;
    let mut config: Config = fs::read_to_string(settings.join("book.toml"))?.parse()?;
    config.build.build_dir = std::path::absolute(&book)?;
    MDBook::load_with_config(&prepared_folder, config)
        .and_then(|mdbook| mdbook.build())
        .map_err(|error| format!("{error:#}"))?;
    let link_count = links::follow(&book)?;
    println!(
        "{}: {} chapters, {link_count} links, none of which leads nowhere",
        book.display(),
        chapters.len()
    );
    Ok(())
}
