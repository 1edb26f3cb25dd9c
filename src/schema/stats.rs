use super::Digits;
use crate::{order, outcome};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The work for an answer. A figure is null, or not there, where a method has none.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Stats {
    /// Columns of the program, as first given to the solver.
    pub columns: Option<usize>,
    /// Rows of the program, as first given to the solver.
    pub rows: Option<usize>,
    /// Nonzero coefficients of the rows, as first given to the solver.
    pub nonzeros: Option<usize>,
    /// Branch-and-bound nodes, over all rounds.
    pub nodes: Option<u64>,
    /// Simplex iterations, over all rounds.
    pub iterations: Option<u64>,
    /// The bound when the root of the first round was done, before any branching.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root_bound: Option<f64>,
    /// The bound of the last round, as the solver gives it: not yet rounded to a score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dual_bound: Option<f64>,
    /// The relative gap between the score and the bound, 0 when they meet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<f64>,
    /// How often the program was solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
    /// Rows left out at first and added because the relaxation violated them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub separated_rows: Option<usize>,
    /// How often the relaxation was solved for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root_rounds: Option<usize>,
    /// Cycle cuts added between the rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle_cuts: Option<usize>,
    /// Coverings, or classes of coverings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverings: Option<usize>,
    /// The largest number of these in a layer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peak_layer: Option<usize>,
    /// Moves of the state graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<usize>,
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

impl From<order::Origin> for Origin {
    fn from(origin: order::Origin) -> Self {
        Self {
            by: origin.heuristic.name().into(),
            seconds: origin.seconds,
        }
    }
}

impl From<&outcome::Stats> for Stats {
    fn from(stats: &outcome::Stats) -> Self {
        let outcome::Stats {
            columns,
            rows,
            nonzeros,
            nodes,
            iterations,
            root_bound,
            dual_bound,
            gap,
            rounds,
            separated_rows,
            root_rounds,
            cycle_cuts,
            coverings,
            peak_layer,
            moves,
            orders,
            origin,
            seconds,
        } = *stats;
        Self {
            columns,
            rows,
            nonzeros,
            nodes,
            iterations,
            root_bound,
            dual_bound,
            gap,
            rounds,
            separated_rows,
            root_rounds,
            cycle_cuts,
            coverings,
            peak_layer,
            moves,
            orders: orders.map(Digits::of),
            origin: origin.map(Origin::from),
            seconds,
        }
    }
}
