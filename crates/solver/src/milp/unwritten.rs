use crate::bounds::Known;
use crate::formulation::Unwritten;
use crate::order::Solution;
use crate::outcome::{History, MilpHistory, Moment, Outcome, Stats, Unfinished, Verdict};
use crate::problem::Problem;
use std::time::Instant;

/// What is known where no program was written: an order, if there is one, and a bound, since the clock began.
/// `unwritten` says why; none where no program was needed.
pub(crate) fn unwritten(
    problem: &Problem,
    bound: Known,
    best: Option<Solution>,
    unwritten: Option<Unwritten>,
    clock: Instant,
) -> Outcome {
    let best = best.filter(|best| problem.admits(&best.order));
    let unfinished = unwritten.map_or(Unfinished::Stopped, Unfinished::Unwritten);
    let seconds = clock.elapsed().as_secs_f64();
    let end = Moment {
        seconds,
        round: 0,
        nodes: 0,
        bound: bound.score,
        solver_bound: None,
        incumbent: best.as_ref().map(|best| best.score),
    };
    Outcome {
        verdict: Verdict::known(best, bound, unfinished),
        stats: Stats {
            seconds,
            ..Stats::default()
        },
        history: History::Milp(MilpHistory {
            moments: vec![end],
            ..MilpHistory::default()
        }),
    }
}
