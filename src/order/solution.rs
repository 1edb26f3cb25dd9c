use super::Order;
use crate::problem::Problem;

/// An order of a problem and its score. The methods that make one do not have the last word on it:
/// [`verify`](super::verify) scores it again, from the instance itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The order.
    pub order: Order,
    /// The points of all tiles, and the end bonus.
    pub score: u32,
}

impl Solution {
    /// An order with its score, counted along the runs of each tile.
    pub fn new(problem: &Problem, order: Order) -> Self {
        let score = order.score(problem);
        Self { order, score }
    }

    /// The better of two; the first one where they are alike.
    pub fn better(problem: &Problem, one: Option<Self>, other: Option<Self>) -> Option<Self> {
        match (one, other) {
            (Some(one), Some(other)) if problem.sense().better(other.score, one.score) => {
                Some(other)
            }
            (one, other) => one.or(other),
        }
    }
}
