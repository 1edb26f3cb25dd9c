//! The value of the rest of a round under best play.
mod burden;
mod frame;
mod key;
mod max_n;
mod moves;
mod reach;
mod search;
mod solve;
mod table;

pub use frame::Bonuses;
pub use solve::{Model, Question, Solution, Solver};
