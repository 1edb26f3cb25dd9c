//! Play of the board game Azul: values of positions, players, matches, and the analysis of moves.
//!
//! | room | what it is for |
//! |---|---|
//! | [`exact`] | the value of the rest of a round under best play, proven |
//! | [`players`] | the players: published ones, searches, rollouts, and our own player with its fitted network |
//! | [`data`] | weights, networks and puzzles, compiled in by the feature `data` or provided by the program |
//! | [`arena`] | matches and tournaments, with intervals and ratings |
//! | [`engine`] | a protocol, lines in and lines out, for programs that ask for moves |
//! | [`analysis`] | grades, feedback, reviews of games, puzzles |
//!
//! The rules are those of [`azulejo_rules`].

pub mod analysis;
pub mod arena;
pub mod data;
pub mod engine;
pub mod exact;
pub mod players;
mod search;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
