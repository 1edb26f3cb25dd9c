//! The methods that write a program for a mixed-integer solver.

use super::search::BOUND_TIME;
use super::{Settings, SolveError, auto};
use crate::bounds::Bound;
use crate::formulation::{BuildError, Kind, OrderingFormulation};
use crate::heuristics;
use crate::milp::solve;
use crate::order::{Incumbent, Solution};
use crate::outcome::{History, Outcome, Unfinished};
use crate::problem::Problem;
use azulejo_control::{Instant, Stopped};

/// Largest number of phases with a run of HiGHS where the bound meets the first order: a quick second proof. A program of more phases
/// takes HiGHS long.
const CHECKED_PHASES: usize = 4;

/// The ordering formulation, from the best order that is found quickly. Where its program is not written to the
/// end, the answer is the bound with the first order.
pub(super) fn ordering(problem: &Problem, settings: &Settings) -> Result<Outcome, SolveError> {
    let clock = Instant::now();
    let Settings { control, milp, .. } = settings;
    OrderingFormulation::takes(problem)?;
    let bound =
        OrderingFormulation::bound_of(problem, &milp.without, &control.at_least(BOUND_TIME));
    let bound = bound.unwrap_or_else(|Stopped| Bound::trivial(problem));
    let best = heuristics::incumbent(problem, bound.clone(), settings.heuristics(), control);
    let is_proven = best.as_ref().is_some_and(|best| best.score == bound.score);
    if is_proven && problem.phases().len() > CHECKED_PHASES {
        return Ok(auto::by_bound(best, bound, clock));
    }
    let incumbent = Incumbent::watched(problem.sense(), best, settings.watcher.clone());
    ordering_from(problem, bound, &incumbent, settings, clock)
}

/// The ordering formulation from a bound that is known and an incumbent, which other methods may share.
pub(super) fn ordering_from(
    problem: &Problem,
    bound: Bound,
    incumbent: &Incumbent,
    settings: &Settings,
    clock: Instant,
) -> Result<Outcome, SolveError> {
    let Settings { control, milp, .. } = settings;
    let formulation =
        match OrderingFormulation::to_solve(problem, bound.clone(), &milp.without, control) {
            Ok(formulation) => formulation,
            Err(reason) => return without_program(reason, incumbent.best(), bound, clock),
        };
    let before = clock.elapsed().as_secs_f64();
    let mut outcome = solve(&formulation, problem, incumbent, milp, control)?;
    outcome.stats.seconds = clock.elapsed().as_secs_f64();
    if let History::Milp(history) = &mut outcome.history {
        for moment in &mut history.moments {
            moment.seconds += before;
        }
    }
    Ok(outcome)
}

/// The formulations that are here to teach: the solver finds every order by itself.
pub(super) fn without_start(
    kind: Kind,
    problem: &Problem,
    settings: &Settings,
) -> Result<Outcome, SolveError> {
    let clock = Instant::now();
    let Settings { control, milp, .. } = settings;
    let formulation = match kind.formulate_within(problem, &milp.without, control) {
        Ok(formulation) => formulation,
        Err(reason) => return without_program(reason, None, Bound::trivial(problem), clock),
    };
    let incumbent = Incumbent::new(problem.sense(), None);
    Ok(solve(&*formulation, problem, &incumbent, milp, control)?)
}

/// The outcome without a complete program; an error where the problem does not fit the program.
fn without_program(
    reason: BuildError,
    best: Option<Solution>,
    bound: Bound,
    clock: Instant,
) -> Result<Outcome, SolveError> {
    match reason {
        BuildError::Unfit(unfit) => Err(unfit.into()),
        reason => {
            let unfinished = Unfinished::BuildError(reason);
            Ok(Outcome::without_search(best, bound, unfinished, clock))
        }
    }
}
