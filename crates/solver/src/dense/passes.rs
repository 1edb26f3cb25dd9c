//! Turns that may pass: the best score of every set of cells, turn after turn, in one table.
//!
//! A set is reached in many turns, so that the number of its cells is no clock. The table has the least cost of each set
//! after so many turns; a turn either leaves a set as it is or comes from a set with a cell less. Sets are gone through from
//! the largest on, so that what they come from is still of the turn before, and the table is changed in place. In the end
//! it has the best score for every number of tiles, because a set knows how many cells it has.
//!
//! The order of a best end is found among the sets within that end, by their cells and the number of passes before: few
//! sets where there are many passes, and few passes where there are many sets.

use super::DenseError;
use super::cells::{EmptyCells, ones};
use super::cost::{Cost, Scale};
use super::costs::{Costs, Split};
use super::table::{fresh, reach};
use crate::order::{Order, Solution};
use crate::wall::Cell;
use azulejo_control::{Control, Progress};
use rayon::prelude::*;
use std::ops::RangeInclusive;

/// The least cost of each set of cells after all turns.
#[derive(Debug)]
pub(super) struct PassTable<C> {
    split: Split,
    scale: Scale,
    costs: Costs<C>,
    /// By block, then by place.
    blocks: Vec<Vec<C>>,
}

/// The best end of so many tiles.
#[derive(Debug, Clone, Copy)]
struct End {
    score: u32,
    set: u32,
}

impl<C: Cost> PassTable<C> {
    /// Fills the table, turn after turn, for orders of these numbers of tiles; none if it was stopped.
    ///
    /// # Errors
    /// When the table, or the longest way back from an end with one of these numbers, does not fit into the memory.
    pub(super) fn fill(
        cells: &EmptyCells,
        tiles: RangeInclusive<usize>,
        scale: Scale,
        memory: u64,
        control: &Control,
    ) -> Result<Option<Self>, DenseError> {
        let split = Split::new(cells.len());
        let way_back = tiles.map(|tiles| states(cells, tiles)).max();
        let sets = (split.blocks() * split.block_len()) as u64;
        let needs = (sets + way_back.unwrap_or(0)) * size_of::<C>() as u64;
        DenseError::unless_within(memory, needs)?;
        let blocks = (0..split.blocks()).map(|_| fresh(split, memory));
        let mut table = Self {
            split,
            scale,
            costs: Costs::new(cells, split, scale),
            blocks: blocks.collect::<Result<_, DenseError>>()?,
        };
        table.blocks[0][0] = C::NONE;
        for turn in 0..cells.horizon() {
            control.tell(&Progress::Layers {
                layer: turn + 1,
                of: cells.horizon(),
                coverings: sets as usize,
            });
            for high_cells in (0..=split.high).rev() {
                let numbers = split.blocks_with(high_cells);
                let after = numbers.par_iter().map(|&number| {
                    (!control.stopped()).then(|| table.after_turn(cells, number, turn))
                });
                let Some(after) = after.collect::<Option<Vec<_>>>() else {
                    return Ok(None);
                };
                for (number, block) in numbers.into_iter().zip(after) {
                    table.blocks[number] = block;
                }
            }
        }
        Ok(Some(table))
    }

    /// A block after a turn, from 0, by the blocks before the turn.
    fn after_turn(&self, cells: &EmptyCells, number: usize, turn: usize) -> Vec<C> {
        let (split, old) = (self.split, &self.blocks[number]);
        let set = |place: usize| split.set(number, place);
        let has_step = cells.has_step(turn);
        let mut block = match cells.may_pass[turn] {
            true => old.clone(),
            false => vec![C::NEVER; old.len()],
        };
        if has_step {
            for (place, cost) in block.iter_mut().enumerate() {
                if *cost != C::NEVER && !cells.pass_holds(set(place), turn) {
                    *cost = C::NEVER;
                }
            }
        }
        for index in ones(cells.allowed[turn]) {
            let is_plain = !has_step && cells.before[index] == 0;
            match index.checked_sub(split.low as usize) {
                Some(bit) if number >> bit & 1 == 1 => {
                    let source = number & !(1 << bit);
                    let (from, costs) = (&self.blocks[source], self.costs.of_block(source, index));
                    if is_plain {
                        reach(&mut block, from, costs);
                        continue;
                    }
                    for (place, to) in block.iter_mut().enumerate() {
                        let without = split.set(source, place);
                        if from[place] != C::NEVER && cells.may_follow(without, turn, index) {
                            *to = (*to).min(from[place].plus(costs[place]));
                        }
                    }
                }
                Some(_) => {}
                None => {
                    let costs = self.costs.of_block(number, index);
                    let half = 1 << index;
                    for start in (0..block.len()).step_by(2 * half) {
                        let (low, high) = (start..start + half, start + half..start + 2 * half);
                        if is_plain {
                            reach(&mut block[high], &old[low.clone()], &costs[low]);
                            continue;
                        }
                        for (from, to) in low.zip(high) {
                            if old[from] != C::NEVER && cells.may_follow(set(from), turn, index) {
                                block[to] = block[to].min(old[from].plus(costs[from]));
                            }
                        }
                    }
                }
            }
        }
        if cells.has_level(turn + 1) {
            for (place, cost) in block.iter_mut().enumerate() {
                if *cost != C::NEVER && !cells.level_holds(set(place), turn + 1) {
                    *cost = C::NEVER;
                }
            }
        }
        block
    }

