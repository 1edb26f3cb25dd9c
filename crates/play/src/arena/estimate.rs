//! Estimates from the sums of a tally, with confidence intervals: the only floats of the arena.

use super::Tally;

/// A figure with its 95 % confidence interval. An end of the interval is infinite where the games do not bound it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The quantile of the normal distribution that leaves 2.5 % above it.
pub(super) const QUANTILE: f64 = 1.959_963_984_540_054;

impl Estimate {
    /// A figure with a normally distributed error of a variance.
    pub(super) fn normal(value: f64, variance: f64) -> Self {
        let error = QUANTILE * variance.sqrt();
        Self {
            value,
            low: value - error,
            high: value + error,
        }
    }

    /// The share of successes among trials, with the interval of Wilson (1927, "Probable inference, the law of
    /// succession, and statistical inference").
    pub fn wilson(successes: f64, trials: f64) -> Self {
        let (share, square) = (successes / trials, QUANTILE * QUANTILE);
        let centre = (successes + square / 2.0) / (trials + square);
        let spread = (successes * (1.0 - share) + square / 4.0).max(0.0).sqrt();
        let error = QUANTILE * spread / (trials + square);
        Self {
            value: share,
            low: (centre - error).max(0.0),
            high: (centre + error).min(1.0),
        }
    }

    /// Half of the interval's length; infinite where an end of the interval is.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The figure and both ends of its interval, mapped by an increasing function.
    fn map(self, function: impl Fn(f64) -> f64) -> Self {
        Self {
            value: function(self.value),
            low: function(self.low),
            high: function(self.high),
        }
    }
}

/// Estimates need at least one game; without games they are NaN.
impl Tally {
    /// The share of games that a contestant wins alone. The interval is Wilson's, for independent games.
    pub fn wins(&self, contestant: usize) -> Estimate {
        let wins = self.contestants[contestant].wins;
        Estimate::wilson(wins as f64, self.games as f64)
    }

    /// The share of games that a contestant wins alone among those that it begins. The interval is Wilson's.
    pub fn wins_beginning(&self, contestant: usize) -> Estimate {
        let sums = &self.contestants[contestant];
        Estimate::wilson(sums.began_wins as f64, sums.began as f64)
    }

    /// The share of wins among the games that a contestant begins, less the share among all its games. The interval
    /// treats the games that the contestant begins and the other games as independent.
    pub fn advantage_of_beginning(&self, contestant: usize) -> Estimate {
        let sums = &self.contestants[contestant];
        let share = |wins: u64, games: u64| {
            let [wins, games] = [wins, games].map(|count| count as f64);
            let share = wins / games;
            (share, share * (1.0 - share) / games)
        };
        let others = self.games - sums.began;
        let (own, own_variance) = share(sums.began_wins, sums.began);
        let (other, other_variance) = share(sums.wins - sums.began_wins, others);
        // All games are those that the contestant begins and the others: own − all = (own − other)·others / all.
        let weight = others as f64 / self.games as f64;
        Estimate::normal(
            (own - other) * weight,
            (own_variance + other_variance) * weight * weight,
        )
    }

    /// A contestant's score a game: 1 for a win, ½ or less for a shared victory.
    ///
    /// The games of a group have the same deals and so depend on each other. The interval comes from the variance over
    /// groups, as in Stockfish's fishtest. Where all groups ended alike, their variance is 0, and Wilson's interval is
    /// used.
    pub fn score(&self, contestant: usize) -> Estimate {
        let sums = &self.contestants[contestant];
        let games = self.games as f64;
        let score = sums.shares as f64 / Self::WIN as f64;
        match self.variance(sums.shares, sums.group_shares_squared) {
            Some(variance) if variance > 0.0 => {
                let unit = (Self::WIN * Self::WIN) as f64;
                let estimate = Estimate::normal(score / games, variance / unit / games / games);
                estimate.map(|end| end.clamp(0.0, 1.0))
            }
            _ => Estimate::wilson(score, games),
        }
    }

    /// A contestant's final score a game, with an interval from the variance over groups.
    pub fn points(&self, contestant: usize) -> Estimate {
        let sums = &self.contestants[contestant];
        let games = self.games as f64;
        let variance = self.variance(sums.points, sums.group_points_squared);
        let variance = variance.unwrap_or(f64::INFINITY);
        Estimate::normal(sums.points as f64 / games, variance / games / games)
    }

    /// The standard deviation of a contestant's final scores; none for fewer than two games.
    pub fn standard_deviation(&self, contestant: usize) -> Option<f64> {
        let sums = &self.contestants[contestant];
        let variance = variance(self.games, sums.points, sums.points_squared)?;
        Some((variance / self.games as f64).sqrt())
    }

    /// The Elo of a contestant against the others: of n contestants, one with the share s of the victories has
    /// 400·log₁₀((n − 1)·s / (1 − s)). The Elo is infinite for a contestant that always wins.
    pub fn elo(&self, contestant: usize) -> Estimate {
        let others = (self.contestants.len() - 1) as f64;
        let elo = |share: f64| 400.0 * (others * share / (1.0 - share)).log10();
        self.score(contestant).map(elo)
    }

    /// The average number of rounds.
    pub fn mean_rounds(&self) -> f64 {
        let rounds = self.rounds.iter();
        let rounds: u64 = rounds
            .map(|(rounds, games)| u64::from(*rounds) * games)
            .sum();
        rounds as f64 / self.games as f64
    }

    /// The variance of a sum over groups, from the sum and the sum of squares; none for fewer than two groups.
    pub(super) fn variance(&self, sum: u64, squares: u64) -> Option<f64> {
        variance(self.groups, sum, squares)
    }
}

/// The variance of the sum of `count` independent values, from the sum and the sum of squares; none for fewer than two
/// values.
fn variance(count: u64, sum: u64, squares: u64) -> Option<f64> {
    let [count, sum, squares] = [count, sum, squares].map(u128::from);
    // In integers, as the two are nearly the same.
    let spread = (count * squares).saturating_sub(sum * sum);
    (count > 1).then(|| spread as f64 / (count - 1) as f64)
}
