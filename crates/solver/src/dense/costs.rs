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
    /// Number of low cells: a block of them stays in the processor's nearest memory while it is filled.
    const LOW_CELLS: u32 = 12;

    /// Division of the sets of this number of cells. A block is at least as long as the lanes.
    pub(super) fn new(cells: usize) -> Self {
        let low = (cells as u32).clamp(super::lanes::LANES.ilog2(), Self::LOW_CELLS);
        Self {
            low,
            high: (cells as u32).saturating_sub(low),
        }
    }

    /// Number of sets of a block.
    #[inline]
    pub(super) fn block_len(self) -> usize {
        1 << self.low
    }

    /// Number of blocks.
    pub(super) fn blocks(self) -> usize {
        1 << self.high
    }

    /// Number of all sets.
    pub(super) fn sets(self) -> usize {
        self.blocks() * self.block_len()
    }

    /// Numbers of the blocks with this number of high cells.
    pub(super) fn blocks_with(self, high_cells: u32) -> Vec<usize> {
        let blocks = (0..self.blocks()).filter(|block| block.count_ones() == high_cells);
        blocks.collect()
    }

    /// Block of a set.
    #[inline]
    pub(super) fn block(self, set: u32) -> usize {
        (set >> self.low) as usize
    }

    /// Place of a set in its block.
    #[inline]
    pub(super) fn place(self, set: u32) -> usize {
        set as usize & (self.block_len() - 1)
    }

    /// Set at a place of a block.
    #[inline]
    pub(super) fn set(self, block: usize, place: usize) -> u32 {
        (block << self.low | place) as u32
    }
}

/// Cost of each cell after each set, without the constraints. Most blocks share their costs: only the high cells in the reach of a
/// run through the cell count.
#[derive(Debug)]
pub(super) struct Costs<C> {
    cells: Vec<CellCosts<C>>,
}

/// Cost of a cell after each set.
#[derive(Debug)]
struct CellCosts<C> {
    /// Index in `costs` of each block.
    indices: Vec<u16>,
    /// Costs by place.
    costs: Vec<Vec<C>>,
}

impl<C: Cost> Costs<C> {
    pub(super) fn new(cells: &EmptyCells, split: Split, scale: Scale) -> Self {
        let cell_costs = |index| CellCosts::new(cells, index, split, scale);
        Self {
            cells: (0..cells.len()).into_par_iter().map(cell_costs).collect(),
        }
    }

    /// Cost of a cell after a set.
    #[inline]
    pub(super) fn cost(&self, split: Split, set: u32, index: usize) -> C {
        let cell = &self.cells[index];
        let table = cell.indices[split.block(set)];
        cell.costs[usize::from(table)][split.place(set)]
    }

    /// Costs of a cell after the sets of a block, by place.
    pub(super) fn block_costs(&self, block: usize, index: usize) -> &[C] {
        let cell = &self.cells[index];
        &cell.costs[usize::from(cell.indices[block])]
    }

    /// Costs of the cells after the sets of the blocks with this number of high cells, within the constraints.
    pub(super) fn feasible(
        &self,
        cells: &EmptyCells,
        split: Split,
        high_cells: usize,
    ) -> FeasibleCosts<'_, C> {
        let cell_costs = |(index, cell): (usize, _)| {
            // A set without a low cell has at most the other low cells.
            let is_low = index < split.low as usize;
            let longest = split.low as usize - usize::from(is_low);
            let open: Vec<bool> = (high_cells..=high_cells + longest)
                .map(|turn| {
                    let domain = cells.domains.get(turn);
                    domain.is_some_and(|domain| domain >> index & 1 == 1)
                })
                .collect();
            CellCosts::feasible(cell, &open, split.place(cells.predecessors[index]))
        };
        let high_predecessors = cells.predecessors.iter().map(|&cells| split.block(cells));
        FeasibleCosts {
            costs: self,
            high_predecessors: high_predecessors.collect(),
            cells: self.cells.par_iter().enumerate().map(cell_costs).collect(),
        }
    }
}

/// Costs of the cells within the constraints, for the blocks with one number of high cells.
#[derive(Debug)]
pub(super) struct FeasibleCosts<'a, C: Cost> {
    costs: &'a Costs<C>,
    /// High cells that precede each cell.
    high_predecessors: Vec<usize>,
    /// As [`CellCosts::costs`]; empty for a cell that is open to no turn.
    cells: Vec<Vec<Cow<'a, [C]>>>,
}

impl<C: Cost> FeasibleCosts<'_, C> {
    /// Costs of a cell after the sets of a block, by place; none if the cell may follow no set of the block.
    #[inline]
    pub(super) fn cell_costs(&self, block: usize, index: usize) -> Option<&[C]> {
        if self.high_predecessors.get(index)? & !block != 0 {
            return None;
        }
        let table = self.costs.cells[index].indices[block];
        self.cells[index]
            .get(usize::from(table))
            .map(|costs| &**costs)
    }
}

impl<C: Cost> CellCosts<C> {
    fn new(cells: &EmptyCells, index: usize, split: Split, scale: Scale) -> Self {
        let lines = cells.lines[index];
        let (high_lines, low_lines) = (split.block(lines), split.place(lines));
        let low = split.set(0, low_lines);
        let mut ids: FxHashMap<u32, u16> = FxHashMap::default();
        let mut indices: Vec<u16> = Vec::with_capacity(split.blocks());
        let mut costs = Vec::new();
        for block in 0..split.blocks() {
            // The block without the cells outside of the cell's lines has a lower number.
            if block & !high_lines != 0 {
                indices.push(indices[block & high_lines]);
                continue;
            }
            let reach = cells.within_reach(split.set(block, 0) | low, index) & !low;
            let next = ids.len() as u16;
            let id = *ids.entry(reach).or_insert_with(|| {
                let mut table: Vec<C> = Vec::with_capacity(split.block_len());
                for place in 0..split.block_len() {
                    table.push(match place & !low_lines {
                        0 => {
                            let points = cells.points(reach | place as u32, index);
                            // The cost fits, by [`Scale::fits`].
                            C::try_from(scale.cost(points)).unwrap_or(C::NEVER)
                        }
                        _ => table[place & low_lines],
                    });
                }
                costs.push(table);
                next
            });
            indices.push(id);
        }
        Self { indices, costs }
    }

    /// Costs of the cell after sets with a number of low cells that is `open`, and with all of the `predecessors`; empty if no
    /// number is open.
    fn feasible(&self, open: &[bool], predecessors: usize) -> Vec<Cow<'_, [C]>> {
        if !open.contains(&true) {
            return Vec::new();
        }
        if predecessors == 0 && !open.contains(&false) {
            let costs = self.costs.iter().map(|costs| Cow::Borrowed(&costs[..]));
            return costs.collect();
        }
        let places = self.costs.first().map_or(0, Vec::len);
        let floors = (0..places).map(|place| {
            let open = open.get(place.count_ones() as usize);
            match open == Some(&true) && predecessors & !place == 0 {
                true => C::ZERO,
                false => C::NEVER,
            }
        });
        let floors: Vec<C> = floors.collect();
        let costs = self.costs.iter().map(|costs| {
            let costs = costs.iter().zip(&floors);
            Cow::Owned(costs.map(|(cost, floor)| *cost.max(floor)).collect())
        });
        costs.collect()
    }
}
