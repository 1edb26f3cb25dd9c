use super::Tally;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A sequential test of the first contestant's Elo against the second: `elo0` (the null hypothesis) or `elo1`.
///
/// The test is the generalised sequential probability ratio test of Stockfish's fishtest: each hypothesis fixes the
/// mean score of a group of games, and the rest of the distribution is fitted to the games (Van den Bergh 2019, "The
/// generalized sequential probability ratio test for multinomial distributions"). A wrong hypothesis is accepted with a
/// probability of about 5 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// The state of the test after the games so far.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SprtState {
    /// The logarithm of the likelihood ratio.
    // Positive where `elo1` fits better.
    pub llr: f64,
    /// The null hypothesis is accepted at or below this.
    pub low: f64,
    /// The alternative is accepted at or above this.
    pub high: f64,
    /// The accepted hypothesis, if one is accepted.
    pub accepted: Option<Hypothesis>,
}

/// A hypothesis of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Hypothesis {
    /// The null hypothesis.
    // The Elo of the first contestant is `elo0`.
    #[serde(rename = "elo0")]
    Null,
    /// The alternative.
    // The Elo of the first contestant is `elo1`.
    #[serde(rename = "elo1")]
    Alternative,
}

/// The error of a text that is no test.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no test: write ELO0,ELO1, the lower first, each from -1000 to 1000, such as 0,10"
)]
pub struct InvalidSprt(String);

impl Sprt {
    /// The number of groups between two evaluations of the test.
    pub const EVERY: u64 = 16;

    /// The probability that a wrong hypothesis is accepted.
    const ERROR: f64 = 0.05;

    /// The count of a result without games, as in fishtest: a hypothesis may need the result.
    const EMPTY_COUNT: f64 = 1e-3;

    /// The Elo of the two hypotheses.
    pub fn elo(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// Evaluates the test on the games of two contestants.
    pub fn test(&self, tally: &Tally) -> SprtState {
        let high = ((1.0 - Self::ERROR) / Self::ERROR).ln();
        let llr = self.llr(tally.outcomes());
        let accepted = if llr >= high {
            Some(Hypothesis::Alternative)
        } else if llr <= -high {
            Some(Hypothesis::Null)
        } else {
            None
        };
        SprtState {
            llr,
            low: -high,
            high,
            accepted,
        }
    }

    /// The log-likelihood ratio of groups, counted by their scores from all lost to all won.
    fn llr(&self, counts: &[u64]) -> f64 {
        if counts.iter().all(|count| *count == 0) {
            return 0.0;
        }
        let count = |count: &u64| (*count as f64).max(Self::EMPTY_COUNT);
        let counts: Vec<f64> = counts.iter().map(count).collect();
        let total: f64 = counts.iter().sum();
        let most = (counts.len() - 1) as f64;
        let outcomes = counts.iter().enumerate();
        let outcomes = outcomes.map(|(score, count)| (score as f64 / most, count / total));
        let outcomes: Vec<(f64, f64)> = outcomes.collect();
        let weights = [self.elo0, self.elo1].map(|elo| log_weights(&outcomes, score(elo)));
        let ratios = weights[1].iter().zip(&weights[0]).zip(&outcomes);
        let mean: f64 = ratios
            .map(|((alternative, null), (_, share))| share * (alternative - null))
            .sum();
        total * mean
    }
}

impl Tally {
    /// The number of groups of two contestants by the first contestant's score, from all lost to all won.
    pub fn outcomes(&self) -> &[u64] {
        let size = self.games.checked_div(self.groups).unwrap_or(1) as usize;
        &self.halves[..=2 * size]
    }
}

/// The expected score, from 0 to 1, of a contestant that is stronger by `elo`.
pub(super) fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The logarithms of the weights by which the maximum likelihood under a fixed mean multiplies the shares: each share
/// is divided by `1 + x·(value − mean)`, with the `x` that gives the mean.
fn log_weights(outcomes: &[(f64, f64)], mean: f64) -> Vec<f64> {
    // The sum falls from +∞ to −∞ between these bounds.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let x = (low + high) / 2.0;
        let terms = outcomes.iter();
        let terms = terms.map(|(value, share)| share * (value - mean) / (1.0 + x * (value - mean)));
        if terms.sum::<f64>() > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = (low + high) / 2.0;
    let values = outcomes.iter();
    values
        .map(|(value, _)| -(1.0 + x * (value - mean)).ln())
        .collect()
}

impl FromStr for Sprt {
    type Err = InvalidSprt;

    /// Reads `ELO0,ELO1`.
    fn from_str(text: &str) -> Result<Self, InvalidSprt> {
        let number = |text: &str| {
            text.trim()
                .parse()
                .ok()
                .filter(|elo: &f64| elo.abs() <= 1000.0)
        };
        let sprt = text.split_once(',').and_then(|(elo0, elo1)| {
            let (elo0, elo1) = (number(elo0)?, number(elo1)?);
            (elo0 < elo1).then_some(Self { elo0, elo1 })
        });
        sprt.ok_or_else(|| InvalidSprt(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn llr(test: &str, counts: &[u64]) -> f64 {
        test.parse::<Sprt>().expect("a test").llr(counts)
    }

    /// Tests figures of fastchess's tests, which come from fishtest: lost and won pairs and games, and their
    /// log-likelihood ratios to two decimals.
    #[test]
    fn ratios_equal_those_of_fishtest() {
        for (test, counts, published) in [
            ("0.5,2.5", &[223, 9863, 20279 + 1000, 10037, 246][..], -3.07),
            ("0,2", &[871, 26175, 55003 + 980, 26678, 821], -4.98),
            ("0.5,2.5", &[21184, 40708, 21404], -1.57),
            ("0,2", &[57030, 106593, 57433], -2.59),
        ] {
            let ratio = llr(test, counts);
            assert!(
                (ratio - published).abs() < 0.01,
                "{test}: {ratio}, not {published}"
            );
        }
    }

    #[test]
    fn empty_and_one_sided_counts_have_a_finite_ratio() {
        assert_eq!(llr("0,10", &[0; 5]), 0.0);
        let (wins, losses) = (
            llr("0,10", &[0, 0, 0, 0, 500]),
            llr("0,10", &[500, 0, 0, 0, 0]),
        );
        assert!(wins.is_finite() && wins > 3.0, "{wins}");
        assert!(losses.is_finite() && losses < -3.0, "{losses}");
        // Halfway between the hypotheses no hypothesis is favoured, and the reverse has the opposite sign.
        let even = llr("-10,10", &[30, 0, 40, 0, 30]);
        assert!(even.abs() < 1e-9, "{even}");
        let (ratio, reverse) = (
            llr("-5,15", &[3, 10, 20, 14, 9]),
            llr("-15,5", &[9, 14, 20, 10, 3]),
        );
        assert!((ratio + reverse).abs() < 1e-9, "{ratio} {reverse}");
    }

    #[test]
    fn a_test_is_two_numbers_in_ascending_order() {
        assert_eq!(
            "-2.5, 0".parse::<Sprt>().map(|test| test.elo()),
            Ok([-2.5, 0.0])
        );
        for text in [
            "", "5", "5,0", "0,0", "0,x", "NaN,5", "0,inf", "0,1001", "0,5,9",
        ] {
            let error = text.parse::<Sprt>().expect_err(text);
            assert!(error.to_string().contains("ELO0,ELO1"), "{error}");
        }
    }
}
