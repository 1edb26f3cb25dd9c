//! The methods by name, each with the bound and the first order that it is given.

use super::{Settings, SolveError, auto, search};
use crate::bounds::{self, Known};
use crate::dense;
#[cfg(feature = "milp")]
use crate::formulation::{Kind, OrderingFormulation, Unwritten};
use crate::frontier::{self, FrontierError, backward};
use crate::graph;
#[cfg(feature = "milp")]
use crate::order::{Incumbent, Solution};
use crate::outcome::Outcome;
use crate::problem::Problem;
use crate::starts;
use azulejo_control::{Control, Stopped};
use std::fmt;
use std::time::Duration;
#[cfg(feature = "milp")]
use std::time::Instant;

/// A way to solve a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Method {
    /// Closed bounds, then whatever fits the problem.
    #[default]
    Auto,
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
    /// The frontier dynamic program from the last turn back.
    Backward,
    /// Dense layers: the best score of every covering.
    Dense,
    /// The whole state graph.
    Graph,
}

impl Method {
    /// What can be asked for.
    pub const ASKED: &'static [Self] = &[
        Self::Auto,
        #[cfg(feature = "milp")]
        Self::Ordering,
        Self::Dense,
        Self::Frontier,
        Self::Backward,
        Self::Graph,
        #[cfg(feature = "milp")]
        Self::Disaggregated,
        #[cfg(feature = "milp")]
        Self::CaseStudy,
    ];

    /// Every method of its own, the one that takes longest last.
    pub const ALL: &'static [Self] = &[
        #[cfg(feature = "milp")]
        Self::Ordering,
        Self::Dense,
        Self::Frontier,
        Self::Backward,
        Self::Graph,
        #[cfg(feature = "milp")]
        Self::Disaggregated,
        #[cfg(feature = "milp")]
        Self::CaseStudy,
    ];

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            #[cfg(feature = "milp")]
            Self::Ordering => Kind::Ordering.name(),
            #[cfg(feature = "milp")]
            Self::CaseStudy => Kind::CaseStudy.name(),
            #[cfg(feature = "milp")]
            Self::Disaggregated => Kind::Disaggregated.name(),
            Self::Frontier => "frontier",
            Self::Backward => "backward",
            Self::Dense => "dense",
            Self::Graph => "graph",
        }
    }

    /// Solves a problem. The order, if any, has not been verified.
    ///
    /// # Errors
    /// When the problem is too large for the method, or the solver fails.
    pub fn run(self, problem: &Problem, settings: &Settings) -> Result<Outcome, SolveError> {
        match self {
            Self::Auto => Ok(auto::run(problem, settings, Duration::ZERO)?.1),
            #[cfg(feature = "milp")]
            Self::Ordering => ordering(problem, settings),
            #[cfg(feature = "milp")]
            Self::CaseStudy => without_start(Kind::CaseStudy, problem, settings),
            #[cfg(feature = "milp")]
            Self::Disaggregated => without_start(Kind::Disaggregated, problem, settings),
            Self::Frontier => Ok(by_layers(problem, settings)?),
            Self::Backward => Ok(from_the_end(problem, settings)?),
            Self::Dense => Ok(dense::solve(
                problem,
                settings.frontier.memory,
                &settings.control,
            )?),
            Self::Graph => Ok(graph::solve(problem, &settings.control)?),
        }
    }
}

/// What is known before a program is written may take so long, whatever the time limit: a bound, and an order that
/// is found quickly.
const KNOWN: Duration = Duration::from_millis(100);

/// What no score can beat by the closed bounds.
pub(super) fn closed_bound(problem: &Problem, control: &Control) -> Known {
    let bound = bounds::by_lines_and_blocks(problem, &control.at_least(KNOWN));
    bound.unwrap_or_else(|Stopped| Known::trivial(problem))
}

/// Where the bound meets the first order, HiGHS is asked all the same: it proves the same in no time, a second witness.
/// It is not where there are more phases: a program that speaks of so many turns takes HiGHS long.
#[cfg(feature = "milp")]
const WITNESSED: usize = 4;

/// The ordering formulation, from the best order that is found quickly. Where its program is not written to the
/// end, the answer is what is known without it.
#[cfg(feature = "milp")]
fn ordering(problem: &Problem, settings: &Settings) -> Result<Outcome, SolveError> {
    let clock = Instant::now();
    let Settings { control, milp, .. } = settings;
    OrderingFormulation::takes(problem)?;
    let bound = OrderingFormulation::bound_of(problem, &milp.without, &control.at_least(KNOWN));
    let bound = bound.unwrap_or_else(|Stopped| Known::trivial(problem));
    let best = starts::incumbent(problem, bound.clone(), settings.starts(), control);
    let proven = best.as_ref().is_some_and(|best| best.score == bound.score);
    if proven && problem.phases().len() > WITNESSED {
        return Ok(crate::milp::unwritten(problem, bound, best, None, clock));
    }
    let alone = Incumbent::watched(problem.sense(), best.clone(), settings.watcher.clone());
    ordering_from(problem, bound, best, &alone, settings, clock)
}

/// The same from a bound and an order that are known, beside other methods.
#[cfg(feature = "milp")]
pub(super) fn ordering_from(
    problem: &Problem,
    bound: Known,
    best: Option<Solution>,
    incumbent: &Incumbent,
    settings: &Settings,
    clock: Instant,
) -> Result<Outcome, SolveError> {
    let Settings { control, milp, .. } = settings;
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
    let start = start.as_deref();
    let mut outcome =
        crate::milp::solve_beside(&formulation, problem, start, incumbent, milp, control)?;
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

/// The frontier from the last turn back, with the closed bounds and a first order that is found quickly.
fn from_the_end(problem: &Problem, settings: &Settings) -> Result<Outcome, FrontierError> {
    let control = &settings.control;
    let bound = closed_bound(problem, control);
    let first = starts::incumbent(problem, bound.clone(), settings.starts(), control);
    backward::solve(problem, bound, first, &settings.frontier, control)
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
