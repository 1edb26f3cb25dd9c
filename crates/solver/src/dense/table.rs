use super::DenseError;
use super::cells::{EmptyCells, ones};
use super::cost::{Cost, Scale};
use super::costs::{Costs, FeasibleCosts, Split};
use super::error::Halt;
use super::inputs::Inputs;
use super::lanes::{LANE_BITS, LANES};
use super::shut::BlockRows;
use azulejo_control::Progress;
use rayon::prelude::*;
use std::borrow::Cow;

/// Least cost of each set of cells, of all its orders within the constraints. Where turns may pass, its orders have all
/// turns.
#[derive(Debug)]
pub(super) struct Table<C> {
    pub(super) split: Split,
    pub(super) scale: Scale,
    pub(super) costs: Costs<C>,
    /// Costs by block, then by place; empty for a block without reachable sets.
    pub(super) blocks: Vec<Vec<C>>,
}

impl<C: Cost> Table<C> {
    /// Table, filled by ascending number of high cells.
    ///
    /// # Errors
    /// When the table does not fit into the memory, or the run was stopped.
    pub(super) fn fill(inputs: &Inputs<'_>) -> Result<Self, Halt> {
        let &Inputs {
            ref cells,
            scale,
            memory,
            control,
        } = inputs;
        let split = Split::new(cells.len());
        let max_high = split.high.min(cells.horizon() as u32);
        let blocks = (0..split.blocks()).filter(|block| block.count_ones() <= max_high);
        let needs = (blocks.count() * split.block_len() * size_of::<C>()) as u64;
        DenseError::unless_within(memory, needs)?;
        let costs = Costs::new(cells, split, scale);
        let rows = cells.rows.as_ref();
        let rows = rows.map(|rows| BlockRows::new(rows, split, scale));
        let mut blocks: Vec<Vec<C>> = (0..split.blocks()).map(|_| Vec::new()).collect();
        let mut previous: Option<FeasibleCosts<'_, C>> = None;
        for high_cells in 0..=max_high {
            control.tell(&Progress::Layers {
                layer: high_cells as usize,
                of: max_high as usize,
                coverings: blocks.iter().map(Vec::len).sum(),
            });
            let current = costs.feasible(cells, split, high_cells as usize);
            let numbers = split.blocks_with(high_cells);
            let updates = numbers.par_iter().map(|&number| {
                control.go_on()?;
                let costs = (previous.as_ref(), &current);
                fill_block(number, split, &blocks, costs, rows.as_ref(), memory)
            });
            let updates: Vec<Vec<C>> = updates.collect::<Result<_, Halt>>()?;
            for (number, block) in numbers.into_iter().zip(updates) {
                blocks[number] = block;
            }
            previous = Some(current);
        }
        drop(previous);
        Ok(Self {
            split,
            scale,
            costs,
            blocks,
        })
    }

    /// Memory of the blocks, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.blocks
            .iter()
            .map(|block| size_of_val(&block[..]) as u64)
            .sum()
    }

    /// Least cost of a set; [`Cost::NEVER`] if no order leads there.
    #[inline]
    pub(super) fn cost(&self, set: u32) -> C {
        let block = self.blocks.get(self.split.block(set));
        let cost = block.and_then(|block| block.get(self.split.place(set)));
        cost.copied().unwrap_or(C::NEVER)
    }

    /// Possible cells of the last tile of a best order of a set, whose number of cells makes `turn`, from 0, its last turn.
    #[inline]
    pub(super) fn last_cells(&self, cells: &EmptyCells, set: u32, turn: usize) -> u32 {
        let cost = self.cost(set);
        let may_be_last = |&index: &usize| {
            let parent = set & !(1 << index);
            let parent_cost = self.cost(parent);
            parent_cost != C::NEVER
                && parent_cost.plus(self.costs.cost(self.split, parent, index)) == cost
                && cells.may_follow(parent, turn, index)
        };
        ones(set)
            .filter(may_be_last)
            .fold(0, |last, index| last | 1 << index)
    }

    /// Blocks with reachable sets, with the costs of their sets by place.
    pub(super) fn blocks(&self) -> impl ParallelIterator<Item = (usize, &[C])> {
        let blocks = self.blocks.par_iter().enumerate();
        blocks
            .filter(|(_, block)| !block.is_empty())
            .map(|(number, block)| (number, &block[..]))
    }

    /// Number of reachable sets, for each number of cells from 0 to `max_cells`.
    pub(super) fn reachable_counts(&self, max_cells: usize) -> Vec<u64> {
        let sum = |mut left: Vec<u64>, right: Vec<u64>| {
            left.iter_mut()
                .zip(right)
                .for_each(|(left, right)| *left += right);
            left
        };
        let zeros = || vec![0; (self.split.low + self.split.high) as usize + 1];
        let counts = self.blocks().map(|(number, block)| {
            let mut counts = zeros();
            // At most 70 places of a block share a lane and the number of the other cells.
            let mut lanes = [[0u8; LANES]; u32::BITS as usize];
            for (index, chunk) in block.as_chunks::<LANES>().0.iter().enumerate() {
                let lanes = &mut lanes[index.count_ones() as usize];
                for (lane, &cost) in lanes.iter_mut().zip(chunk) {
                    *lane += u8::from(cost != C::NEVER);
                }
            }
            for (chunk_cells, lanes) in lanes.iter().enumerate() {
                for (lane, &count) in lanes.iter().enumerate().filter(|(_, count)| **count > 0) {
                    let cells = chunk_cells as u32 + lane.count_ones() + number.count_ones();
                    counts[cells as usize] += u64::from(count);
                }
            }
            counts
        });
        let mut counts = counts.reduce(zeros, sum);
        counts.truncate(max_cells + 1);
        counts
    }
}

