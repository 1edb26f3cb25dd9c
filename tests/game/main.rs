//! The game: the library against the referee, a second implementation of the rules.

mod referee;
mod rules;
