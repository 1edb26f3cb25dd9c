//! A small network that corrects the difference of two players' weighted sums.
//!
//! Each player has a layer of [`HIDDEN`] units, in whose inputs the player's board comes first. A unit is the sum of
//! the weight rows of the inputs that are on, clipped to the interval from 0 to 1 ("clipped rectifier"). The output is
//! a weighted sum of the differences of both layers' units, so that exchanging the players changes its sign. Each
//! [`Moment`] has output weights of its own. All arithmetic is in integers. The sums are updated along the search: an
//! input that changes adds or subtracts its row, as in evaluation functions of programs for shogi and chess (Nasu,
//! "Efficiently updatable neural-network-based evaluation function for computer shogi", 2018).

use super::features::Moment;
use super::inputs::{INPUTS, Inputs};
use crate::data::DataFile;
use azulejo_rules::Players;
use std::fmt;
use std::sync::LazyLock;

/// The number of units of a layer.
pub const HIDDEN: usize = 128;

/// The fixed-point representation of 1 in a unit.
pub const ONE: i16 = 1024;

/// The fixed-point representation of a ten-thousandth of a point in the product of a unit and its weight.
pub const PART: i32 = 64;

/// The output weights of the units at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// The lead, in hundredths of a point, at which the odds to win are e to 1.
    pub scale: i32,
    /// The weight of each unit; a unit times its weight is in ten-thousandths of a point times [`PART`].
    pub weights: [i16; HIDDEN],
}

/// The network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Net {
    /// The weight row of each input, which its state adds to the units.
    rows: Vec<[i16; HIDDEN]>,
    /// The sums of the units without inputs.
    bias: [i16; HIDDEN],
    /// The output weights by moment.
    heads: Vec<Head>,
}

/// The error of numbers that are no network.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidNet {
    /// The number of lines is not that of a network's text.
    #[error("{0} lines; wanted: one for each input, one for none, and one for each moment")]
    Lines(usize),
    /// A line with this number, from 1, is not in the form of a network's line.
    #[error(
        "line {0}: wanted whole numbers, one for each unit; at a moment, also its stage, longest row and scale"
    )]
    Line(usize),
    /// The sum of a unit with this number can exceed 16 bits.
    #[error("unit {0}: its sum can be beyond 16 bits")]
    Sum(usize),
}

/// The fitted networks by the number of players, from 2.
static FITTED: LazyLock<[Net; Players::ALL.len()]> = LazyLock::new(|| {
    Players::ALL.map(|players| {
        let text = DataFile::required_text(&format!("net-{}.txt", players.count()));
        text.parse().expect("a file that a test has read")
    })
});

impl Net {
    /// The fitted network: trained on self-play games of the number of players.
    pub fn fitted(players: Players) -> &'static Self {
        &FITTED[players.count() - Players::Two.count()]
    }

    /// A network: a row for each input, a bias, a head for each moment.
    ///
    /// # Errors
    /// When the number of rows is not [`INPUTS`], the number of heads is not [`Moment::COUNT`], or a sum could exceed
    /// 16 bits.
    pub fn new(
        rows: Vec<[i16; HIDDEN]>,
        bias: [i16; HIDDEN],
        heads: Vec<Head>,
    ) -> Result<Self, InvalidNet> {
        if rows.len() != INPUTS || heads.len() != Moment::COUNT {
            return Err(InvalidNet::Lines(rows.len() + 1 + heads.len()));
        }
        for unit in 0..HIDDEN {
            let sum = |side: fn(i32) -> i32| -> i32 {
                let inputs = rows.iter().map(|row| side(row[unit].into()));
                i32::from(bias[unit]) + inputs.sum::<i32>()
            };
            let sums = [sum(|weight| weight.min(0)), sum(|weight| weight.max(0))];
            if sums.iter().any(|&sum| i16::try_from(sum).is_err()) {
                return Err(InvalidNet::Sum(unit));
            }
        }
        Ok(Self { rows, bias, heads })
    }

    /// The lead, in hundredths of a point, whose odds to win are e to 1.
    #[inline]
    pub(super) fn scale(&self, moment: Moment) -> i32 {
        self.heads[moment.index()].scale
    }
}

