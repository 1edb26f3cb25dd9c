//! The frontier from its other end: layers of coverings from the full wall back to the one before turn 1.
//!
//! A layer holds for each covering the best score of the turns that are still to come, exactly; [bounds](crate::bounds) limit the
//! score of the turns before: each line has been filled by then, in turns that may fill its cells. This direction is better where
//! constraints speak of turns, and where the last tiles decide: in `rounds` each row reserves a cell for the last round, and these
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
use layers::{Backward, Descent, Retention};
use std::sync::Arc;

/// Finds an optimal order, and counts all of them, unless bounds prove the first order before the search.
///
/// `bound` is a dual bound of the problem. The search ends as soon as the `incumbent`, which other methods may share, reaches the
/// bound.
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
    let has_searched = climb.classes > 0;
    let sizes = climb.last.sizes.iter().rev().copied();
    Ok(Outcome {
        verdict,
        stats: Stats {
            coverings: has_searched.then_some(climb.classes as usize),
            peak_layer: has_searched.then_some(climb.peak as usize),
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
        let label = backward.initial_label(&descent)?;
        if label.is_none() && climb.advance(&descent) {
            continue;
        }
        return Ok(Some(Count {
            optimum: label.map(|label| (climb.bound.score, label.orders)),
            coverings: climb.classes as usize,
            peak_layer: climb.peak as usize,
        }));
    }
}

/// All layers, with few classes each.
const NARROW: Retention = Retention {
    all: true,
    width: Some(20_000),
};

/// All layers.
const WIDE: Retention = Retention {
    all: true,
    width: None,
};

/// Two layers at a time.
const LAST: Retention = Retention {
    all: false,
    width: None,
};

/// One bound after another, until an order reaches it.
struct Climb<'a> {
    backward: &'a Backward<'a>,
    /// The dual bound.
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

    /// Advances to the dual bound of the dropped orders; false where there are none, so that there is no order at all.
    fn advance(&mut self, descent: &Descent) -> bool {
        if let Some(next) = descent.dropped_bound {
            self.bound.score = next;
        }
        descent.dropped_bound.is_some()
    }

    /// The layers of the bound, as far as they go.
    fn descend(&mut self, retention: Retention, control: &Control) -> Result<Descent, Halt> {
        let descent = self
            .backward
            .descend(self.bound.score, retention, control)?;
        self.classes += descent.sizes.iter().sum::<u64>();
        self.peak = self.peak.max(descent.peak());
        Ok(descent)
    }

    /// Narrow layers first, which often lead to an order where whole layers take long. Whole layers follow only where narrow ones
    /// left out classes.
    fn narrow_first(&mut self, control: &Control) -> Result<Descent, Halt> {
        let narrow = self.descend(NARROW, control)?;
        match narrow.is_thinned && self.backward.initial_label(&narrow)?.is_none() {
            true => self.descend(WIDE, control),
            false => Ok(narrow),
        }
    }

    fn find(&mut self, incumbent: &Incumbent, control: &Control) -> Result<Verdict, FrontierError> {
        loop {
            let bound = self.bound.score;
            let is_met = {
                let incumbent = incumbent.clone();
                move || incumbent.score() == Some(bound)
            };
            // A small wall is searched all the same, as a check, and for the number of orders.
            let is_small = self.backward.free_len() <= CHECKED && self.classes == 0;
            if is_met() && !is_small {
                break;
            }
            let outer = control.interrupt.clone();
            let interrupt =
                move || !is_small && is_met() || outer.as_ref().is_some_and(|outer| outer());
            let until_met = Control {
                interrupt: Some(Arc::new(interrupt)),
                ..control.clone()
            };
            let Some(descent) = unless_stopped(self.narrow_first(&until_met))? else {
                break;
            };
            if let Some(label) = self.backward.initial_label(&descent)? {
                self.orders = (!descent.is_thinned).then_some(label.orders);
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
            if !self.advance(&descent) {
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
        Ok(Verdict::from_bound(best, bound, Unfinished::Stopped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::{Instance, Sense};

    fn run(problem: &Problem, first: Option<Solution>) -> Result<Outcome, FrontierError> {
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
    fn counts_equal_those_of_the_frontier() {
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
            let result = count(&problem, bound, &options, &control).expect("it fits");
            let result = result.expect("not stopped");
            let optimum = result
                .optimum
                .map(|(score, orders)| (score, orders.to_string()));
            assert_eq!(optimum, Some((score, orders.into())), "{n}×{n} {rule}");
            let outcome = run(&problem, None).expect("it fits");
            assert_eq!(outcome.verdict.score(), Some(score));
            let order = &outcome.verdict.solution().expect("there is one").order;
            assert!(problem.admits(order), "{n}×{n} {rule}: {order:?}");
        }
    }

    /// A wall of 49 cells, each with its row's turn: the thesis stops at 5×5.
    #[test]
    fn a_few_thousand_classes_prove_the_minimum_in_rounds_on_seven_by_seven() {
        let problem = problem(7, Sense::Minimize, "rounds");
        let outcome = run(&problem, None).expect("it fits");
        assert_eq!(outcome.verdict.score(), Some(213));
        let classes = outcome.stats.coverings.expect("it searched");
        assert!(classes < 300_000, "{classes}");
    }

    #[test]
    fn a_shared_order_at_the_bound_ends_the_search() {
        let problem = problem(6, Sense::Minimize, "rounds");
        let independent = run(&problem, None).expect("it fits");
        let first = independent.verdict.solution().cloned();
        let shared = run(&problem, first).expect("it fits");
        assert_eq!(shared.verdict.solution(), independent.verdict.solution());
        assert!(shared.verdict.is_decided() && independent.verdict.is_decided());
        assert!(shared.stats.coverings < independent.stats.coverings);
        assert_eq!(shared.stats.orders, None);
    }

    #[test]
    fn an_unfilled_wall_is_refused() {
        let builder = Instance::builder(3, 3, Sense::Maximize).turns(4);
        let problem = Problem::from(&builder.build().expect("valid"));
        let message = run(&problem, None)
            .expect_err("five cells stay empty")
            .to_string();
        assert!(message.contains("4 turns do not fill 9 cells"), "{message}");
    }
}
