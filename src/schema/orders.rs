use super::instance::InstanceSchema;
use super::{Conflict, Digits, Or, Status, Version};
use crate::instance::Instance;
use crate::outcome;
use crate::solve::{ListedOrders, OrdersAnswer};
use crate::wall::{Cell, Covering};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `orders`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Orders {
    /// The version of the outputs.
    pub schema: Version,
    /// The instance.
    #[schemars(with = "InstanceSchema")]
    pub instance: Instance,
    /// The status of the proof.
    pub status: Status,
    /// The best score.
    pub score: Option<u32>,
    /// How many orders have it.
    pub orders: Option<Digits>,
    /// Where there are none, constraints that cannot hold together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Or<Conflict>>,
    /// The orders of `--list` or `--sample`, by the numbers of their cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed: Option<Vec<Vec<usize>>>,
    /// The score of each of those, with `--within`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<u32>>,
    /// The first tiles of `--first-tiles`.
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
    /// Of an answer.
    pub fn new(instance: &Instance, answer: &OrdersAnswer) -> Self {
        let none = Self {
            schema: Version,
            instance: instance.clone(),
            status: Status::Unknown,
            score: None,
            orders: None,
            conflict: None,
            listed: None,
            scores: None,
            first_tiles: None,
        };
        match answer {
            OrdersAnswer::Stopped => none,
            OrdersAnswer::Infeasible { conflict } => Self {
                status: Status::Infeasible,
                orders: Some(Digits::of(0)),
                conflict: conflict.as_ref().map(Or::from),
                ..none
            },
            OrdersAnswer::Found(found) => {
                let found_some = Self {
                    status: Status::Optimal,
                    score: Some(found.score),
                    orders: Some(Digits::of(found.count)),
                    ..none
                };
                match &found.listed {
                    ListedOrders::Orders { orders, .. } => Self {
                        listed: Some(orders.iter().map(|order| order.numbers()).collect()),
                        ..found_some
                    },
                    ListedOrders::Near { orders, .. } => Self {
                        listed: Some(orders.iter().map(|it| it.order.numbers()).collect()),
                        scores: Some(orders.iter().map(|it| it.score).collect()),
                        ..found_some
                    },
                    ListedOrders::FirstTiles(sets) => Self {
                        first_tiles: Some(sets.iter().map(Beginning::from).collect()),
                        ..found_some
                    },
                }
            }
        }
    }
}

impl From<&(Covering, outcome::Orders)> for Beginning {
    fn from((covering, orders): &(Covering, outcome::Orders)) -> Self {
        Self {
            cells: covering.cells().map(Cell::number).collect(),
            orders: Digits::of(orders),
        }
    }
}
