use super::DenseError;
use super::cells::{EmptyCells, ones};
use super::cost::Cost;
use super::ends::Ends;
use super::error::Halt;
use super::inputs::Inputs;
use super::marks::{Marks, RankedSets};
use super::table::Table;
use crate::outcome::{Count, Orders};
use crate::problem::Problem;
use azulejo_control::{Control, Progress, Stopped, unless_stopped};
use rayon::prelude::*;

/// Number of optimal orders of a problem; none if it was stopped.
///
/// The sets of the optimal orders are marked from the best ends back, layer by layer, with the number of optimal completions of
/// each. `memory` is as for [`solve`](super::solve).
///
/// # Errors
/// As [`solve`](super::solve).
pub fn count(
    problem: &Problem,
    memory: Option<u64>,
    control: &Control,
) -> Result<Option<Count>, DenseError> {
    let inputs = Inputs::new(EmptyCells::without_passes(problem)?, memory, control)?;
    unless_stopped(match inputs.scale.fits::<u8>(inputs.cells.horizon()) {
        true => count_orders::<u8>(&inputs),
        false => count_orders::<u16>(&inputs),
    })
}

fn count_orders<C: Cost>(inputs: &Inputs<'_>) -> Result<Count, Halt> {
    let table = Table::<C>::fill(inputs)?;
    let horizon = inputs.cells.horizon();
    let reachable = table.reachable_counts(horizon);
    let optimum = match Ends::of(&table, &inputs.cells, horizon) {
        None => None,
        Some(Ends { score, sets }) => {
            let orders = orders(&table, inputs, &sets)?;
            Some((score, Orders::from(orders)))
        }
    };
    Ok(Count {
        optimum,
        coverings: reachable.iter().sum::<u64>() as usize,
        peak_layer: reachable.iter().max().map_or(0, |&peak| peak as usize),
    })
}

/// Sets of a layer that lie on optimal orders.
struct OptimalSets {
    members: RankedSets,
    /// Number of optimal completions of each set: at most 25!, which fits 84 bits.
    completions: Vec<u128>,
}

/// Memory of a marked set in bytes: the set, its completions, and its possible last cells.
const SET_BYTES: u64 = (size_of::<u128>() + 2 * size_of::<u32>()) as u64;

/// Number of optimal orders with these ends.
fn orders<C: Cost>(table: &Table<C>, inputs: &Inputs<'_>, ends: &[u32]) -> Result<u128, Halt> {
    let Inputs { cells, control, .. } = inputs;
    let marks = Marks::new(cells.len());
    ends.iter().for_each(|&set| marks.mark(set));
    let members = RankedSets::from(marks);
    let completions = vec![1; members.sets.len()];
    let mut layer = OptimalSets {
        members,
        completions,
    };
    for turn in (0..cells.horizon()).rev() {
        control.tell(&Progress::Layers {
            layer: turn,
            of: cells.horizon(),
            coverings: layer.completions.len(),
        });
        let marks = Marks::new(cells.len());
        let last_cells = map_sets(&layer.members.sets, control, |set| {
            let last = table.last_cells(cells, set, turn);
            ones(last).for_each(|index| marks.mark(set & !(1 << index)));
            last
        })?;
        let members = RankedSets::from(marks);
        let needs =
            table.bytes() + (layer.completions.len() + members.sets.len()) as u64 * SET_BYTES;
        DenseError::unless_within(inputs.memory, needs)?;
        let completions = map_sets(&members.sets, control, |set| {
            let next = ones(cells.domains[turn] & !set).filter_map(|index| {
                let place = layer.members.place(set | 1 << index)?;
                (last_cells[place] >> index & 1 == 1).then(|| layer.completions[place])
            });
            next.sum()
        })?;
        layer = OptimalSets {
            members,
            completions,
        };
    }
    Ok(layer.completions.iter().sum())
}

/// Values of `value` for the sets, computed on all cores.
fn map_sets<T: Send + Clone>(
    sets: &[u32],
    control: &Control,
    value: impl Fn(u32) -> T + Sync,
) -> Result<Vec<T>, Stopped> {
    // A chunk takes less than a millisecond between two checks of the clock.
    let parts = sets.par_chunks(1 << 12).map(|part| {
        control.go_on()?;
        Ok(part.iter().map(|&set| value(set)).collect())
    });
    let parts: Vec<Vec<T>> = parts.collect::<Result<_, Stopped>>()?;
    Ok(parts.concat())
}
