//! Matches between players, stored in a file as they are played.

use crate::Result;
use crate::storage::{read, write};
use azulejo::arena::{Match, Starter, Tally, Watch};
use azulejo::players::Contestant;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The groups of games between two writes of the file.
const CHUNK: u64 = 10;

/// Matches by their names, and their file.
pub(crate) struct Matches {
    path: PathBuf,
    played: BTreeMap<String, Tally>,
    seed: u64,
}

impl Matches {
    /// The matches of a file; all games use the seed.
    pub(crate) fn read(path: PathBuf, seed: u64) -> Result<Self> {
        let played = read(&path)?.unwrap_or_default();
        Ok(Self { path, played, seed })
    }

    /// Plays the missing groups of a match: in a group, each of the seats begins a game with the same deals.
    pub(crate) fn at_least(
        &mut self,
        name: &str,
        seats: &[&Contestant],
        groups: u64,
    ) -> Result<Tally> {
        let pairing = Match::new(seats.to_vec(), Starter::Each, self.seed)?;
        loop {
            let none = || Tally::new(seats.len());
            let tally = self.played.entry(name.to_owned()).or_insert_with(none);
            if tally.groups >= groups {
                return Ok(tally.clone());
            }
            let end = groups.min(tally.groups + CHUNK);
            *tally += &pairing.run(tally.groups..end, Watch::default());
            let won = tally.contestants[0].wins;
            eprintln!("{name}: {won} of {} games won", tally.games);
            write(&self.path, &self.played)?;
        }
    }
}
