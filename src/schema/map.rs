use super::{Status, Version};
use crate::instance::Instance;
use crate::solve::{self, CostMap};
use crate::wall::Cell;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `map`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Map {
    /// The version of the outputs.
    pub schema: Version,
    /// The instance.
    pub instance: Instance,
    /// The turn in which each cell is filled to see what that costs.
    pub turn: usize,
    /// The status of the proof for the instance itself.
    pub status: Status,
    /// Its score.
    pub score: Option<u32>,
    /// The bound of the instance: no score is better.
    pub bound: Option<u32>,
    /// One entry a cell, row by row.
    pub cells: Vec<CellCost>,
}

/// The cost of a cell in that turn.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct CellCost {
    /// The cell.
    pub cell: usize,
    /// How much is known.
    pub status: CostStatus,
    /// The least cost, in points.
    pub at_least: Option<u32>,
    /// The greatest cost, in points; none where no order is known.
    pub at_most: Option<u32>,
}

/// How much is known of a cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CostStatus {
    /// Both figures are the same.
    Exact,
    /// They are not.
    Bounded,
    /// The turn cannot fill the cell.
    Impossible,
    /// The cell is filled before turn 1.
    Initial,
}

impl Map {
    /// The output for a map of costs.
    pub fn new(instance: &Instance, map: &CostMap) -> Self {
        let cells = instance.wall().cells().zip(&map.cells);
        Self {
            schema: Version,
            instance: instance.clone(),
            turn: map.turn.number(),
            status: (&map.without).into(),
            score: map.without.score(),
            bound: map.without.bound(),
            cells: cells.map(CellCost::from).collect(),
        }
    }
}

impl From<(Cell, &solve::CellCost)> for CellCost {
    fn from((cell, cost): (Cell, &solve::CellCost)) -> Self {
        let (status, cost) = match cost {
            solve::CellCost::Initial => (CostStatus::Initial, None),
            solve::CellCost::Impossible => (CostStatus::Impossible, None),
            solve::CellCost::Points(cost) if cost.exact().is_some() => {
                (CostStatus::Exact, Some(cost))
            }
            solve::CellCost::Points(cost) => (CostStatus::Bounded, Some(cost)),
        };
        Self {
            cell: cell.number(),
            status,
            at_least: cost.map(|cost| cost.at_least),
            at_most: cost.and_then(|cost| cost.at_most),
        }
    }
}
