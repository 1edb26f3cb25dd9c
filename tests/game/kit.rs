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

/// Tally of a match of `groups` groups, in which each contestant begins in turn.
pub(crate) fn match_tally(contestants: &[&Contestant], seed: u64, groups: u64) -> Tally {
    let contest = Match::new(contestants.to_vec(), Starter::Each, seed);
    let contest = contest.expect("a match");
    contest.run(0..groups, Watch::default())
}

/// Tally of a match, and the records of its games.
pub(crate) fn tally_and_records(contest: &Match<'_>, groups: Range<u64>) -> (Tally, Vec<Record>) {
    let mut records = Vec::new();
    let mut push = |record: &Record| records.push(record.clone());
    let watch = Watch {
        records: Some(&mut push),
        ..Watch::default()
    };
    let tally = contest.run(groups, watch);
    (tally, records)
}

/// Plays a game of at most `rounds` rounds. `choose` gives the move of each position.
pub(crate) fn play_out(
    players: Players,
    seed: u64,
    rounds: u32,
    mut choose: impl FnMut(&Position, &mut ChaCha8Rng) -> Move,
) -> Position {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut position = Position::new(players, 0);
    let result = position.play_out(rounds, &mut rng, |position, rng| {
        Some(choose(position, rng))
    });
    result.unwrap_or_else(|error| panic!("{error}: {position}"));
    position
}
