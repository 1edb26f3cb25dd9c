//! The game for people: positions as text and as pictures, moves and rounds in words.

pub mod analysis;
pub mod best;
pub mod check;
mod figures;
mod graded;
pub mod matches;
pub mod moves;
mod picture;
pub mod players;
pub mod review_plot;
pub mod rollouts;
pub mod solve;
pub mod story;
mod text;
pub mod tournament;
pub(crate) mod words;

pub use picture::svg;
pub(crate) use picture::{sign, tile_symbols};
pub use text::text;
