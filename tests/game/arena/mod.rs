//! Matches and tournaments.

mod games;
mod statistics;

use crate::kit::contestant;
use azulejo::arena::{Match, Starter};
use azulejo::players::Contestant;
use std::sync::LazyLock;

/// A match of random players.
fn random_match(players: usize, starter: Starter, seed: u64) -> Match<'static> {
    static RANDOM: LazyLock<Contestant> = LazyLock::new(|| contestant("random"));
    Match::new(vec![&*RANDOM; players], starter, seed).expect("a match")
}
