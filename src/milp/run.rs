//! Solving, round after round, until the solution is an order.

use super::ffi::{self, Event, Listener};
use super::{MilpError, translate};
use crate::control::{Control, Progress};
use crate::formulation::{Formulation, Program, Reading, Row, Timetable};
use crate::instance::Sense;
use crate::outcome::{Outcome, Solution, Stats, Verdict};
use crate::problem::Problem;
use crate::wall::Cell;
use highs::{HighsModelStatus, HighsSolutionStatus, SolvedModel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

/// Every score is an integer, so a node whose bound is less than a point better than the
/// incumbent can hold no better order. This is the point, less the solver's tolerance.
const ONE_POINT: f64 = 1.0 - 1e-3;

/// Bounds come as floats; this far beyond an integer they still mean that integer.
const TOLERANCE: f64 = 1e-5;

/// Solves a formulation of `problem`, from an order that is known to satisfy it, if there is one.
///
/// When the solution has cycles, rows that forbid them are added and the program is solved again,
/// until the solution is an order or an order's score meets the bound.
///
/// # Errors
/// When HiGHS fails, or has been run with another number of threads in this process.
pub fn solve(
    formulation: &dyn Formulation,
    problem: &Problem,
    start: Option<Solution>,
    control: &Control,
) -> Result<Outcome, MilpError> {
    let clock = Instant::now();
    settle_threads(control)?;
    let program = formulation.program();
    let mut search = Search {
        formulation,
        problem,
        best: None,
        bound: problem.trivial_bound(),
        cuts: Vec::new(),
    };
    search.offer(start.map(|start| start.order).as_deref());
    let mut stats = Stats {
        columns: Some(program.columns().len()),
        rows: Some(program.rows().len()),
        nonzeros: Some(program.nonzeros()),
        nodes: Some(0),
        iterations: Some(0),
        rounds: Some(0),
        ..Stats::default()
    };
    let verdict = loop {
        match search.round(control, &mut stats)? {
            Round::Ended(verdict) => break verdict,
            Round::Cycles(cuts) => search.cuts.extend(cuts),
        }
    };
    stats.cycle_cuts = Some(search.cuts.len());
    stats.seconds = clock.elapsed().as_secs_f64();
    Ok(Outcome { verdict, stats })
}

/// HiGHS takes the first number of threads it sees in a process for good.
fn settle_threads(control: &Control) -> Result<(), MilpError> {
    static THREADS: OnceLock<u32> = OnceLock::new();
    let asked = control.threads.unwrap_or(0);
    let first = *THREADS.get_or_init(|| asked);
    if first == asked {
        Ok(())
    } else {
        Err(MilpError::Threads { first, asked })
    }
}

enum Round {
    Ended(Verdict),
    Cycles(Vec<Row>),
}

struct Search<'a> {
    formulation: &'a dyn Formulation,
    problem: &'a Problem,
    best: Option<Solution>,
    bound: u32,
    cuts: Vec<Row>,
}

