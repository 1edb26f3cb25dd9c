use super::FrontierError;
use super::error::Halt;
use super::options::FrontierOptions;
use super::search::ForwardSearch;
use crate::heuristics::WarmStart;
use crate::outcome::Count;
use crate::problem::Problem;
use azulejo_control::{Control, unless_stopped};

/// Counts the optimal orders of a problem, with no more than two layers in memory; none if it was
/// stopped.
///
/// # Errors
/// When the number of orders is too large, or the layers fit nowhere.
pub fn count(
    problem: &Problem,
    start: WarmStart,
    options: &FrontierOptions,
    control: &Control,
) -> Result<Option<Count>, FrontierError> {
    let search = ForwardSearch::new(problem, start, options);
    unless_stopped(count_all(&search, control))
}

fn count_all(search: &ForwardSearch<'_>, control: &Control) -> Result<Count, Halt> {
    let forward = search.forward(false, control)?;
    let ends = search.ends(&forward.last, control)?;
    Ok(Count {
        optimum: ends.map(|ends| (ends.score, ends.orders)),
        coverings: forward.section.coverings as usize,
        peak_layer: forward.section.peak_layer as usize,
    })
}
