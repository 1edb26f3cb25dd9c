use super::layer::Scores;
use super::search::{FrontierError, Search};
use crate::control::Control;
use crate::outcome::{Outcome, Solution, Stats, Verdict};
use crate::problem::Problem;
use crate::wall::{Cell, Covering};
use std::time::Instant;

/// Finds an optimal order, and counts all of them on the way.
///
/// # Errors
/// When the wall is too large or the number of orders is.
pub fn solve(problem: &Problem, control: &Control) -> Result<Outcome, FrontierError> {
    let clock = Instant::now();
    let search = Search::new(problem, control)?;
    let mut stats = Stats::default();
    let verdict = match search.forward(true, control)? {
        None => stopped(&search),
        Some(forward) => {
            stats.coverings = Some(forward.coverings);
            stats.peak_layer = Some(forward.peak_layer);
            match search.ends(&forward.last)? {
                None => Verdict::Infeasible,
                Some(ends) => {
                    stats.orders = Some(ends.orders.to_string());
                    let score_at_end = ends.score - search.expander.bonus(ends.coverings[0]);
                    let order = trace(&search, &forward.kept, ends.coverings[0], score_at_end);
                    Verdict::Optimal(Solution {
                        order,
                        score: ends.score,
                    })
                }
            }
        }
    };
    stats.seconds = clock.elapsed().as_secs_f64();
    Ok(Outcome { verdict, stats })
}

fn stopped(search: &Search<'_>) -> Verdict {
    let bound = search.bound();
    match search.incumbent.clone() {
        Some(solution) if solution.score == bound => Verdict::Optimal(solution),
        Some(solution) => Verdict::Feasible { solution, bound },
        None => Verdict::Unknown { bound },
    }
}

/// An order that leads to a covering with a score: backwards, each time the lowest cell whose
/// placement explains the score.
fn trace(search: &Search<'_>, kept: &[Scores], end: Covering, score: u32) -> Vec<Cell> {
    let mut order = Vec::with_capacity(kept.len());
    let (mut covering, mut score) = (end, score);
    for (turn, layer) in search.problem.turns().zip(kept).rev() {
        let last = covering
            .minus(search.expander.initial())
            .cells()
            .find_map(|cell| {
                let before = covering.without(cell);
                let from = layer.get(search.classes.representative(before))?;
                let step = search
                    .expander
                    .steps(before, turn)
                    .find(|step| step.covering == covering)?;
                (from + step.points == score).then_some((cell, before, from))
            });
        let Some((cell, before, from)) = last else {
            break;
        };
        order.push(cell);
        (covering, score) = (before, from);
    }
    order.reverse();
    order
}
