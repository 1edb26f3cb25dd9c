//! Solving, round after round, until the solution is an order.

use super::MilpError;
use super::attempt::{Attempt, End, attempt};
use super::record::Record;
use crate::control::Control;
use crate::formulation::{Formulation, Reading, Row, Timetable};
use crate::history::{History, as_score};
use crate::outcome::{Outcome, Solution, Stats, Verdict};
use crate::problem::Problem;
use crate::wall::{Cell, Covering};

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
        record: Record::new(program),
    };
    if let Some(start) = start {
        search.offer(start);
    }
    search.record.note(search.known());
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
        let before = search.bound;
        if let Some(bound) = run.dual_bound.filter(|_| run.end != End::Infeasible) {
            search.tighten(bound);
        }
        search.follow(&run, before);
        if run.end == End::Infeasible {
            break search.infeasible()?;
        }
        stats.dual_bound = run.dual_bound;
        let found = match run.solution {
            Some((values, objective)) => search.take(&values, objective)?,
            None => Vec::new(),
        };
        search.record.note(search.known());
        if search.is_proven() || found.is_empty() || run.end == End::Stopped || control.stopped() {
            break search.verdict()?;
        }
        search.record.cycle_cuts(&found);
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
    let known = search.known();
    let history = search.record.end(known);
    stats.seconds = history.moments.last().map_or(0.0, |end| end.seconds);
    Ok(Outcome {
        verdict,
        stats,
        history: History::Milp(history),
    })
}

/// The best order so far and what no order beats, over all rounds.
struct Search<'a> {
    formulation: &'a dyn Formulation,
    problem: &'a Problem,
    best: Option<Solution>,
    bound: u32,
    record: Record,
}

impl Search<'_> {
    /// The bound and the score of the best order.
    fn known(&self) -> (u32, Option<u32>) {
        (self.bound, self.best.as_ref().map(|best| best.score))
    }

    /// Takes the incumbents of a run and records what was heard of it. `before` is the bound before it,
    /// and the run's last word is taken already: nothing heard on the way counts for more than that.
    fn follow(&mut self, run: &Attempt, before: u32) {
        let sense = self.problem.sense();
        for news in &run.news {
            if let Some(values) = &news.solution {
                self.offer(&self.nearest(values));
            }
            let (last, best) = self.known();
            let heard = news
                .bound
                .map_or(before, |bound| sense.tighter(before, bound));
            let bound = if sense.better(last, heard) {
                last
            } else {
                heard
            };
            self.record
                .heard((news.at, news.nodes), news.bound, (bound, best));
        }
        self.record.round(run, sense);
    }

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
        let sense = self.problem.sense();
        self.bound = sense.tighter(self.bound, as_score(dual_bound, sense));
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