/// Block, by the blocks without one of its high cells and the costs of its cells; empty if no set of it is reachable.
fn fill_block<C: Cost>(
    number: usize,
    split: Split,
    blocks: &[Vec<C>],
    (previous, current): (Option<&FeasibleCosts<'_, C>>, &FeasibleCosts<'_, C>),
    rows: Option<&BlockRows<'_, C>>,
    memory: u64,
) -> Result<Vec<C>, Halt> {
    let mut block = new_block(split, memory)?;
    if number == 0 {
        block[0] = C::ZERO;
    }
    for bit in ones(number as u32) {
        let (source, index) = (number & !(1 << bit), bit + split.low as usize);
        if let Some(costs) = previous.and_then(|costs| costs.cell_costs(source, index)) {
            match rows {
                Some(rows) if !blocks[source].is_empty() => {
                    reach(
                        &mut block,
                        &blocks[source],
                        &rows.constrained_costs(source, index, costs),
                    );
                }
                _ => reach(&mut block, &blocks[source], costs),
            }
        }
    }
    let mask = rows.and_then(|rows| rows.mask(number));
    if let Some(mask) = &mask {
        for (to, floor) in block.iter_mut().zip(mask) {
            *to = (*to).max(*floor);
        }
    }
    // Every move within the block starts from a set that another block reaches.
    if block.iter().all(|&cost| cost == C::NEVER) {
        return Ok(Vec::new());
    }
    let low_cells = 0..split.low as usize;
    let costs: Vec<_> = low_cells
        .map(|index| current.cell_costs(number, index))
        .collect();
    let Some(rows) = rows else {
        reach_within(&mut block, &costs);
        return Ok(block);
    };
    let costs = costs.into_iter().enumerate().map(|(index, costs)| {
        let mut costs = rows.constrained_costs(number, index, costs?);
        if let Some(mask) = &mask {
            for (place, cost) in costs.to_mut().iter_mut().enumerate() {
                *cost = (*cost).max(mask[place | 1 << index]);
            }
        }
        Some(costs)
    });
    let costs: Vec<Option<Cow<'_, [C]>>> = costs.collect();
    let costs: Vec<Option<&[C]>> = costs.iter().map(Option::as_deref).collect();
    reach_within(&mut block, &costs);
    Ok(block)
}

/// Block without reachable sets.
pub(super) fn new_block<C: Cost>(split: Split, limit: u64) -> Result<Vec<C>, DenseError> {
    let mut block = Vec::new();
    let reservation = block.try_reserve_exact(split.block_len());
    reservation.map_err(|_| DenseError::NoMemory { limit })?;
    block.resize(split.block_len(), C::NEVER);
    Ok(block)
}

/// Updates sets by moves from the sets without a cell, place by place, at the costs of the cell. An empty `from` has no moves.
pub(super) fn reach<C: Cost>(to: &mut [C], from: &[C], costs: &[C]) {
    for ((to, &from), &cost) in to.iter_mut().zip(from).zip(costs) {
        *to = (*to).min(from.plus(cost));
    }
}

/// Updates the sets of a block by moves within the block, the least first; `costs` is the cost of each low cell.
fn reach_within<C: Cost>(block: &mut [C], costs: &[Option<&[C]>]) {
    let (chunks, _) = block.as_chunks_mut::<LANES>();
    let costs = costs
        .iter()
        .map(|costs| costs.map(|costs| costs.as_chunks().0));
    let costs: Vec<Option<&[[C; LANES]]>> = costs.collect();
    let (lane_costs, chunk_costs) = costs.split_at(LANE_BITS);
    for chunk in 0..chunks.len() {
        let (previous, rest) = chunks.split_at_mut(chunk);
        let mut to = rest[0];
        for bit in ones(chunk as u32) {
            let from = chunk & !(1 << bit);
            if let Some(costs) = chunk_costs[bit] {
                reach(&mut to, &previous[from], &costs[from]);
            }
        }
        if to.iter().all(|&cost| cost == C::NEVER) {
            continue;
        }
        let costs: [[C; LANES]; LANE_BITS] = std::array::from_fn(|bit| {
            lane_costs[bit].map_or([C::NEVER; LANES], |costs| costs[chunk])
        });
        rest[0] = C::reach_lanes(to, costs);
    }
}
