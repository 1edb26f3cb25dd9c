//! From an instance to a verified answer: the front door of the library.

mod auto;
pub mod conflict;
mod cost;
mod duals;
mod findings;
mod listing;
mod method;
mod programs;
mod race;
mod search;
mod settings;
mod tiles;

pub use auto::proven_by_construction;
pub use cost::{CellCost, ConstraintCost, Cost, CostMap, Price, cost_map, individual_costs, price};
pub use duals::{DualColumn, DualRow, Duals};
pub use findings::Findings;
pub use listing::{FoundOrders, ListedOrders, OrdersAnswer, OrdersQuestion};
pub use method::Method;
#[cfg(feature = "cluster")]
pub use search::count_together;
pub use search::{closed_bound, count, layers, optimal_orders};
pub use settings::Settings;
pub use tiles::best_by_tiles;

use crate::bounds::{ClosedBound, Reason};
use crate::dense::DenseError;
use crate::frontier::{self, FrontierError};
use crate::graph::StateGraph;
use crate::instance::{Instance, InvalidInstance};
use crate::milp::MilpError;
use crate::order::{Report, Solution, Violation, verify};
use crate::outcome::{Outcome, Proof, Verdict};
use crate::problem::{Problem, Unfit, UnsupportedFeature};
use azulejo_control::Control;
use itertools::Itertools;
use std::time::Duration;

/// Errors of a solve.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The problem has a feature that is not for the method.
    #[error(transparent)]
    UnsupportedFeature(#[from] UnsupportedFeature),
    /// Constraints do not allow a change of the instance that was asked for.
    #[error(transparent)]
    Invalid(#[from] InvalidInstance),
    /// The problem is too large for a formulation, or for the state graph.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// The problem is too large for the frontier.
    #[error(transparent)]
    Frontier(#[from] frontier::FrontierError),
    /// The problem is too large for dense layers.
    #[error(transparent)]
    Dense(#[from] DenseError),
    /// The mixed-integer solver failed.
    #[error(transparent)]
    Milp(#[from] MilpError),
    /// The certificate of a closed bound does not prove the score: an error of this program.
    #[error("the certificate of the bound does not prove the score {claimed}; please report this")]
    Uncertified {
        /// The score that is claimed to be the best.
        claimed: u32,
    },
    /// The verifier does not confirm what a method claims: an error of this program.
    #[error(
        "{method} claims a score of {claimed}, but its order scores {verified}{}; please report this",
        violation_text(violations)
    )]
    Refuted {
        /// The method.
        method: Method,
        /// The score it claims.
        claimed: u32,
        /// The score of its order.
        verified: u32,
        /// The violations of its order.
        violations: Vec<Violation>,
    },
}

impl SolveError {
    /// The error in two words or one: `not built in`, `does not fit` or `failed`.
    pub fn in_short(&self) -> &'static str {
        match self {
            Self::Milp(MilpError::NotBuiltIn { .. }) => "not built in",
            _ if self.is_unfit() => "does not fit",
            _ => "failed",
        }
    }

    /// Whether another method, or a smaller wall, would do.
    pub fn is_unfit(&self) -> bool {
        matches!(
            self,
            Self::UnsupportedFeature(_)
                | Self::Unfit(_)
                | Self::Dense(_)
                | Self::Milp(MilpError::NotBuiltIn { .. })
                | Self::Frontier(
                    FrontierError::UnsupportedFeature { .. }
                        | FrontierError::Unfit(_)
                        | FrontierError::Unfilled { .. }
                        | FrontierError::Full { .. }
                )
        )
    }
}

fn violation_text(violations: &[Violation]) -> String {
    violations
        .iter()
        .map(|violation| format!(" and {violation}"))
        .join("")
}

/// A method's verdict on an instance, with the verifier's word on its order.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The method that was asked for.
    pub request: Method,
    /// The method whose answer it is; of [`Method::Auto`] the one that gave it, or itself where bounds alone prove it.
    pub method: Method,
    /// The verdict, and its cost.
    pub outcome: Outcome,
    /// The verifier's report on the order, if there is one; it has no violations.
    pub report: Option<Report>,
}

