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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::{Instance, Sense};
    use crate::wall::Cell;

    #[test]
    fn the_better_of_two_is_kept_and_the_first_of_two_alike() {
        for (sense, worse, better) in [(Sense::Maximize, 29, 31), (Sense::Minimize, 31, 29)] {
            let instance = Instance::builder(2, 2, sense).build().expect("valid");
            let problem = Problem::from(&instance);
            let scored = |score, cell| {
                let order = vec![Cell::from_number(cell)].into();
                Some(Solution { order, score })
            };
            let first = scored(30, 1);
            let best = |other| Solution::better(&problem, first.clone(), other);
            assert_eq!(best(scored(better, 2)), scored(better, 2));
            for other in [scored(30, 2), scored(worse, 2), None] {
                assert_eq!(best(other), first);
            }
            assert_eq!(Solution::better(&problem, None, first.clone()), first);
        }
    }
}
