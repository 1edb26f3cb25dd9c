//! The number of orders with the maximum score on a square wall, by the cell that joins the last two parts.
//!
//! On the way to the maximum the tiles form connected parts, each of which spans a square box, and the boxes have no row and no
//! column in common (`docs/proofs.md`, section 15). A tile begins a part, or fills a part at an inner corner, or joins two parts
//! whose boxes meet at a corner. When the last two are joined, one part spans the wall. What is empty then are four
//! staircases in the corners, and by the hook length formula their cells can be filled in R!/∏ hooks ways. So only parts
//! smaller than the wall matter. Those of one row less need not be enumerated either: a single tile joins them, and from the birth of
//! such a part on, each corner is known by itself. Of all others, only one of up to eight mirror images is enumerated.
//!
//! ```text
//! grow: parts of 1 row ─▶ 2 rows ─▶ … ─▶ n − 2 rows      (layer by layer of tiles)
//!                 ├────────────┼── last: pairs of k and n − k rows ─────────────────────────────▶ sum
//!                 └────────────┴── lone: pairs of k and n − 1 − k rows, and then a single tile ─▶ sum
//! ```

mod boundary;
mod checkpoint;
mod edges;
mod grow;
mod last;
mod layer;
mod lone;
mod residues;

pub use residues::PrimeSet;

use azulejo_control::Control;
use azulejo_solver::bounds::maximum;
use azulejo_solver::frontier::{FrontierError, FrontierOptions, Pace};
use azulejo_solver::instance::Sense;
use azulejo_solver::memory;
use azulejo_solver::outcome::Count;
use azulejo_solver::problem::Problem;
use azulejo_solver::wall::CellSet;
use bytesize::ByteSize;
use checkpoint::{Journal, State};
use edges::Edges;
use grow::{CornerSet, Growth, Halt, Memory, Numbers, Parts, corner_sets};
use last::LastMerge;
use layer::Layer;
use lone::LoneMerge;
use residues::{Field, Residues};
use std::sync::atomic::{AtomicU64, Ordering};

/// The largest wall: of 12×12 the number of orders is longer than the primes can tell, and few machines hold the parts.
pub const LARGEST: usize = 11;

/// Errors of a count of the last merges.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A problem without last merges.
    #[error(
        "last-merge counts the orders with the maximum score of a square wall from 2×2 to {LARGEST}×{LARGEST}, empty at first \
         and without constraints or bonuses: use the method frontier"
    )]
    Unfit,
    /// The parts do not fit into the memory.
    #[error("the parts do not fit into {} of memory: give more with --memory", ByteSize(*limit).display().iec())]
    Memory {
        /// The memory, in bytes.
        limit: u64,
    },
    /// The checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] FrontierError),
    /// A number with more digits than the primes can tell.
    #[error("the number of orders is too long for the primes of the count; please report this")]
    Overflow,
}

/// The number of rows of a wall whose last merges can be counted.
fn rows(problem: &Problem) -> Option<usize> {
    let wall = problem.wall();
    let is_any_order = wall.rows() == wall.columns()
        && (2..=LARGEST).contains(&wall.rows())
        && problem.sense() == Sense::Maximize
        && problem.horizon() == wall.len()
        && problem.bonus_lines().is_empty()
        && problem
            .phases()
            .iter()
            .all(|phase| *phase.cells == CellSet::full(wall))
        && wall.cells().all(|cell| problem.before(cell).is_empty())
        && problem.features().is_empty();
    is_any_order.then_some(wall.rows())
}

/// Counts the orders with the maximum score; none for a stopped count.
///
/// The count is made modulo the primes of a set, and a count with the other set confirms it. `options` gives the memory and
/// the checkpoint.
///
/// # Errors
/// When the problem has no last merges, the parts do not fit into the memory, or the checkpoint cannot be used.
pub fn count(
    problem: &Problem,
    primes: PrimeSet,
    options: &FrontierOptions,
    control: &Control,
) -> Result<Option<Count>, MergeError> {
    let rows = rows(problem).ok_or(MergeError::Unfit)?;
    let limit = memory::limit(options.memory);
    let numbers = Numbers::new(Field::new(primes), rows * rows);
    let edges = Edges::new(&numbers, rows - 1);
    let mut wall = Wall::new(&numbers, &edges, rows, limit, control);
    let journal = options.checkpoint.as_ref();
    let journal = journal.map(|checkpoint| Journal::open(checkpoint, rows, primes, &numbers.field));
    let (mut journal, state) = journal.transpose()?.unzip();
    match wall.count(journal.as_mut(), state.flatten()) {
        Err(Halt::Stopped) => return Ok(None),
        Err(Halt::Full) => return Err(MergeError::Memory { limit }),
        Err(Halt::Checkpoint(error)) => return Err(error.into()),
        Ok(()) => {}
    }
    let orders = numbers.field.whole(&wall.orders);
    let score = maximum(problem.wall()) as u32;
    Ok(Some(Count {
        optimum: Some((score, orders.ok_or(MergeError::Overflow)?)),
        coverings: wall.tally.classes,
        peak_layer: wall.tally.largest,
    }))
}

