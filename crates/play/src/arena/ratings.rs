//! Ratings from results of pairs, by the model of Bradley and Terry: i beats j with probability γᵢ / (γᵢ + γⱼ).

use super::estimate::Estimate;
use super::sprt::score;
use super::{Crosstable, Tally};
use std::f64::consts::LN_10;

/// The number of drawn games added to each pair, played or not, so that a contestant without losses has a finite
/// rating.
const PRIOR: f64 = 1.0;

/// Elo for each unit of log γ.
const ELO: f64 = 400.0 / LN_10;

impl Crosstable {
    /// The Elo of each contestant, with mean 0: the maximum likelihood of the Bradley–Terry model, where a draw is half
    /// a win. To each pair a drawn game is added, so that a contestant without losses has a finite rating.
    ///
    /// The intervals hold for each contestant alone. They come from the variance over groups of games with the same
    /// deals, carried over to the strengths by the Fisher information (the sandwich estimator; White 1982, "Maximum
    /// likelihood estimation of misspecified models").
    pub fn ratings(&self) -> Vec<Estimate> {
        let results = Results::of(self);
        let elo = results.fit();
        let covariance = results.covariance(&elo);
        let pairs = elo.iter().enumerate();
        let ratings =
            pairs.map(|(index, elo)| Estimate::normal(*elo, covariance[index][index].max(0.0)));
        ratings.collect()
    }
}

type Matrix = Vec<Vec<f64>>;

struct Results {
    /// The score of the row's contestant against the column's, with the prior.
    scores: Matrix,
    /// The variance of the score over groups; none where the groups do not determine it.
    variances: Vec<Vec<Option<f64>>>,
}

impl Results {
    fn of(table: &Crosstable) -> Self {
        let count = table.contestants();
        let mut results = Self {
            scores: vec![vec![0.0; count]; count],
            variances: vec![vec![None; count]; count],
        };
        for (pair, tally) in table.pairs() {
            let unit = Tally::WIN as f64;
            for (place, [first, second]) in [pair, [pair[1], pair[0]]].into_iter().enumerate() {
                let sums = &tally.contestants[place];
                let variance = tally.variance(sums.shares, sums.group_shares_squared);
                results.scores[first][second] = sums.shares as f64 / unit + PRIOR / 2.0;
                results.variances[first][second] = variance
                    .map(|variance| variance / unit / unit)
                    .filter(|variance| *variance > 0.0);
            }
        }
        results
    }

    fn count(&self) -> usize {
        self.scores.len()
    }

    /// The games of two contestants, with the prior.
    fn games(&self, first: usize, second: usize) -> f64 {
        self.scores[first][second] + self.scores[second][first]
    }

    /// The maximum likelihood ratings, in Elo (Newman 2023, "Efficient computation of rankings from pairwise
    /// comparisons", equation 15).
    fn fit(&self) -> Vec<f64> {
        let count = self.count();
        let mut gamma = vec![1.0f64; count];
        for _ in 0..10_000 {
            let mut change = 0.0f64;
            for first in 0..count {
                let (mut wins, mut losses) = (0.0, 0.0);
                for second in (0..count).filter(|second| *second != first) {
                    let total = gamma[first] + gamma[second];
                    wins += self.scores[first][second] * gamma[second] / total;
                    losses += self.scores[second][first] / total;
                }
                change = change.max((wins / losses / gamma[first]).ln().abs());
                gamma[first] = wins / losses;
            }
            let mean = gamma.iter().map(|gamma| gamma.ln()).sum::<f64>() / count as f64;
            gamma.iter_mut().for_each(|gamma| *gamma /= mean.exp());
            if change < 1e-12 {
                break;
            }
        }
        gamma.iter().map(|gamma| ELO * gamma.ln()).collect()
    }

    /// The covariance of the ratings, in Elo squared.
    fn covariance(&self, elo: &[f64]) -> Matrix {
        let count = self.count();
        let expected = |first: usize, second: usize| {
            let share = score(elo[first] - elo[second]);
            self.games(first, second) * share * (1.0 - share)
        };
        let variance = |first: usize, second: usize| {
            self.variances[first][second].unwrap_or_else(|| expected(first, second))
        };
        // The ratings are determined up to a constant, which the mean 0 fixes: the term 1/n does not matter.
        let mut information = laplacian(count, expected);
        information
            .iter_mut()
            .flatten()
            .for_each(|share| *share += 1.0 / count as f64);
        let inverse = inverse(information);
        let covariance = product(&product(&inverse, &laplacian(count, variance)), &inverse);
        let in_elo = |row: Vec<f64>| row.into_iter().map(|value| value * ELO * ELO).collect();
        covariance.into_iter().map(in_elo).collect()
    }
}

/// The Laplacian matrix of a weighted graph: the weights, negative, off the diagonal, and the sums of the weights on
/// it.
fn laplacian(count: usize, weight: impl Fn(usize, usize) -> f64) -> Matrix {
    let off_diagonal = |row: usize, column: usize| {
        if row == column {
            0.0
        } else {
            -weight(row, column)
        }
    };
    let row = |index: usize| {
        let mut row: Vec<f64> = (0..count)
            .map(|column| off_diagonal(index, column))
            .collect();
        row[index] = -row.iter().sum::<f64>();
        row
    };
    (0..count).map(row).collect()
}

fn product(left: &Matrix, right: &Matrix) -> Matrix {
    let count = left.len();
    let entry = |row: &Vec<f64>, column| (0..count).map(|k| row[k] * right[k][column]).sum();
    let row = |row| (0..count).map(|column| entry(row, column)).collect();
    left.iter().map(row).collect()
}

/// The inverse of a positive definite matrix, by elimination.
fn inverse(mut matrix: Matrix) -> Matrix {
    let count = matrix.len();
    let unit_row = |row: usize| (0..count).map(move |column| f64::from(u8::from(row == column)));
    let mut inverse: Matrix = (0..count).map(|row| unit_row(row).collect()).collect();
    for pivot in 0..count {
        let scale = matrix[pivot][pivot];
        for column in 0..count {
            matrix[pivot][column] /= scale;
            inverse[pivot][column] /= scale;
        }
        for row in (0..count).filter(|row| *row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..count {
                matrix[row][column] -= factor * matrix[pivot][column];
                inverse[row][column] -= factor * inverse[pivot][column];
            }
        }
    }
    inverse
}
