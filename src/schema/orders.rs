use super::stated::Stated;
use super::{Conflict, Digits, Or, Status, Version, numbers};
use crate::frontier::OptimalOrders;
use crate::instance::Instance;
use crate::outcome;
use crate::solve::{SolveError, conflict};
use crate::wall::{Cell, Covering};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `orders`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Orders {
    /// The version of the outputs.
    pub schema: Version,
    /// The instance.
    #[schemars(with = "Stated")]
    pub instance: Instance,
    /// What is proven.
    pub status: Status,
    /// The best score.
    pub score: Option<u32>,
    /// How many orders have it.
    pub orders: Option<Digits>,
    /// Where there are none, constraints that cannot hold together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Or<Conflict>>,
    /// Those of `--list` or `--sample`, by the numbers of their cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed: Option<Vec<Vec<usize>>>,
    /// Those of `--first-tiles`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_tiles: Option<Vec<Beginning>>,
}

/// The first tiles of optimal orders.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Beginning {
    /// The cells that they fill.
    pub cells: Vec<usize>,
    /// How many optimal orders begin so.
    pub orders: Digits,
}

impl Orders {
    /// Of orders that were listed or drawn.
    pub fn listed(instance: &Instance, all: &OptimalOrders<'_>, listed: &[Vec<Cell>]) -> Self {
        Self {
            listed: Some(listed.iter().map(|order| numbers(order)).collect()),
            ..Self::found(instance, all)
        }
    }

    /// Of how they begin.
    pub fn first_tiles(
        instance: &Instance,
        all: &OptimalOrders<'_>,
        beginnings: &[(Covering, outcome::Orders)],
    ) -> Self {
        let beginning = |(covering, orders): &(Covering, outcome::Orders)| Beginning {
            cells: covering.cells().map(Cell::number).collect(),
            orders: Digits::of(orders),
        };
        Self {
            first_tiles: Some(beginnings.iter().map(beginning).collect()),
            ..Self::found(instance, all)
        }
    }

    /// Of an instance without orders, with constraints that cannot hold together, or why they are not known.
    pub fn infeasible(
        instance: &Instance,
        conflict: Option<&Result<conflict::Conflict, SolveError>>,
    ) -> Self {
        Self {
            status: Status::Infeasible,
            orders: Some(Digits::of(0)),
            conflict: conflict.map(Or::from),
            ..Self::stopped(instance)
        }
    }

    /// Of a search that was stopped.
    pub fn stopped(instance: &Instance) -> Self {
        Self {
            schema: Version,
            instance: instance.clone(),
            status: Status::Unknown,
            score: None,
            orders: None,
            conflict: None,
            listed: None,
            first_tiles: None,
        }
    }

    fn found(instance: &Instance, all: &OptimalOrders<'_>) -> Self {
        Self {
            status: Status::Optimal,
            score: Some(all.score()),
            orders: Some(Digits::of(all.count())),
            ..Self::stopped(instance)
        }
    }
}
