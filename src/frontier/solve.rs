use super::FrontierError;
use super::search::{Ends, Forward, Search};
use crate::control::Control;
use crate::outcome::{Outcome, Solution, Stats, Verdict};
use crate::problem::Problem;
use crate::wall::Cell;
use std::time::Instant;

/// Where the bound meets the first order, nothing is left to search. Walls up to this many cells are
/// searched all the same, as a check, and for the number of orders.
const CHECKED: usize = 25;

/// Finds an optimal order, and counts all of them on the way, unless bounds prove one before the search.
///
/// # Errors
/// When the wall is too large or the number of orders is.
pub fn solve(problem: &Problem, control: &Control) -> Result<Outcome, FrontierError> {
    let clock = Instant::now();
    let search = Search::new(problem, control)?;
    let mut stats = Stats::default();
    if let verdict @ Verdict::Optimal(_) = before(&search)
        && problem.free_len() > CHECKED
    {
        stats.seconds = clock.elapsed().as_secs_f64();
        return Ok(Outcome { verdict, stats });
    }
    let verdict = match search.forward(true, control)? {
        None => before(&search),
        Some(forward) => {
            stats.coverings = Some(forward.section.coverings as usize);
            stats.peak_layer = Some(forward.section.peak_layer as usize);
            match search.ends(&forward.last)? {
                None => Verdict::Infeasible,
                Some(ends) => {
                    stats.orders = Some(ends.orders.to_string());
                    Verdict::Optimal(Solution {
                        order: trace(&search, &forward, &ends)?,
                        score: ends.score,
                    })
                }
            }
        }
    };
    stats.seconds = clock.elapsed().as_secs_f64();
    Ok(Outcome { verdict, stats })
}

/// What is known without a search.
fn before(search: &Search<'_>) -> Verdict {
    let bound = search.bound();
    match search.incumbent.clone() {
        Some(solution) if solution.score == bound => Verdict::Optimal(solution),
        Some(solution) => Verdict::Feasible { solution, bound },
        None => Verdict::Unknown { bound },
    }
}

/// An optimal order: from an end backwards, each time the lowest cell whose placement explains the
/// score.
fn trace(search: &Search<'_>, forward: &Forward, ends: &Ends) -> Result<Vec<Cell>, FrontierError> {
    let mut order = Vec::with_capacity(forward.kept.len());
    let (mut covering, mut score) = ends.coverings[0];
    for (turn, layer) in search.problem.turns().zip(&forward.kept).rev() {
        for cell in covering.minus(search.expander.initial()).cells() {
            let before = covering.without(cell);
            let known = layer.get(search.classes.representative(before));
            let Some(from) = known.map_err(|error| search.unreadable(error))? else {
                continue;
            };
            let mut steps = search.expander.steps(before, turn);
            let step = steps.find(|step| step.covering == covering);
            if step.is_some_and(|step| from.score + step.points == score) {
                order.push(cell);
                (covering, score) = (before, from.score);
                break;
            }
        }
    }
    order.reverse();
    Ok(order)
}
