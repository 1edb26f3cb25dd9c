//! The figures of the source: leaves at each depth from openings, and the depths reached during a round.

use super::deepening::SearchedDepth;
use super::search::TreeSearch;
use crate::players::limits::Limits;
use azulejo_control::Control;
use azulejo_rules::random::{ChaCha8Rng, SeedableRng};
use azulejo_rules::{Phase, Players, Position};

/// The first position of a game for two with a random deal, which the seed determines.
pub fn opening(seed: u64) -> Position {
    let mut position = Position::new(Players::Two, 0);
    let deal = position.deal(&mut ChaCha8Rng::seed_from_u64(seed));
    deal.expect("a new game waits for a deal");
    position
}

/// The leaves of each depth from 1 to `depth`, from an opening.
pub fn leaves_of_opening(search: &TreeSearch, seed: u64, depth: u32) -> Vec<u64> {
    let limits = Limits::of_depth(depth);
    let depths = search.deepen(&opening(seed), &limits, &Control::default());
    depths.map(|depth| depth.leaves).collect()
}

/// The seeds from 0 on whose openings have `moves` legal moves.
pub fn seeds_of_openings(moves: usize) -> impl Iterator<Item = u64> {
    (0..).filter(move |&seed| opening(seed).legal_count() == moves)
}

/// A turn of a round in which both players search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchedTurn {
    /// The number of legal moves.
    pub moves: usize,
    /// The last depth that was finished, whose best move was played.
    pub reached: SearchedDepth,
}

/// The first round of a game in which both players search with the same limits, by turns.
pub fn round_by_turns(search: &TreeSearch, seed: u64, limits: &Limits) -> Vec<SearchedTurn> {
    let mut position = opening(seed);
    let mut turns = Vec::new();
    while position.phase() == Phase::Moves {
        let depths = search.deepen(&position, limits, &Control::default());
        let reached = depths.last().expect("depth 1 is always finished");
        turns.push(SearchedTurn {
            moves: position.legal_count(),
            reached,
        });
        position.play_unchecked(reached.best);
    }
    turns
}
