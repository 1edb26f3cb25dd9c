use super::DenseError;
use super::cells::{EmptyCells, ones};
use super::cost::{Cost, Scale};
use super::costs::{Costs, FeasibleCosts, Split};
use super::lanes::{LANE_BITS, LANES};
use super::shut::BlockRows;
use azulejo_control::{Control, Progress};
use rayon::prelude::*;
use std::borrow::Cow;

/// The least cost of each set of cells, of all orders that fill it within the constraints.
#[derive(Debug)]
pub(super) struct Table<C> {
    pub(super) split: Split,
    pub(super) scale: Scale,
    pub(super) costs: Costs<C>,
    /// By block, then by place; empty where no set of the block can be reached.
    blocks: Vec<Vec<C>>,
}

impl<C: Cost> Table<C> {
    /// Fills the table, all blocks with so many high cells after all with one less; none if it was stopped.
    ///
    /// # Errors
    /// When it does not fit into the memory.
    pub(super) fn fill(
        cells: &EmptyCells,
        scale: Scale,
        memory: u64,
        control: &Control,
    ) -> Result<Option<Self>, DenseError> {
        let split = Split::new(cells.len());
        let most = split.high.min(cells.horizon() as u32);
        let blocks = (0..split.blocks()).filter(|block| block.count_ones() <= most);
        let needs = (blocks.count() * split.block_len() * size_of::<C>()) as u64;
        DenseError::unless_within(memory, needs)?;
        let costs = Costs::new(cells, split, scale);
        let rows = cells.rows.as_ref();
        let rows = rows.map(|rows| BlockRows::new(rows, split, scale));
        let mut blocks: Vec<Vec<C>> = (0..split.blocks()).map(|_| Vec::new()).collect();
        let mut before: Option<FeasibleCosts<'_, C>> = None;
        for high_cells in 0..=most {
            control.tell(&Progress::Layers {
                layer: high_cells as usize,
                of: most as usize,
                coverings: blocks.iter().map(Vec::len).sum(),
            });
            let now = costs.allowed(cells, split, high_cells as usize);
            let numbers = split.blocks_with(high_cells);
            let filled = numbers.par_iter().map(|&number| match control.stopped() {
                true => Ok(None),
                false => {
                    let costs = (before.as_ref(), &now);
                    filled(number, split, &blocks, costs, rows.as_ref(), memory).map(Some)
                }
            });
            let filled: Vec<Option<Vec<C>>> = filled.collect::<Result<_, DenseError>>()?;
            for (number, block) in numbers.into_iter().zip(filled) {
                let Some(block) = block else { return Ok(None) };
                blocks[number] = block;
            }
            before = Some(now);
        }
        drop(before);
        Ok(Some(Self {
            split,
            scale,
            costs,
            blocks,
        }))
    }

    /// The memory of the costs of the sets, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.blocks
            .iter()
            .map(|block| size_of_val(&block[..]) as u64)
            .sum()
    }

    /// The least cost of a set; [`Cost::NEVER`] where no order leads there.
    #[inline]
    pub(super) fn cost(&self, set: u32) -> C {
        let block = self.blocks.get(self.split.block(set));
        let cost = block.and_then(|block| block.get(self.split.place(set)));
        cost.copied().unwrap_or(C::NEVER)
    }

    /// The cells that the last tile of a best order to a set may be in, which has so many cells that `turn`, from 0, is
    /// its last.
    #[inline]
    pub(super) fn last_cells(&self, cells: &EmptyCells, set: u32, turn: usize) -> u32 {
        let cost = self.cost(set);
        let may_be_last = |&index: &usize| {
            let without = set & !(1 << index);
            let before = self.cost(without);
            before != C::NEVER
                && before.plus(self.costs.cost(self.split, without, index)) == cost
                && cells.may_follow(without, turn, index)
        };
        ones(set)
            .filter(may_be_last)
            .fold(0, |last, index| last | 1 << index)
    }

    /// The blocks of which a set can be reached, with the costs of their sets by place.
    pub(super) fn blocks(&self) -> impl ParallelIterator<Item = (usize, &[C])> {
        let blocks = self.blocks.par_iter().enumerate();
        blocks
            .filter(|(_, block)| !block.is_empty())
            .map(|(number, block)| (number, &block[..]))
    }

    /// The number of sets that can be reached, for each number of cells from none to `most`.
    pub(super) fn reached(&self, most: usize) -> Vec<u64> {
        let sum = |mut one: Vec<u64>, other: Vec<u64>| {
            one.iter_mut()
                .zip(other)
                .for_each(|(one, other)| *one += other);
            one
        };
        let none = || vec![0; (self.split.low + self.split.high) as usize + 1];
        let counted = self.blocks().map(|(number, block)| {
            let mut counts = none();
            // At most 70 of the places of a block have the same number of cells beside those of the lanes.
            let mut lanes = [[0u8; LANES]; u32::BITS as usize];
            for (at, chunk) in block.as_chunks::<LANES>().0.iter().enumerate() {
                let lanes = &mut lanes[at.count_ones() as usize];
                for (lane, &cost) in lanes.iter_mut().zip(chunk) {
                    *lane += u8::from(cost != C::NEVER);
                }
            }
            for (of_chunk, lanes) in lanes.iter().enumerate() {
                for (lane, &count) in lanes.iter().enumerate().filter(|(_, count)| **count > 0) {
                    let cells = of_chunk as u32 + lane.count_ones() + number.count_ones();
                    counts[cells as usize] += u64::from(count);
                }
            }
            counts
        });
        let mut reached = counted.reduce(none, sum);
        reached.truncate(most + 1);
        reached
    }
}

