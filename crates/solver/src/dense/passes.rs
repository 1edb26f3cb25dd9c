//! Turns with passes: the best score of every set of cells, turn after turn, in one table.
//!
//! A set is reached in many turns, so that the number of its cells does not tell the turn. The table has the least cost of
//! each set after the turns so far. A turn either leaves a set unchanged or adds a cell. The sets are updated from the largest
//! on, so that their subsets still have the costs before the turn, and the table is changed in place. The last table has the
//! best score for every number of tiles, because a set has as many cells as tiles.
//!
//! The order of a best end is traced among the subsets of that end, by their cells and the number of passes before: few
//! sets when there are many passes, and few passes when there are many sets.

use super::DenseError;
use super::cells::{EmptyCells, ones};
use super::cost::Cost;
use super::costs::{Costs, Split};
use super::ends::Ends;
use super::error::Halt;
use super::inputs::Inputs;
use super::table::{Table, new_block, reach};
use crate::order::{Order, Solution};
use crate::wall::Cell;
use azulejo_control::Progress;
use rayon::prelude::*;
use std::ops::RangeInclusive;

impl<C: Cost> Table<C> {
    /// Table of the sets after all turns, for orders of these numbers of tiles, filled turn after turn.
    ///
    /// # Errors
    /// When the table, or the longest trace from an end with one of these numbers, does not fit into the memory, or the
    /// run was stopped.
    pub(super) fn fill_with_passes(
        inputs: &Inputs<'_>,
        tiles: RangeInclusive<usize>,
    ) -> Result<Self, Halt> {
        let &Inputs {
            ref cells,
            scale,
            memory,
            control,
        } = inputs;
        let split = Split::new(cells.len());
        let trace_states = tiles.map(|tiles| states(cells, tiles)).max();
        let needs = (split.sets() as u64 + trace_states.unwrap_or(0)) * size_of::<C>() as u64;
        DenseError::unless_within(memory, needs)?;
        let blocks = (0..split.blocks()).map(|_| new_block(split, memory));
        let mut table = Self {
            split,
            scale,
            costs: Costs::new(cells, split, scale),
            blocks: blocks.collect::<Result<_, DenseError>>()?,
        };
        table.blocks[0][0] = C::ZERO;
        for turn in 0..cells.horizon() {
            control.tell(&Progress::Layers {
                layer: turn + 1,
                of: cells.horizon(),
                coverings: split.sets(),
            });
            for high_cells in (0..=split.high).rev() {
                let numbers = split.blocks_with(high_cells);
                let updates = numbers.par_iter().map(|&number| {
                    control.go_on()?;
                    Ok(table.after_turn(cells, number, turn))
                });
                let updates: Vec<Vec<C>> = updates.collect::<Result<_, Halt>>()?;
                for (number, block) in numbers.into_iter().zip(updates) {
                    table.blocks[number] = block;
                }
            }
        }
        Ok(table)
    }