    /// The number of sets of the table.
    pub(super) fn sets(&self) -> u64 {
        1 << (self.split.low + self.split.high)
    }

    /// The number of sets that orders end in, by their number of cells.
    pub(super) fn ends(&self) -> Vec<u64> {
        let mut ends = vec![0; (self.split.low + self.split.high) as usize + 1];
        for (number, block) in self.blocks.iter().enumerate() {
            for (place, cost) in block.iter().enumerate() {
                let is_end = *cost != C::NEVER;
                ends[(number.count_ones() + place.count_ones()) as usize] += u64::from(is_end);
            }
        }
        ends
    }

    /// The best order of so many tiles; none where there is none.
    pub(super) fn solution(&self, cells: &EmptyCells, tiles: usize) -> Option<Solution> {
        let sense = cells.sense;
        let better = |one: Option<End>, other: Option<End>| match (one, other) {
            (Some(one), Some(other)) if sense.better(other.score, one.score) => Some(other),
            (Some(one), Some(other)) if one.score == other.score && other.set < one.set => {
                Some(other)
            }
            (one, other) => one.or(other),
        };
        let ends = self.blocks.par_iter().enumerate().map(|(number, block)| {
            let low = tiles.checked_sub(number.count_ones() as usize)?;
            let places = block.iter().enumerate();
            let places = places
                .filter(|(place, cost)| place.count_ones() as usize == low && **cost != C::NEVER);
            let ends = places.map(|(place, &cost)| {
                let set = self.split.set(number, place);
                let score = self.scale.points(tiles, cost.into()) + cells.bonus(set);
                Some(End { score, set })
            });
            ends.fold(None, better)
        });
        let end = ends.reduce(|| None, better)?;
        let order = self.order_to(cells, end.set);
        Some(Solution {
            order,
            score: end.score,
        })
    }

    /// A best order to a set within all turns: from the end backwards, each time a pass if that is best, else the lowest cell.
    fn order_to(&self, cells: &EmptyCells, end: u32) -> Order {
        let members = end.count_ones() as usize;
        let mut bits = vec![0; cells.len()];
        ones(end)
            .enumerate()
            .for_each(|(bit, index)| bits[index] = bit);
        let passes = cells.horizon() - members;
        // By set within the end, as bits of its members, and by passes before.
        let mut costs = vec![C::NEVER; states(cells, members) as usize];
        let place = |part: usize, passed: usize| part * (passes + 1) + passed;
        costs[0] = C::NONE;
        let mut set = 0_u32;
        for part in 0..1 << members {
            for passed in 0..=passes {
                let Some(turn) = (set.count_ones() as usize + passed).checked_sub(1) else {
                    continue;
                };
                let moves = self.moves_into(cells, &bits, (part, set), passed, turn);
                let best = moves
                    .map(|(_, part, passed, cost)| costs[place(part, passed)].plus(cost))
                    .min();
                costs[place(part, passed)] = best.unwrap_or(C::NEVER);
            }
            // The next set within the end.
            set = set.wrapping_sub(end) & end;
        }
        let (mut part, mut set, mut passed) = ((1 << members) - 1, end, passes);
        let mut turns: Vec<Option<Cell>> = Vec::with_capacity(cells.horizon());
        for turn in (0..cells.horizon()).rev() {
            let cost = costs[place(part, passed)];
            let mut moves = self.moves_into(cells, &bits, (part, set), passed, turn);
            let last = moves
                .find(|&(_, part, passed, last)| costs[place(part, passed)].plus(last) == cost);
            let Some((index, before, passed_before, _)) = last else {
                break;
            };
            turns.push(index.map(|index| cells.cell(index)));
            set &= !index.map_or(0, |index| 1 << index);
            (part, passed) = (before, passed_before);
        }
        turns.into_iter().rev().collect()
    }

    /// The moves of a turn, from 0, into a set within an end: the cell, or none for a pass; the part and the passes before it;
    /// and the cost. `bits` has the bit of each cell of the end in a part.
    fn moves_into<'a>(
        &'a self,
        cells: &'a EmptyCells,
        bits: &'a [usize],
        (part, set): (usize, u32),
        passed: usize,
        turn: usize,
    ) -> impl Iterator<Item = (Option<usize>, usize, usize, C)> + 'a {
        let may_pass = passed > 0 && cells.may_pass(set, turn);
        let pass = may_pass.then(|| (None, part, passed - 1, C::NONE));
        let filled = ones(cells.allowed[turn] & set).filter_map(move |index| {
            let without = set & !(1 << index);
            cells.may_follow(without, turn, index).then(|| {
                let cost = self.costs.cost(self.split, without, index);
                (Some(index), part & !(1 << bits[index]), passed, cost)
            })
        });
        pass.into_iter().chain(filled)
    }
}

/// The number of states of the way back from an end with so many cells.
fn states(cells: &EmptyCells, tiles: usize) -> u64 {
    (1 << tiles) * (cells.horizon() - tiles + 1) as u64
}
