//! The best score by number of tiles, and with each cell left empty: an instance asked again and again of the solver.

use crate::instance::{Builder, Instance, Sense};
use crate::outcome::Verdict;
use crate::solve::{self, Method, Settings, SolveError, solve};
use crate::wall::Cell;

/// The best score of so many tiles.
#[derive(Debug, Clone)]
pub struct BestOf {
    /// The number of tiles.
    pub tiles: usize,
    /// The verdict; none where the constraints speak of turns that so few tiles do not have.
    pub verdict: Option<Verdict>,
}

/// The number of turns of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    /// One for each tile.
    Tiles,
    /// As many as the instance has, however few the tiles are: the others pass.
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

/// The best score of orders that leave a cell empty.
#[derive(Debug, Clone)]
pub struct Missing {
    /// The cell, empty at first.
    pub cell: Cell,
    /// The verdict; none where the constraints do not allow as many turns.
    pub verdict: Option<Verdict>,
}

/// How many tiles a score takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fewest {
    /// The fewest tiles of an order that scores so much; none where no order is known to.
    pub tiles: Option<usize>,
    /// Whether it is proven that fewer tiles, or any number of them, do not score so much.
    pub proven: bool,
}

/// The best score for every number of tiles, from none to as many as the instance has turns. There are as many turns as tiles,
/// unless turns may [pass](Clock). `stage` is told which number begins.
///
/// ```
/// use azulejo::{by_tiles::{Clock, best_by_tiles}, instance::{Instance, Sense}, solve::Settings};
/// let instance = Instance::builder(2, 2, Sense::Maximize).build()?;
/// let best = best_by_tiles(&instance, Clock::Tiles, &Settings::default(), |_| ())?;
/// let scores: Vec<u32> = best.iter().filter_map(|one| one.verdict.as_ref()?.score()).collect();
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
    match clock {
        Clock::Tiles => best_by_turns(instance, settings, stage),
        Clock::Turns => with_passes(instance, settings, stage),
    }
}

/// The best score for every number of tiles in as many turns, from none to as many as the instance has turns. `stage` is told which
/// number begins.
///
/// # Errors
/// When no method takes the instance.
pub(crate) fn best_by_turns(
    instance: &Instance,
    settings: &Settings,
    stage: impl Fn(&str),
) -> Result<Vec<BestOf>, SolveError> {
    let numbers = 0..=instance.horizon();
    let best = numbers.map(|tiles| {
        stage(&format!("{tiles} tiles"));
        let verdict = verdict(changed(instance, tiles, None), settings)?;
        Ok(BestOf { tiles, verdict })
    });
    best.collect()
}

/// The best score for every number of tiles in as many turns as the instance has: by dense layers at once, or else one by one.
fn with_passes(
    instance: &Instance,
    settings: &Settings,
    stage: impl Fn(&str),
) -> Result<Vec<BestOf>, SolveError> {
    stage("all numbers of tiles");
    let verdicts = match solve::best_by_tiles(instance, settings) {
        Ok(verdicts) => verdicts,
        Err(SolveError::Dense(_)) => {
            let numbers = 0..=instance.horizon();
            let verdicts = numbers.map(|tiles| {
                stage(&format!("{tiles} tiles"));
                let answer = solve(&instance.with_tiles(tiles)?, Method::Auto, settings)?;
                Ok(answer.outcome.verdict)
            });
            verdicts.collect::<Result<_, SolveError>>()?
        }
        Err(error) => return Err(error),
    };
    let verdicts = verdicts.into_iter().map(Some).enumerate();
    let best = verdicts.map(|(tiles, verdict)| BestOf { tiles, verdict });
    Ok(best.collect())
}

/// For each empty cell the best score of the orders that leave it empty; a tile less than there are cells where the instance
/// fills the wall. `stage` is told which cell begins.
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
    let stated = match clock {
        Clock::Tiles => instance.clone(),
        Clock::Turns => instance.with_tiles(tiles).map_err(SolveError::from)?,
    };
    let cells = instance.wall().cells();
    let cells =
        cells.filter(|cell| !instance.initial().contains(cell) && !instance.holes().contains(cell));
    let missing = cells.map(|cell| {
        stage(&format!("without {cell}"));
        let verdict = verdict(changed(&stated, tiles, Some(cell)), settings)?;
        Ok(Missing { cell, verdict })
    });
    missing.collect()
}

/// The fewest tiles whose best score is at least so much.
pub fn fewest_for(best: &[BestOf], score: u32) -> Fewest {
    let is_reached = |one: &&BestOf| {
        let known = one.verdict.as_ref().and_then(Verdict::score);
        known.is_some_and(|known| known >= score)
    };
    let tiles = best.iter().find(is_reached).map(|one| one.tiles);
    let is_short = |one: &BestOf| match &one.verdict {
        None => true,
        Some(verdict) => verdict.is_infeasible() || verdict.bound().is_some_and(|it| it < score),
    };
    let mut fewer = best.iter().take_while(|one| Some(one.tiles) != tiles);
    Fewest {
        tiles,
        proven: fewer.all(is_short),
    }
}

/// Whether a table tells the fewest tiles for a score: the best score is the most there.
pub fn tells_fewest(instance: &Instance) -> bool {
    instance.sense() == Sense::Maximize
}

fn verdict(instance: Option<Instance>, settings: &Settings) -> Result<Option<Verdict>, SolveError> {
    let answer = instance.map(|instance| solve(&instance, Method::Auto, settings));
    Ok(answer.transpose()?.map(|answer| answer.outcome.verdict))
}

/// The instance with another number of turns, unless they may pass, and perhaps a cell that stays empty; none where its constraints
/// do not allow that.
fn changed(instance: &Instance, tiles: usize, empty: Option<Cell>) -> Option<Instance> {
    let mut changed = Builder::from(instance);
    if !instance.passes() {
        changed = changed.turns(tiles as u64);
    }
    if let Some(cell) = empty {
        changed = changed.subject_to(format!("y({cell},end) = 0"));
    }
    changed.build().ok()
}
