use super::Digits;
use crate::{order, outcome};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The work for an answer. A figure is null, or not there, where a method has none.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Stats {
    /// The figures of the method.
    #[serde(flatten)]
    pub work: outcome::Stats,
    /// Number of optimal orders, where they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders: Option<Digits>,
    /// Where several methods ran side by side: the one that found the order first, and when.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Wall-clock time.
    pub seconds: f64,
}

/// Origin of an order.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Origin {
    /// The method: warm start, local search, final coverings, orientations, restricted diagrams, layers or program.
    pub by: String,
    /// The time from the beginning of the run to the order.
    pub seconds: f64,
}

impl From<&outcome::Stats> for Stats {
    fn from(stats: &outcome::Stats) -> Self {
        let origin = |origin: order::Origin| Origin {
            by: origin.heuristic.name().into(),
            seconds: origin.seconds,
        };
        Self {
            work: stats.clone(),
            orders: stats.orders.map(Digits::of),
            origin: stats.origin.map(origin),
            seconds: stats.seconds,
        }
    }
}
