//! First orders: what a proof starts from. Nothing is proven here.
//!
//! [`constructed`] knows an optimal order of many problems. [`incumbent`] finds a good order of any other: by a
//! [beam] where the wall is small enough, else [greedily](greedy) and [near](near_constructed) a construction, made
//! better cell by cell.

mod assignment;
mod balanced;
pub mod beam;
mod diagonal;
pub mod greedy;
mod improve;
mod planned;

use crate::control::Control;
use crate::order::Solution;
use crate::problem::Problem;
use std::time::Duration;

/// The first order may take so long, whatever the time limit.
const FIRST: Duration = Duration::from_millis(100);

/// An order to start a proof from, or none where none is found quickly. An order that scores `enough` is good
/// enough. Deterministic, unless it is stopped.
///
/// An order by construction where there is an optimal one, else that of a [beam](beam::incumbent) where the wall
/// is small enough. Where it is not, the best of a greedy order and of those near a construction, made better cell
/// by cell.
pub fn incumbent(problem: &Problem, enough: u32, control: &Control) -> Option<Solution> {
    if let Some(best) = constructed(problem, control) {
        return Some(best);
    }
    if let Some(best) = beam::incumbent(problem, Some(enough), control) {
        return Some(best);
    }
    let greedy = greedy::solution(problem, &control.at_least(FIRST));
    let near = near_constructed(problem, enough, control);
    let best = Solution::better(problem, near, greedy)?;
    Some(improve::improved(problem, best, enough, control))
}

/// An order that a construction gives, and than which none is better.
pub fn constructed(problem: &Problem, control: &Control) -> Option<Solution> {
    diagonal::order_of(problem).or_else(|| balanced::order_of(problem, &control.at_least(FIRST)))
}

/// The best order that keeps to a construction as far as the constraints leave room.
pub fn near_constructed(problem: &Problem, enough: u32, control: &Control) -> Option<Solution> {
    planned::order(problem, enough, control).or_else(|| balanced::near(problem, control))
}