    /// Block after a turn, from 0, by the blocks before the turn.
    fn after_turn(&self, cells: &EmptyCells, number: usize, turn: usize) -> Vec<C> {
        let (split, old) = (self.split, &self.blocks[number]);
        let set = |place: usize| split.set(number, place);
        let rows = cells.rows.as_ref();
        let has_step = rows.is_some_and(|rows| !rows.step(turn).is_empty());
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
        for index in ones(cells.domains[turn]) {
            let is_plain = !has_step && cells.predecessors[index] == 0;
            match index.checked_sub(split.low as usize) {
                Some(bit) if number >> bit & 1 == 1 => {
                    let source = number & !(1 << bit);
                    let (from, costs) =
                        (&self.blocks[source], self.costs.block_costs(source, index));
                    if is_plain {
                        reach(&mut block, from, costs);
                        continue;
                    }
                    for (place, to) in block.iter_mut().enumerate() {
                        let parent = split.set(source, place);
                        if from[place] != C::NEVER && cells.may_follow(parent, turn, index) {
                            *to = (*to).min(from[place].plus(costs[place]));
                        }
                    }
                }
                Some(_) => {}
                None => {
                    let costs = self.costs.block_costs(number, index);
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
        if rows.is_some_and(|rows| !rows.level(turn + 1).is_empty()) {
            for (place, cost) in block.iter_mut().enumerate() {
                if *cost != C::NEVER && !cells.level_holds(set(place), turn + 1) {
                    *cost = C::NEVER;
                }
            }
        }
        block
    }

    /// Best order of a number of tiles, if there is any.
    pub(super) fn solution_with_passes(
        &self,
        cells: &EmptyCells,
        tiles: usize,
    ) -> Option<Solution> {
        let Ends { score, sets } = Ends::of(self, cells, tiles)?;
        let order = self.order_to(cells, sets[0]);
        Some(Solution { order, score })
    }

    /// Best order of an end within all turns, from the end backwards: a pass if it is best, else the lowest cell.
    fn order_to(&self, cells: &EmptyCells, end: u32) -> Order {
        let members = end.count_ones() as usize;
        let mut bits = vec![0; cells.len()];
        ones(end)
            .enumerate()
            .for_each(|(bit, index)| bits[index] = bit);
        let passes = cells.horizon() - members;
        // Costs by subset of the end, as bits of its members, and by passes before.
        let mut costs = vec![C::NEVER; states(cells, members) as usize];
        let place = |part: usize, pass_count: usize| part * (passes + 1) + pass_count;
        costs[0] = C::ZERO;
        let mut set = 0_u32;
        for part in 0..1 << members {
            for pass_count in 0..=passes {
                let Some(turn) = (set.count_ones() as usize + pass_count).checked_sub(1) else {
                    continue;
                };
                let moves = self.moves_into(cells, &bits, (part, set), pass_count, turn);
                let best = moves
                    .map(|(_, part, pass_count, cost)| costs[place(part, pass_count)].plus(cost))
                    .min();
                costs[place(part, pass_count)] = best.unwrap_or(C::NEVER);
            }
            // Next subset of the end.
            set = set.wrapping_sub(end) & end;
        }
        let (mut part, mut set, mut pass_count) = ((1 << members) - 1, end, passes);
        let mut turns: Vec<Option<Cell>> = Vec::with_capacity(cells.horizon());
        for turn in (0..cells.horizon()).rev() {
            let cost = costs[place(part, pass_count)];
            let mut moves = self.moves_into(cells, &bits, (part, set), pass_count, turn);
            let last = moves.find(|&(_, part, pass_count, last)| {
                costs[place(part, pass_count)].plus(last) == cost
            });
            let Some((index, previous_part, previous_passes, _)) = last else {
                break;
            };
            turns.push(index.map(|index| cells.cell(index)));
            set &= !index.map_or(0, |index| 1 << index);
            (part, pass_count) = (previous_part, previous_passes);
        }
        turns.into_iter().rev().collect()
    }

    /// Moves of a turn, from 0, into a subset of an end: the cell, or none for a pass; the part and the number of passes before;
    /// and the cost. `bits` has the bit of each cell of the end in a part.
    fn moves_into<'a>(
        &'a self,
        cells: &'a EmptyCells,
        bits: &'a [usize],
        (part, set): (usize, u32),
        pass_count: usize,
        turn: usize,
    ) -> impl Iterator<Item = (Option<usize>, usize, usize, C)> + 'a {
        let may_pass = pass_count > 0 && cells.may_pass(set, turn);
        let pass = may_pass.then(|| (None, part, pass_count - 1, C::ZERO));
        let fills = ones(cells.domains[turn] & set).filter_map(move |index| {
            let parent = set & !(1 << index);
            cells.may_follow(parent, turn, index).then(|| {
                let cost = self.costs.cost(self.split, parent, index);
                (Some(index), part & !(1 << bits[index]), pass_count, cost)
            })
        });
        pass.into_iter().chain(fills)
    }
}

/// Number of states of the trace from an end with this number of cells.
fn states(cells: &EmptyCells, tiles: usize) -> u64 {
    (1 << tiles) * (cells.horizon() - tiles + 1) as u64
}