/// The rows of the largest parts that are enumerated.
fn enumerated(rows: usize) -> usize {
    rows.saturating_sub(2).max(1)
}

/// The number of classes.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    classes: usize,
    /// The classes of the largest layer.
    largest: usize,
}

impl Tally {
    fn add(&mut self, layer: &Layer) {
        self.classes += layer.len();
        self.largest = self.largest.max(layer.len());
    }
}

/// The state of a count.
struct Wall<'a> {
    numbers: &'a Numbers,
    edges: &'a Edges,
    rows: usize,
    limit: u64,
    control: &'a Control,
    /// Per number of rows from 1: the layers, the one with the fewest tiles first.
    layers: Vec<Vec<Layer>>,
    /// Per number of rows from 1, the sets with their lower right cell filled, by tiles.
    lower: Vec<Vec<(usize, Vec<CornerSet>)>>,
    orders: Residues,
    tally: Tally,
}

impl<'a> Wall<'a> {
    fn new(
        numbers: &'a Numbers,
        edges: &'a Edges,
        rows: usize,
        limit: u64,
        control: &'a Control,
    ) -> Self {
        Self {
            numbers,
            edges,
            rows,
            limit,
            control,
            layers: Vec::new(),
            lower: Vec::new(),
            orders: Residues::ZERO,
            tally: Tally::default(),
        }
    }

    /// Counts with tables of all parts of few rows. The parts of more rows are too many: of these, one layer at a time is in memory.
    fn count(
        &mut self,
        mut journal: Option<&mut Journal>,
        state: Option<State>,
    ) -> Result<(), Halt> {
        let largest = enumerated(self.rows);
        let table_rows = (self.rows / 2).max(largest.saturating_sub(2));
        let stream_rows = largest - table_rows;
        // The largest parts, and the parts of one row less.
        let initial_state = || State {
            orders: Residues::ZERO,
            tally: Tally::default(),
            growth: Growth::new(largest),
            below: (stream_rows == 2).then(|| Growth::new(largest - 1)),
        };
        let state = state.unwrap_or_else(initial_state);
        // A first file before any work: a fault of the disk is reported at once, and each stopped count can resume.
        if let Some(journal) = &mut journal {
            journal.write(&state)?;
        }
        for rows in 1..=table_rows {
            self.add_table(rows)?;
        }
        if stream_rows == 0 {
            return Ok(());
        }
        self.stream(state, journal)
    }

    /// Adds all parts of a number of rows to the tables.
    fn add_table(&mut self, rows: usize) -> Result<(), Halt> {
        let mut growth = Growth::new(rows);
        let mut layers = Vec::new();
        self.lower.push(Vec::new());
        while !growth.is_finished() {
            self.grow(&mut growth, None, &|_, _| ())?;
            self.tally.add(&growth.layer);
            if 2 * rows <= self.rows {
                let sets = growth.layer.iter().flat_map(|&(class, ref ways)| {
                    corner_sets(self.numbers, rows, growth.tiles, class, ways)
                });
                self.lower[rows - 1].push((growth.tiles, sets.collect()));
            }
            layers.push(growth.layer.clone());
        }
        let endings = self.endings(rows);
        let mut orders = Residues::ZERO;
        for (tiles, layer) in (2 * rows - 1..).zip(&layers) {
            endings.add(&mut orders, tiles, layer, self.control)?;
        }
        self.numbers.field.add(&mut self.orders, &orders);
        self.layers.push(layers);
        Ok(())
    }

    /// Enumerates the parts of a number of rows layer by layer, beside them the parts of one row less without a table.
    fn stream(&mut self, mut state: State, mut journal: Option<&mut Journal>) -> Result<(), Halt> {
        let endings = self.endings(state.growth.rows);
        let endings_below = state.below.as_ref().map(|below| self.endings(below.rows));
        let mut pace = Pace::new(state.growth.rows * state.growth.rows);
        while !state.growth.is_finished() {
            let State {
                orders,
                tally,
                growth,
                below,
            } = &mut state;
            if let (Some(below), Some(endings)) = (below.as_mut(), &endings_below)
                && !below.is_finished()
            {
                // A single tile and the cell that joins it make a part of as many tiles as the next layer has.
                self.grow(below, None, &|_, _| ())?;
                tally.add(&below.layer);
                endings.add(orders, below.tiles, &below.layer, self.control)?;
            }
            let (tiles, classes) = (growth.tiles, growth.layer.len() as u64);
            let finished = AtomicU64::new(0);
            self.grow(growth, below.as_ref(), &|more, memory| {
                let finished = finished.fetch_add(more as u64, Ordering::Relaxed) + more as u64;
                pace.tell(self.control, tiles, (finished, classes), (memory, 0));
            })?;
            pace.layer_done(classes);
            tally.add(&growth.layer);
            endings.add(orders, growth.tiles, &growth.layer, self.control)?;
            if let Some(journal) = &mut journal {
                journal.write(&state)?;
            }
        }
        self.numbers.field.add(&mut self.orders, &state.orders);
        self.tally.classes += state.tally.classes;
        self.tally.largest = self.tally.largest.max(state.tally.largest);
        Ok(())
    }

