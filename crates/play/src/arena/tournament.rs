use super::{InvalidMatch, Match, Starter, Tally, Watch};
use crate::players::Contestant;
use azulejo_control::{Control, Instant, Progress};
use azulejo_rules::NotPlayers;
use azulejo_rules::random::{ChaCha8Rng, Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A tournament: every contestant against every other, two in a game.
#[derive(Debug)]
pub struct Tournament<'a> {
    contestants: usize,
    matches: Vec<Match<'a>>,
}

/// The results of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crosstable {
    contestants: usize,
    /// The tally of each pair, in the order of [`pairs_of`].
    tallies: Vec<Tally>,
}

/// The parts into which the games of each pair are split. Part by part all pairs play, so that a stopped tournament has
/// results of all pairs.
const PARTS: u64 = 10;

/// The pairs of `contestants` contestants. A further contestant appends its pairs at the end.
fn pairs_of(contestants: usize) -> impl Iterator<Item = [usize; 2]> {
    (1..contestants).flat_map(|second| (0..second).map(move |first| [first, second]))
}

impl<'a> Tournament<'a> {
    /// A tournament. Each pair has a seed of its own, derived from `seed`.
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

    /// Plays `groups` groups of two games between every two contestants. The control stops it as it stops
    /// [`Match::run`].
    pub fn run(&self, groups: u64, control: &Control) -> Crosstable {
        let tally = Tally::new(2);
        let mut table = Crosstable {
            contestants: self.contestants,
            tallies: vec![tally; self.matches.len()],
        };
        let games = groups.saturating_mul(2 * self.matches.len() as u64);
        let (mut game_count, start) = (0, Instant::now());
        for part in 0..PARTS {
            let boundary =
                |part: u64| (u128::from(groups) * u128::from(part) / u128::from(PARTS)) as u64;
            let groups = boundary(part)..boundary(part + 1);
            for (pairing, tally) in self.matches.iter().zip(&mut table.tallies) {
                if control.stopped() {
                    return table;
                }
                let watch = Watch {
                    control: offset_control(control, game_count, games, start),
                    ..Watch::default()
                };
                let result = pairing.run(groups.clone(), watch);
                game_count += result.games;
                *tally += &result;
            }
        }
        table
    }
}

/// A control whose listener receives the progress of all games, after `offset` earlier ones.
fn offset_control(control: &Control, offset: u64, total: u64, start: Instant) -> Control {
    let Some(listener) = control.progress.clone() else {
        return control.clone();
    };
    let relay = move |progress: &Progress| {
        if let Progress::Games { played, .. } = *progress {
            listener(&Progress::games(offset + played, total, start));
        }
    };
    Control {
        progress: Some(Arc::new(relay)),
        ..control.clone()
    }
}

/// The sums of one contestant over all its games of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ContestantTotal {
    /// The games.
    pub games: u64,
    /// The games that the contestant won.
    pub wins: u64,
    /// The games whose victory was shared.
    pub draws: u64,
    /// The sum of the contestant's final scores.
    pub points: u64,
}

impl ContestantTotal {
    /// The games that the contestant lost.
    pub fn losses(&self) -> u64 {
        self.games - self.wins - self.draws
    }

    /// The mean score of a game, where a win is 1 and a draw ½; none without games.
    pub fn score(&self) -> Option<f64> {
        let halves = 2 * self.wins + self.draws;
        (self.games > 0).then(|| halves as f64 / 2.0 / self.games as f64)
    }

    /// The mean final score of a game, in points; none without games.
    pub fn points_a_game(&self) -> Option<f64> {
        (self.games > 0).then(|| self.points as f64 / self.games as f64)
    }
}

impl Crosstable {
    /// The number of contestants.
    pub fn contestants(&self) -> usize {
        self.contestants
    }

    /// Every two contestants, with the tally of their games.
    pub fn pairs(&self) -> impl Iterator<Item = ([usize; 2], &Tally)> {
        pairs_of(self.contestants).zip(&self.tallies)
    }

    /// The number of all games.
    pub fn games(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.games).sum()
    }

    /// The sums of each contestant against all others.
    pub fn totals(&self) -> Vec<ContestantTotal> {
        let mut totals = vec![ContestantTotal::default(); self.contestants];
        for (pair, tally) in self.pairs() {
            for (contestant, sums) in pair.into_iter().zip(&tally.contestants) {
                let total = &mut totals[contestant];
                total.games += tally.games;
                total.wins += sums.wins;
                total.draws += tally.draws();
                total.points += sums.points;
            }
        }
        totals
    }

    /// The tally of two contestants, and the index of the first in it.
    pub fn between(&self, one: usize, other: usize) -> Option<(&Tally, usize)> {
        let [first, second] = [one.min(other), one.max(other)];
        if first == second || second >= self.contestants {
            return None;
        }
        // Each earlier second contestant has a pair with everybody before it.
        let tally = &self.tallies[second * (second - 1) / 2 + first];
        Some((tally, usize::from(one > other)))
    }
}
