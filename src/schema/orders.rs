use super::{Conflict, Digits, Or, Status, Version};
use crate::instance::Instance;
use crate::order::Order;
use crate::solve::{ListedOrders, OrdersAnswer};
use crate::wall::Cell;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `orders`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Orders {
    /// The version of the outputs.
    pub schema: Version,
    /// The instance.
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
    /// The output for an answer.
    pub fn new(instance: &Instance, answer: &OrdersAnswer) -> Self {
        let mut output = Self {
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
            OrdersAnswer::Stopped => {}
            OrdersAnswer::Infeasible { conflict } => {
                output.status = Status::Infeasible;
                output.orders = Some(Digits::of(0));
                output.conflict = conflict.as_ref().map(Or::from);
            }
            OrdersAnswer::Found(optimal) => {
                output.status = Status::Optimal;
                output.score = Some(optimal.score);
                output.orders = Some(Digits::of(optimal.count));
                output.list(&optimal.listed);
            }
        }
        output
    }

    fn list(&mut self, listed: &ListedOrders) {
        let numbers = |order: &Order| order.numbers();
        match listed {
            ListedOrders::Orders { orders, .. } => {
                self.listed = Some(orders.iter().map(numbers).collect());
            }
            ListedOrders::Near { orders, .. } => {
                self.listed = Some(orders.iter().map(|entry| numbers(&entry.order)).collect());
                self.scores = Some(orders.iter().map(|entry| entry.score).collect());
            }
            ListedOrders::FirstTiles(sets) => {
                let beginnings = sets.iter().map(|(covering, orders)| Beginning {
                    cells: covering.cells().map(Cell::number).collect(),
                    orders: Digits::of(orders),
                });
                self.first_tiles = Some(beginnings.collect());
            }
        }
    }
}
