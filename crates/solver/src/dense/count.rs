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

/// Counts the optimal orders of a problem; none if it was stopped.
///
/// From the best ends back, the sets that optimal orders pass through are marked, a layer at a time, with the number of
/// ways in which an order goes on from each. `memory` is as for [`solve`](super::solve).
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
        counted::<u8>(&cells, scale, memory, control)
    } else {
        counted::<u16>(&cells, scale, memory, control)
    }
}

fn counted<C: Cost>(
    cells: &EmptyCells,
    scale: Scale,
    memory: u64,
    control: &Control,
) -> Result<Option<Count>, DenseError> {
    let Some(table) = Table::<C>::fill(cells, scale, memory, control)? else {
        return Ok(None);
    };
    let reached = table.reached(cells.horizon());
    let ends = Ends::of(&table, cells);
    let orders = match &ends {
        None => Some(0),
        Some(ends) => orders(&table, cells, &ends.sets, memory, control)?,
    };
    Ok(orders.map(|orders| Count {
        optimum: ends.map(|ends| (ends.score, Orders::from(orders))),
        coverings: reached.iter().sum::<u64>() as usize,
        peak_layer: reached.iter().max().map_or(0, |&peak| peak as usize),
    }))
}

/// The sets of so many cells that optimal orders pass through.
struct OptimalSets {
    marked: RankedSets,
    /// The number of ways in which an optimal order goes on from each: 25! at most, which fits 84 bits.
    ways: Vec<u128>,
}

/// Memory of a marked set in bytes: the set, its ways, and the cells that may be its last.
const MARKED: u64 = (size_of::<u128>() + 2 * size_of::<u32>()) as u64;

/// The number of optimal orders; none if it was stopped.
fn orders<C: Cost>(
    table: &Table<C>,
    cells: &EmptyCells,
    ends: &[u32],
    memory: u64,
    control: &Control,
) -> Result<Option<u128>, DenseError> {
    let marks = Marks::new(cells.len());
    ends.iter().for_each(|&set| marks.mark(set));
    let marked = RankedSets::from(marks);
    let ways = vec![1; marked.sets.len()];
    let mut after = OptimalSets { marked, ways };
    for turn in (0..cells.horizon()).rev() {
        control.tell(&Progress::Layers {
            layer: turn,
            of: cells.horizon(),
            coverings: after.ways.len(),
        });
        let marks = Marks::new(cells.len());
        let last_cells = each(&after.marked.sets, control, |set| {
            let last = table.last_cells(cells, set, turn);
            ones(last).for_each(|index| marks.mark(set & !(1 << index)));
            last
        });
        let Ok(last_cells) = last_cells else {
            return Ok(None);
        };
        let marked = RankedSets::from(marks);
        let needs = table.bytes() + (after.ways.len() + marked.sets.len()) as u64 * MARKED;
        DenseError::unless_within(memory, needs)?;
        let ways = each(&marked.sets, control, |set| {
            let next = ones(cells.allowed[turn] & !set).filter_map(|index| {
                let place = after.marked.place(set | 1 << index)?;
                (last_cells[place] >> index & 1 == 1).then(|| after.ways[place])
            });
            next.sum()
        });
        let Ok(ways) = ways else { return Ok(None) };
        after = OptimalSets { marked, ways };
    }
    Ok(Some(after.ways.iter().sum()))
}

/// The value of `said` for each set, on all cores.
fn each<T: Send + Clone>(
    sets: &[u32],
    control: &Control,
    said: impl Fn(u32) -> T + Sync,
) -> Result<Vec<T>, Stopped> {
    // Between two looks at the clock is less than a millisecond.
    let parts = sets.par_chunks(1 << 12).map(|part| {
        control.go_on()?;
        Ok(part.iter().map(|&set| said(set)).collect())
    });
    let parts: Vec<Vec<T>> = parts.collect::<Result<_, Stopped>>()?;
    Ok(parts.concat())
}
