use super::{InvalidMatch, Match, Starter, Tally, Watch};
use crate::control::{Control, Progress};
use crate::game::NotPlayers;
use crate::game::random::{ChaCha8Rng, Rng, SeedableRng};
use crate::players::Contestant;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Instant;

/// Every contestant against every other, two in a game.
#[derive(Debug)]
pub struct Tournament<'a> {
    contestants: usize,
    matches: Vec<Match<'a>>,
}

/// The results of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    contestants: usize,
    /// In the order of [`pairs_of`].
    tallies: Vec<Tally>,
}

/// The games of a pair are played in so many parts, one pair after the other, so that a tournament that is stopped knows
/// something of all pairs.
const PARTS: u64 = 10;

/// The pairs of so many contestants. A contestant more brings pairs behind those that were there.
fn pairs_of(contestants: usize) -> impl Iterator<Item = [usize; 2]> {
    (1..contestants).flat_map(|second| (0..second).map(move |first| [first, second]))
}

impl<'a> Tournament<'a> {
    /// A tournament. Each pair has a seed of its own, which follows from this one.
    ///
    /// # Errors
    /// When there are fewer than two contestants.
    pub fn new(contestants: &[&'a Contestant], seed: u64) -> Result<Self, InvalidMatch> {
        if contestants.len() < 2 {
            return Err(NotPlayers(contestants.len() as u64).into());
        }
        let mut seeds = ChaCha8Rng::seed_from_u64(seed);
        let matches = pairs_of(contestants.len()).map(|[first, second]| {
            let pair = vec![contestants[first], contestants[second]];
            Match::new(pair, Starter::Each, seeds.next_u64())
        });
        Ok(Self {
            contestants: contestants.len(),
            matches: matches.collect::<Result<_, _>>()?,
        })
    }

    /// Plays so many groups of two games between each two contestants, and stops as [`Match::run`] does.
    pub fn run(&self, groups: u64, control: &Control) -> Table {
        let tally = Tally::new(2);
        let mut table = Table {
            contestants: self.contestants,
            tallies: vec![tally; self.matches.len()],
        };
        let games = groups.saturating_mul(2 * self.matches.len() as u64);
        let (mut played, began) = (0, Instant::now());
        for part in 0..PARTS {
            let at = |part: u64| (u128::from(groups) * u128::from(part) / u128::from(PARTS)) as u64;
            let groups = at(part)..at(part + 1);
            for (one, tally) in self.matches.iter().zip(&mut table.tallies) {
                if control.stopped() {
                    return table;
                }
                let watch = Watch {
                    control: of_all(control, played, games, began),
                    ..Watch::default()
                };
                let found = one.run(groups.clone(), watch);
                played += found.games;
                *tally += &found;
            }
        }
        table
    }
}

/// A control that tells of all games what it is told of those after so many.
fn of_all(control: &Control, before: u64, of: u64, began: Instant) -> Control {
    let Some(listener) = control.progress.clone() else {
        return control.clone();
    };
    let told = move |progress: &Progress| {
        if let Progress::Games { played, .. } = *progress {
            let played = before + played;
            listener(&Progress::games(played, of, began));
        }
    };
    Control {
        progress: Some(Arc::new(told)),
        ..control.clone()
    }
}

impl Table {
    /// How many played.
    pub fn contestants(&self) -> usize {
        self.contestants
    }

    /// Each two contestants with the games of the first of them against the second.
    pub fn pairs(&self) -> impl Iterator<Item = ([usize; 2], &Tally)> {
        pairs_of(self.contestants).zip(&self.tallies)
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.games).sum()
    }

    /// The games of two contestants, and the place of the first of the two in their tally.
    pub fn between(&self, one: usize, other: usize) -> Option<(&Tally, usize)> {
        let [first, second] = [one.min(other), one.max(other)];
        let mut pairs = self.pairs();
        let (_, tally) = pairs.find(|(pair, _)| *pair == [first, second])?;
        Some((tally, usize::from(one > other)))
    }
}
