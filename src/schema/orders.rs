use super::conflict::Clash;
use super::{INFEASIBLE, OPTIMAL, SCHEMA, UNKNOWN, numbers, pretty};
use crate::frontier::OptimalOrders;
use crate::instance::Instance;
use crate::outcome;
use crate::solve::SolveError;
use crate::solve::conflict::Conflict;
use crate::wall::{Cell, Covering};
use serde::Serialize;

#[derive(Serialize)]
struct Orders<'a> {
    schema: u32,
    instance: &'a Instance,
    status: &'static str,
    score: Option<u32>,
    orders: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<Clash>,
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
        listed: Some(listed.iter().map(|order| numbers(order)).collect()),
        ..found(instance, all)
    })
}

/// The output of `orders --first-tiles`.
pub fn first_tiles(
    instance: &Instance,
    all: &OptimalOrders<'_>,
    beginnings: &[(Covering, outcome::Orders)],
) -> String {
    let beginning = |(covering, orders): &(Covering, outcome::Orders)| Beginning {
        cells: covering.cells().map(Cell::number).collect(),
        orders: orders.to_string(),
    };
    pretty(&Orders {
        first_tiles: Some(beginnings.iter().map(beginning).collect()),
        ..found(instance, all)
    })
}

fn found<'a>(instance: &'a Instance, all: &OptimalOrders<'_>) -> Orders<'a> {
    Orders {
        schema: SCHEMA,
        instance,
        status: OPTIMAL,
        score: Some(all.score()),
        orders: Some(all.count().to_string()),
        conflict: None,
        listed: None,
        first_tiles: None,
    }
}

/// Why there are no optimal orders to tell of.
#[derive(Debug, Clone, Copy)]
pub enum Nothing<'a> {
    /// No order satisfies the constraints.
    Infeasible {
        /// Constraints that cannot hold together, or why they are not known.
        conflict: Option<&'a Result<Conflict, SolveError>>,
    },
    /// The search was stopped.
    Stopped,
}

/// The output of `orders` where there are none.
pub fn no_orders(instance: &Instance, why: Nothing<'_>) -> String {
    let (status, orders, conflict) = match why {
        Nothing::Infeasible { conflict } => (INFEASIBLE, Some("0".into()), conflict),
        Nothing::Stopped => (UNKNOWN, None, None),
    };
    pretty(&Orders {
        schema: SCHEMA,
        instance,
        status,
        score: None,
        orders,
        conflict: conflict.map(Clash::from),
        listed: None,
        first_tiles: None,
    })
}
