//! Sets and tiles of a block that the rows of a problem shut.

use super::cost::{Cost, Scale};
use super::costs::Split;
use crate::problem::RowTests;
use std::borrow::Cow;

/// The rows of a problem, on blocks of sets.
#[derive(Debug)]
pub(super) struct BlockRows<'a, C> {
    rows: &'a RowTests<u32>,
    split: Split,
    scale: Scale,
    /// Places of a block, by their number of low cells.
    places: Vec<Vec<usize>>,
    /// By turn, from 0: the cost of a tile by its cost without rows, where the rows of the turn know only what the tile earns.
    by_cost: Vec<Option<Vec<C>>>,
}

impl<'a, C: Cost> BlockRows<'a, C> {
    pub(super) fn new(rows: &'a RowTests<u32>, split: Split, scale: Scale) -> Self {
        let mut places = vec![Vec::new(); split.low as usize + 1];
        for place in 0..split.block_len() {
            places[place.count_ones() as usize].push(place);
        }
        let by_cost = (0..rows.turns()).map(|turn| {
            let permitted = |cost: u32| {
                let holds = rows.holds_in((0, 0), turn, &|| scale.points(1, cost));
                C::try_from(cost).ok().filter(|_| holds)
            };
            let costs = 0..=scale.worst_cost();
            rows.has_points_alone(turn).then(|| {
                costs
                    .map(|cost| permitted(cost).unwrap_or(C::NEVER))
                    .collect()
            })
        });
        Self {
            rows,
            split,
            scale,
            places,
            by_cost: by_cost.collect(),
        }
    }

    /// The sizes of the sets of a block, as turns or as times, each with the places of these sets.
    fn sizes(&self, block: usize) -> impl Iterator<Item = (usize, &[usize])> {
        let high = block.count_ones() as usize;
        let places = self.places.iter().enumerate();
        places.map(move |(low, places)| (high + low, &places[..]))
    }

    /// By place of a block: [`Cost::NEVER`] for the sets of which the rows of their time do not hold; none where no time of the block
    /// has rows.
    pub(super) fn shut(&self, block: usize) -> Option<Vec<C>> {
        let mut shut = None;
        for (time, places) in self.sizes(block) {
            if !self.rows.has_level(time) {
                continue;
            }
            let shut = shut.get_or_insert_with(|| vec![C::NONE; self.split.block_len()]);
            for &place in places {
                if !self.rows.holds_at(self.split.set(block, place), time) {
                    shut[place] = C::NEVER;
                }
            }
        }
        shut
    }

    /// The costs of a cell after the sets of a block, where the rows of the turn allow it.
    pub(super) fn in_turns<'c>(&self, block: usize, index: usize, after: &'c [C]) -> Cow<'c, [C]> {
        let mut costs = Cow::Borrowed(after);
        for (turn, places) in self.sizes(block) {
            if !self.rows.has_step(turn) {
                continue;
            }
            let costs = costs.to_mut();
            match &self.by_cost[turn] {
                Some(by_cost) => {
                    for &place in places {
                        let cost: u32 = costs[place].into();
                        costs[place] = by_cost.get(cost as usize).map_or(C::NEVER, |cost| *cost);
                    }
                }
                None => {
                    for &place in places {
                        let (cost, before) = (costs[place], self.split.set(block, place));
                        if cost == C::NEVER || before >> index & 1 == 1 {
                            continue;
                        }
                        let earned = || self.scale.points(1, cost.into());
                        let sets = (before, before | 1 << index);
                        if !self.rows.holds_in(sets, turn, &earned) {
                            costs[place] = C::NEVER;
                        }
                    }
                }
            }
        }
        costs
    }
}
