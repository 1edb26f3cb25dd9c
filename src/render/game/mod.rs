//! The game for people: positions as text and as pictures, moves and rounds in words.

pub mod check;
pub mod moves;
mod picture;
pub mod story;
mod text;
mod words;

pub use picture::svg;
pub use text::text;
