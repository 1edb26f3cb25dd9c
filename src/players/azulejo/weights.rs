//! The weights of the numbers that describe a board, at each moment of the game.

use super::features::{FEATURES, Moment, View};
use crate::game::Players;
use std::fmt;
use std::sync::LazyLock;

/// What the numbers of a board are worth at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Set {
    /// By how much a player is ahead, in hundredths of a point, whose odds to win are e to 1.
    pub scale: i32,
    /// In ten-thousandths of a point.
    pub weights: [i32; FEATURES],
}

impl Set {
    /// What a board is worth, in ten-thousandths of a point: the difference of two boards is the expected final difference.
    #[inline]
    pub fn worth(&self, view: &View<'_>) -> i32 {
        let mut sum = 0;
        view.each(|place, number| sum += self.weights[place] * number);
        sum
    }
}

/// The weights of every moment, for two, three and four players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights(Vec<Set>);

/// The sets of one number of players.
const SETS: usize = Moment::STAGES * Moment::LENGTHS;

/// Why a text has no weights.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidWeights {
    /// Too few or too many sets.
    #[error("{0} lines with weights; wanted: one for each number of players, stage and longest row")]
    Lines(usize),
    /// A line in another form.
    #[error("line {0}: wanted players, stage, longest row, scale and the weights, all of them whole numbers")]
    Line(usize),
}

static FITTED: LazyLock<Weights> = LazyLock::new(|| {
    let read = include_str!("weights.txt").parse();
    read.expect("a file that a test has read")
});

impl Weights {
    /// The weights that were fitted to games of the player against itself.
    pub fn fitted() -> &'static Self {
        &FITTED
    }

    /// The score if the round ended now, with the bonuses of what is complete, and nothing more.
    pub fn plain() -> Self {
        let mut weights = [0; FEATURES];
        weights[0] = POINT;
        let complete = (0..5).map(|row| (4 + 5 * row + 4, 2));
        let complete = complete.chain((0..3).map(|kind| (29 + 5 * kind + 4, 7)));
        for (place, points) in complete.chain([(47 + 4, 10)]) {
            weights[place] = points * POINT;
        }
        let set = Set { scale: 1000, weights };
        Self(vec![set; Players::ALL.len() * SETS])
    }

    /// The weights at a moment.
    #[inline]
    pub fn at(&self, players: Players, moment: Moment) -> &Set {
        &self.0[index(players, moment)]
    }

    /// Replaces the weights at a moment.
    pub fn put(&mut self, players: Players, moment: Moment, set: Set) {
        self.0[index(players, moment)] = set;
    }
}

/// A point, as weights have it.
pub const POINT: i32 = 10_000;

#[inline]
fn index(players: Players, moment: Moment) -> usize {
    (players.count() - 2) * SETS + moment.stage * Moment::LENGTHS + moment.longest
}

/// Every number of players with every moment, in the order of a file.
fn moments() -> impl Iterator<Item = (Players, Moment)> {
    Players::ALL.into_iter().flat_map(|players| {
        (0..SETS).map(move |set| {
            let moment = Moment {
                stage: set / Moment::LENGTHS,
                longest: set % Moment::LENGTHS,
            };
            (players, moment)
        })
    })
}

impl fmt::Display for Weights {
    /// A line a set: players, stage, longest row, scale, weights.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((players, moment), set) in moments().zip(&self.0) {
            let Moment { stage, longest } = moment;
            write!(f, "{} {stage} {longest} {}", players.count(), set.scale)?;
            set.weights.iter().try_for_each(|weight| write!(f, " {weight}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

impl std::str::FromStr for Weights {
    type Err = InvalidWeights;

    /// Reads what [`Display`](fmt::Display) writes; lines that begin with `#` say where the weights come from.
    fn from_str(text: &str) -> Result<Self, InvalidWeights> {
        let lines = text.lines().enumerate();
        let lines: Vec<_> = lines.filter(|(_, line)| !line.starts_with('#')).collect();
        if lines.len() != moments().count() {
            return Err(InvalidWeights::Lines(lines.len()));
        }
        let sets = lines.into_iter().zip(moments()).map(|((at, line), (players, moment))| {
            let numbers: Option<Vec<i32>> = line.split(' ').map(|it| it.parse().ok()).collect();
            let numbers = numbers.unwrap_or_default();
            let head = [players.count(), moment.stage, moment.longest].map(|it| it as i32);
            match numbers.split_first_chunk::<4>() {
                Some((&[one, two, three, scale], weights)) if [one, two, three] == head && scale > 0 => {
                    weights.try_into().ok().map(|weights| Set { scale, weights })
                }
                _ => None,
            }
            .ok_or(InvalidWeights::Line(at + 1))
        });
        Ok(Self(sets.collect::<Result<_, _>>()?))
    }
}