/// Solves an instance by a method and verifies the order.
///
/// ```
/// use azulejo_solver::{instance::Instance, solve::{Method, Settings, solve}};
/// let instance = Instance::from_json(
///     r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize"}"#,
/// )?;
/// let answer = solve(&instance, Method::Graph, &Settings::default())?;
/// assert_eq!(answer.outcome.verdict.score(), Some(33));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the instance is too large for the method, the solver fails, or the verifier does not
/// confirm the order.
pub fn solve(
    instance: &Instance,
    method: Method,
    settings: &Settings,
) -> Result<Answer, SolveError> {
    let problem = Problem::from(instance);
    let (winner, outcome) = match method {
        Method::Auto => auto::run(&problem, settings, Duration::ZERO)?,
        _ => (method, method.run(&problem, settings)?),
    };
    verified_answer(instance, method, winner, outcome)
}

/// Whether [`Method::Auto`] can run methods side by side: a page of a browser has one thread.
pub const SIDE_BY_SIDE: bool = !cfg!(target_family = "wasm");

/// The time of the frontier alone in [`solve_soon`] before dense layers.
const HEAD_START: Duration = Duration::from_millis(200);

/// Solves an instance by [`Method::Auto`], sooner than [`solve`] where the frontier is quicker than dense layers. The verdict is the
/// same; the method of the answer depends on the machine.
///
/// # Errors
/// As [`solve`].
pub fn solve_soon(instance: &Instance, settings: &Settings) -> Result<Answer, SolveError> {
    let (winner, outcome) = auto::run(&Problem::from(instance), settings, HEAD_START)?;
    verified_answer(instance, Method::Auto, winner, outcome)
}

/// The answer of a method, after the verifier has confirmed it.
fn verified_answer(
    instance: &Instance,
    request: Method,
    method: Method,
    outcome: Outcome,
) -> Result<Answer, SolveError> {
    let report = match outcome.verdict.solution() {
        Some(solution) => Some(confirm(instance, method, solution)?),
        None => None,
    };
    if let (Some(Proof::Bound(Reason::Closed(certificate))), Some(report)) =
        (outcome.verdict.proof(), &report)
    {
        certify(instance, certificate, report)?;
    }
    Ok(Answer {
        request,
        method,
        outcome,
        report,
    })
}

fn confirm(instance: &Instance, method: Method, solution: &Solution) -> Result<Report, SolveError> {
    let report = verify(instance, &solution.order);
    if report.violations.is_empty() && report.score == solution.score {
        return Ok(report);
    }
    Err(SolveError::Refuted {
        method,
        claimed: solution.score,
        verified: report.score,
        violations: report.violations,
    })
}

/// Counts the pieces of a certificate: with the bonus, they must prove the score. If they hold only for orders that end
/// in a cell, the instance must have only such orders.
fn certify(
    instance: &Instance,
    certificate: &ClosedBound,
    report: &Report,
) -> Result<(), SolveError> {
    let points = u64::from(report.score - report.bonus);
    let holds = match certificate.last() {
        Some(cell) => {
            let last = Problem::from(instance).last_cell();
            last.is_some_and(|last| last.number() == cell)
        }
        None => true,
    };
    let wall = instance.wall();
    match certificate.count(wall.rows(), wall.columns()) {
        Ok(bound) if holds && bound == points => Ok(()),
        _ => Err(SolveError::Uncertified {
            claimed: report.score,
        }),
    }
}

/// The answer of a second method.
#[derive(Debug, Clone)]
pub struct CrossCheck {
    /// The answer.
    pub answer: Answer,
    /// Whether both can be true.
    pub agrees: bool,
}

/// Solves the instance once more over its state graph, if that is not how it was solved and it has
/// few enough cells. None also where the control stops that before it is finished.
///
/// # Errors
/// As [`solve`].
pub fn cross_check(
    instance: &Instance,
    answer: &Answer,
    control: &Control,
) -> Result<Option<CrossCheck>, SolveError> {
    if answer.method == Method::Graph || StateGraph::fits(&Problem::from(instance)).is_err() {
        return Ok(None);
    }
    let second = solve(instance, Method::Graph, &control.clone().into())?;
    if let Verdict::Unknown { .. } = second.outcome.verdict {
        return Ok(None);
    }
    let agrees = answer
        .outcome
        .verdict
        .agrees_with(&second.outcome.verdict, instance.sense());
    Ok(Some(CrossCheck {
        answer: second,
        agrees,
    }))
}

/// Whether all answers of several methods to an instance can be true.
pub fn agree(instance: &Instance, rows: &[(&str, Result<Answer, SolveError>)]) -> bool {
    let answers = rows.iter().filter_map(|(_, result)| result.as_ref().ok());
    let verdicts: Vec<&Verdict> = answers.map(|answer| &answer.outcome.verdict).collect();
    let mut pairs = verdicts.iter().array_combinations();
    pairs.all(|[first, second]| first.agrees_with(second, instance.sense()))
}
