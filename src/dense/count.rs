use super::DenseError;
use super::cells::{Cells, ones};
use super::cost::{Cost, Scale};
use super::ends::Ends;
use super::table::Table;
use crate::control::{Control, Progress, Stopped};
use crate::memory;
use crate::outcome::Count;
use crate::problem::Problem;
use rayon::prelude::*;
use ruint::aliases::U256;
use std::sync::atomic::{AtomicU64, Ordering};

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
    let cells = Cells::new(problem)?;
    let (scale, memory) = (Scale::new(&cells), memory::limit(memory));
    if scale.fits::<u8>(cells.horizon()) {
        counted::<u8>(&cells, scale, memory, control)
    } else {
        counted::<u16>(&cells, scale, memory, control)
    }
}

fn counted<C: Cost>(
    cells: &Cells,
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
        optimum: ends.map(|ends| (ends.score, U256::from(orders))),
        coverings: reached.iter().sum::<u64>() as usize,
        peak_layer: reached.iter().max().map_or(0, |&peak| peak as usize),
    }))
}

/// The sets of so many cells that optimal orders pass through.
struct Layer {
    /// A bit for each set.
    marks: Vec<u64>,
    /// By word of the marks: how many sets are marked before it.
    ranks: Vec<u32>,
    /// The marked sets, the least first.
    sets: Vec<u32>,
    /// In how many ways an optimal order goes on from each: in 25! at most, which fits 84 bits.
    ways: Vec<u128>,
}

/// What a marked set takes, in bytes: the set, its ways, and the cells that may be its last.
const MARKED: u64 = (size_of::<u128>() + 2 * size_of::<u32>()) as u64;

impl Layer {
    fn new(marks: Vec<AtomicU64>) -> Self {
        let marks: Vec<u64> = marks.into_iter().map(AtomicU64::into_inner).collect();
        let ranks = marks.iter().scan(0, |marked, word| {
            let before = *marked;
            *marked += word.count_ones();
            Some(before)
        });
        let ranks = ranks.collect();
        let words = marks.par_iter().enumerate().filter(|(_, word)| **word != 0);
        let sets = words.flat_map_iter(|(at, &word)| {
            let halves = [(0, word as u32), (32, (word >> 32) as u32)];
            let sets = halves
                .map(|(first, half)| ones(half).map(move |bit| (64 * at + first + bit) as u32));
            sets.into_iter().flatten()
        });
        let sets = sets.collect();
        let ways = Vec::new();
        Self {
            marks,
            ranks,
            sets,
            ways,
        }
    }

    /// The place of a set among the marked ones, if it is marked.
    fn place(&self, set: u32) -> Option<usize> {
        let (word, bit) = (set as usize / 64, set % 64);
        let marked = self.marks[word];
        let before = marked & ((1 << bit) - 1);
        (marked >> bit & 1 == 1).then(|| (self.ranks[word] + before.count_ones()) as usize)
    }
}

/// The number of optimal orders; none if it was stopped.
fn orders<C: Cost>(
    table: &Table<C>,
    cells: &Cells,
    ends: &[u32],
    memory: u64,
    control: &Control,
) -> Result<Option<u128>, DenseError> {
    let words = (1usize << cells.len()).div_ceil(64);
    let unmarked = || -> Vec<AtomicU64> { (0..words).map(|_| AtomicU64::new(0)).collect() };
    let mark = |marks: &[AtomicU64], set: u32| {
        marks[set as usize / 64].fetch_or(1 << (set % 64), Ordering::Relaxed);
    };
    let marks = unmarked();
    ends.iter().for_each(|&set| mark(&marks, set));
    let mut after = Layer::new(marks);
    after.ways = vec![1; after.sets.len()];
    for turn in (0..cells.horizon()).rev() {
        control.tell(&Progress::Layers {
            layer: turn,
            of: cells.horizon(),
            coverings: after.sets.len(),
        });
        let marks = unmarked();
        let last_cells = each(&after.sets, control, |set| {
            let last = table.last_cells(cells, set, turn);
            ones(last).for_each(|index| mark(&marks, set & !(1 << index)));
            last
        });
        let Ok(last_cells) = last_cells else {
            return Ok(None);
        };
        let mut layer = Layer::new(marks);
        let needs = table.bytes() + (after.sets.len() + layer.sets.len()) as u64 * MARKED;
        if needs > memory {
            let limit = memory;
            return Err(DenseError::Memory { needs, limit });
        }
        let ways = each(&layer.sets, control, |set| {
            let next = ones(cells.allowed[turn] & !set).filter_map(|index| {
                let place = after.place(set | 1 << index)?;
                (last_cells[place] >> index & 1 == 1).then(|| after.ways[place])
            });
            next.sum()
        });
        let Ok(ways) = ways else { return Ok(None) };
        layer.ways = ways;
        after = layer;
    }
    Ok(Some(after.ways.iter().sum()))
}

/// What is said of each set, on all cores.
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
