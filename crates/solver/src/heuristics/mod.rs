//! First orders: what a proof starts from. Nothing is proven here.
//!
//! [`constructed`] knows an optimal order of many problems. [`incumbent`] finds a good order of any other: by a
//! [beam] where the wall is small enough, else [greedily](greedy) and [near](near_constructed) a construction. A local
//! search makes it better, as long as somebody [waits for that](improve_until).

mod appointments;
mod balanced;
pub mod beam;
mod diagonal;
mod ending;
pub(crate) mod ends;
pub mod greedy;
mod improve;
pub(crate) mod orientation;
mod planned;
pub mod separable;
mod shape;
mod warm_start;

pub use improve::improve_until;
pub use warm_start::WarmStart;

use crate::bounds::Bound;
use crate::order::Solution;
use crate::problem::{Features, Problem};
use azulejo_control::Control;
use std::time::Duration;

/// The first order may take so long, whatever the time limit.
const FIRST: Duration = Duration::from_millis(100);

/// A first order is made better by so many steps of the local search.
const STEPS: u64 = 400_000;

/// The limits and the seed of the search for a first order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HeuristicOptions {
    /// Random seed.
    pub seed: u32,
    /// The memory that is allowed, in bytes, of which bounds take a small part; half of what is free by default.
    pub memory: Option<u64>,
}

/// An order to start a proof from, or none where none is found quickly. An order that meets the `closed` bound
/// is good enough. None where the instance has fields that no heuristic knows. Deterministic, unless it is stopped.
///
/// An order by construction where there is an optimal one, else that of a [beam] where the wall is small enough. Where
/// it is not, the best of a greedy order and of those near a construction. Whatever is not by construction is made
/// better by a local search.
pub fn incumbent(
    problem: &Problem,
    closed: Bound,
    options: HeuristicOptions,
    control: &Control,
) -> Option<Solution> {
    if problem.features().meets(Features::FIELDS) {
        return None;
    }
    let enough = closed.score;
    if let Some(best) = constructed(problem, control) {
        return Some(best);
    }
    if let Some(best) =
        WarmStart::quick(problem, Some(closed), options, control).and_then(|start| start.solution)
    {
        return Some(best);
    }
    let candidates: [&dyn Fn() -> Option<Solution>; 2] = [
        &|| near_constructed(problem, enough, options.seed, control),
        &|| greedy::solution(problem, &control.at_least(FIRST)),
    ];
    let mut best = None;
    for found in candidates.iter().filter_map(|candidate| candidate()) {
        let improved = improve::improved(problem, found, (enough, STEPS), options.seed, control);
        best = Solution::better(problem, best, Some(improved));
        if best.as_ref().is_some_and(|best| best.score == enough) {
            break;
        }
    }
    best
}

/// An order that a construction gives, and than which none is better.
pub fn constructed(problem: &Problem, control: &Control) -> Option<Solution> {
    if problem.features().meets(Features::FIELDS) {
        return None;
    }
    ending::order_of(problem)
        .or_else(|| diagonal::order_of(problem))
        .or_else(|| shape::order_of(problem))
        .or_else(|| balanced::order_of(problem, &control.at_least(FIRST)))
}

/// The best order that keeps to a construction as far as the constraints leave room.
pub fn near_constructed(
    problem: &Problem,
    enough: u32,
    seed: u32,
    control: &Control,
) -> Option<Solution> {
    if problem.features().meets(Features::FIELDS) {
        return None;
    }
    let most = || planned::order(problem, enough, seed, control).or_else(|| shape::near(problem));
    most().or_else(|| {
        let (balanced, ending) = (
            balanced::near(problem, control),
            ending::near(problem, control),
        );
        Solution::better(problem, balanced, ending)
    })
}
