//! The frontier from its other end: layers of coverings from the full wall back to the one before turn 1.
//!
//! A layer holds for each covering the best score of the turns that are still to come, exactly; [bounds](crate::bounds) limit the
//! score of the turns before: each line has been filled by then, in turns that may fill its cells. This direction is better where
//! constraints speak of turns, and where the last tiles decide: in `rounds` each row keeps a cell for the last round, and these
//! cells cost points at the beginning of the search and not at its end.
//!
//! The search asks first whether an order reaches the bound itself. As long as none does, the best bound of a dropped covering is
//! the next bound, and the layers begin anew: each time they are a few times as many, so that all together take little longer than
//! the last ones. No first order is needed, and the bound moves while the search runs.

mod layers;

use super::FrontierError;
use super::error::Halt;
use super::options::FrontierOptions;
use super::solve::CHECKED;
use crate::bounds::Bound;
use crate::order::{Incumbent, Solution};
use crate::outcome::{
    Count, History, Layer, LayerHistory, Orders, Outcome, Proof, Stats, Unfinished, Verdict,
};
use crate::problem::Problem;
use azulejo_control::{Control, Instant, unless_stopped};
use layers::{Backward, Descent, Keep};
use std::sync::Arc;

/// Finds an optimal order, and counts all of them, unless bounds prove the first order before the search.
///
/// `bound` is what no score can beat as far as it is known. The search ends as soon as the `incumbent`, which methods that run
/// beside this one may share, reaches the bound.
///
/// # Errors
/// When the wall is too large, or not filled by the last turn; when the number of orders is too large, or the layers fit
/// nowhere.
pub fn solve(
    problem: &Problem,
    bound: Bound,
    incumbent: &Incumbent,
    options: &FrontierOptions,
    control: &Control,
) -> Result<Outcome, FrontierError> {
    let clock = Instant::now();
    let Some(backward) = unless_stopped(Backward::new(problem, options, control))? else {
        let best = incumbent.best();
        return Ok(Outcome::without_search(
            best,
            bound,
            Unfinished::Stopped,
            clock,
        ));
    };
    let start = incumbent.score();
    let mut climb = Climb::new(&backward, bound);
    let first_bound = climb.bound.score;
    let verdict = climb.find(incumbent, control)?;
    let searched = climb.classes > 0;
    let sizes = climb.last.sizes.iter().rev().copied();
    Ok(Outcome {
        verdict,
        stats: Stats {
            coverings: searched.then_some(climb.classes as usize),
            peak_layer: searched.then_some(climb.peak as usize),
            orders: climb.orders,
            seconds: clock.elapsed().as_secs_f64(),
            ..Stats::default()
        },
        history: History::from(LayerHistory {
            bound: first_bound,
            start,
            symmetries: problem.symmetries().len(),
            layers: Layer::all_of(problem.free_len(), sizes),
        }),
    })
}

/// Counts the optimal orders, with no more than two layers in memory; none if it was stopped.
///
/// # Errors
/// As [`solve`].
pub fn count(
    problem: &Problem,
    bound: Bound,
    options: &FrontierOptions,
    control: &Control,
) -> Result<Option<Count>, FrontierError> {
    let Some(backward) = unless_stopped(Backward::new(problem, options, control))? else {
        return Ok(None);
    };
    let mut climb = Climb::new(&backward, bound);
    loop {
        let Some(descent) = unless_stopped(climb.descend(LAST, control))? else {
            return Ok(None);
        };
        let found = backward.reached(&descent)?;
        if found.is_none() && climb.goes_on(&descent) {
            continue;
        }
        return Ok(Some(Count {
            optimum: found.map(|reached| (climb.bound.score, reached.orders)),
            coverings: climb.classes as usize,
            peak_layer: climb.peak as usize,
        }));
    }
}

/// All layers, with few classes each.
const NARROW: Keep = Keep {
    all: true,
    width: Some(20_000),
};

/// All layers.
const WIDE: Keep = Keep {
    all: true,
    width: None,
};

/// Two layers at a time.
const LAST: Keep = Keep {
    all: false,
    width: None,
};

/// One bound after another, until an order reaches it.
struct Climb<'a> {
    backward: &'a Backward<'a>,
    /// No score beats it.
    bound: Bound,
    /// Classes of coverings of all layers so far, and of the largest one.
    classes: u64,
    peak: u64,
    orders: Option<Orders>,
    last: Descent,
}

impl<'a> Climb<'a> {
    /// The classes of the layers as a proof; the bound where no layer was searched.
    fn layers(&self) -> Proof {
        match self.classes {
            0 => Proof::Bound(self.bound.reason.clone()),
            classes => Proof::Layers { classes },
        }
    }

    fn new(backward: &'a Backward<'a>, bound: Bound) -> Self {
        let bound = match backward.bound() {
            Some(own) => bound.tighter(own, backward.sense()),
            None => bound,
        };
        Self {
            backward,
            bound,
            classes: 0,
            peak: 0,
            orders: None,
            last: Descent::default(),
        }
    }

    /// Goes on with the best score that was dropped; false where nothing was, so that there is no order at all.
    fn goes_on(&mut self, descent: &Descent) -> bool {
        if let Some(next) = descent.dropped {
            self.bound.score = next;
        }
        descent.dropped.is_some()
    }

    /// The layers of the bound, as far as they go.
    fn descend(&mut self, keep: Keep, control: &Control) -> Result<Descent, Halt> {
        let descent = self.backward.descend(self.bound.score, keep, control)?;
        self.classes += descent.sizes.iter().sum::<u64>();
        self.peak = self.peak.max(descent.peak());
        Ok(descent)
    }

