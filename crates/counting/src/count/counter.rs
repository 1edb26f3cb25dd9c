//! Ways to count the optimal orders, by name.

use super::CountError;
use crate::merge::{self, PrimeSet};
use azulejo_solver::dense;
use azulejo_solver::frontier::backward;
use azulejo_solver::graph;
use azulejo_solver::outcome::Count;
use azulejo_solver::problem::{Feature, Features, Problem};
use azulejo_solver::solve::{self, Settings, SolveError, closed_bound};
use std::fmt;

/// A way to count the optimal orders of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Counter {
    /// The last merges where these can be counted. The state graph where rows speak of more than one turn, dense layers where
    /// the instance has fields, and the frontier for a checkpoint. The frontier, too, where a closed bound is the score. Else
    /// dense layers; where these do not fit, layers from the last turn back for constraints on turns, else the frontier.
    #[default]
    Auto,
    /// Dense layers.
    Dense,
    /// The frontier dynamic program, with no more than two layers in memory.
    Frontier,
    /// The frontier dynamic program from the last turn back.
    Backward,
    /// The last merges, for the maximum of a square wall without constraints.
    LastMerge,
    /// The whole state graph.
    Graph,
}

/// The numbers of orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptimalCount {
    /// The counter: never [`Counter::Auto`].
    pub counter: Counter,
    /// The count; none for a stopped one.
    pub count: Option<Count>,
}

impl Counter {
    /// Every way.
    pub const ALL: &'static [Self] = &[
        Self::Auto,
        Self::Dense,
        Self::Frontier,
        Self::Backward,
        Self::LastMerge,
        Self::Graph,
    ];

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Dense => "dense",
            Self::Frontier => "frontier",
            Self::Backward => "backward",
            Self::LastMerge => "last-merge",
            Self::Graph => "graph",
        }
    }

    /// Counts the optimal orders.
    ///
    /// ```
    /// use azulejo_counting::count::Counter;
    /// use azulejo_solver::{instance::Instance, problem::Problem, solve::Settings};
    /// let instance = Instance::from_json(
    ///     r#"{"wall": {"rows": 5, "columns": 5}, "sense": "minimize", "constraints": [{"type": "rounds"}]}"#,
    /// )?;
    /// let counted = Counter::Auto.count(&Problem::from(&instance), &Settings::default())?;
    /// assert_eq!(counted.counter, Counter::Dense);
    /// let count = counted.count.expect("nobody stops it");
    /// let (score, orders) = count.optimum.expect("there are orders");
    /// assert_eq!((score, orders.to_string().as_str()), (92, "1096")); // thesis, section 3.4
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the problem is too large for the counter, or its layers fit nowhere.
    pub fn count(self, problem: &Problem, settings: &Settings) -> Result<OptimalCount, CountError> {
        let count = match self {
            Self::Auto => return auto(problem, settings),
            Self::Dense => dense::count(problem, settings.frontier.memory, &settings.control)
                .map_err(SolveError::from)?,
            Self::Frontier => solve::count(problem, settings).map_err(SolveError::from)?,
            Self::LastMerge => merge::count(
                problem,
                PrimeSet::First,
                &settings.frontier,
                &settings.control,
            )?,
            Self::Graph => graph::count(problem, &settings.control).map_err(SolveError::from)?,
            Self::Backward => {
                let Settings {
                    frontier, control, ..
                } = settings;
                let bound = closed_bound(problem, control);
                backward::count(problem, bound, frontier, control).map_err(SolveError::from)?
            }
        };
        Ok(OptimalCount {
            counter: self,
            count,
        })
    }
}

/// The count by the counter that suits a problem, or by a second one where the first is unfit.
fn auto(problem: &Problem, settings: &Settings) -> Result<OptimalCount, CountError> {
    let is_unfit =
        |count: &Result<OptimalCount, CountError>| count.as_ref().is_err_and(CountError::is_unfit);
    let features = problem.features();
    if features.has(Feature::OrderRows) || features.has(Feature::Passes) {
        return Counter::Graph.count(problem, settings);
    }
    if features.meets(Features::FIELDS) {
        return Counter::Dense.count(problem, settings);
    }
    let last_merge = Counter::LastMerge.count(problem, settings);
    if !is_unfit(&last_merge) {
        return last_merge;
    }
    if settings.frontier.checkpoint.is_some() {
        return Counter::Frontier.count(problem, settings);
    }
    if solve::proven_by_construction(problem, &settings.control)
        .1
        .is_none()
    {
        let dense_count = Counter::Dense.count(problem, settings);
        // Constraints on turns rule out most coverings from the last turn back.
        let other = match problem.fills_the_wall() && problem.phases().len() > 1 {
            true => Counter::Backward,
            false => Counter::Frontier,
        };
        return match is_unfit(&dense_count) {
            true => other.count(problem, settings),
            false => dense_count,
        };
    }
    let frontier_count = Counter::Frontier.count(problem, settings);
    match is_unfit(&frontier_count) {
        true => Counter::Dense.count(problem, settings).or(frontier_count),
        false => frontier_count,
    }
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
