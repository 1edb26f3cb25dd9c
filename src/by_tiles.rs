//! Best score by number of tiles, and with each cell left empty: one solve for each number and each cell.

use crate::instance::{Builder, Instance, Sense};
use crate::outcome::Verdict;
use crate::solve::{self, Method, Settings, SolveError, solve};
use crate::wall::Cell;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Best score of a number of tiles.
#[derive(Debug, Clone)]
pub struct BestOf {
    /// The number of tiles.
    pub tiles: usize,
    /// The verdict; none where the constraints name turns beyond the last tile.
    pub verdict: Option<Verdict>,
}

/// The number of turns of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    /// One for each tile.
    Tiles,
    /// One for each turn of the instance: turns without a tile pass.
    Turns,
}

impl Clock {
    /// The clock of an instance: its turns where it has fewer tiles, else its tiles.
    pub fn of(instance: &Instance) -> Self {
        match instance.passes() {
            true => Self::Turns,
            false => Self::Tiles,
        }
    }
}

/// Best score of the orders that leave a cell empty.
#[derive(Debug, Clone)]
pub struct Missing {
    /// The cell, empty at first.
    pub cell: Cell,
    /// The verdict; none where the constraints forbid the number of turns.
    pub verdict: Option<Verdict>,
}

/// The fewest tiles for a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FewestTiles {
    /// The score.
    pub score: u32,
    /// The tiles that reach it; none where none are known to.
    pub tiles: Option<usize>,
    /// Whether it is proven that fewer do not.
    // Without an order, that no number of tiles does.
    pub proven: bool,
}

/// Best score for every number of tiles, from none to the number of the instance's turns. There are as many turns as tiles,
/// unless turns may [pass](Clock). `stage` gets the name of each stage when it begins.
///
/// ```
/// use azulejo::{by_tiles::{Clock, best_by_tiles}, instance::{Instance, Sense}, solve::Settings};
/// let instance = Instance::builder(2, 2, Sense::Maximize).build()?;
/// let best = best_by_tiles(&instance, Clock::Tiles, &Settings::default(), |_| ())?;
/// let scores: Vec<u32> = best.iter().filter_map(|entry| entry.verdict.as_ref()?.score()).collect();
/// assert_eq!(scores, [0, 1, 3, 6, 10]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When no method takes the instance.
pub fn best_by_tiles(
    instance: &Instance,
    clock: Clock,
    settings: &Settings,
    stage: impl Fn(&str),
) -> Result<Vec<BestOf>, SolveError> {
    if clock == Clock::Turns {
        stage("all numbers of tiles");
        match solve::best_by_tiles(instance, settings) {
            Ok(verdicts) => {
                let verdicts = verdicts.into_iter().map(Some).enumerate();
                let best = verdicts.map(|(tiles, verdict)| BestOf { tiles, verdict });
                return Ok(best.collect());
            }
            // Without dense layers, number by number.
            Err(SolveError::Dense(_)) => {}
            Err(error) => return Err(error),
        }
    }
    let best = (0..=instance.horizon()).map(|tiles| {
        stage(&format!("{tiles} tiles"));
        let instance = match clock {
            Clock::Tiles => variant(instance, tiles, None),
            Clock::Turns => Some(instance.with_tiles(tiles)?),
        };
        let verdict = verdict(instance, settings)?;
        Ok(BestOf { tiles, verdict })
    });
    best.collect()
}

/// Best scores of the orders that leave one empty cell empty, cell by cell. Where the instance fills the wall, the orders have one
/// tile less. `stage` gets the name of each stage when it begins.
///
/// # Errors
/// When no method takes the instance.
pub fn best_without_each_cell(
    instance: &Instance,
    clock: Clock,
    settings: &Settings,
    stage: impl Fn(&str),
) -> Result<Vec<Missing>, SolveError> {
    let tiles = instance.tiles();
    let tiles = tiles.min(instance.empty_len().saturating_sub(1));
    let base = match clock {
        Clock::Tiles => instance.clone(),
        Clock::Turns => instance.with_tiles(tiles).map_err(SolveError::from)?,
    };
    let cells = instance.wall().cells();
    let cells =
        cells.filter(|cell| !instance.initial().contains(cell) && !instance.holes().contains(cell));
    let missing = cells.map(|cell| {
        stage(&format!("without {cell}"));
        let verdict = verdict(variant(&base, tiles, Some(cell)), settings)?;
        Ok(Missing { cell, verdict })
    });
    missing.collect()
}

/// Fewest tiles whose best score is at least `score`.
pub fn fewest_for(best: &[BestOf], score: u32) -> FewestTiles {
    let is_reached = |entry: &&BestOf| {
        let maximum = entry.verdict.as_ref().and_then(Verdict::score);
        maximum.is_some_and(|maximum| maximum >= score)
    };
    let tiles = best.iter().find(is_reached).map(|entry| entry.tiles);
    let is_short = |entry: &BestOf| match &entry.verdict {
        None => true,
        Some(verdict) => {
            verdict.is_infeasible() || verdict.bound().is_some_and(|bound| bound < score)
        }
    };
    let mut fewer = best.iter().take_while(|entry| Some(entry.tiles) != tiles);
    FewestTiles {
        score,
        tiles,
        proven: fewer.all(is_short),
    }
}

/// Whether a table has the fewest tiles for a score: only maxima have them.
pub fn tells_fewest(instance: &Instance) -> bool {
    instance.sense() == Sense::Maximize
}

fn verdict(instance: Option<Instance>, settings: &Settings) -> Result<Option<Verdict>, SolveError> {
    let answer = instance.map(|instance| solve(&instance, Method::Auto, settings));
    Ok(answer.transpose()?.map(|answer| answer.outcome.verdict))
}

/// The instance with another number of turns, unless turns may pass, and with a cell that stays empty, if there is one; none where
/// its constraints forbid that.
fn variant(instance: &Instance, tiles: usize, empty: Option<Cell>) -> Option<Instance> {
    let mut builder = Builder::from(instance);
    if !instance.passes() {
        builder = builder.turns(tiles as u64);
    }
    if let Some(cell) = empty {
        builder = builder.subject_to(format!("y({cell},end) = 0"));
    }
    builder.build().ok()
}
