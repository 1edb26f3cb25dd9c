//! Sets and tiles of a block that the rows of a problem shut.

use super::cost::{Cost, Scale};
use super::costs::Split;
use crate::problem::RowTests;
use std::borrow::Cow;

/// The rows of a problem, on blocks of sets.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlockRows<'a> {
    pub(super) rows: &'a RowTests<u32>,
    pub(super) split: Split,
    pub(super) scale: Scale,
}

impl BlockRows<'_> {
    /// By place of a block: [`Cost::NEVER`] for the sets of which the rows of their time do not hold.
    pub(super) fn shut<C: Cost>(self, block: usize) -> Vec<C> {
        let sets = (0..self.split.block_len()).map(|place| self.split.set(block, place));
        let shut = sets.map(
            |set| match self.rows.holds_at(set, set.count_ones() as usize) {
                true => C::NONE,
                false => C::NEVER,
            },
        );
        shut.collect()
    }

    /// The costs of a cell after the sets of a block, where the rows of the turn allow it.
    pub(super) fn in_turns<'c, C: Cost>(
        self,
        block: usize,
        index: usize,
        after: &'c [C],
    ) -> Cow<'c, [C]> {
        let set = |place: usize| self.split.set(block, place);
        let turn = |place: usize| set(place).count_ones() as usize;
        let bits = block.count_ones() as usize;
        let has_any = (bits..=bits + self.split.low as usize).any(|turn| self.rows.has_step(turn));
        if !has_any {
            return Cow::Borrowed(after);
        }
        let costs = after.iter().enumerate().map(|(place, &cost)| {
            let (before, turn) = (set(place), turn(place));
            if cost == C::NEVER || before >> index & 1 == 1 || !self.rows.has_step(turn) {
                return cost;
            }
            let earned = || self.scale.points(1, cost.into());
            match self
                .rows
                .holds_in((before, before | 1 << index), turn, &earned)
            {
                true => cost,
                false => C::NEVER,
            }
        });
        Cow::Owned(costs.collect())
    }
}
