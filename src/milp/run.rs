//! Solving, round after round, until the solution is an order.

use super::MilpError;
use super::attempt::{End, attempt};
use crate::control::Control;
use crate::formulation::{Formulation, Reading, Row, Timetable};
use crate::instance::Sense;
use crate::outcome::{Outcome, Solution, Stats, Verdict};
use crate::problem::Problem;
use crate::wall::{Cell, Covering};
use std::time::Instant;

/// Bounds come as floats; this far beyond an integer they still mean that integer.
const TOLERANCE: f64 = 1e-5;

/// Solves a formulation of `problem`, from an order that is known to satisfy it, if there is one.
///
/// Where that order meets the formulation's own bound on a large wall, nothing is left to solve.
/// When the solution has cycles, rows that forbid them are added and the program is solved again,
/// until the solution is an order or an order's score meets the bound.
///
/// # Errors
/// When HiGHS fails or contradicts an order that is known.
pub fn solve(
    formulation: &dyn Formulation,
    problem: &Problem,
    start: Option<&[Cell]>,
    control: &Control,
) -> Result<Outcome, MilpError> {
    let clock = Instant::now();
    let program = formulation.program();
    let mut stats = Stats {
        columns: Some(program.columns().len()),
        rows: Some(program.rows().len()),
        nonzeros: Some(program.nonzeros()),
        ..Stats::default()
    };
    let mut search = Search {
        formulation,
        problem,
        best: None,
        bound: formulation.bound(),
    };
    if let Some(start) = start {
        search.offer(start);
    }
    let (mut nodes, mut iterations, mut rounds, mut cuts) = (0, 0, 0, Vec::new());
    let verdict = loop {
        // Of small walls HiGHS proves the same in no time; it is asked, as a second witness.
        if search.is_proven() && problem.wall().len() > Covering::MAX_CELLS {
            break search.verdict()?;
        }
        let start = search
            .best
            .as_ref()
            .map(|best| search.assignment(&best.order));
        let run = attempt(program, &cuts, start, control)?;
        rounds += 1;
        nodes += run.nodes;
        iterations += run.iterations;
        if rounds == 1 {
            stats.root_bound = run.root_bound;
        }
        if run.end == End::Infeasible {
            break search.infeasible()?;
        }
        if let Some(bound) = run.dual_bound {
            search.tighten(bound);
        }
        stats.dual_bound = run.dual_bound;
        for values in &run.incumbents {
            search.offer(&search.nearest(values));
        }
        let found = match run.solution {
            Some((values, objective)) => search.take(&values, objective)?,
            None => Vec::new(),
        };
        if search.is_proven() || found.is_empty() || run.end == End::Stopped || control.stopped() {
            break search.verdict()?;
        }
        cuts.extend(found);
    };
    stats.gap = verdict.score().filter(|&score| score > 0).map(|score| {
        let gap = f64::from(score.abs_diff(search.bound));
        gap / f64::from(score)
    });
    stats.nodes = Some(nodes);
    stats.iterations = Some(iterations);
    stats.rounds = Some(rounds);
    stats.cycle_cuts = Some(cuts.len());
    stats.seconds = clock.elapsed().as_secs_f64();
    Ok(Outcome { verdict, stats })
}

/// The best order so far and what no order beats, over all rounds.
struct Search<'a> {
    formulation: &'a dyn Formulation,
    problem: &'a Problem,
    best: Option<Solution>,
    bound: u32,
}

impl Search<'_> {
    /// Takes an order if the problem admits it and it beats the best so far.
    fn offer(&mut self, order: &[Cell]) {
        if !self.problem.admits(order) {
            return;
        }
        let Ok(score) = u32::try_from(self.score(order)) else {
            return;
        };
        let sense = self.problem.sense();
        let better = |best: &Solution| sense.better(score, best.score);
        if self.best.as_ref().is_none_or(better) {
            self.best = Some(Solution {
                order: order.to_vec(),
                score,
            });
        }
    }

    /// Takes a solution of HiGHS: an order, whose score must be the objective value, or cycles, for
    /// which it returns the rows that cut them off.
    fn take(&mut self, values: &[f64], objective: f64) -> Result<Vec<Row>, MilpError> {
        match self.formulation.read(&rounded(values)) {
            Reading::Order(order) => {
                let scored = self.score(&order);
                if !self.problem.admits(&order) || (objective - scored as f64).abs() >= 0.5 {
                    return Err(MilpError::Unsound {
                        claimed: objective,
                        scored,
                    });
                }
                self.offer(&order);
                Ok(Vec::new())
            }
            Reading::Cyclic { cuts, near } => {
                self.offer(&near);
                Ok(cuts)
            }
        }
    }

    fn nearest(&self, values: &[f64]) -> Vec<Cell> {
        match self.formulation.read(&rounded(values)) {
            Reading::Order(order) | Reading::Cyclic { near: order, .. } => order,
        }
    }

    fn assignment(&self, order: &[Cell]) -> Vec<i64> {
        let timetable = Timetable::new(self.problem, order);
        self.formulation.program().assignment(&timetable)
    }

    fn score(&self, order: &[Cell]) -> i64 {
        self.formulation
            .program()
            .objective()
            .value(&self.assignment(order))
    }

    /// Takes a dual bound if it is better than the bound so far.
    fn tighten(&mut self, dual_bound: f64) {
        // Casts from floats saturate: a bound below 0 becomes 0, which holds for any score.
        self.bound = match self.problem.sense() {
            Sense::Maximize => self.bound.min((dual_bound + TOLERANCE).floor() as u32),
            Sense::Minimize => self.bound.max((dual_bound - TOLERANCE).ceil() as u32),
        };
    }

    fn is_proven(&self) -> bool {
        self.best
            .as_ref()
            .is_some_and(|best| best.score == self.bound)
    }

    fn infeasible(&self) -> Result<Verdict, MilpError> {
        match &self.best {
            None => Ok(Verdict::Infeasible),
            Some(best) => Err(MilpError::Contradiction {
                claim: "calls the program infeasible".into(),
                score: best.score,
            }),
        }
    }

    fn verdict(&self) -> Result<Verdict, MilpError> {
        let (bound, sense) = (self.bound, self.problem.sense());
        match self.best.clone() {
            Some(solution) if solution.score == bound => Ok(Verdict::Optimal(solution)),
            Some(solution) if sense.better(solution.score, bound) => {
                Err(MilpError::Contradiction {
                    claim: format!("bounds the score by {bound}"),
                    score: solution.score,
                })
            }
            Some(solution) => Ok(Verdict::Feasible { solution, bound }),
            None => Ok(Verdict::Unknown { bound }),
        }
    }
}

fn rounded(values: &[f64]) -> Vec<i64> {
    values.iter().map(|value| value.round() as i64).collect()
}
