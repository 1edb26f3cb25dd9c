//! The methods by name, each with the bound and the first order that it is given.

use super::{Settings, SolveError, search};
use crate::bounds;
#[cfg(feature = "milp")]
use crate::bounds::Known;
#[cfg(feature = "milp")]
use crate::control::Stopped;
#[cfg(feature = "milp")]
use crate::formulation::Kind;
use crate::frontier::{self, FrontierError};
use crate::graph;
use crate::outcome::Outcome;
use crate::problem::Problem;
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

/// Where the bound meets the first order, HiGHS is asked all the same: it proves the same in no time, a second witness.
/// It is not where there are more phases: a program that speaks of so many turns takes HiGHS long.
#[cfg(feature = "milp")]
const WITNESSED: usize = 4;

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
    let proven = best.as_ref().is_some_and(|best| best.score == bound.score);
    if proven && problem.phases().len() > WITNESSED {
        return Ok(crate::milp::unwritten(problem, bound, best, None, clock));
    }
    let formulation =
        match OrderingFormulation::to_solve(problem, bound.clone(), &milp.without, control) {
            Ok(formulation) => formulation,
            Err(Unwritten::Unfit(unfit)) => return Err(unfit.into()),
            Err(unwritten) => {
                return Ok(crate::milp::unwritten(
                    problem,
                    bound,
                    best,
                    Some(unwritten),
                    clock,
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
                problem,
                bound,
                None,
                Some(unwritten),
                clock,
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
