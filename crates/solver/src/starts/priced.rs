//! Prices, and a beam that goes by them, in turn: a better order gives prices a nearer aim.

use super::beam;
use crate::bounds::rest::Expander;
use crate::bounds::{Known, Prices};
use crate::instance::Sense;
use crate::order::Solution;
use crate::problem::Problem;
use azulejo_control::Control;

/// How many coverings of a layer a beam keeps.
const WIDTH: usize = 1_000;

/// What prices are good for.
#[derive(Debug)]
pub(crate) struct Priced {
    /// They bound what coverings can still earn.
    pub(crate) prices: Prices,
    /// What no score can beat.
    pub(crate) known: Known,
    /// The best order, if there is one.
    pub(crate) best: Option<Solution>,
}

/// Looks for prices that prove the `best` order, and for better orders by them. Without an order, prices aim at a score that is a
/// quarter worse than the `bound`. Without an expander, which large walls have none of, there is no beam. None where there is no
/// order, or where lines are too long.
pub(crate) fn search(
    problem: &Problem,
    mut expander: Option<Expander>,
    bound: u32,
    mut best: Option<Solution>,
    control: &Control,
) -> Option<Priced> {
    let sense = problem.sense();
    let target = best.as_ref().map(|best| best.score);
    let target = target.unwrap_or(match sense {
        Sense::Maximize => bound - bound / 4,
        Sense::Minimize => bound + bound / 4 + 1,
    });
    let (mut prices, mut known) = Prices::search(problem, target, control)?;
    loop {
        let score = best.as_ref().map(|best| best.score);
        let proven = score == Some(known.score);
        let found = match &mut expander {
            Some(expander) if !proven && !control.stopped() => {
                expander.set_prices(prices.tables());
                beam::search_with(problem, expander, WIDTH, control)
            }
            _ => None,
        };
        let better = |found: &Solution| score.is_none_or(|score| sense.better(found.score, score));
        let Some(found) = found.filter(better) else {
            return Some(Priced {
                prices,
                known,
                best,
            });
        };
        known = prices.go_on(found.score, control)?;
        best = Some(found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Instance;
    use crate::starts::{Start, StartOptions, greedy};

    /// Number 14 of the mixed 6×6 walls of `bench/constrained`: beams that go by lines alone run into dead ends.
    fn problem() -> Problem {
        let json = r#"{"wall": {"rows": 6, "columns": 6}, "sense": "maximize", "initial": [[1, 1], [4, 3]], "turns": 31,
            "constraints": [{"type": "last-round"}, {"type": "only", "from": 19, "to": 26,
            "cells": [[1, 3], [2, 2], [2, 3], [3, 1], [4, 4], [5, 1], [5, 4], [5, 5], [5, 6]]}]}"#;
        Problem::from(&Instance::from_json(json).expect("valid"))
    }

    #[test]
    fn a_beam_by_prices_finds_the_best_order_and_prices_prove_it() {
        let (problem, control) = (problem(), Control::default());
        let expander = Expander::new(&problem).expect("small");
        assert_eq!(
            beam::search_with(&problem, &expander, WIDTH, &control),
            None
        );
        let first = greedy::solution(&problem, &control).expect("it looks ahead");
        assert!(first.score < 194, "{}", first.score);
        let bound = expander.bound().expect("there is an end").score;
        let found = search(&problem, Some(expander), bound, Some(first), &control);
        let found = found.expect("there is an order");
        assert_eq!(found.known.score, 194);
        let best = found.best.expect("there is an order");
        assert!(problem.admits(&best.order));
        assert_eq!((best.score, best.order.score(&problem)), (194, 194));
    }

    #[test]
    fn there_is_a_first_order_where_beams_run_into_dead_ends() {
        let problem = problem();
        let options = StartOptions::default();
        let start = Start::quick(&problem, None, options, &Control::default()).expect("small");
        let first = start.solution.expect("there is an order");
        assert!(problem.admits(&first.order));
    }
}