/// A block, by those with a high cell less, what their cells cost, and what its own cells cost; empty where nothing of it
/// is reached.
fn filled<C: Cost>(
    number: usize,
    split: Split,
    blocks: &[Vec<C>],
    (before, now): (Option<&FeasibleCosts<'_, C>>, &FeasibleCosts<'_, C>),
    rows: Option<&BlockRows<'_, C>>,
    memory: u64,
) -> Result<Vec<C>, DenseError> {
    let mut block = fresh(split, memory)?;
    if number == 0 {
        block[0] = C::NONE;
    }
    for bit in ones(number as u32) {
        let (source, index) = (number & !(1 << bit), bit + split.low as usize);
        if let Some(after) = before.and_then(|before| before.after(source, index)) {
            match rows {
                Some(rows) if !blocks[source].is_empty() => {
                    reach(
                        &mut block,
                        &blocks[source],
                        &rows.in_turns(source, index, after),
                    );
                }
                _ => reach(&mut block, &blocks[source], after),
            }
        }
    }
    let shut = rows.and_then(|rows| rows.shut(number));
    if let Some(shut) = &shut {
        for (to, shut) in block.iter_mut().zip(shut) {
            *to = (*to).max(*shut);
        }
    }
    // What is reached within a block is reached from a set that is reached from another block.
    if block.iter().all(|&cost| cost == C::NEVER) {
        return Ok(Vec::new());
    }
    let low_cells = 0..split.low as usize;
    let after: Vec<_> = low_cells.map(|index| now.after(number, index)).collect();
    let Some(rows) = rows else {
        within(&mut block, &after);
        return Ok(block);
    };
    let after = after.into_iter().enumerate().map(|(index, after)| {
        let mut after = rows.in_turns(number, index, after?);
        if let Some(shut) = &shut {
            for (place, cost) in after.to_mut().iter_mut().enumerate() {
                *cost = (*cost).max(shut[place | 1 << index]);
            }
        }
        Some(after)
    });
    let after: Vec<Option<Cow<'_, [C]>>> = after.collect();
    let after: Vec<Option<&[C]>> = after.iter().map(Option::as_deref).collect();
    within(&mut block, &after);
    Ok(block)
}

/// A block of which nothing is reached.
pub(super) fn fresh<C: Cost>(split: Split, limit: u64) -> Result<Vec<C>, DenseError> {
    let mut block = Vec::new();
    let given = block.try_reserve_exact(split.block_len());
    given.map_err(|_| DenseError::NoMemory { limit })?;
    block.resize(split.block_len(), C::NEVER);
    Ok(block)
}

/// From sets to those with a cell more, place by place; `after` is what that costs. Nothing leads from an empty block.
pub(super) fn reach<C: Cost>(to: &mut [C], from: &[C], after: &[C]) {
    for ((to, &from), &cost) in to.iter_mut().zip(from).zip(after) {
        *to = (*to).min(from.plus(cost));
    }
}

/// From the sets of a block to others of it, the least first; `after` is what each low cell costs.
fn within<C: Cost>(block: &mut [C], after: &[Option<&[C]>]) {
    let (chunks, _) = block.as_chunks_mut::<LANES>();
    let after = after
        .iter()
        .map(|after| after.map(|after| after.as_chunks().0));
    let after: Vec<Option<&[[C; LANES]]>> = after.collect();
    let (of_lane, of_chunk) = after.split_at(LANE_BITS);
    for at in 0..chunks.len() {
        let (done, rest) = chunks.split_at_mut(at);
        let mut to = rest[0];
        for bit in ones(at as u32) {
            let from = at & !(1 << bit);
            if let Some(after) = of_chunk[bit] {
                reach(&mut to, &done[from], &after[from]);
            }
        }
        if to.iter().all(|&cost| cost == C::NEVER) {
            continue;
        }
        let after: [[C; LANES]; LANE_BITS] =
            std::array::from_fn(|bit| of_lane[bit].map_or([C::NEVER; LANES], |after| after[at]));
        rest[0] = C::reach_lanes(to, after);
    }
}
