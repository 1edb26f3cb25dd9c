//! Bounds on the rest of coverings, by the sums of tables of subproblems.

use super::PARTS;
use super::precedences::{Precedences, WaitPrices};
use super::subproblem::POSSIBLE;
use crate::bounds::completion::LineBits;
use crate::instance::Sense;
use crate::wall::{Covering, Wall};

/// The most that a subproblem can still gain, by number of turns that are over, for all sets of places.
type Table = Vec<Vec<i32>>;

/// The tables of all subproblems for certain prices.
#[derive(Debug, Clone)]
pub(crate) struct PriceBounds {
    pub(super) wall: Wall,
    pub(super) sense: Sense,
    /// The rows of a strip.
    pub(super) height: usize,
    pub(super) strips: Vec<Table>,
    pub(super) columns: Vec<Table>,
    /// Prices of the turns to come, by number of turns that are over.
    pub(super) turn_prices: Vec<i32>,
    pub(super) precedences: Precedences,
    pub(super) wait_prices: WaitPrices,
    /// Gains outside of the subproblems: points of colours.
    pub(super) constant: i32,
}

/// The sum of a covering's subproblems.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PricedSum(i32);

impl PriceBounds {
    /// The sum of the subproblems of a covering after `turns` turns.
    pub(crate) fn sum(&self, bits: &LineBits, turns: usize) -> PricedSum {
        let strips = self.strips.iter().enumerate();
        let strips = strips.map(|(strip, table)| table[turns][self.in_strip(bits, strip)]);
        let columns = self.columns.iter().zip(bits.columns);
        let columns = columns.map(|(table, bits)| table[turns][usize::from(bits)]);
        let credit = self.precedences.credit(&self.wait_prices, bits, turns);
        PricedSum(strips.sum::<i32>() + columns.sum::<i32>() + self.turn_prices[turns] + credit)
    }

    /// The sum of the covering with one cell more, after as many turns.
    pub(crate) fn sum_with(
        &self,
        sum: PricedSum,
        bits: &LineBits,
        turns: usize,
        (row, column): (usize, usize),
    ) -> PricedSum {
        let change = |table: &Table, bits: usize, place: usize| {
            table[turns][bits | 1 << place] - table[turns][bits]
        };
        let (strip, below) = (row / self.height, row % self.height);
        let in_strip = self.in_strip(bits, strip);
        let place = below * self.wall.columns() + column;
        let subproblems = change(&self.strips[strip], in_strip, place)
            + change(
                &self.columns[column],
                usize::from(bits.columns[column]),
                row,
            );
        let cell = row * self.wall.columns() + column;
        PricedSum(
            sum.0
                + subproblems
                + self
                    .precedences
                    .credit_change(&self.wait_prices, bits, turns, cell),
        )
    }

    /// The filled places of a strip.
    fn in_strip(&self, bits: &LineBits, strip: usize) -> usize {
        let first = self.height * strip;
        let rows = first..self.wall.rows().min(first + self.height);
        let row = |row: usize| usize::from(bits.rows[row]) << ((row - first) * self.wall.columns());
        rows.map(row).sum()
    }

    /// Completion bound of a covering, with the bonus, by the sum of its subproblems; none where no order goes on from the covering.
    pub(crate) fn points(&self, PricedSum(sum): PricedSum) -> Option<u32> {
        if sum <= POSSIBLE {
            return None;
        }
        let gain = sum.div_euclid(PARTS) + self.constant;
        Some(self.sense.gain(gain).max(0) as u32)
    }

    /// Best gain in the end, in parts of a point, of an order with `score` points at a covering, by the sum of the covering's
    /// subproblems.
    pub(crate) fn promise(&self, score: u32, PricedSum(sum): PricedSum) -> i64 {
        let gain = self.sense.gain(score as i32) + self.constant;
        i64::from(gain * PARTS + sum)
    }

    /// Change of a promise, which has the best gain of colours of all coverings, by the gain of colours of one covering, in points.
    pub(crate) fn colour_change(&self, colours: i32) -> i64 {
        i64::from(PARTS * (colours - self.constant))
    }

    /// The promise of a score in the end.
    pub(crate) fn promise_of(&self, score: u32) -> i64 {
        i64::from(self.sense.gain(score as i32) * PARTS)
    }

    /// The least promise of an order that may beat a score.
    pub(crate) fn least_promise(&self, score: Option<u32>) -> i64 {
        score.map_or(i64::MIN, |score| self.promise_of(score) + i64::from(PARTS))
    }

    /// Completion bound of a covering after `turns` turns; none where no order goes on from it.
    pub(crate) fn rest(&self, covering: Covering, turns: usize) -> Option<u32> {
        let sum = self.sum(&LineBits::of(self.wall, covering), turns);
        self.points(sum)
    }
}
