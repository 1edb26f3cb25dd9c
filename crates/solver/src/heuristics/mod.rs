//! Heuristics: first orders, without any proof.
//!
//! [`constructed`] gives an optimal order of many problems. [`incumbent`] finds a good order of any other: by a
//! [beam] where the wall is small enough, else [greedily](greedy) and [near](near_constructed) a construction. A [local
//! search](improve_until) makes an order better until the run ends.

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

/// Least time for the first order, whatever the time limit.
const FIRST: Duration = Duration::from_millis(100);

/// Steps of the local search for a first order.
const STEPS: u64 = 400_000;

/// The limits and the seed of the search for a first order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HeuristicOptions {
    /// Random seed.
    pub seed: u32,
    /// The memory that is allowed, in bytes, of which bounds take a small part; half of what is free by default.
    pub memory: Option<u64>,
}

/// A first order for a proof; none where no order is found quickly, and none where the instance has fields that no heuristic knows. An
/// order that meets the `closed` bound is good enough. Deterministic, unless the run is stopped.
///
/// An order by construction where there is an optimal one, else the order of a [beam] where the wall is small enough. On a larger wall,
/// the best of a greedy order and of the orders near a construction. A local search improves every order that is not by construction.
pub fn incumbent(
    problem: &Problem,
    closed: Bound,
    options: HeuristicOptions,
    control: &Control,
) -> Option<Solution> {
    if problem.features().meets(Features::FIELDS) {
        return None;
    }
    let target = closed.score;
    if let Some(best) = constructed(problem, control) {
        return Some(best);
    }
    if let Some(best) =
        WarmStart::quick(problem, Some(closed), options, control).and_then(|start| start.solution)
    {
        return Some(best);
    }
    let candidates: [&dyn Fn() -> Option<Solution>; 2] = [
        &|| near_constructed(problem, target, options.seed, control),
        &|| greedy::solution(problem, &control.at_least(FIRST)),
    ];
    let mut best = None;
    for solution in candidates.iter().filter_map(|candidate| candidate()) {
        let solution = improve::improve(problem, solution, (target, STEPS), options.seed, control);
        best = Solution::better(problem, best, Some(solution));
        if best.as_ref().is_some_and(|best| best.score == target) {
            break;
        }
    }
    best
}

/// An optimal order by construction, if there is one.
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
    target: u32,
    seed: u32,
    control: &Control,
) -> Option<Solution> {
    if problem.features().meets(Features::FIELDS) {
        return None;
    }
    let maximizing =
        || planned::order(problem, target, seed, control).or_else(|| shape::near(problem));
    maximizing().or_else(|| {
        let (balanced, ending) = (
            balanced::near(problem, control),
            ending::near(problem, control),
        );
        Solution::better(problem, balanced, ending)
    })
}
