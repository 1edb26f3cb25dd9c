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

/// The result of a program for maintainers, whose errors are printed.
pub type Result<T = (), E = Box<dyn Error>> = std::result::Result<T, E>;
