use super::game::FinishedGame;
use azulejo_rules::Players;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// The results of the games of a match, in integers. Tallies of different games add up, in any order.
///
/// A *draw* is a victory that the rules leave shared: as many points and as many complete rows. A *tie* is a game in
/// which several contestants have the most points; one of them may still win, by complete rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// The games.
    pub games: u64,
    /// The groups of games with the same deals.
    pub groups: u64,
    /// The games that were left after [`MOST_ROUNDS`](super::MOST_ROUNDS) rounds; their last positions count.
    pub unfinished: u64,
    /// The games by their number of rounds.
    pub rounds: BTreeMap<u32, u64>,
    /// The sums of each contestant.
    pub contestants: Vec<Sums>,
    /// The groups by the first contestant's score in half points, where a win is a point and a draw half a point. All
    /// are 0 for more than two contestants.
    pub halves: [u64; 5],
}

/// The sums of one contestant over the games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sums {
    /// The games that the contestant won alone.
    pub wins: u64,
    /// The games in which the contestant alone had the most points.
    pub most_points: u64,
    /// The contestant's shares of victories, in twelfths: 12 for a win, 6, 4 or 3 where two, three or four share the
    /// victory.
    pub shares: u64,
    /// The sum over groups of the squares of the contestant's shares, in twelfths.
    pub group_shares_squared: u64,
    /// The sum of the contestant's final scores.
    pub points: u64,
    /// The sum of the squares of the contestant's final scores.
    pub points_squared: u64,
    /// The sum over groups of the squares of the contestant's points.
    pub group_points_squared: u64,
    /// The games that the contestant began.
    pub began: u64,
    /// The games that the contestant began and won alone.
    pub began_wins: u64,
}

/// The shares and points of a group so far, by contestant.
#[derive(Debug, Default)]
pub(super) struct Group([(u64, u64); Players::MAX]);

impl Tally {
    /// A victory, in the unit of [`Sums::shares`].
    pub const WIN: u64 = 12;

    /// An empty tally for a number of contestants.
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
        let sole_leads: u64 = self.contestants.iter().map(|sums| sums.most_points).sum();
        self.games - sole_leads
    }

    /// Counts a game, and adds the shares and points of each contestant to its group.
    pub(super) fn count_game(&mut self, game: &FinishedGame, group: &mut Group) {
        let outcome = game.outcome();
        let winner = outcome.winner();
        let share = Self::WIN / outcome.winners().count() as u64;
        let most = outcome.scores().iter().copied().max().unwrap_or(0);
        let tops = outcome.scores().iter().filter(|score| **score == most);
        let is_sole_lead = tops.count() == 1;
        self.games += 1;
        self.unfinished += u64::from(!game.is_over());
        *self.rounds.entry(game.rounds()).or_default() += 1;
        for (contestant, (sums, score)) in self
            .contestants
            .iter_mut()
            .zip(outcome.scores())
            .enumerate()
        {
            let points = u64::from(*score);
            let win = u64::from(winner == Some(contestant));
            let first = u64::from(game.first == contestant);
            sums.wins += win;
            sums.most_points += u64::from(is_sole_lead && *score == most);
            sums.points += points;
            sums.points_squared += points * points;
            sums.began += first;
            sums.began_wins += first * win;
            group.0[contestant].1 += points;
        }
        for contestant in outcome.winners() {
            self.contestants[contestant].shares += share;
            group.0[contestant].0 += share;
        }
    }

    /// Counts a group after all its games.
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
