use super::{Status, Version};
use crate::by_tiles::{BestOf, Clock, FewestTiles, Missing};
use crate::instance::Instance;
use crate::outcome::Verdict;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `table`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Table {
    /// The version of the outputs.
    pub schema: Version,
    /// The instance.
    pub instance: Instance,
    /// Whether turns may pass: there are as many turns as the instance has for each number of tiles.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub passes: bool,
    /// One entry for each number of tiles, from none.
    pub tiles: Vec<TilesEntry>,
    /// The fewest tiles for a score, where one is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fewest: Option<FewestTiles>,
    /// One entry for each cell that is empty at first, where they are asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<Vec<MissingEntry>>,
}

/// The best score of so many tiles.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct TilesEntry {
    /// The number of tiles.
    pub tiles: usize,
    /// The score that is known of them.
    #[serde(flatten)]
    pub best: Best,
}

/// The best score without a cell.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct MissingEntry {
    /// The cell that stays empty.
    pub cell: usize,
    /// The score that is known without it.
    #[serde(flatten)]
    pub best: Best,
}

/// A best score.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Best {
    /// How much is proven; none where the constraints speak of turns that there are not.
    pub status: Option<Status>,
    /// The best score that is known.
    pub score: Option<u32>,
    /// The bound: no score is better.
    pub bound: Option<u32>,
}

impl Table {
    /// The output for the best scores by number of tiles.
    pub fn new(
        instance: &Instance,
        clock: Clock,
        tiles: &[BestOf],
        fewest: Option<FewestTiles>,
        missing: Option<&[Missing]>,
    ) -> Self {
        let entry = |best: &BestOf| TilesEntry {
            tiles: best.tiles,
            best: Best::from(&best.verdict),
        };
        let missing_entry = |missing: &Missing| MissingEntry {
            cell: missing.cell.number(),
            best: Best::from(&missing.verdict),
        };
        Self {
            schema: Version,
            instance: instance.clone(),
            passes: clock == Clock::Turns,
            tiles: tiles.iter().map(entry).collect(),
            fewest,
            missing: missing.map(|missing| missing.iter().map(missing_entry).collect()),
        }
    }
}

impl From<&Option<Verdict>> for Best {
    fn from(verdict: &Option<Verdict>) -> Self {
        Self {
            status: verdict.as_ref().map(Status::from),
            score: verdict.as_ref().and_then(Verdict::score),
            bound: verdict.as_ref().and_then(Verdict::bound),
        }
    }
}
