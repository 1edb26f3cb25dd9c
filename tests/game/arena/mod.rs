//! Matches and tournaments.

mod games;
mod statistics;
