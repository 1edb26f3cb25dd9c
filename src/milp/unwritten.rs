use crate::formulation::Unwritten;
use crate::order::Solution;
use crate::outcome::{History, MilpHistory, Moment, Outcome, Stats, Verdict};
use crate::problem::Problem;
use std::time::Instant;

/// What is known where no program was written: an order, if there is one, and a bound, since the clock began.
pub(crate) fn unwritten(
    problem: &Problem,
    bound: u32,
    best: Option<Solution>,
    unwritten: Unwritten,
    clock: Instant,
) -> Outcome {
    let best = best.filter(|best| problem.admits(&best.order));
    let seconds = clock.elapsed().as_secs_f64();
    let end = Moment {
        seconds,
        round: 0,
        nodes: 0,
        bound,
        solver_bound: None,
        incumbent: best.as_ref().map(|best| best.score),
    };
    Outcome {
        verdict: Verdict::known(best, bound),
        stats: Stats {
            seconds,
            ..Stats::default()
        },
        history: History::Milp(MilpHistory {
            unwritten: Some(unwritten),
            moments: vec![end],
            ..MilpHistory::default()
        }),
    }
}