/// The layers of two players with the inputs that are on, updated by differences.
#[derive(Debug, Clone)]
pub struct Layers<'a> {
    net: &'a Net,
    inputs: Inputs,
    sums: [[i16; HIDDEN]; 2],
}

impl<'a> Layers<'a> {
    /// The layers of two players with no input on.
    pub fn new(net: &'a Net) -> Self {
        Self {
            net,
            inputs: Inputs::default(),
            sums: [net.bias; 2],
        }
    }

    /// Updates the layers to other inputs: adds or subtracts the rows of the inputs that differ.
    #[inline]
    pub fn update(&mut self, inputs: &Inputs) {
        self.inputs.changes(inputs, |player, input, on| {
            let units = self.sums[player].iter_mut().zip(&self.net.rows[input]);
            if on {
                units.for_each(|(sum, weight)| *sum += weight);
            } else {
                units.for_each(|(sum, weight)| *sum -= weight);
            }
        });
        self.inputs = *inputs;
    }

    /// The network's correction of the first player's lead over the second, in ten-thousandths of a point.
    #[inline]
    pub fn correction(&self, moment: Moment) -> i32 {
        let head = &self.net.heads[moment.index()];
        let [first, second] = &self.sums;
        let mut sum = 0;
        for unit in 0..HIDDEN {
            let difference = first[unit].clamp(0, ONE) - second[unit].clamp(0, ONE);
            sum += i32::from(difference) * i32::from(head.weights[unit]);
        }
        sum / PART
    }
}

impl fmt::Display for Net {
    /// Writes a line for each input, one for the bias, and one for each moment: stage, longest row, scale, weights.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |f: &mut fmt::Formatter<'_>, row: &[i16; HIDDEN]| {
            let mut separator = "";
            for number in row {
                write!(f, "{separator}{number}")?;
                separator = " ";
            }
            writeln!(f)
        };
        for weights in self.rows.iter().chain([&self.bias]) {
            row(f, weights)?;
        }
        for (Moment { stage, longest }, head) in Moment::all().zip(&self.heads) {
            write!(f, "{stage} {longest} {} ", head.scale)?;
            row(f, &head.weights)?;
        }
        Ok(())
    }
}

impl std::str::FromStr for Net {
    type Err = InvalidNet;

    /// Reads the text that [`Display`](fmt::Display) writes; lines that begin with `#` are comments.
    fn from_str(text: &str) -> Result<Self, InvalidNet> {
        let lines = text.lines().enumerate();
        let lines: Vec<_> = lines.filter(|(_, line)| !line.starts_with('#')).collect();
        if lines.len() != INPUTS + 1 + Moment::COUNT {
            return Err(InvalidNet::Lines(lines.len()));
        }
        let (rows, heads) = lines.split_at(INPUTS + 1);
        let mut rows = rows
            .iter()
            .map(|&(at, line)| units(line).ok_or(InvalidNet::Line(at + 1)))
            .collect::<Result<Vec<_>, _>>()?;
        let bias = rows.pop().ok_or(InvalidNet::Lines(lines.len()))?;
        let heads = heads
            .iter()
            .zip(Moment::all())
            .map(|(&(at, line), moment)| {
                let head = head(line, moment);
                head.ok_or(InvalidNet::Line(at + 1))
            });
        let heads = heads.collect::<Result<Vec<_>, _>>()?;
        Self::new(rows, bias, heads)
    }
}

fn units(text: &str) -> Option<[i16; HIDDEN]> {
    let numbers: Option<Vec<i16>> = text.split(' ').map(|number| number.parse().ok()).collect();
    numbers?.try_into().ok()
}

fn head(text: &str, moment: Moment) -> Option<Head> {
    let mut parts = text.splitn(4, ' ');
    let mut number = || parts.next()?.parse::<i32>().ok();
    let (stage, longest, scale) = (number()?, number()?, number()?);
    let is_valid =
        [stage, longest] == [moment.stage, moment.longest].map(|number| number as i32) && scale > 0;
    let weights = units(parts.next()?)?;
    is_valid.then_some(Head { scale, weights })
}
