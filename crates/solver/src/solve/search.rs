//! Searches over coverings, each with its first order.

use super::Settings;
use crate::bounds::Known;
use crate::frontier::{self, FrontierError, Layers, Listing, OptimalOrders};
use crate::outcome::Count;
use crate::problem::Problem;
use crate::starts::Start;

/// What a search over the coverings of a problem starts from; `closed` is a bound that is known otherwise.
///
/// # Errors
/// When the frontier does not take the wall.
pub(super) fn start(
    problem: &Problem,
    closed: Option<Known>,
    settings: &Settings,
) -> Result<Start, FrontierError> {
    let start = Start::new(problem, closed, settings.starts(), &settings.control);
    let mut start = start.ok_or_else(|| FrontierError::unfit(problem.wall()))?;
    start.look_at_ends(problem, &settings.control);
    Ok(start)
}

/// Counts the optimal orders of a problem, with no more than two layers in memory; none if it was
/// stopped.
///
/// ```
/// use azulejo_solver::{instance::Instance, problem::Problem, solve::{Settings, count}};
/// let instance = Instance::from_json(
///     r#"{"wall": {"rows": 5, "columns": 5}, "sense": "maximize", "constraints": [{"type": "rounds"}]}"#,
/// )?;
/// let counted = count(&Problem::from(&instance), &Settings::default())?.expect("nobody stops it");
/// let (score, orders) = counted.optimum.expect("there are orders");
/// assert_eq!((score, orders.to_string().as_str()), (145, "2")); // thesis, section 3.4
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the wall is too large, the number of orders is, or the layers fit nowhere.
pub fn count(problem: &Problem, settings: &Settings) -> Result<Option<Count>, FrontierError> {
    let start = start(problem, None, settings)?;
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
) -> Result<Option<Count>, frontier::cluster::ClusterError> {
    let begin = || start(problem, None, settings);
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
    let start = start(problem, None, settings)?;
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
    let start = start(problem, None, settings)?;
    Layers::new(problem, start, &settings.frontier, settings.control.clone())
}
