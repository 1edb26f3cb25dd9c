//! From an instance to an answer that has been checked: the front door of the library.

pub mod conflict;
mod search;
mod settings;

pub use search::{count, layers, optimal_orders};
pub use settings::Settings;

#[cfg(feature = "milp")]
use crate::bounds::Known;
use crate::bounds::{self, By, Certificate};
use crate::control::Control;
#[cfg(feature = "milp")]
use crate::control::Stopped;
#[cfg(feature = "milp")]
use crate::formulation::Kind;
use crate::frontier::{self, FrontierError};
use crate::graph::{self, StateGraph};
use crate::instance::Instance;
use crate::order::{Report, Solution, Violation, check_certificate, verify};
use crate::outcome::{Outcome, Proof, Verdict};
use crate::problem::Problem;
use itertools::Itertools;
use std::fmt;
use std::time::Duration;
#[cfg(feature = "milp")]
use std::time::Instant;

/// A way to solve a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// The ordering formulation, with HiGHS.
    #[cfg(feature = "milp")]
    Ordering,
    /// The case study's formulation, with HiGHS.
    #[cfg(feature = "milp")]
    CaseStudy,
    /// The case study's formulation with its linking rows taken apart, with HiGHS.
    #[cfg(feature = "milp")]
    Disaggregated,
    /// The frontier dynamic program.
    Frontier,
    /// The whole state graph.
    Graph,
}

impl Method {
    /// Every method: the default one first, the one that takes longest last.
    pub const ALL: &'static [Self] = &[
        #[cfg(feature = "milp")]
        Self::Ordering,
        Self::Frontier,
        Self::Graph,
        #[cfg(feature = "milp")]
        Self::Disaggregated,
        #[cfg(feature = "milp")]
        Self::CaseStudy,
    ];

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            #[cfg(feature = "milp")]
            Self::Ordering => Kind::Ordering.name(),
            #[cfg(feature = "milp")]
            Self::CaseStudy => Kind::CaseStudy.name(),
            #[cfg(feature = "milp")]
            Self::Disaggregated => Kind::Disaggregated.name(),
            Self::Frontier => "frontier",
            Self::Graph => "graph",
        }
    }

    /// Solves a problem. The order, if any, has not been verified.
    ///
    /// # Errors
    /// When the problem is too large for the method, or the solver fails.
    pub fn run(self, problem: &Problem, settings: &Settings) -> Result<Outcome, SolveError> {
        match self {
            #[cfg(feature = "milp")]
            Self::Ordering => ordering(problem, settings),
            #[cfg(feature = "milp")]
            Self::CaseStudy => without_start(Kind::CaseStudy, problem, settings),
            #[cfg(feature = "milp")]
            Self::Disaggregated => without_start(Kind::Disaggregated, problem, settings),
            Self::Frontier => Ok(by_layers(problem, settings)?),
            Self::Graph => Ok(graph::solve(problem, &settings.control)?),
        }
    }
}

/// What is known before a program is written may take so long, whatever the time limit: a bound, and an order that
/// is found quickly.
const KNOWN: Duration = Duration::from_millis(100);

/// The ordering formulation, from the best order that is found quickly. Where its program is not written to the
/// end, the answer is what is known without it.
#[cfg(feature = "milp")]
fn ordering(problem: &Problem, settings: &Settings) -> Result<Outcome, SolveError> {
    use crate::formulation::{OrderingFormulation, Unwritten};
    let clock = Instant::now();
    let Settings { control, milp, .. } = settings;
    OrderingFormulation::takes(problem)?;
    let bound = OrderingFormulation::bound_of(problem, &milp.without, &control.at_least(KNOWN));
    let bound = bound.unwrap_or_else(|Stopped| Known::trivial(problem));
    let best = crate::starts::incumbent(problem, bound.clone(), settings.starts(), control);
    let formulation =
        match OrderingFormulation::to_solve(problem, bound.clone(), &milp.without, control) {
            Ok(formulation) => formulation,
            Err(Unwritten::Unfit(unfit)) => return Err(unfit.into()),
            Err(unwritten) => {
                return Ok(crate::milp::unwritten(
                    problem, bound, best, unwritten, clock,
                ));
            }
        };
    let start = best.map(|best| best.order);
    let before = clock.elapsed().as_secs_f64();
    let mut outcome = crate::milp::solve(&formulation, problem, start.as_deref(), milp, control)?;
    outcome.stats.seconds = clock.elapsed().as_secs_f64();
    if let crate::outcome::History::Milp(history) = &mut outcome.history {
        for moment in &mut history.moments {
            moment.seconds += before;
        }
    }
    Ok(outcome)
}

