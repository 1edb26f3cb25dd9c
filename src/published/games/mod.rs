//! The percentages of the thesis's section 4.6: who wins how often against whom.
//!
//! What was published is in `tables.json` beside this file. Every percentage comes from matches that are played when it
//! is asked for; two percentages of the same match play it once ([`Played`]).

mod played;
mod table;

pub use played::Played;
pub use table::{Entry, Share, Table};
