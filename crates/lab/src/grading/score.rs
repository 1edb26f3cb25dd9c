//! The scores of models, which need not be integers.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A score that a model gives, which need not be an integer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Scored")
)]
pub enum Score {
    /// An integer, within a tolerance of 0.0001.
    Whole(i64),
    /// No integer.
    Fraction(f64),
    /// Better than every number.
    Unbounded(Unbounded),
}

/// A score without bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Unbounded {
    /// Better than every number.
    Unbounded,
}

#[cfg(feature = "highs")]
impl Score {
    /// Distance from an integer that a solver may leave: its own tolerances of each column add up to less.
    pub const TOLERANCE: f64 = 1e-4;

    /// The score of an objective value.
    pub(super) fn of(value: f64) -> Self {
        let whole = value.round();
        match (value - whole).abs() < Self::TOLERANCE {
            true => Self::Whole(whole as i64),
            false => Self::Fraction(value),
        }
    }

    /// Distance from the true score.
    pub(super) fn distance(self, truth: u32) -> f64 {
        match self {
            Self::Whole(score) => (score as f64 - f64::from(truth)).abs(),
            Self::Fraction(score) => (score - f64::from(truth)).abs(),
            Self::Unbounded(_) => f64::INFINITY,
        }
    }
}

impl From<u32> for Score {
    fn from(score: u32) -> Self {
        Self::Whole(score.into())
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(score) => score.fmt(f),
            Self::Fraction(score) => {
                let figures = format!("{score:.4}");
                f.write_str(figures.trim_end_matches('0'))
            }
            Self::Unbounded(_) => f.write_str("without bound"),
        }
    }
}

#[cfg(all(test, feature = "highs"))]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_an_integer_within_the_tolerance_alone() {
        for (value, score, text) in [
            (10.0, Score::Whole(10), "10"),
            (9.999_99, Score::Whole(10), "10"),
            (-0.000_01, Score::Whole(0), "0"),
            (10.001, Score::Fraction(10.001), "10.001"),
            (31.0 / 3.0, Score::Fraction(31.0 / 3.0), "10.3333"),
            (f64::INFINITY, Score::Fraction(f64::INFINITY), "inf"),
        ] {
            assert_eq!(Score::of(value), score);
            assert_eq!(score.to_string(), text);
        }
        assert_eq!(
            Score::Unbounded(Unbounded::Unbounded).to_string(),
            "without bound"
        );
    }
}
