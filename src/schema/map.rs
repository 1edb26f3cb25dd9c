use super::{SCHEMA, pretty};
use crate::instance::Instance;
use crate::solve::{CellCost, CostMap};
use serde::Serialize;

#[derive(Serialize)]
struct Map<'a> {
    schema: u32,
    instance: &'a Instance,
    turn: usize,
    status: &'static str,
    score: Option<u32>,
    bound: Option<u32>,
    cells: Vec<One>,
}

#[derive(Serialize)]
struct One {
    cell: usize,
    status: &'static str,
    at_least: Option<u32>,
    at_most: Option<u32>,
}

/// The output of `map`. The status of a cell is `exact` where both figures are the same, `bounded` where they are not,
/// `impossible`, or `initial` for a cell that is filled before turn 1.
pub fn map(instance: &Instance, map: &CostMap) -> String {
    let cells = instance.wall().cells().zip(&map.cells);
    pretty(&Map {
        schema: SCHEMA,
        instance,
        turn: map.turn.number(),
        status: map.without.status(),
        score: map.without.score(),
        bound: map.without.bound(),
        cells: cells
            .map(|(cell, cost)| {
                let (status, cost) = match cost {
                    CellCost::Initial => ("initial", None),
                    CellCost::Impossible => ("impossible", None),
                    CellCost::Points(cost) if cost.exact().is_some() => ("exact", Some(cost)),
                    CellCost::Points(cost) => ("bounded", Some(cost)),
                };
                One {
                    cell: cell.number(),
                    status,
                    at_least: cost.map(|cost| cost.at_least),
                    at_most: cost.and_then(|cost| cost.at_most),
                }
            })
            .collect(),
    })
}
