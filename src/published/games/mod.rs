//! Published results of games: the percentages of the thesis's section 4.6, and Wilson's matches between searches.
//!
//! The published figures are in `tables.json` beside this file. Each computation of a percentage plays its matches; two
//! percentages of a match share its games ([`MatchTallies`]).

mod searches;
mod table;
mod tallies;

pub use searches::{SEARCH_MATCHES, SearchMatch};
pub use table::{Entry, Share, Table};
pub use tallies::MatchTallies;
