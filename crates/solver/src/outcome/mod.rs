//! Outcomes of methods: verdict, proof, cost and history.

mod count;
mod distribution;
mod history;
mod moments;
mod near;
mod proof;
mod score;

pub(crate) use count::uniform_below;
pub use count::{Count, Orders};
pub use distribution::Distribution;
pub use history::{
    BoundHistory, History, Layer, LayerHistory, MilpHistory, Moment, Round, Separation,
};
pub use moments::Moments;
pub(crate) use near::Traceable;
pub use near::{NearListing, NearOrders, Nearness};
pub use proof::{Proof, Unfinished};
pub use score::as_score;

use crate::bounds::Bound;
use crate::instance::Sense;
use crate::order::{Origin, Solution};
use azulejo_control::Instant;
use serde::{Deserialize, Serialize};

/// The verdict, with its proof. The bound is an upper one when maximizing, a lower one when minimizing.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// No order has a better score.
    Optimal {
        /// An order with the best score.
        solution: Solution,
        /// The proof.
        proof: Proof,
    },
    /// Stopped early, with an order; no order is better than the bound.
    Feasible {
        /// The incumbent.
        solution: Solution,
        /// The bound: no score is better.
        bound: u32,
        /// The reason why there is no proof.
        unfinished: Unfinished,
    },
    /// No order satisfies the constraints.
    Infeasible {
        /// The proof.
        proof: Proof,
    },
    /// Stopped early, without an order.
    Unknown {
        /// The bound: no score is better.
        bound: u32,
        /// The reason why there is no proof.
        unfinished: Unfinished,
    },
}

impl Verdict {
    /// The verdict of an order, if there is one, and a bound, which is the proof if it equals the score.
    pub(crate) fn from_bound(best: Option<Solution>, bound: Bound, unfinished: Unfinished) -> Self {
        let Bound { score, reason } = bound;
        match best {
            Some(solution) if solution.score == score => Self::Optimal {
                solution,
                proof: Proof::Bound(reason),
            },
            best => Self::stopped(best, score, unfinished),
        }
    }

    /// The verdict without a proof.
    pub(crate) fn stopped(best: Option<Solution>, bound: u32, unfinished: Unfinished) -> Self {
        match best {
            Some(solution) => Self::Feasible {
                solution,
                bound,
                unfinished,
            },
            None => Self::Unknown { bound, unfinished },
        }
    }

    /// The proof; none if the run was stopped.
    pub fn proof(&self) -> Option<&Proof> {
        match self {
            Self::Optimal { proof, .. } | Self::Infeasible { proof } => Some(proof),
            Self::Feasible { .. } | Self::Unknown { .. } => None,
        }
    }

    /// The reason for a missing proof.
    pub fn unfinished(&self) -> Option<&Unfinished> {
        match self {
            Self::Optimal { .. } | Self::Infeasible { .. } => None,
            Self::Feasible { unfinished, .. } | Self::Unknown { unfinished, .. } => {
                Some(unfinished)
            }
        }
    }

    /// The name of the mixed-integer solver, if the method used one.
    pub fn solver(&self) -> Option<&'static str> {
        match (self.proof(), self.unfinished()) {
            (Some(proof), _) => proof.solver(),
            (None, Some(Unfinished::InSolver(solver))) => Some(solver),
            (None, _) => None,
        }
    }

    /// Whether it is proven that no order satisfies the constraints.
    pub fn is_infeasible(&self) -> bool {
        matches!(self, Self::Infeasible { .. })
    }

    /// Whether the verdict has a proof.
    pub fn is_decided(&self) -> bool {
        self.proof().is_some()
    }

    /// The order, if there is one.
    pub fn solution(&self) -> Option<&Solution> {
        match self {
            Self::Optimal { solution, .. } | Self::Feasible { solution, .. } => Some(solution),
            Self::Infeasible { .. } | Self::Unknown { .. } => None,
        }
    }

    /// The score, if there is an order.
    pub fn score(&self) -> Option<u32> {
        self.solution().map(|solution| solution.score)
    }

    /// The bound: no score is better. None if there is no order.
    pub fn bound(&self) -> Option<u32> {
        match self {
            Self::Optimal { solution, .. } => Some(solution.score),
            Self::Feasible { bound, .. } | Self::Unknown { bound, .. } => Some(*bound),
            Self::Infeasible { .. } => None,
        }
    }

    /// Whether both verdicts can be true of one problem: neither has an order that the other excludes, or that beats the other's
    /// bound.
    pub fn agrees_with(&self, other: &Self, sense: Sense) -> bool {
        let holds_against = |left: &Self, right: &Self| match (left.score(), right.bound()) {
            (Some(score), Some(bound)) => !sense.better(score, bound),
            (Some(_), None) => false,
            (None, _) => true,
        };
        holds_against(self, other) && holds_against(other, self)
    }

    /// The `status` of the JSON output.
    pub fn status(&self) -> &'static str {
        match self {
            Self::Optimal { .. } => "optimal",
            Self::Feasible { .. } => "feasible",
            Self::Infeasible { .. } => "infeasible",
            Self::Unknown { .. } => "unknown",
        }
    }
}

