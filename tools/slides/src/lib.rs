//! Slides in Markdown as pages that need no other file, and formulas as MathML.

mod browser;
mod deck;
mod formula;
mod page;

pub use browser::Browser;
pub use deck::{Deck, Slide};
pub use formula::mathml;
pub use pulldown_latex::config::DisplayMode;

use std::error::Error;

/// What can go wrong goes to the person who runs a program of maintainers.
pub type Done<T = ()> = Result<T, Box<dyn Error>>;