/// The formulations that are here to teach: HiGHS finds every order by itself.
#[cfg(feature = "milp")]
fn without_start(
    kind: Kind,
    problem: &Problem,
    settings: &Settings,
) -> Result<Outcome, SolveError> {
    use crate::formulation::Unwritten;
    let clock = Instant::now();
    let Settings { control, milp, .. } = settings;
    let formulation = match kind.formulate_within(problem, &milp.without, control) {
        Ok(formulation) => formulation,
        Err(Unwritten::Unfit(unfit)) => return Err(unfit.into()),
        Err(unwritten) => {
            let bound = Known::trivial(problem);
            return Ok(crate::milp::unwritten(
                problem, bound, None, unwritten, clock,
            ));
        }
    };
    Ok(crate::milp::solve(
        &*formulation,
        problem,
        None,
        milp,
        control,
    )?)
}

/// The frontier. Closed bounds are asked before it makes its own: where they prove the first order, and too many cells
/// are empty to search them all the same, nothing is left to do.
fn by_layers(problem: &Problem, settings: &Settings) -> Result<Outcome, FrontierError> {
    let control = &settings.control;
    let closed = (problem.free_len() > frontier::CHECKED)
        .then(|| bounds::by_lines_and_blocks(problem, &control.at_least(KNOWN)))
        .and_then(Result::ok);
    let start = search::start(problem, closed, settings)?;
    frontier::solve(problem, start, &settings.frontier, control)
}

impl Default for Method {
    /// The ordering formulation where HiGHS is built in, else the frontier.
    fn default() -> Self {
        Self::ALL[0]
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The problem is too large for a formulation.
    #[error(transparent)]
    Formulation(#[from] crate::formulation::Unfit),
    /// The problem is too large for the frontier.
    #[error(transparent)]
    Frontier(#[from] frontier::FrontierError),
    /// The problem is too large for the state graph.
    #[error(transparent)]
    Graph(#[from] graph::Unfit),
    /// The mixed-integer solver failed.
    #[cfg(feature = "milp")]
    #[error(transparent)]
    Milp(#[from] crate::milp::MilpError),
    /// The certificate of a closed bound does not prove the score: an error of this program.
    #[error("the certificate of the bound does not prove the score {claimed}; please report this")]
    Uncertified {
        /// The score that is claimed to be the best.
        claimed: u32,
    },
    /// The verifier does not confirm what a method claims: an error of this program.
    #[error(
        "{method} claims a score of {claimed}, but its order scores {verified}{}; please report this",
        broken(violations)
    )]
    Refuted {
        /// The method.
        method: Method,
        /// The score it claims.
        claimed: u32,
        /// The score of its order.
        verified: u32,
        /// What is wrong with its order.
        violations: Vec<Violation>,
    },
}

impl SolveError {
    /// Whether another method, or a smaller wall, would do.
    pub fn is_unfit(&self) -> bool {
        matches!(
            self,
            Self::Formulation(_)
                | Self::Graph(_)
                | Self::Frontier(FrontierError::Unfit { .. } | FrontierError::Full { .. })
        )
    }
}

fn broken(violations: &[Violation]) -> String {
    violations
        .iter()
        .map(|violation| format!(" and {violation}"))
        .join("")
}

/// A method's verdict on an instance, with the verifier's word on its order.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The method.
    pub method: Method,
    /// What it found out, and at what cost.
    pub outcome: Outcome,
    /// The verifier's report on the order, if there is one; it has no violations.
    pub report: Option<Report>,
}

/// Solves an instance by a method and verifies the order.
///
/// ```
/// use azulejo::{instance::Instance, solve::{Method, Settings, solve}};
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
    let outcome = method.run(&Problem::from(instance), settings)?;
    let report = match outcome.verdict.solution() {
        Some(solution) => Some(confirm(instance, method, solution)?),
        None => None,
    };
    if let (Proof::Bound(By::Closed(certificate)), Some(report)) = (&outcome.proof, &report) {
        certify(instance, certificate, report)?;
    }
    Ok(Answer {
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

/// Counts the pieces of a certificate: with the bonus, they must prove the score.
fn certify(
    instance: &Instance,
    certificate: &Certificate,
    report: &Report,
) -> Result<(), SolveError> {
    let bare = u64::from(report.score - report.bonus);
    match check_certificate(instance.wall(), certificate) {
        Ok(proven) if proven == bare => Ok(()),
        _ => Err(SolveError::Uncertified {
            claimed: report.score,
        }),
    }
}

/// What a second method says.
#[derive(Debug, Clone)]
pub struct CrossCheck {
    /// Its answer.
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
    pairs.all(|[one, other]| one.agrees_with(other, instance.sense()))
}
