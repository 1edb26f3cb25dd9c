use super::{SCHEMA, numbers, pretty};
use crate::frontier::OptimalOrders;
use crate::instance::Instance;
use crate::wall::{Cell, Covering};
use ruint::aliases::U256;
use serde::Serialize;

#[derive(Serialize)]
struct Orders<'a> {
    schema: u32,
    instance: &'a Instance,
    score: u32,
    orders: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    listed: Option<Vec<Vec<usize>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_tiles: Option<Vec<Beginning>>,
}

#[derive(Serialize)]
struct Beginning {
    cells: Vec<usize>,
    orders: String,
}

/// The output of `orders --list` and `orders --sample`.
pub fn orders(instance: &Instance, all: &OptimalOrders<'_>, listed: &[Vec<Cell>]) -> String {
    pretty(&Orders {
        schema: SCHEMA,
        instance,
        score: all.score(),
        orders: all.count().to_string(),
        listed: Some(listed.iter().map(|order| numbers(order)).collect()),
        first_tiles: None,
    })
}

/// The output of `orders --first-tiles`.
pub fn first_tiles(
    instance: &Instance,
    all: &OptimalOrders<'_>,
    beginnings: &[(Covering, U256)],
) -> String {
    let beginning = |(covering, orders): &(Covering, U256)| Beginning {
        cells: covering.cells().map(Cell::number).collect(),
        orders: orders.to_string(),
    };
    pretty(&Orders {
        schema: SCHEMA,
        instance,
        score: all.score(),
        orders: all.count().to_string(),
        listed: None,
        first_tiles: Some(beginnings.iter().map(beginning).collect()),
    })
}
