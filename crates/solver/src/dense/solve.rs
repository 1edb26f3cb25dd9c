use super::DenseError;
use super::cells::{EmptyCells, ones};
use super::cost::Cost;
use super::ends::Ends;
use super::error::Halt;
use super::inputs::Inputs;
use super::table::Table;
use crate::order::Solution;
use crate::outcome::{History, Layer, LayerHistory, Outcome, Proof, Stats, Unfinished, Verdict};
use crate::problem::Problem;
use crate::wall::Cell;
use azulejo_control::{Control, Instant, unless_stopped};

/// Finds an optimal order by the best score of every set of cells that can be filled.
///
/// `memory` is the limit of the table, in bytes, by default half of the free memory. The table takes 2^n bytes for n empty cells,
/// and twice as many for lines with long runs.
///
/// # Errors
/// When the problem is too large, or the table does not fit into the memory.
pub fn solve(
    problem: &Problem,
    memory: Option<u64>,
    control: &Control,
) -> Result<Outcome, DenseError> {
    let clock = Instant::now();
    let inputs = Inputs::new(EmptyCells::new(problem)?, memory, control)?;
    let result = unless_stopped(match inputs.scale.fits::<u8>(inputs.cells.tiles) {
        true => verdict::<u8>(&inputs),
        false => verdict::<u16>(&inputs),
    })?;
    let bound = problem.trivial_bound();
    let unfinished = Unfinished::Stopped;
    let (verdict, counts) = result.unwrap_or((Verdict::Unknown { bound, unfinished }, Vec::new()));
    let stats = Stats {
        coverings: (!counts.is_empty()).then(|| counts.iter().sum::<u64>() as usize),
        peak_layer: counts.iter().max().map(|&peak| peak as usize),
        seconds: clock.elapsed().as_secs_f64(),
        ..Stats::default()
    };
    Ok(Outcome {
        verdict,
        stats,
        history: History::from(LayerHistory {
            bound,
            start: None,
            symmetries: 1,
            layers: Layer::all_of(problem.free_len(), counts),
        }),
    })
}

/// Verdict by a table, and the number of its reachable sets by number of cells.
fn verdict<C: Cost>(inputs: &Inputs<'_>) -> Result<(Verdict, Vec<u64>), Halt> {
    let cells = &inputs.cells;
    let passes = cells.tiles < cells.horizon();
    let table = match passes {
        true => Table::<C>::fill_with_passes(inputs, cells.tiles..=cells.tiles)?,
        false => Table::fill(inputs)?,
    };
    // Costs of sets of at most this number of cells are exact.
    let counts = table.reachable_counts(cells.tiles);
    let (coverings, solution) = match passes {
        true => (
            table.split.sets() as u64,
            table.solution_with_passes(cells, cells.tiles),
        ),
        false => (counts.iter().sum(), table.solution(cells)),
    };
    let proof = Proof::Dense { coverings };
    let verdict = match solution {
        Some(solution) => Verdict::Optimal { solution, proof },
        None => Verdict::Infeasible { proof },
    };
    Ok((verdict, counts))
}

/// The best order of each number of tiles, where turns may pass.
#[derive(Debug, Clone)]
pub struct BestByTiles {
    /// Best order for each number of tiles from 0 to the number of turns, if there is any.
    pub orders: Vec<Option<Solution>>,
    /// Proof of all orders.
    pub proof: Proof,
}

/// Best order for each number of tiles, with passes: all of them by one table; none if it was stopped. `memory` is as for
/// [`solve`].
///
/// # Errors
/// As [`solve`].
pub fn best_by_tiles(
    problem: &Problem,
    memory: Option<u64>,
    control: &Control,
) -> Result<Option<BestByTiles>, DenseError> {
    let inputs = Inputs::new(EmptyCells::new(problem)?, memory, control)?;
    unless_stopped(match inputs.scale.fits::<u8>(inputs.cells.horizon()) {
        true => orders_by_tiles::<u8>(&inputs),
        false => orders_by_tiles::<u16>(&inputs),
    })
}

fn orders_by_tiles<C: Cost>(inputs: &Inputs<'_>) -> Result<BestByTiles, Halt> {
    let Inputs { cells, control, .. } = inputs;
    let tiles = 0..=cells.horizon();
    let table = Table::<C>::fill_with_passes(inputs, tiles.clone())?;
    let coverings = table.split.sets() as u64;
    let orders = tiles.map(|tiles| {
        control.go_on()?;
        Ok(table.solution_with_passes(cells, tiles))
    });
    Ok(BestByTiles {
        orders: orders.collect::<Result<_, Halt>>()?,
        proof: Proof::Dense { coverings },
    })
}

impl<C: Cost> Table<C> {
    /// Optimal order of a problem without passes, from an end backwards: each time the lowest cell that may be the last
    /// one of a best order.
    fn solution(&self, cells: &EmptyCells) -> Option<Solution> {
        let Ends { score, sets } = Ends::of(self, cells, cells.horizon())?;
        let mut set = sets[0];
        let mut order: Vec<Cell> = Vec::with_capacity(cells.horizon());
        for turn in (0..cells.horizon()).rev() {
            if let Some(index) = ones(self.last_cells(cells, set, turn)).next() {
                order.push(cells.cell(index));
                set &= !(1 << index);
            }
        }
        order.reverse();
        let order = order.into();
        Some(Solution { order, score })
    }
}
