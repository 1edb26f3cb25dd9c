use super::cells::EmptyCells;
use super::cost::{Cost, Scale};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// Division of a set: its `low` least cells are its place in a block, the others are the block.
#[derive(Debug, Clone, Copy)]
pub(super) struct Split {
    pub(super) low: u32,
    pub(super) high: u32,
}

impl Split {
    /// Blocks of so many low cells stay in the processor's nearest memory while they are filled.
    const LOW: u32 = 12;

    /// Of so many cells; a block is at least as long as what is worked on at once.
    pub(super) fn new(cells: usize) -> Self {
        let low = (cells as u32).clamp(super::lanes::LANES.ilog2(), Self::LOW);
        Self {
            low,
            high: (cells as u32).saturating_sub(low),
        }
    }

    /// The sets of a block.
    #[inline]
    pub(super) fn block_len(self) -> usize {
        1 << self.low
    }

    /// The number of blocks.
    pub(super) fn blocks(self) -> usize {
        1 << self.high
    }

    /// The numbers of the blocks of sets with so many high cells.
    pub(super) fn blocks_with(self, high_cells: u32) -> Vec<usize> {
        let blocks = (0..self.blocks()).filter(|block| block.count_ones() == high_cells);
        blocks.collect()
    }

    /// The block of a set.
    #[inline]
    pub(super) fn block(self, set: u32) -> usize {
        (set >> self.low) as usize
    }

    /// The place of a set in its block.
    #[inline]
    pub(super) fn place(self, set: u32) -> usize {
        set as usize & (self.block_len() - 1)
    }

    /// The set at a place of a block.
    #[inline]
    pub(super) fn set(self, block: usize, place: usize) -> u32 {
        (block << self.low | place) as u32
    }
}

/// Cost of each cell after each set, constraints aside. Most blocks share their costs: of the high cells only those count that a
/// run through the cell can reach.
#[derive(Debug)]
pub(super) struct Costs<C> {
    cells: Vec<OfCell<C>>,
}

/// Cost of a cell after each set.
#[derive(Debug)]
struct OfCell<C> {
    /// By block: the costs of its sets.
    of_block: Vec<u16>,
    /// By place.
    costs: Vec<Vec<C>>,
}

impl<C: Cost> Costs<C> {
    pub(super) fn new(cells: &EmptyCells, split: Split, scale: Scale) -> Self {
        let of_cell = |index| OfCell::new(cells, index, split, scale);
        Self {
            cells: (0..cells.len()).into_par_iter().map(of_cell).collect(),
        }
    }

    /// The cost of a cell after a set.
    #[inline]
    pub(super) fn cost(&self, split: Split, set: u32, index: usize) -> C {
        let cell = &self.cells[index];
        let costs = cell.of_block[split.block(set)];
        cell.costs[usize::from(costs)][split.place(set)]
    }

    /// The costs of a cell after the sets of a block, by place.
    pub(super) fn of_block(&self, block: usize, index: usize) -> &[C] {
        let cell = &self.cells[index];
        &cell.costs[usize::from(cell.of_block[block])]
    }

    /// Costs of the cells after the sets of blocks with so many high cells, where the constraints allow them there.
    pub(super) fn allowed(
        &self,
        cells: &EmptyCells,
        split: Split,
        high_cells: usize,
    ) -> FeasibleCosts<'_, C> {
        let of_cell = |(index, cell): (usize, _)| {
            // A set that lacks a low cell has not all of them.
            let is_low = index < split.low as usize;
            let longest = split.low as usize - usize::from(is_low);
            let open: Vec<bool> = (high_cells..=high_cells + longest)
                .map(|turn| {
                    let allowed = cells.allowed.get(turn);
                    allowed.is_some_and(|allowed| allowed >> index & 1 == 1)
                })
                .collect();
            OfCell::allowed(cell, &open, split.place(cells.before[index]))
        };
        let high_before = cells.before.iter().map(|&before| split.block(before));
        FeasibleCosts {
            costs: self,
            high_before: high_before.collect(),
            cells: self.cells.par_iter().enumerate().map(of_cell).collect(),
        }
    }
}

/// Costs of the cells where the constraints allow them, for blocks with the same number of high cells.
#[derive(Debug)]
pub(super) struct FeasibleCosts<'a, C: Cost> {
    costs: &'a Costs<C>,
    /// By cell: the high cells that must be filled before it.
    high_before: Vec<usize>,
    /// As [`OfCell::costs`]; none where no turn may fill the cell.
    cells: Vec<Vec<Cow<'a, [C]>>>,
}

impl<C: Cost> FeasibleCosts<'_, C> {
    /// The costs of a cell after the sets of a block, by place; none where the cell may follow none of them.
    #[inline]
    pub(super) fn after(&self, block: usize, index: usize) -> Option<&[C]> {
        if self.high_before.get(index)? & !block != 0 {
            return None;
        }
        let costs = self.costs.cells[index].of_block[block];
        self.cells[index]
            .get(usize::from(costs))
            .map(|costs| &**costs)
    }
}

impl<C: Cost> OfCell<C> {
    fn new(cells: &EmptyCells, index: usize, split: Split, scale: Scale) -> Self {
        let lines = cells.lines[index];
        let (high_lines, low_lines) = (split.block(lines), split.place(lines));
        let low = split.set(0, low_lines);
        let mut known: FxHashMap<u32, u16> = FxHashMap::default();
        let mut of_block: Vec<u16> = Vec::with_capacity(split.blocks());
        let mut costs = Vec::new();
        for block in 0..split.blocks() {
            // A block without the cells that are not in the cell's lines came earlier.
            if block & !high_lines != 0 {
                of_block.push(of_block[block & high_lines]);
                continue;
            }
            let near = cells.within_reach(split.set(block, 0) | low, index) & !low;
            let next = known.len() as u16;
            let id = *known.entry(near).or_insert_with(|| {
                let mut places: Vec<C> = Vec::with_capacity(split.block_len());
                for place in 0..split.block_len() {
                    places.push(match place & !low_lines {
                        0 => {
                            let points = cells.points(near | place as u32, index);
                            // The cost fits: the scale was asked.
                            C::try_from(scale.cost(points)).unwrap_or(C::NEVER)
                        }
                        _ => places[place & low_lines],
                    });
                }
                costs.push(places);
                next
            });
            of_block.push(id);
        }
        Self { of_block, costs }
    }

    /// The costs where the cell is `open` to sets with that many low cells, and only after sets that have the cells `before` it;
    /// none where the cell is open to no set.
    fn allowed(&self, open: &[bool], before: usize) -> Vec<Cow<'_, [C]>> {
        if !open.contains(&true) {
            return Vec::new();
        }
        if before == 0 && !open.contains(&false) {
            let costs = self.costs.iter().map(|costs| Cow::Borrowed(&costs[..]));
            return costs.collect();
        }
        let places = self.costs.first().map_or(0, Vec::len);
        let least = (0..places).map(|place| {
            let open = open.get(place.count_ones() as usize);
            match open == Some(&true) && before & !place == 0 {
                true => C::NONE,
                false => C::NEVER,
            }
        });
        let least: Vec<C> = least.collect();
        let costs = self.costs.iter().map(|costs| {
            let costs = costs.iter().zip(&least);
            Cow::Owned(costs.map(|(cost, least)| *cost.max(least)).collect())
        });
        costs.collect()
    }
}