impl Search<'_> {
    fn program(&self) -> &Program {
        self.formulation.program()
    }

    /// Solves the program with the cuts so far.
    fn round(&mut self, control: &Control, stats: &mut Stats) -> Result<Round, MilpError> {
        let watch = Watch {
            control,
            seen: Mutex::default(),
        };
        let solved = self.run(control, &watch)?;
        let seen = watch
            .seen
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let dual_bound = solved
            .double_info_value(c"mip_dual_bound")
            .unwrap_or(f64::NAN);
        let add = |total: &mut Option<u64>, more: u64| *total = total.map(|total| total + more);
        add(&mut stats.nodes, ffi::node_count(&solved).unwrap_or(0));
        add(
            &mut stats.iterations,
            u64::try_from(solved.simplex_iteration_count()).unwrap_or(0),
        );
        stats.rounds = stats.rounds.map(|rounds| rounds + 1);
        if stats.rounds == Some(1) {
            let unbranched = ffi::node_count(&solved).is_none_or(|nodes| nodes <= 1);
            let root = if unbranched {
                Some(dual_bound)
            } else {
                seen.root_bound
            };
            stats.root_bound = root.filter(|bound| bound.is_finite());
        }

        let status = solved.status();
        for values in &seen.incumbents {
            self.offer(Some(&self.order_near(values)));
        }
        match status {
            HighsModelStatus::Infeasible | HighsModelStatus::UnboundedOrInfeasible => {
                return match &self.best {
                    None => Ok(Round::Ended(Verdict::Infeasible)),
                    Some(best) => Err(MilpError::Contradiction { score: best.score }),
                };
            }
            // Without a column there is nothing to bound: the objective is a constant.
            HighsModelStatus::ModelEmpty => {
                self.tighten(self.program().objective().offset() as f64)
            }
            _ => self.tighten(dual_bound),
        }
        let ended = matches!(
            status,
            HighsModelStatus::Optimal | HighsModelStatus::ModelEmpty
        );
        let stopped = matches!(
            status,
            HighsModelStatus::ReachedTimeLimit
                | HighsModelStatus::ReachedInterrupt
                | HighsModelStatus::ReachedSolutionLimit
                | HighsModelStatus::ReachedIterationLimit
                | HighsModelStatus::ReachedMemoryLimit
        );
        if !ended && !stopped {
            return Err(MilpError::Highs {
                call: "Highs_run",
                status: format!("{status:?}"),
            });
        }
        let mut cuts = Vec::new();
        if ended || solved.primal_solution_status() == HighsSolutionStatus::Feasible {
            let values = rounded(solved.get_solution().columns());
            match self.formulation.read(&values) {
                Reading::Order(order) => self.offer(Some(&order)),
                Reading::Cyclic { cuts: found, near } => {
                    self.offer(Some(&near));
                    cuts = found;
                }
            }
        }
        let proven = self
            .best
            .as_ref()
            .is_some_and(|best| self.bound == best.score);
        if ended && !proven && !cuts.is_empty() && !control.stopped() {
            return Ok(Round::Cycles(cuts));
        }
        Ok(Round::Ended(self.verdict()))
    }

    fn run(&self, control: &Control, watch: &Watch<'_>) -> Result<SolvedModel, MilpError> {
        let mut model = translate::model(self.program(), &self.cuts)?;
        let set = |option: &str, result: Result<(), highs::TrySetOptionError>| {
            let failed = |error| MilpError::Highs {
                call: "Highs_setOptionValue",
                status: format!("{option}: {error:?}"),
            };
            result.map_err(failed)
        };
        set(
            "mip_rel_gap",
            model.try_set_option("mip_rel_gap", control.mip_gap),
        )?;
        set(
            "mip_abs_gap",
            model.try_set_option("mip_abs_gap", ONE_POINT),
        )?;
        set(
            "random_seed",
            model.try_set_option("random_seed", control.seed as i32),
        )?;
        set(
            "threads",
            model.try_set_option("threads", control.threads.unwrap_or(0) as i32),
        )?;
        if let Some(left) = control.time_left() {
            set(
                "time_limit",
                model.try_set_option("time_limit", left.as_secs_f64()),
            )?;
        }
        if let Some(best) = &self.best {
            let values = self.assignment(&best.order);
            let values: Vec<f64> = values.into_iter().map(|value| value as f64).collect();
            let refused = |status| MilpError::Highs {
                call: "Highs_setSolution",
                status: format!("{status:?}"),
            };
            if !values.is_empty() {
                model
                    .try_set_solution(Some(&values), None, None, None)
                    .map_err(refused)?;
            }
        }
        ffi::run(model, watch)
    }

    fn assignment(&self, order: &[Cell]) -> Vec<i64> {
        self.program()
            .assignment(&Timetable::new(self.problem, order))
    }

    /// Takes an order if it satisfies the program and beats the best so far.
    fn offer(&mut self, order: Option<&[Cell]>) {
        let Some(order) = order.filter(|order| order.len() == self.problem.horizon()) else {
            return;
        };
        let values = self.assignment(order);
        if !self.program().rows().iter().all(|row| row.holds(&values)) {
            return;
        }
        let Ok(score) = u32::try_from(self.program().objective().value(&values)) else {
            return;
        };
        let sense = self.problem.sense();
        if self
            .best
            .as_ref()
            .is_none_or(|best| sense.better(score, best.score))
        {
            self.best = Some(Solution {
                order: order.to_vec(),
                score,
            });
        }
    }

    fn order_near(&self, values: &[f64]) -> Vec<Cell> {
        match self.formulation.read(&rounded(values)) {
            Reading::Order(order) | Reading::Cyclic { near: order, .. } => order,
        }
    }

    /// Takes a dual bound if it is finite and better than the bound so far.
    fn tighten(&mut self, dual_bound: f64) {
        if !dual_bound.is_finite() {
            return;
        }
        // Casts from floats saturate: a bound below 0 becomes 0, which holds for any score.
        self.bound = match self.problem.sense() {
            Sense::Maximize => self.bound.min((dual_bound + TOLERANCE).floor() as u32),
            Sense::Minimize => self.bound.max((dual_bound - TOLERANCE).ceil() as u32),
        };
    }

    fn verdict(&self) -> Verdict {
        let bound = self.bound;
        match self.best.clone() {
            Some(solution) if solution.score == bound => Verdict::Optimal(solution),
            Some(solution) => Verdict::Feasible { solution, bound },
            None => Verdict::Unknown { bound },
        }
    }
}

fn rounded(values: &[f64]) -> Vec<i64> {
    values.iter().map(|value| value.round() as i64).collect()
}

/// Hears what HiGHS tells, and stops it when the control says so.
struct Watch<'a> {
    control: &'a Control,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    /// The last dual bound before the first branching.
    root_bound: Option<f64>,
    incumbents: Vec<Vec<f64>>,
}

impl Listener for Watch<'_> {
    fn hear(&self, event: &Event<'_>) -> bool {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if event.nodes <= 1 && event.dual_bound.is_finite() {
            seen.root_bound = Some(event.dual_bound);
        }
        if let Some(solution) = event.solution {
            seen.incumbents.push(solution.to_vec());
        }
        drop(seen);
        let score = |bound: f64| bound.is_finite().then_some(bound);
        self.control.tell(&Progress::Milp {
            incumbent: score(event.primal_bound),
            bound: score(event.dual_bound),
            nodes: u64::try_from(event.nodes).unwrap_or(0),
        });
        self.control.stopped()
    }
}
