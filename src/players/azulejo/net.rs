//! An experiment: a small network that corrects the weighted sum.
//!
//! Inputs are bits. Each player has a hidden layer in whose inputs his board is the own one; the output is the difference
//! of the two, so that it changes its sign with the seats. The hidden layers follow a search by the bits that change.

use super::features::{Moment, Supply, View, longest_row};
use crate::game::{Board, Colour, Floor, PatternLine, Position, Prospect, Tiles};

/// Bits of a board.
pub const BOARD: usize = 99;
/// Bits of both boards together and of the rest.
pub const COMMON: usize = 70;
/// Bits of the difference of the scores.
pub const LEAD: usize = 8;
/// All inputs of a hidden layer.
pub const INPUTS: usize = 2 * BOARD + COMMON + LEAD;
/// The hidden units of a side.
pub const HIDDEN: usize = 32;
/// Sets of output weights.
pub const HEADS: usize = Moment::STAGES * Moment::LENGTHS;
/// 1 in a hidden unit, which is also its most.
pub const ONE: i32 = 256;
/// The unit of output weights is 2^-SHIFT ten-thousandths of a point for a hidden unit's 1/ONE.
pub const SHIFT: u32 = 6;

/// The inputs of a position as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Inputs {
    /// Each board by itself.
    pub boards: [u128; 2],
    /// What both players see alike.
    pub common: u128,
    /// Steps of the difference of the scores, for each player.
    pub leads: [u8; 2],
}

const STEPS: [i32; LEAD] = [-28, -16, -8, -2, 3, 9, 17, 29];

fn board(view: &View<'_>, board: &Board, wall: u32) -> u128 {
    let mut bits = u128::from(wall);
    for row in 0..Board::ROWS {
        match board.line(row) {
            Some(PatternLine { colour, count }) if usize::from(count) <= row => {
                let index = row * (row - 1) / 2 + usize::from(count) - 1;
                bits |= 1 << (25 + 5 * index + colour.index());
                if view.fillable >> row & 1 == 1 {
                    bits |= 1 << (75 + index);
                }
            }
            Some(_) => bits |= 1 << (85 + row),
            None => (),
        }
    }
    let fallen = board.floor().len().min(Floor::PLACES);
    bits |= ((1 << fallen) - 1) << 90;
    bits |= u128::from(view.starts) << 97;
    bits |= u128::from(view.moves) << 98;
    bits
}

/// The bits of what the next deal brings, which does not change within a search.
pub(super) fn supplied(supply: &Supply) -> u128 {
    let mut bits = 0;
    for colour in 0..Colour::COUNT {
        for (step, least) in [-12, -4, 4, 12].into_iter().enumerate() {
            bits |= u128::from(supply.0[colour] >= least) << (50 + 4 * colour + step);
        }
    }
    bits
}

#[inline]
fn common(moment: Moment, sources: Tiles, supplied: u128) -> u128 {
    let mut bits = supplied;
    bits |= 1 << moment.stage;
    bits |= 1 << (4 + moment.longest);
    for colour in Colour::ALL {
        let count = u32::from(sources.count(colour)).min(8);
        bits |= ((1_u128 << count) - 1) << (10 + 8 * colour.index());
    }
    bits
}

impl Inputs {
    #[inline]
    pub(super) fn new(
        position: &Position,
        prospects: [Prospect; 2],
        moment: Moment,
        supply: &Supply,
        supplied: u128,
    ) -> Self {
        let sources = position.on_sources();
        let boards = [0, 1].map(|player| {
            let prospect = prospects[player];
            let view = View::new(position, player, prospect, sources, supply);
            board(&view, &position.boards()[player], prospect.wall())
        });
        let lead = prospects[0].score() as i32 - prospects[1].score() as i32;
        let steps = |lead| (0..LEAD).fold(0, |bits, at| bits | u8::from(lead >= STEPS[at]) << at);
        Self {
            boards,
            common: common(moment, sources, supplied),
            leads: [steps(lead), steps(-lead)],
        }
    }

    /// The inputs of a position with these bag and lid.
    pub fn of(position: &Position, supply: &Supply) -> Self {
        let prospects = [0, 1].map(|player| position.boards()[player].prospect());
        let longest = prospects.iter().map(|it| longest_row(it.wall())).max();
        let moment = Moment::new(
            position.group_count(),
            position.players(),
            longest.unwrap_or(0),
        );
        Self::new(position, prospects, moment, supply, supplied(supply))
    }
}

