//! The weights of the numbers that describe a board, at each moment of the game.

use super::features::{BoardView, FEATURES, Moment, PLAIN};
use crate::data::DataFile;
use azulejo_rules::Players;
use std::fmt;
use std::sync::LazyLock;

/// What the numbers of a board are worth at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeightSet {
    /// By how much a player is ahead, in hundredths of a point, whose odds to win are e to 1.
    pub scale: i32,
    /// In ten-thousandths of a point.
    pub weights: [i32; FEATURES],
}

impl WeightSet {
    /// What a board is worth, in ten-thousandths of a point: the difference of two boards is the expected final difference.
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

/// Why a text has no weights.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidBoardWeights {
    /// Too few or too many sets.
    #[error("{0} lines with weights; wanted: one for each stage and each longest row")]
    Lines(usize),
    /// A line in another form.
    #[error(
        "line {0}: wanted stage, longest row, scale and the weights, all of them whole numbers"
    )]
    Line(usize),
}

/// By the number of players.
static FITTED: LazyLock<[BoardWeights; Players::ALL.len()]> = LazyLock::new(|| {
    Players::ALL.map(|players| {
        let text = DataFile::needed(&format!("weights-{}.txt", players.count()));
        text.parse().expect("a file that a test has read")
    })
});

impl BoardWeights {
    /// The weights that were fitted to games of so many of the player against each other.
    pub fn fitted(players: Players) -> &'static Self {
        &FITTED[players.count() - Players::Two.count()]
    }

    /// The score if the round ended now, with the bonuses of what is complete, and nothing more.
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

/// A point, as weights have it.
pub const POINT: i32 = 10_000;

impl fmt::Display for BoardWeights {
    /// A line a set: stage, longest row, scale, weights.
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

    /// Reads what [`Display`](fmt::Display) writes; lines that begin with `#` say where the weights come from.
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
                let numbers: Option<Vec<i32>> = line.split(' ').map(|it| it.parse().ok()).collect();
                let numbers = numbers.unwrap_or_default();
                let head = [moment.stage, moment.longest].map(|it| it as i32);
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