    /// Grows the next layer; `below` has the parts without a table.
    fn grow(
        &self,
        growth: &mut Growth,
        below: Option<&Growth>,
        report: &(dyn Fn(usize, u64) + Sync),
    ) -> Result<(), Halt> {
        let (rows, tiles) = (growth.rows, growth.tiles + 1);
        let layer_of = |rows: usize, tiles: usize| {
            let beside = below.filter(|below| (below.rows, below.tiles) == (rows, tiles));
            let layer = self.layers.get(rows - 1);
            let layer = layer.and_then(|layers| layers.get(tiles.checked_sub(2 * rows - 1)?));
            beside.map(|below| &below.layer).or(layer)
        };
        let pairs = (1..=rows / 2).flat_map(|below| {
            let sets = self.lower[below - 1].iter();
            sets.map(move |(tiles, sets)| (below, *tiles, sets))
        });
        let parts = pairs.filter_map(|(below, tiles_below, lower)| {
            let (above, tiles_above) = (rows - below, tiles.checked_sub(1 + tiles_below)?);
            Some(Parts {
                above,
                tiles_above,
                upper: layer_of(above, tiles_above)?,
                tiles_below,
                below,
                lower,
            })
        });
        let table_bytes = self.layers.iter().flatten().map(Layer::bytes).sum::<u64>();
        let others =
            table_bytes + self.edges.bytes() + below.map_or(0, |below| below.layer.bytes());
        let memory = Memory {
            used_bytes: others + growth.layer.bytes(),
            limit: self.limit,
        };
        let parts: Vec<_> = parts.collect();
        growth.next(self.numbers, &parts, memory, self.control, report)
    }

    /// The endings of upper parts of so many rows.
    fn endings(&self, rows: usize) -> Endings<'a> {
        let lower = |rows: usize| &*self.lower[rows - 1];
        let (last, lone) = (self.rows - rows, self.rows - 1 - rows);
        Endings {
            numbers: self.numbers,
            last: (last <= rows)
                .then(|| LastMerge::new(self.numbers, self.rows, rows, lower(last))),
            lone: (1..=rows)
                .contains(&lone)
                .then(|| LoneMerge::new(self.numbers, self.edges, self.rows, rows, lower(lone))),
        }
    }
}

/// The sums for upper parts of some rows.
struct Endings<'a> {
    numbers: &'a Numbers,
    last: Option<LastMerge<'a>>,
    lone: Option<LoneMerge<'a>>,
}

impl Endings<'_> {
    /// Adds the orders that end with a part of a layer.
    fn add(
        &self,
        sum: &mut Residues,
        tiles: usize,
        layer: &Layer,
        control: &Control,
    ) -> Result<(), Halt> {
        if let Some(last) = &self.last {
            let orders = last.orders(tiles, layer, control)?;
            self.numbers.field.add(sum, &orders);
        }
        if let Some(lone) = &self.lone {
            let orders = lone.orders(tiles, layer, control)?;
            self.numbers.field.add(sum, &orders);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_solver::instance::Instance;

    fn plain_problem(rows: usize) -> Problem {
        let sides = rows as u64;
        let instance = Instance::builder(sides, sides, Sense::Maximize).build();
        Problem::from(&instance.expect("a wall alone has no faults"))
    }

    #[test]
    fn both_sets_of_primes_give_the_numbers_of_the_frontier() {
        // By the frontier: docs/results.md.
        let expected = [
            (2, "8"),
            (3, "2624"),
            (4, "68938624"),
            (5, "314666604031232"),
            (6, "454906030315566591390208"),
            (7, "314508231995133516231895926031210304"),
        ];
        for (rows, orders) in expected {
            for primes in [PrimeSet::First, PrimeSet::Second] {
                let options = FrontierOptions::default();
                let count = count(&plain_problem(rows), primes, &options, &Control::default());
                let count = count.expect("it fits").expect("nobody stops it");
                let (score, total) = count.optimum.expect("there are orders");
                assert_eq!(score as usize, rows * rows * (rows + 1) - rows);
                assert_eq!(total.to_string(), orders, "{rows}");
            }
        }
    }
}
