//! Matches between players, stored in a file as they are played, and their figures.

use crate::Result;
use crate::page::share;
use crate::storage::Stored;
use azulejo::arena::{Estimate, Match, Starter, Tally, Watch};
use azulejo::players::Contestant;
use std::collections::BTreeMap;

/// The groups of games between two writes of the file.
const CHUNK: u64 = 10;

/// Matches by their names, and their file.
pub(crate) struct Matches {
    stored: Stored<BTreeMap<String, Tally>>,
    seed: u64,
    /// The number of games of a match.
    games: u64,
}

impl Matches {
    /// The matches of a file of `docs/`; all games use the seed.
    pub(crate) fn of_docs(name: &str, seed: u64, games: u64) -> Result<Self> {
        Ok(Self {
            stored: Stored::of_docs(name)?,
            seed,
            games,
        })
    }

    /// Plays the missing groups of a match, up to one of `part` parts of all games: in a group, each of the seats begins a
    /// game with the same deals.
    pub(crate) fn at_least(
        &mut self,
        name: &str,
        seats: &[&Contestant],
        part: u64,
    ) -> Result<Tally> {
        let groups = (self.games / part).div_ceil(seats.len() as u64);
        let pairing = Match::new(seats.to_vec(), Starter::Each, self.seed)?;
        loop {
            let empty = || Tally::new(seats.len());
            let tally = self.stored.value.entry(name.to_owned());
            let tally = tally.or_insert_with(empty);
            if tally.groups >= groups {
                return Ok(tally.clone());
            }
            let end = groups.min(tally.groups + CHUNK);
            *tally += &pairing.run(tally.groups..end, Watch::default());
            let wins = tally.contestants[0].wins;
            eprintln!("{name}: {wins} of {} games won", tally.games);
            self.stored.write()?;
        }
    }
}

/// The cells *games*, *won*, *drawn* of a match, for its first contestant.
pub(crate) fn games(tally: &Tally) -> String {
    let wins = tally.contestants[0].wins;
    format!("{} | {wins} | {}", tally.games, tally.draws())
}

/// The cells *games*, *won*, *drawn*, *lost* and *wins, 95 % interval*.
pub(crate) fn games_and_wins(tally: &Tally) -> String {
    let losses = tally.games - tally.contestants[0].wins - tally.draws();
    format!("{} | {losses} | {}", games(tally), share(tally.wins(0)))
}

/// The Elo of the first contestant above the second, with its 95 % interval.
pub(crate) fn elo(tally: &Tally) -> String {
    let Estimate { value, low, high } = tally.elo(0);
    // Hardly a game lost is as good as any number.
    let words = |elo: f64| match elo.is_finite() {
        true => format!("{elo:+.0}"),
        false => "no limit".into(),
    };
    format!("{} ({low:+.0} to {})", words(value), words(high))
}

/// The mean points of the first contestant and of the others.
pub(crate) fn points(tally: &Tally) -> String {
    let mean = |points: u64, seats: usize| points as f64 / (tally.games * seats as u64) as f64;
    let others = &tally.contestants[1..];
    let other_points = others.iter().map(|other| other.points).sum();
    let own = mean(tally.contestants[0].points, 1);
    format!("{own:.1} : {:.1}", mean(other_points, others.len()))
}
