//! Contestants and their games, for the tests of players, of searches, of matches and of the judge.

use azulejo::arena::{Match, Starter, Tally, Watch};
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::record::Record;
use azulejo::game::{Move, Players, Position};
use azulejo::players::Contestant;
use std::ops::Range;

pub(crate) fn contestant(text: &str) -> Contestant {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The sums of a match of so many groups, in which each contestant begins in turn.
pub(crate) fn played(contestants: &[&Contestant], seed: u64, groups: u64) -> Tally {
    let one = Match::new(contestants.to_vec(), Starter::Each, seed);
    one.expect("a match").run(0..groups, Watch::default())
}

/// The sums of a match, and the records of its games.
pub(crate) fn recorded(one: &Match<'_>, groups: Range<u64>) -> (Tally, Vec<Record>) {
    let mut records = Vec::new();
    let mut seen = |record: &Record| records.push(record.clone());
    let watch = Watch {
        records: Some(&mut seen),
        ..Watch::default()
    };
    let tally = one.run(groups, watch);
    (tally, records)
}

/// Plays a game of so many rounds at most, and asks for a move in each position that waits for one.
pub(crate) fn play_out(
    players: Players,
    seed: u64,
    rounds: u32,
    mut choose: impl FnMut(&Position, &mut ChaCha8Rng) -> Move,
) -> Position {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut position = Position::new(players, 0);
    let played = position.play_out(rounds, &mut rng, |position, rng| {
        Some(choose(position, rng))
    });
    played.unwrap_or_else(|error| panic!("{error}: {position}"));
    position
}