/// The network in integers.
#[derive(Debug, Clone)]
pub struct Net {
    /// For each bit of a board, what it adds for its own player and for the other.
    boards: Vec<[[i16; HIDDEN]; 2]>,
    common: Vec<[i16; HIDDEN]>,
    leads: Vec<[i16; HIDDEN]>,
    bias: [i16; HIDDEN],
    heads: Vec<[i16; HIDDEN]>,
    scales: Vec<i32>,
}

impl Net {
    /// From real numbers: input weights by input (own board, other board, common, lead), biases, output weights in points
    /// by moment; and the scales of leads, in hundredths of a point.
    pub fn new(
        rows: &[[f32; HIDDEN]],
        bias: &[f32; HIDDEN],
        heads: &[[f32; HIDDEN]],
        scales: Vec<i32>,
    ) -> Self {
        let inner = |row: &[f32; HIDDEN]| row.map(|it| (it * ONE as f32).round() as i16);
        let outer = 10_000.0 / ONE as f32 * f32::from(1_u16 << SHIFT);
        let rows: Vec<[i16; HIDDEN]> = rows.iter().map(inner).collect();
        Self {
            boards: (0..BOARD).map(|at| [rows[at], rows[BOARD + at]]).collect(),
            common: rows[2 * BOARD..2 * BOARD + COMMON].to_vec(),
            leads: rows[2 * BOARD + COMMON..].to_vec(),
            bias: inner(bias),
            heads: heads
                .iter()
                .map(|row| row.map(|it| (it * outer).round().clamp(-32_000.0, 32_000.0) as i16))
                .collect(),
            scales,
        }
    }

    /// The lead whose odds to win are e to 1, in hundredths of a point.
    #[inline]
    pub(super) fn scale(&self, moment: Moment) -> i32 {
        self.scales[moment.stage * Moment::LENGTHS + moment.longest]
    }

    /// Hidden layers for no inputs.
    pub fn start(&self) -> Hidden {
        Hidden {
            inputs: Inputs::default(),
            sums: [self.bias; 2],
        }
    }

    /// What the first player is further ahead than the weighted sum says, in ten-thousandths of a point.
    #[inline]
    pub fn lead(&self, hidden: &Hidden, moment: Moment) -> i32 {
        let head = &self.heads[moment.stage * Moment::LENGTHS + moment.longest];
        let mut sum = 0_i32;
        for at in 0..HIDDEN {
            let one = hidden.sums[0][at].clamp(0, ONE as i16);
            let other = hidden.sums[1][at].clamp(0, ONE as i16);
            sum += i32::from(one - other) * i32::from(head[at]);
        }
        sum >> SHIFT
    }
}

/// Hidden layers that follow a search.
#[derive(Debug, Clone)]
pub struct Hidden {
    inputs: Inputs,
    sums: [[i16; HIDDEN]; 2],
}

#[inline]
fn add(sums: &mut [i16; HIDDEN], row: &[i16; HIDDEN], on: bool) {
    if on {
        for at in 0..HIDDEN {
            sums[at] = sums[at].wrapping_add(row[at]);
        }
    } else {
        for at in 0..HIDDEN {
            sums[at] = sums[at].wrapping_sub(row[at]);
        }
    }
}

impl Hidden {
    /// Goes to other inputs, by what differs.
    #[inline]
    pub fn go(&mut self, net: &Net, inputs: &Inputs) {
        let [one, other] = &mut self.sums;
        let mut differ = self.inputs.boards[0] ^ inputs.boards[0];
        while differ != 0 {
            let at = differ.trailing_zeros() as usize;
            differ &= differ - 1;
            let on = inputs.boards[0] >> at & 1 == 1;
            add(one, &net.boards[at][0], on);
            add(other, &net.boards[at][1], on);
        }
        let mut differ = self.inputs.boards[1] ^ inputs.boards[1];
        while differ != 0 {
            let at = differ.trailing_zeros() as usize;
            differ &= differ - 1;
            let on = inputs.boards[1] >> at & 1 == 1;
            add(other, &net.boards[at][0], on);
            add(one, &net.boards[at][1], on);
        }
        let mut differ = self.inputs.common ^ inputs.common;
        while differ != 0 {
            let at = differ.trailing_zeros() as usize;
            differ &= differ - 1;
            let on = inputs.common >> at & 1 == 1;
            add(one, &net.common[at], on);
            add(other, &net.common[at], on);
        }
        for (sums, player) in [one, other].into_iter().zip(0..) {
            let player: usize = player;
            let mut differ = self.inputs.leads[player] ^ inputs.leads[player];
            while differ != 0 {
                let at = differ.trailing_zeros() as usize;
                differ &= differ - 1;
                add(sums, &net.leads[at], inputs.leads[player] >> at & 1 == 1);
            }
        }
        self.inputs = *inputs;
    }
}
