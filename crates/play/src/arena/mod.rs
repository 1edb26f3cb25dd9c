//! Matches and tournaments: many games between the same contestants, and estimates of their strength.
//!
//! ```
//! use azulejo_play::arena::{Match, Starter, Watch};
//! use azulejo_play::players::Contestant;
//!
//! let random: Contestant = "random".parse()?;
//! let pairing = Match::new(vec![&random, &random], Starter::Each, 7)?;
//! let mut tally = pairing.run(0..60, Watch::default());
//! tally += &pairing.run(60..100, Watch::default());
//! assert_eq!(tally, pairing.run(0..100, Watch::default()));
//! assert_eq!(tally.games, 200); // each of the 100 groups is a game and its mirror image
//! assert!(tally.elo(0).low < 0.0 && 0.0 < tally.elo(0).high);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Games are counted in integers ([`Tally`]); the figures derived from them, with 95 % intervals, are [`Estimate`]s.

mod estimate;
mod game;
mod matches;
mod random_streams;
mod ratings;
mod scheduler;
mod sprt;
mod tally;
mod tournament;

pub use estimate::Estimate;
pub use matches::{InvalidMatch, Match, Starter, Watch};
pub use random_streams::MOST_ROUNDS;
pub use sprt::{Hypothesis, InvalidSprt, Sprt, SprtState};
pub use tally::{Sums, Tally};
pub use tournament::{ContestantTotal, Crosstable, Tournament};