    /// Narrow layers first, which often come to an order where all of them take long. If none was left out, nothing is
    /// left to do.
    fn narrow_first(&mut self, control: &Control) -> Result<Descent, Halt> {
        let narrow = self.descend(NARROW, control)?;
        match narrow.thinned && self.backward.reached(&narrow)?.is_none() {
            true => self.descend(WIDE, control),
            false => Ok(narrow),
        }
    }

    fn find(&mut self, incumbent: &Incumbent, control: &Control) -> Result<Verdict, FrontierError> {
        loop {
            let bound = self.bound.score;
            let met = {
                let incumbent = incumbent.clone();
                move || incumbent.score() == Some(bound)
            };
            // A small wall is searched all the same, as a check, and for the number of orders.
            let small = self.backward.free_len() <= CHECKED && self.classes == 0;
            if met() && !small {
                break;
            }
            let outer = control.interrupt.clone();
            let interrupt = move || !small && met() || outer.as_ref().is_some_and(|outer| outer());
            let until_met = Control {
                interrupt: Some(Arc::new(interrupt)),
                ..control.clone()
            };
            let Some(descent) = unless_stopped(self.narrow_first(&until_met))? else {
                break;
            };
            if let Some(reached) = self.backward.reached(&descent)? {
                self.orders = (!descent.thinned).then_some(reached.orders);
                let order = self.backward.trace(&descent)?;
                self.last = descent;
                let best = Solution {
                    order,
                    score: bound,
                };
                incumbent.offer(&best);
                let proof = self.layers();
                return Ok(Verdict::Optimal {
                    solution: best,
                    proof,
                });
            }
            if !self.goes_on(&descent) {
                let proof = self.layers();
                return Ok(Verdict::Infeasible { proof });
            }
            self.last = descent;
        }
        let (best, bound) = (incumbent.best(), self.bound.clone());
        if let Some(solution) = best.clone().filter(|best| best.score == bound.score)
            && self.classes > 0
        {
            let proof = self.layers();
            return Ok(Verdict::Optimal { solution, proof });
        }
        Ok(Verdict::known(best, bound, Unfinished::Stopped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::{Instance, Sense};

    fn solved(problem: &Problem, first: Option<Solution>) -> Result<Outcome, FrontierError> {
        let (options, control) = (FrontierOptions::default(), Control::default());
        let incumbent = Incumbent::new(problem.sense(), first);
        let bound = Bound::trivial(problem);
        solve(problem, bound, &incumbent, &options, &control)
    }

    fn problem(n: u64, sense: Sense, rule: &str) -> Problem {
        let builder = Instance::builder(n, n, sense);
        let builder = match rule {
            "rounds" => builder.rounds(),
            "last-round" => builder.last_round(),
            _ => builder,
        };
        Problem::from(&builder.build().expect("valid"))
    }

    /// The thesis has the counts of 5×5 (sections 3.3 to 3.5).
    #[test]
    fn it_counts_what_the_frontier_counts() {
        let [most, least] = [Sense::Maximize, Sense::Minimize];
        for (n, sense, rule, score, orders) in [
            (4, least, "", 52, "50166688384"),
            (5, most, "", 145, "314666604031232"),
            (5, least, "last-round", 92, "2002817169463232"),
            (5, least, "rounds", 92, "1096"),
            (6, least, "rounds", 147, "1819190"),
            (6, most, "rounds", 246, "2"),
        ] {
            let problem = problem(n, sense, rule);
            let (options, control) = (FrontierOptions::default(), Control::default());
            let bound = Bound::trivial(&problem);
            let counted = count(&problem, bound, &options, &control).expect("it fits");
            let counted = counted.expect("nobody stops it");
            let optimum = counted
                .optimum
                .map(|(score, orders)| (score, orders.to_string()));
            assert_eq!(optimum, Some((score, orders.into())), "{n}×{n} {rule}");
            let solved = solved(&problem, None).expect("it fits");
            assert_eq!(solved.verdict.score(), Some(score));
            let order = &solved.verdict.solution().expect("there is one").order;
            assert!(problem.admits(order), "{n}×{n} {rule}: {order:?}");
        }
    }

    /// A wall of 49 cells, each with its row's turn: the thesis stops at 5×5.
    #[test]
    fn a_few_thousand_classes_prove_the_minimum_in_rounds_on_seven_by_seven() {
        let problem = problem(7, Sense::Minimize, "rounds");
        let solved = solved(&problem, None).expect("it fits");
        assert_eq!(solved.verdict.score(), Some(213));
        let classes = solved.stats.coverings.expect("it searched");
        assert!(classes < 300_000, "{classes}");
    }

    #[test]
    fn an_order_of_another_method_that_meets_the_bound_ends_it() {
        let problem = problem(6, Sense::Minimize, "rounds");
        let alone = solved(&problem, None).expect("it fits");
        let first = alone.verdict.solution().cloned();
        let beside = solved(&problem, first).expect("it fits");
        assert_eq!(beside.verdict.solution(), alone.verdict.solution());
        assert!(beside.verdict.is_decided() && alone.verdict.is_decided());
        assert!(beside.stats.coverings < alone.stats.coverings);
        assert_eq!(beside.stats.orders, None);
    }

    #[test]
    fn a_wall_that_is_not_filled_is_refused() {
        let builder = Instance::builder(3, 3, Sense::Maximize).turns(4);
        let problem = Problem::from(&builder.build().expect("valid"));
        let message = solved(&problem, None)
            .expect_err("five cells stay empty")
            .to_string();
        assert!(message.contains("4 turns do not fill 9 cells"), "{message}");
    }
}
