use super::FrontierError;
use super::error::{Halt, unless_stopped};
use super::search::Search;
use crate::control::Control;
use crate::problem::Problem;
use ruint::aliases::U256;

/// The optimal score of a problem and the number of orders that reach it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// The optimal score and the number of optimal orders; none where no order satisfies the
    /// constraints.
    pub optimum: Option<(u32, U256)>,
    /// Classes of coverings of all layers.
    pub coverings: usize,
    /// Classes of coverings of the largest layer.
    pub peak_layer: usize,
}

/// Counts the optimal orders of a problem, with no more than two layers in memory; none if it was
/// stopped.
///
/// ```
/// use azulejo::{control::Control, frontier::count, instance::Instance, problem::Problem};
/// let instance = Instance::from_json(
///     r#"{"wall": {"rows": 5, "columns": 5}, "sense": "maximize", "constraints": [{"type": "rounds"}]}"#,
/// )?;
/// let counted = count(&Problem::from(&instance), &Control::default())?.expect("nobody stops it");
/// let (score, orders) = counted.optimum.expect("there are orders");
/// assert_eq!((score, orders.to_string().as_str()), (145, "2")); // thesis, section 3.4
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the wall is too large or the number of orders is.
pub fn count(problem: &Problem, control: &Control) -> Result<Option<Count>, FrontierError> {
    let search = Search::new(problem, control)?;
    unless_stopped(counted(&search, control))
}

fn counted(search: &Search<'_>, control: &Control) -> Result<Count, Halt> {
    let forward = search.forward(false, control)?;
    let ends = search.ends(&forward.last, control)?;
    Ok(Count {
        optimum: ends.map(|ends| (ends.score, ends.orders)),
        coverings: forward.section.coverings as usize,
        peak_layer: forward.section.peak_layer as usize,
    })
}