/// A verdict with its cost and its history.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The verdict, with its proof.
    pub verdict: Verdict,
    /// The cost of the run.
    pub stats: Stats,
    /// The course of the method.
    pub history: History,
}

impl Outcome {
    /// The outcome of a bound and an order without a search, with the time since a clock began. `unfinished` is the reason
    /// for a missing proof if they differ.
    pub(crate) fn without_search(
        best: Option<Solution>,
        bound: Bound,
        unfinished: Unfinished,
        clock: Instant,
    ) -> Self {
        let history = BoundHistory {
            bound: bound.score,
            start: best.as_ref().map(|best| best.score),
        };
        Self {
            verdict: Verdict::from_bound(best, bound, unfinished),
            stats: Stats {
                seconds: clock.elapsed().as_secs_f64(),
                ..Stats::default()
            },
            history: History::Bound(history),
        }
    }

    /// Whether the method had an order at its start.
    pub fn starts(&self) -> bool {
        match &self.history {
            History::Milp(history) => {
                let first = history.moments.first();
                first.is_some_and(|first| first.incumbent.is_some())
            }
            History::Layers(history) => history.start.is_some(),
            History::Bound(history) => history.start.is_some(),
        }
    }
}

/// The cost of a verdict; `None` is what a method does not have.
// Outputs write the orders, the origin and the time themselves, after all else.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    // None where it was stopped before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root_bound: Option<f64>,
    /// The bound of the last round, as the solver gives it: not yet rounded to a score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dual_bound: Option<f64>,
    /// The relative gap between the score and the bound, 0 when they meet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<f64>,
    /// How often the program was solved.
    // Once, and once more after each round of cycle cuts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
    /// Rows left out at first and added because the relaxation violated them.
    // None where no row was left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub separated_rows: Option<usize>,
    /// How often the relaxation was solved for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root_rounds: Option<usize>,
    /// Cycle cuts added between the rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle_cuts: Option<usize>,
    /// Coverings, or classes of coverings.
    // Nodes of the state graph, or coverings of all dense layers, or classes of all layers of the frontier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverings: Option<usize>,
    /// The largest number of these in a layer.
    // Of the frontier or of dense layers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peak_layer: Option<usize>,
    /// Moves of the state graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<usize>,
    /// Number of optimal orders, where they were counted.
    #[serde(skip)]
    pub orders: Option<Orders>,
    /// Origin of the order, where several methods ran side by side.
    #[serde(skip)]
    pub origin: Option<Origin>,
    /// Wall-clock time.
    #[serde(skip)]
    pub seconds: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdicts(score: u32, bound: u32) -> [Verdict; 4] {
        let order = Vec::new().into();
        let solution = Solution { order, score };
        [
            Verdict::Optimal {
                solution: solution.clone(),
                proof: Proof::Fixed,
            },
            Verdict::stopped(Some(solution), bound, Unfinished::Stopped),
            Verdict::Infeasible {
                proof: Proof::Fixed,
            },
            Verdict::stopped(None, bound, Unfinished::Stopped),
        ]
    }

    #[test]
    fn verdicts_disagree_when_one_refutes_the_other() {
        let [optimal, feasible, infeasible, unknown] = verdicts(30, 33);
        let [other, ..] = verdicts(31, 31);
        let sense = Sense::Maximize;
        let agree = |left: &Verdict, right: &Verdict| {
            let agreement = left.agrees_with(right, sense);
            assert_eq!(
                agreement,
                right.agrees_with(left, sense),
                "agreeing is mutual"
            );
            agreement
        };
        assert!(
            agree(&optimal, &optimal) && agree(&optimal, &feasible) && agree(&optimal, &unknown)
        );
        assert!(agree(&infeasible, &infeasible) && agree(&infeasible, &unknown));
        assert!(
            !agree(&optimal, &other),
            "30 and 31 cannot both be the maximum"
        );
        assert!(!agree(&optimal, &infeasible) && !agree(&feasible, &infeasible));
        let [better, ..] = verdicts(34, 34);
        assert!(
            !agree(&better, &feasible) && !agree(&better, &unknown),
            "34 beats the bound 33"
        );
    }
}
