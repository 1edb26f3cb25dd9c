//! Writes the slides of a lecture as a page, and as PDFs where Chromium is installed: `make lecture`.
//!
//! The first argument is the file of the slides; the second is the folder into which `index.html`, `handout.html`, `slides.pdf` and
//! `handout.pdf` go.

use azulejo_slides::{Browser, Deck, Result};
use std::fs;
use std::path::PathBuf;

fn main() -> Result {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(slides), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("which file has the slides, and into which folder do they go?".into());
    };
    let deck = Deck::read(&slides)?;
    fs::create_dir_all(&folder)?;
    let (page, handout) = (folder.join("index.html"), folder.join("handout.html"));
    fs::write(&page, deck.page())?;
    fs::write(&handout, deck.handout())?;
    println!("{}: {} slides", page.display(), deck.slides.len());
    let Some(browser) = Browser::find() else {
        println!(
            "no PDF, because there is no Chromium: `make deps-browser` installs it, or print the page in any browser"
        );
        return Ok(());
    };
    let large = browser.too_large(&page)?;
    if !large.is_empty() {
        return Err(format!("slides that do not fit: {}", large.join("; ")).into());
    }
    for (page, pdf) in [(page, "slides.pdf"), (handout, "handout.pdf")] {
        let pdf = folder.join(pdf);
        browser.print(&page, &pdf)?;
        println!("{}", pdf.display());
    }
    Ok(())
}
