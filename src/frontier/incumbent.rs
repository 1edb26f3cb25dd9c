use super::{beam, diagonal, greedy, improve, planned};
use crate::control::Control;
use crate::outcome::Solution;
use crate::problem::Problem;

/// An order to start a proof from, or none where none is found quickly. An order that scores `enough` is good
/// enough. Deterministic, unless it is stopped.
///
/// Where the wall is small enough, that of a [beam](beam::incumbent). Where it is not, the construction on the
/// diagonal where it fits; else the best of a greedy order and of those that begin with chosen tiles, made better
/// cell by cell.
pub fn incumbent(problem: &Problem, enough: u32, control: &Control) -> Option<Solution> {
    if let Some(best) = beam::incumbent(problem, Some(enough), control) {
        return Some(best);
    }
    if let Some(best) = diagonal::order_of(problem) {
        return Some(best);
    }
    let greedy = greedy::order(problem).map(|order| Solution {
        score: greedy::score(problem, &order),
        order,
    });
    let planned = planned::order(problem, enough, control);
    let best = beam::better(problem, planned, greedy)?;
    Some(improve::improved(problem, best, enough, control))
}
