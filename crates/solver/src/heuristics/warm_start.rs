use super::ends::{self, Effort};
use super::improve::improve;
use super::{FIRST, HeuristicOptions, STEPS, beam, constructed, greedy, near_constructed};
use crate::bounds::completion::Successors;
use crate::bounds::{Bound, Reason};
use crate::memory;
use crate::order::{Incumbent, Solution};
use crate::problem::Problem;
use crate::restricted::RestrictedSearch;
use azulejo_control::Control;

/// Widths of the beams: few coverings of a layer at first, which is often enough.
const WIDTHS: [usize; 2] = [50, 500];

/// The warm start of a search over coverings: the moves of a problem, completion bounds, and a first
/// order, if one was found.
#[derive(Debug, Clone)]
pub struct WarmStart {
    /// The moves and their bounds.
    pub(crate) successors: Successors,
    /// The first order.
    pub solution: Option<Solution>,
    /// The tightest closed bound.
    closed: Bound,
    /// Whether the first order is by construction, and so optimal.
    constructed: bool,
}

impl WarmStart {
    /// The first order is one by construction where there is an optimal one, else that of a narrow beam if its score
    /// meets the bound, which proves it, else that of a wider one. Where the bound by lines is not met, orders near a
    /// construction are tried, and a greedy one where there is still none. A local search makes the best of them better, and
    /// then beams go by the bound by strips too.
    ///
    /// `closed` is another dual bound: an order that meets it is good enough. None where the wall is
    /// larger than a [`Covering`](crate::wall::Covering), or where its lines are longer than
    /// [`LineBounds::LONGEST`](crate::bounds::completion::LineBounds::LONGEST).
    pub fn new(
        problem: &Problem,
        closed: Option<Bound>,
        options: HeuristicOptions,
        control: &Control,
    ) -> Option<Self> {
        let mut start = Self::quick(problem, closed, options, control)?;
        start.strengthen(problem, options, control);
        Some(start)
    }

    /// A warm start without bounds by strips, which take long where constraints speak of turns.
    pub(crate) fn quick(
        problem: &Problem,
        closed: Option<Bound>,
        options: HeuristicOptions,
        control: &Control,
    ) -> Option<Self> {
        let mut start = Self {
            successors: Successors::new(problem)?,
            solution: constructed(problem, control),
            closed: closed.unwrap_or_else(|| Bound::trivial(problem)),
            constructed: false,
        };
        start.constructed = start.solution.is_some();
        if start.constructed {
            return Some(start);
        }
        start.widen(problem, control);
        if !start.is_proven(problem) {
            let near = start
                .bound_score(problem)
                .and_then(|bound| near_constructed(problem, bound, options.seed, control));
            start.offer(problem, near);
            if start.solution.is_none() {
                start.solution = greedy::solution(problem, &control.at_least(FIRST));
            }
            start.improve(problem, options, control);
        }
        Some(start)
    }

    /// Adds bounds by strips, and the orders of beams that go by them, in at most a quarter of the time that is left.
    pub(crate) fn strengthen(
        &mut self,
        problem: &Problem,
        options: HeuristicOptions,
        control: &Control,
    ) {
        if !problem.fills_the_wall() {
            return;
        }
        let part = control
            .clone()
            .within(control.time_left().map(|time| time / 4));
        // A better order makes better bounds by strips, once.
        for _ in 0..2 {
            if control.stopped() || self.is_proven(problem) {
                break;
            }
            let score = self.score();
            self.successors
                .strengthen(problem, score, options.memory, &part);
            // A stopped beam would hurry to the end, and there is an order already.
            if self.constructed || self.is_proven(problem) || score.is_some() && part.stopped() {
                break;
            }
            self.widen(problem, &part);
            if self.score() == score {
                break;
            }
        }
    }

    /// The local search.
    fn improve(&mut self, problem: &Problem, options: HeuristicOptions, control: &Control) {
        if let (Some(first), Some(target)) = (self.solution.clone(), self.bound_score(problem)) {
            let solution = improve(problem, first, (target, STEPS), options.seed, control);
            self.solution = Some(solution);
        }
    }

    /// The dual bound.
    pub fn bound(&self, problem: &Problem) -> Bound {
        let closed = self.closed.clone();
        match self.successors.bound() {
            Some(bound) => closed.tighter(bound, problem.sense()),
            None => closed,
        }
    }

    /// The score of the dual bound; none where no order comes to its end.
    fn bound_score(&self, problem: &Problem) -> Option<u32> {
        let bound = self.successors.bound()?;
        Some(problem.sense().tighter(bound.score, self.closed.score))
    }

