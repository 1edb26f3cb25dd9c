//! Searches over coverings, each with its first order.

use super::{Settings, SolveError};
use crate::bounds::{self, Bound};
use crate::frontier::{self, FrontierError, Layers, Listing, OptimalOrders, backward};
use crate::heuristics::{self, WarmStart};
use crate::order::Incumbent;
use crate::outcome::{Count, Outcome};
use crate::problem::Problem;
use azulejo_control::{Control, Stopped};
use std::time::Duration;

/// The time for a bound, and for an order that is found quickly, before a program is written, whatever the time limit.
pub(super) const BOUND_TIME: Duration = Duration::from_millis(100);

/// The tightest closed bound; the trivial one where the control stops it.
pub fn closed_bound(problem: &Problem, control: &Control) -> Bound {
    let bound = bounds::by_lines_and_blocks(problem, &control.at_least(BOUND_TIME));
    bound.unwrap_or_else(|Stopped| Bound::trivial(problem))
}

/// The warm start of a search over the coverings of a problem; `closed` is another dual bound.
///
/// # Errors
/// When the frontier does not take the wall.
pub(super) fn warm_start(
    problem: &Problem,
    closed: Option<Bound>,
    settings: &Settings,
) -> Result<WarmStart, FrontierError> {
    let start = WarmStart::new(problem, closed, settings.heuristics(), &settings.control);
    let mut start = start.ok_or_else(|| FrontierError::unfit(problem))?;
    start.look_at_ends(problem, settings.heuristics(), &settings.control);
    Ok(start)
}

/// The frontier. Closed bounds come first: where they prove the first order, and too many cells are empty for a search as a check, there
/// is no search.
pub(super) fn from_the_start(
    problem: &Problem,
    settings: &Settings,
) -> Result<Outcome, SolveError> {
    let control = &settings.control;
    let closed = (problem.free_len() > frontier::CHECKED)
        .then(|| bounds::by_lines_and_blocks(problem, &control.at_least(BOUND_TIME)))
        .and_then(Result::ok);
    let start = warm_start(problem, closed, settings)?;
    let incumbent = Incumbent::new(problem.sense(), None);
    let options = &settings.frontier;
    Ok(frontier::solve(
        problem, start, &incumbent, options, control,
    )?)
}

/// The frontier from the last turn back, with the closed bounds and a first order that is found quickly.
pub(super) fn from_the_end(problem: &Problem, settings: &Settings) -> Result<Outcome, SolveError> {
    let control = &settings.control;
    let bound = closed_bound(problem, control);
    let first = heuristics::incumbent(problem, bound.clone(), settings.heuristics(), control);
    let incumbent = Incumbent::new(problem.sense(), first);
    let options = &settings.frontier;
    Ok(backward::solve(
        problem, bound, &incumbent, options, control,
    )?)
}

/// Counts the optimal orders of a problem, with no more than two layers in memory; none if it was
/// stopped.
///
/// ```
/// use azulejo_solver::{instance::Instance, problem::Problem, solve::{Settings, count}};
/// let instance = Instance::from_json(
///     r#"{"wall": {"rows": 5, "columns": 5}, "sense": "maximize", "constraints": [{"type": "rounds"}]}"#,
/// )?;
/// let counted = count(&Problem::from(&instance), &Settings::default())?.expect("not stopped");
/// let (score, orders) = counted.optimum.expect("there are orders");
/// assert_eq!((score, orders.to_string().as_str()), (145, "2")); // thesis, section 3.4
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the wall is too large, the number of orders is, or the layers fit nowhere.
pub fn count(problem: &Problem, settings: &Settings) -> Result<Option<Count>, FrontierError> {
    let start = warm_start(problem, None, settings)?;
    frontier::count(problem, start, &settings.frontier, &settings.control)
}

/// Counts the optimal orders of a problem together with other processes; none if this one was stopped.
///
/// # Errors
/// As [`cluster::count`](frontier::cluster::count).
#[cfg(feature = "cluster")]
pub fn count_together(
    problem: &Problem,
    settings: &Settings,
    cluster: &frontier::cluster::Cluster,
) -> Result<Option<Count>, frontier::cluster::JointCountError> {
    let begin = || warm_start(problem, None, settings);
    frontier::cluster::count(
        problem,
        begin,
        &settings.frontier,
        cluster,
        &settings.control,
    )
}

/// All optimal orders of a problem.
///
/// ```
/// use azulejo_solver::{instance::Instance, problem::Problem, solve::{Settings, optimal_orders}};
/// let instance = Instance::from_json(r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#)?;
/// let problem = Problem::from(&instance);
/// let orders = optimal_orders(&problem, &Settings::default())?.orders().expect("there are orders");
/// assert_eq!(orders.score(), 10);
/// assert_eq!(orders.iter().count(), 8); // first one diagonal, then the rest: 2·2·2
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`count`].
pub fn optimal_orders<'a>(
    problem: &'a Problem,
    settings: &Settings,
) -> Result<Listing<'a>, FrontierError> {
    let start = warm_start(problem, None, settings)?;
    OptimalOrders::find(problem, start, &settings.frontier, &settings.control)
}

/// The layers of a search, to be gone through one by one.
///
/// ```
/// use azulejo_solver::{instance::Instance, problem::Problem, solve::{Settings, layers}};
/// let instance = Instance::from_json(r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#)?;
/// let problem = Problem::from(&instance);
/// let mut layers = layers(&problem, &Settings::default())?;
/// let mut classes = vec![layers.classes()];
/// while layers.advance()? {
///     classes.push(layers.classes());
/// }
/// assert_eq!(classes, [1, 1, 1, 1, 1]); // of two tiles a diagonal alone: 10 points need both singles
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`count`].
pub fn layers<'a>(problem: &'a Problem, settings: &Settings) -> Result<Layers<'a>, FrontierError> {
    let start = warm_start(problem, None, settings)?;
    Layers::new(problem, start, &settings.frontier, settings.control.clone())
}
