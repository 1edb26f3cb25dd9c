//! Orders whose scores are near the best one, traced back through the table.

use super::DenseError;
use super::cells::{Cells, ones};
use super::cost::{Cost, Scale};
use super::ends::Ends;
use super::table::Table;
use crate::instance::Sense;
use crate::memory;
use crate::order::Solution;
use crate::outcome::{NearListing, NearOrders, Nearness, Proof};
use crate::problem::Problem;
use crate::wall::Cell;
use azulejo_control::Control;
use itertools::Itertools;
use rayon::prelude::*;

/// The orders that are near the best score, the best of them first. `memory` is as for [`solve`](super::solve).
///
/// # Errors
/// As [`solve`](super::solve).
pub fn near(
    problem: &Problem,
    nearness: Nearness,
    memory: Option<u64>,
    control: &Control,
) -> Result<NearListing, DenseError> {
    let cells = Cells::new(problem)?;
    let (scale, memory) = (Scale::new(&cells), memory::limit(memory));
    let found = if scale.fits::<u8>(cells.horizon()) {
        let table = Table::<u8>::fill(&cells, scale, memory, control)?;
        table.map(|table| listed(&table, &cells, nearness, control))
    } else {
        let table = Table::<u16>::fill(&cells, scale, memory, control)?;
        table.map(|table| listed(&table, &cells, nearness, control))
    };
    Ok(found.unwrap_or(NearListing::Stopped))
}

fn listed<C: Cost>(
    table: &Table<C>,
    cells: &Cells,
    nearness: Nearness,
    control: &Control,
) -> NearListing {
    let Some(best) = Ends::of(table, cells).map(|ends| ends.score) else {
        return NearListing::Infeasible;
    };
    let ends = table.blocks().flat_map_iter(|(number, block)| {
        let sets = (0..block.len()).map(move |place| table.split.set(number, place));
        let ends = sets.filter(|set| set.count_ones() as usize == cells.horizon());
        ends.filter_map(|set| {
            let cost = table.cost(set);
            let score = table.scale.points(cells.horizon(), cost.into()) + cells.bonus(set);
            let loss = score.abs_diff(best);
            (cost != C::NEVER && loss <= nearness.within).then_some((loss, set))
        })
    });
    let mut ends: Vec<(u32, u32)> = ends.collect();
    ends.sort_unstable_by_key(|&(_, set)| set);
    let mut trace = Trace {
        table,
        cells,
        control,
        most: nearness.count,
        back: Vec::with_capacity(cells.horizon()),
        orders: Vec::new(),
        stopped: false,
    };
    for loss in 0..=nearness.within {
        let score = match cells.sense {
            Sense::Maximize => best.checked_sub(loss),
            Sense::Minimize => best.checked_add(loss),
        };
        let Some(score) = score else { break };
        for &(of_end, end) in ends.iter().filter(|(of_end, _)| *of_end <= loss) {
            trace.extend(end, loss - of_end, score);
        }
    }
    let reached = table.reached(cells.horizon());
    NearListing::Orders(Box::new(NearOrders {
        best,
        proof: Proof::Dense {
            coverings: reached.iter().sum(),
        },
        orders: trace.orders,
        stopped: trace.stopped,
    }))
}

/// Orders from their ends back.
struct Trace<'a, C> {
    table: &'a Table<C>,
    cells: &'a Cells,
    control: &'a Control,
    most: usize,
    /// The last cells of the order, from the last turn back.
    back: Vec<Cell>,
    orders: Vec<Solution>,
    stopped: bool,
}

impl<C: Cost> Trace<'_, C> {
    /// Adds the orders that fill a set, go on as it is known, and lose exactly so much on the way to the set.
    fn extend(&mut self, set: u32, loss: u32, score: u32) {
        self.stopped |= self.control.stopped();
        if self.stopped || self.orders.len() == self.most {
            return;
        }
        if set == 0 {
            if loss == 0 {
                let order = self.back.iter().rev().copied().collect_vec().into();
                self.orders.push(Solution { order, score });
            }
            return;
        }
        let turn = set.count_ones() as usize - 1;
        for index in ones(set) {
            let without = set & !(1 << index);
            let before = self.table.cost(without);
            if before == C::NEVER || !self.cells.may_follow(without, turn, index) {
                continue;
            }
            let last = self.table.costs.cost(self.table.split, without, index);
            let through: u32 = before.into() + last.into();
            let lost = through - self.table.cost(set).into();
            if lost <= loss {
                self.back.push(self.cells.cell(index));
                self.extend(without, loss - lost, score);
                self.back.pop();
            }
        }
    }
}
