use super::DenseError;
use super::cells::{EmptyCells, ones};
use super::cost::{Cost, Scale};
use super::ends::Ends;
use super::marks::{Marks, RankedSets};
use super::table::Table;
use crate::memory;
use crate::outcome::{Count, Orders};
use crate::problem::Problem;
use azulejo_control::{Control, Progress, Stopped};
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
    let cells = EmptyCells::without_passes(problem)?;
    let (scale, memory) = (Scale::new(&cells)?, memory::limit(memory));
    if scale.fits::<u8>(cells.horizon()) {
        count_orders::<u8>(&cells, scale, memory, control)
    } else {
        count_orders::<u16>(&cells, scale, memory, control)
    }
}

fn count_orders<C: Cost>(
    cells: &EmptyCells,
    scale: Scale,
    memory: u64,
    control: &Control,
) -> Result<Option<Count>, DenseError> {
    let Some(table) = Table::<C>::fill(cells, scale, memory, control)? else {
        return Ok(None);
    };
    let reachable = table.reachable_counts(cells.horizon());
    let ends = Ends::of(&table, cells);
    let orders = match &ends {
        None => Some(0),
        Some(ends) => orders(&table, cells, &ends.sets, memory, control)?,
    };
    Ok(orders.map(|orders| Count {
        optimum: ends.map(|ends| (ends.score, Orders::from(orders))),
        coverings: reachable.iter().sum::<u64>() as usize,
        peak_layer: reachable.iter().max().map_or(0, |&peak| peak as usize),
    }))
}

/// Sets of a layer that lie on optimal orders.
struct OptimalSets {
    members: RankedSets,
    /// Number of optimal completions of each set: at most 25!, which fits 84 bits.
    completions: Vec<u128>,
}

/// Memory of a marked set in bytes: the set, its completions, and its possible last cells.
const SET_BYTES: u64 = (size_of::<u128>() + 2 * size_of::<u32>()) as u64;

/// Number of optimal orders; none if it was stopped.
fn orders<C: Cost>(
    table: &Table<C>,
    cells: &EmptyCells,
    ends: &[u32],
    memory: u64,
    control: &Control,
) -> Result<Option<u128>, DenseError> {
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
        });
        let Ok(last_cells) = last_cells else {
            return Ok(None);
        };
        let members = RankedSets::from(marks);
        let needs =
            table.bytes() + (layer.completions.len() + members.sets.len()) as u64 * SET_BYTES;
        DenseError::unless_within(memory, needs)?;
        let completions = map_sets(&members.sets, control, |set| {
            let next = ones(cells.domains[turn] & !set).filter_map(|index| {
                let place = layer.members.place(set | 1 << index)?;
                (last_cells[place] >> index & 1 == 1).then(|| layer.completions[place])
            });
            next.sum()
        });
        let Ok(completions) = completions else {
            return Ok(None);
        };
        layer = OptimalSets {
            members,
            completions,
        };
    }
    Ok(Some(layer.completions.iter().sum()))
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
