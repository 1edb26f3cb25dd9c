//! Orders with near-optimal scores, traced back through the table.

use super::DenseError;
use super::cells::{EmptyCells, ones};
use super::cost::Cost;
use super::ends::Ends;
use super::error::Halt;
use super::inputs::Inputs;
use super::table::Table;
use crate::outcome::{NearListing, Nearness, Proof, Traceable};
use crate::problem::Problem;
use azulejo_control::{Control, unless_stopped};
use rayon::prelude::*;

/// Orders with near-optimal scores, the best first. `memory` is as for [`solve`](super::solve).
///
/// # Errors
/// As [`solve`](super::solve).
pub fn near(
    problem: &Problem,
    nearness: Nearness,
    memory: Option<u64>,
    control: &Control,
) -> Result<NearListing, DenseError> {
    let inputs = Inputs::new(EmptyCells::without_passes(problem)?, memory, control)?;
    let listing = match inputs.scale.fits::<u8>(inputs.cells.horizon()) {
        true => list::<u8>(&inputs, nearness),
        false => list::<u16>(&inputs, nearness),
    };
    Ok(unless_stopped(listing)?.unwrap_or(NearListing::Stopped))
}

fn list<C: Cost>(inputs: &Inputs<'_>, nearness: Nearness) -> Result<NearListing, Halt> {
    let Inputs { cells, control, .. } = inputs;
    let table = &Table::<C>::fill(inputs)?;
    let horizon = cells.horizon();
    let Some(Ends { score: best, .. }) = Ends::of(table, cells, horizon) else {
        return Ok(NearListing::Infeasible);
    };
    let ends = table.blocks().flat_map_iter(|(number, block)| {
        let sets = (0..block.len()).map(move |place| table.split.set(number, place));
        let ends = sets.filter(|set| set.count_ones() as usize == horizon);
        ends.filter_map(|set| {
            let cost = table.cost(set);
            let score = table.scale.points(horizon, cost.into()) + cells.bonus(set);
            let loss = score.abs_diff(best);
            (cost != C::NEVER && loss <= nearness.within).then_some((loss, set))
        })
    });
    let mut ends: Vec<(u32, u32)> = ends.collect();
    ends.sort_unstable_by_key(|&(_, set)| set);
    let moves_into = |set: u32| {
        let turn = set.count_ones() as usize - 1;
        let moves = ones(set).filter_map(|index| {
            let parent = set & !(1 << index);
            let parent_cost = table.cost(parent);
            if parent_cost == C::NEVER || !cells.may_follow(parent, turn, index) {
                return None;
            }
            let last = table.costs.cost(table.split, parent, index);
            let through: u32 = parent_cost.into() + last.into();
            Some((
                Some(cells.cell(index)),
                parent,
                through - table.cost(set).into(),
            ))
        });
        moves.collect()
    };
    let traceable = Traceable {
        best,
        sense: cells.sense,
        start: 0,
        ends,
        moves_into: &moves_into,
        proof: Proof::Dense {
            coverings: table.reachable_counts(horizon).iter().sum(),
        },
    };
    let orders = traceable.near(nearness, control);
    Ok(NearListing::Orders(Box::new(orders)))
}
