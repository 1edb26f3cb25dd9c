use super::Order;
use crate::problem::Problem;

/// An order of a problem and its score. [`verify`](super::verify) scores it again, from the instance itself, independently
/// of its method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The order.
    pub order: Order,
    /// The points of all tiles, and the bonus.
    pub score: u32,
}

impl Solution {
    /// An order with its score, by the runs of each tile.
    pub fn new(problem: &Problem, order: Order) -> Self {
        let score = order.score(problem);
        Self { order, score }
    }

    /// The better of two solutions; the first one if they are equal.
    pub fn better(problem: &Problem, left: Option<Self>, right: Option<Self>) -> Option<Self> {
        match (left, right) {
            (Some(left), Some(right)) if problem.sense().better(right.score, left.score) => {
                Some(right)
            }
            (left, right) => left.or(right),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::{Instance, Sense};
    use crate::wall::Cell;

    #[test]
    fn better_is_the_better_solution_or_the_first_of_equal_ones() {
        for (sense, worse, better) in [(Sense::Maximize, 29, 31), (Sense::Minimize, 31, 29)] {
            let instance = Instance::builder(2, 2, sense).build().expect("valid");
            let problem = Problem::from(&instance);
            let solution = |score, cell| {
                let order = vec![Cell::from_number(cell)].into();
                Some(Solution { order, score })
            };
            let first = solution(30, 1);
            let best = |other| Solution::better(&problem, first.clone(), other);
            assert_eq!(best(solution(better, 2)), solution(better, 2));
            for other in [solution(30, 2), solution(worse, 2), None] {
                assert_eq!(best(other), first);
            }
            assert_eq!(Solution::better(&problem, None, first.clone()), first);
        }
    }
}
