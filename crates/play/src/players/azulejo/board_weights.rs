//! The weights of the board features, at each moment of the game.

use super::features::{BoardView, FEATURES, Moment, PLAIN};
use crate::data::DataFile;
use azulejo_rules::Players;
use std::fmt;
use std::sync::LazyLock;

/// The weights of the board features at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeightSet {
    /// The lead, in hundredths of a point, at which the odds to win are e to 1.
    pub scale: i32,
    /// The weight of each feature, in ten-thousandths of a point.
    pub weights: [i32; FEATURES],
}

impl WeightSet {
    /// The evaluation of a board, in ten-thousandths of a point. The difference of two boards' evaluations is the
    /// expected final difference.
    #[inline]
    pub fn worth(&self, view: &BoardView<'_>) -> i32 {
        let mut sum = 0;
        view.each(|place, number| sum += self.weights[place] * number);
        sum
    }
}

/// The weights of every moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardWeights(Vec<WeightSet>);

/// The error of a text that is no set of weights.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidBoardWeights {
    /// The number of lines is not the number of moments.
    #[error("{0} lines with weights; wanted: one for each stage and each longest row")]
    Lines(usize),
    /// A line with this number, from 1, is not in the form of a weight set.
    #[error(
        "line {0}: wanted stage, longest row, scale and the weights, all of them whole numbers"
    )]
    Line(usize),
}

/// The fitted weights by the number of players, from 2.
static FITTED: LazyLock<[BoardWeights; Players::ALL.len()]> = LazyLock::new(|| {
    Players::ALL.map(|players| {
        let text = DataFile::required_text(&format!("weights-{}.txt", players.count()));
        text.parse().expect("a file that a test has read")
    })
});

impl BoardWeights {
    /// The fitted weights: a regression on self-play games of the number of players.
    pub fn fitted(players: Players) -> &'static Self {
        &FITTED[players.count() - Players::Two.count()]
    }

    /// The weights of a plain evaluation: the score if the round ended at once, with the bonuses of complete lines.
    pub fn plain() -> Self {
        let weights = PLAIN.map(|points| points * POINT);
        let set = WeightSet {
            scale: 1000,
            weights,
        };
        Self(vec![set; Moment::COUNT])
    }

    /// The weights at a moment.
    #[inline]
    pub fn at(&self, moment: Moment) -> &WeightSet {
        &self.0[moment.index()]
    }

    /// Replaces the weights at a moment.
    pub fn put(&mut self, moment: Moment, set: WeightSet) {
        self.0[moment.index()] = set;
    }
}

/// A point in the unit of weights.
pub const POINT: i32 = 10_000;

impl fmt::Display for BoardWeights {
    /// Writes a line for each set: stage, longest row, scale, weights.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (Moment { stage, longest }, set) in Moment::all().zip(&self.0) {
            write!(f, "{stage} {longest} {}", set.scale)?;
            set.weights
                .iter()
                .try_for_each(|weight| write!(f, " {weight}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

impl std::str::FromStr for BoardWeights {
    type Err = InvalidBoardWeights;

    /// Reads the text that [`Display`](fmt::Display) writes; lines that begin with `#` are comments.
    fn from_str(text: &str) -> Result<Self, InvalidBoardWeights> {
        let lines = text.lines().enumerate();
        let lines: Vec<_> = lines.filter(|(_, line)| !line.starts_with('#')).collect();
        if lines.len() != Moment::COUNT {
            return Err(InvalidBoardWeights::Lines(lines.len()));
        }
        let sets = lines
            .into_iter()
            .zip(Moment::all())
            .map(|((at, line), moment)| {
                let numbers: Option<Vec<i32>> =
                    line.split(' ').map(|number| number.parse().ok()).collect();
                let numbers = numbers.unwrap_or_default();
                let head = [moment.stage, moment.longest].map(|number| number as i32);
                match numbers.split_first_chunk::<3>() {
                    Some((&[stage, longest, scale], weights))
                        if [stage, longest] == head && scale > 0 =>
                    {
                        weights
                            .try_into()
                            .ok()
                            .map(|weights| WeightSet { scale, weights })
                    }
                    _ => None,
                }
                .ok_or(InvalidBoardWeights::Line(at + 1))
            });
        Ok(Self(sets.collect::<Result<_, _>>()?))
    }
}
