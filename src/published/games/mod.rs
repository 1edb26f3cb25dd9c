//! Published results of games: the percentages of the thesis's section 4.6, and Wilson's matches between searches.
//!
//! The published figures are in `tables.json` beside this file. Every percentage comes from matches that are played when it is
//! asked for; two percentages of the same match play it once ([`MatchTallies`]).

mod searches;
mod table;
mod tallies;

pub use searches::{SEARCH_MATCHES, SearchMatch};
pub use table::{Entry, Share, Table};
pub use tallies::MatchTallies;
