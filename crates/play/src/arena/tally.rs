use super::game::FinishedGame;
use azulejo_rules::Players;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// What came out of the games of a match, in integers. Tallies of different games add up, in any order.
///
/// A victory that the rules leave shared is a *draw*: as many points and as many complete rows. A *tie* is a game in
/// which several have the most points; there may still be one winner, by the complete rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// The games.
    pub games: u64,
    /// The groups of games with the same deals.
    pub groups: u64,
    /// The games that were left after [`MOST_ROUNDS`](super::MOST_ROUNDS), and count as they stood.
    pub unfinished: u64,
    /// The games by their number of rounds.
    pub rounds: BTreeMap<u32, u64>,
    /// By contestant.
    pub contestants: Vec<Sums>,
    /// The groups by how many half points the first contestant got of them, where a win is a point and a draw half a
    /// point. All 0 for more than two contestants.
    pub halves: [u64; 5],
}

/// What one contestant got out of the games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sums {
    /// The games that it alone won.
    pub wins: u64,
    /// The games in which it alone had the most points.
    pub most_points: u64,
    /// Its shares of victories, in twelfths: 12 for a win, 6 where two share the victory, 4 or 3 where three or four do.
    pub shares: u64,
    /// The sum of the squares of its shares of each group, in twelfths.
    pub group_shares_squared: u64,
    /// The sum of its final scores.
    pub points: u64,
    /// The sum of their squares.
    pub points_squared: u64,
    /// The sum of the squares of the points of each group.
    pub group_points_squared: u64,
    /// The games that it began.
    pub began: u64,
    /// The games among them that it alone won.
    pub began_wins: u64,
}

/// The shares and points of a group so far, by contestant.
#[derive(Debug, Default)]
pub(super) struct Group([(u64, u64); Players::MAX]);

impl Tally {
    /// A victory, in the unit of [`Sums::shares`].
    pub const WIN: u64 = 12;

    /// No games yet of so many contestants.
    pub fn new(contestants: usize) -> Self {
        Self {
            games: 0,
            groups: 0,
            unfinished: 0,
            rounds: BTreeMap::new(),
            contestants: vec![Sums::default(); contestants],
            halves: [0; 5],
        }
    }

    /// The games whose victory is shared by the rules.
    pub fn draws(&self) -> u64 {
        let wins: u64 = self.contestants.iter().map(|sums| sums.wins).sum();
        self.games - wins
    }

    /// The games in which several have the most points.
    pub fn ties(&self) -> u64 {
        let alone: u64 = self.contestants.iter().map(|sums| sums.most_points).sum();
        self.games - alone
    }

    /// Counts a game, and adds what each contestant got to its group.
    pub(super) fn count_game(&mut self, finished: &FinishedGame, group: &mut Group) {
        let outcome = finished.outcome();
        let winner = outcome.winner();
        let share = Self::WIN / outcome.winners().count() as u64;
        let most = outcome.scores().iter().copied().max().unwrap_or(0);
        let tops = outcome.scores().iter().filter(|score| **score == most);
        let alone = tops.count() == 1;
        self.games += 1;
        self.unfinished += u64::from(!finished.is_over());
        *self.rounds.entry(finished.rounds()).or_default() += 1;
        for (contestant, (sums, score)) in self
            .contestants
            .iter_mut()
            .zip(outcome.scores())
            .enumerate()
        {
            let points = u64::from(*score);
            let won = u64::from(winner == Some(contestant));
            let began = u64::from(finished.first == contestant);
            sums.wins += won;
            sums.most_points += u64::from(alone && *score == most);
            sums.points += points;
            sums.points_squared += points * points;
            sums.began += began;
            sums.began_wins += began * won;
            group.0[contestant].1 += points;
        }
        for contestant in outcome.winners() {
            self.contestants[contestant].shares += share;
            group.0[contestant].0 += share;
        }
    }

    /// Counts a group, all games of which are counted.
    pub(super) fn count_group(&mut self, group: &Group) {
        self.groups += 1;
        for (sums, (shares, points)) in self.contestants.iter_mut().zip(group.0) {
            sums.group_shares_squared += shares * shares;
            sums.group_points_squared += points * points;
        }
        if self.contestants.len() == 2 {
            self.halves[(group.0[0].0 / (Self::WIN / 2)) as usize] += 1;
        }
    }
}

impl AddAssign<&Self> for Tally {
    /// # Panics
    /// When the other tally has another number of contestants.
    fn add_assign(&mut self, other: &Self) {
        assert_eq!(self.contestants.len(), other.contestants.len());
        self.games += other.games;
        self.groups += other.groups;
        self.unfinished += other.unfinished;
        for (rounds, games) in &other.rounds {
            *self.rounds.entry(*rounds).or_default() += games;
        }
        for (sums, other) in self.contestants.iter_mut().zip(&other.contestants) {
            *sums += other;
        }
        for (groups, other) in self.halves.iter_mut().zip(other.halves) {
            *groups += other;
        }
    }
}

impl AddAssign<&Self> for Sums {
    fn add_assign(&mut self, other: &Self) {
        let Self {
            wins,
            most_points,
            shares,
            group_shares_squared,
            points,
            points_squared,
            group_points_squared,
            began,
            began_wins,
        } = other;
        self.wins += wins;
        self.most_points += most_points;
        self.shares += shares;
        self.group_shares_squared += group_shares_squared;
        self.points += points;
        self.points_squared += points_squared;
        self.group_points_squared += group_points_squared;
        self.began += began;
        self.began_wins += began_wins;
    }
}