    /// Searches through the ends of the orders, where the wall is not filled and the first order is not proven, for a
    /// better order and a tighter bound. The search ends when both are equal, after some seconds, or when the run is stopped.
    pub fn look_at_ends(
        &mut self,
        problem: &Problem,
        options: HeuristicOptions,
        control: &Control,
    ) {
        if self.is_proven(problem) {
            return;
        }
        let incumbent = Incumbent::new(problem.sense(), self.solution.clone());
        let effort = Effort::quick(memory::limit(options.memory));
        let bound = ends::search(problem, &incumbent, effort, control, &mut |_, _| ());
        self.offer(problem, incumbent.best());
        let Some(score) = bound else {
            return;
        };
        let by_ends = Bound {
            score,
            reason: Reason::Ends,
        };
        self.closed = self.closed.clone().tighter(by_ends, problem.sense());
    }

    /// A search by prices, for a tighter bound on the whole and on each covering, and for better orders, which it offers. The search can
    /// be widened, and takes up to `memory` bytes. None where the first order is proven.
    pub(crate) fn search_by_prices<'a>(
        &mut self,
        problem: &'a Problem,
        incumbent: &Incumbent,
        memory: u64,
        control: &Control,
    ) -> Option<RestrictedSearch<'a>> {
        if self.is_proven(problem) {
            return None;
        }
        let score = self.bound(problem).score;
        let search = RestrictedSearch::new(problem, (score, memory), incumbent, control)?;
        self.successors.set_prices(search.tables().clone());
        let bound = search.bound().clone();
        self.closed = self.closed.clone().tighter(bound, problem.sense());
        self.offer(problem, incumbent.best());
        Some(search)
    }

    fn score(&self) -> Option<u32> {
        self.solution.as_ref().map(|best| best.score)
    }

    /// Whether the score of the first order meets the bound.
    pub fn is_proven(&self, problem: &Problem) -> bool {
        self.score().is_some() && self.score() == self.bound_score(problem)
    }

    fn offer(&mut self, problem: &Problem, other: Option<Solution>) {
        self.solution = Solution::better(problem, self.solution.take(), other);
    }

    /// One beam after another, until the order is proven by the bound.
    fn widen(&mut self, problem: &Problem, control: &Control) {
        let mut best: Option<Solution> = None;
        for width in WIDTHS {
            let solution = beam::search_with(problem, &self.successors, width, control);
            best = Solution::better(problem, best, solution);
            let meets = |solution: &Solution| {
                self.successors
                    .bound()
                    .is_some_and(|bound| bound.score == solution.score)
            };
            if control.stopped() || best.as_ref().is_some_and(meets) {
                break;
            }
        }
        self.offer(problem, best);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::small::valid;

    /// Number 14 of the mixed 6×6 walls of `tools/src/constrained`: beams run into dead ends.
    fn problem() -> Problem {
        let json = r#"{"wall": {"rows": 6, "columns": 6}, "sense": "maximize", "initial": [[1, 1], [4, 3]], "turns": 31,
            "constraints": [{"type": "last-round"}, {"type": "only", "from": 19, "to": 26,
            "cells": [[1, 3], [2, 2], [2, 3], [3, 1], [4, 4], [5, 1], [5, 4], [5, 5], [5, 6]]}]}"#;
        valid(json)
    }

    #[test]
    fn a_first_order_exists_where_beams_run_into_dead_ends() {
        let problem = problem();
        let options = HeuristicOptions::default();
        let start = WarmStart::quick(&problem, None, options, &Control::default()).expect("small");
        let first = start.solution.expect("there is an order");
        assert!(problem.admits(&first.order));
    }

    #[test]
    fn passes_find_the_best_order_and_prices_prove_it() {
        let (problem, control) = (problem(), Control::default());
        assert_eq!(beam::search(&problem, 1_000, &control), None);
        let first = greedy::solution(&problem, &control).expect("it looks ahead");
        assert!(first.score < 194, "{}", first.score);
        let incumbent = Incumbent::new(problem.sense(), Some(first));
        let search = RestrictedSearch::new(&problem, (300, 1 << 30), &incumbent, &control);
        assert_eq!(search.expect("there is an order").bound().score, 194);
        let best = incumbent.best().expect("there is an order");
        assert!(problem.admits(&best.order));
        assert_eq!((best.score, best.order.score(&problem)), (194, 194));
    }
}
