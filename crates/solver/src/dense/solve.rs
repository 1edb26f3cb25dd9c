use super::DenseError;
use super::cells::{EmptyCells, ones};
use super::cost::{Cost, Scale};
use super::ends::Ends;
use super::passes::PassTable;
use super::table::Table;
use crate::memory;
use crate::order::{Order, Solution};
use crate::outcome::{History, Layer, LayerHistory, Outcome, Proof, Stats, Unfinished, Verdict};
use crate::problem::Problem;
use crate::wall::Cell;
use azulejo_control::{Control, Instant};

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
    let cells = EmptyCells::new(problem)?;
    let (scale, memory) = (Scale::new(&cells)?, memory::limit(memory));
    let tiles = cells.tiles..=cells.tiles;
    let result =
        match (problem.passes(), scale.fits::<u8>(cells.tiles)) {
            (false, true) => Table::<u8>::fill(&cells, scale, memory, control)?
                .map(|table| verdict(&table, &cells)),
            (false, false) => Table::<u16>::fill(&cells, scale, memory, control)?
                .map(|table| verdict(&table, &cells)),
            (true, true) => PassTable::<u8>::fill(&cells, tiles, scale, memory, control)?
                .map(|table| verdict_with_passes(&table, &cells)),
            (true, false) => PassTable::<u16>::fill(&cells, tiles, scale, memory, control)?
                .map(|table| verdict_with_passes(&table, &cells)),
        };
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

/// Verdict of a table, and the number of its reachable sets by number of cells.
fn verdict<C: Cost>(table: &Table<C>, cells: &EmptyCells) -> (Verdict, Vec<u64>) {
    let counts = table.reachable_counts(cells.horizon());
    let proof = Proof::Dense {
        coverings: counts.iter().sum(),
    };
    let verdict = match Ends::of(table, cells) {
        Some(ends) => Verdict::Optimal {
            solution: Solution {
                order: trace(table, cells, ends.sets[0]),
                score: ends.score,
            },
            proof,
        },
        None => Verdict::Infeasible { proof },
    };
    (verdict, counts)
}

/// Verdict of a table of turns with passes, and the number of last sets of orders by number of cells, up to the number of tiles:
/// the costs of the table are exact there.
fn verdict_with_passes<C: Cost>(table: &PassTable<C>, cells: &EmptyCells) -> (Verdict, Vec<u64>) {
    let mut ends = table.ends();
    ends.truncate(cells.tiles + 1);
    let coverings = table.sets();
    let proof = Proof::Dense { coverings };
    let verdict = match table.solution(cells, cells.tiles) {
        Some(solution) => Verdict::Optimal { solution, proof },
        None => Verdict::Infeasible { proof },
    };
    (verdict, ends)
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
    let cells = EmptyCells::new(problem)?;
    let (scale, memory) = (Scale::new(&cells)?, memory::limit(memory));
    match scale.fits::<u8>(cells.horizon()) {
        true => orders_by_tiles::<u8>(&cells, scale, memory, control),
        false => orders_by_tiles::<u16>(&cells, scale, memory, control),
    }
}

fn orders_by_tiles<C: Cost>(
    cells: &EmptyCells,
    scale: Scale,
    memory: u64,
    control: &Control,
) -> Result<Option<BestByTiles>, DenseError> {
    let tiles = 0..=cells.horizon();
    let Some(table) = PassTable::<C>::fill(cells, tiles, scale, memory, control)? else {
        return Ok(None);
    };
    let coverings = table.sets();
    let orders = (0..=cells.horizon()).map(|tiles| {
        let solution = control.go_on().map(|()| table.solution(cells, tiles));
        solution.ok()
    });
    Ok(orders.collect::<Option<_>>().map(|orders| BestByTiles {
        orders,
        proof: Proof::Dense { coverings },
    }))
}

/// Optimal order, from an end backwards: each time the lowest cell that may be the last one of a best order.
fn trace<C: Cost>(table: &Table<C>, cells: &EmptyCells, end: u32) -> Order {
    let mut set = end;
    let mut order: Vec<Cell> = Vec::with_capacity(cells.horizon());
    for turn in (0..cells.horizon()).rev() {
        if let Some(index) = ones(table.last_cells(cells, set, turn)).next() {
            order.push(cells.cell(index));
            set &= !(1 << index);
        }
    }
    order.reverse();
    order.into()
}
