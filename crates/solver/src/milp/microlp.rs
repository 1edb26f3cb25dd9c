//! microlp: a solver in Rust alone, for machines without cmake and a C++ compiler. It is slow: it proves the extremes of walls of a few
//! cells; on larger walls the bounds have to prove them.

use super::backend::{Attempt, Backend, End, Links, Root};
use super::model::model;
use super::thread::in_thread;
use super::{MilpError, MilpOptions, Relaxation, dual};
use crate::formulation::{Program, Row};
use azulejo_control::Control;
use good_lp::solvers::{SolutionStatus, WithTimeLimit};
use good_lp::{ResolutionError, Solution, SolverModel, WithInitialSolution};
use std::sync::Arc;

/// microlp, as a backend.
#[derive(Debug)]
pub(super) struct Microlp;

impl Backend for Microlp {
    fn name(&self) -> &'static str {
        "microlp"
    }

    /// microlp has no events, and a stopped run has only a solution. Options have no meaning for microlp: it has one thread, no random
    /// numbers, and proves optimality.
    fn solve(
        &self,
        program: &Arc<Program>,
        cuts: &[Row],
        start: Option<Vec<i64>>,
        _links: &Links<'_>,
        _options: &MilpOptions,
        control: &Control,
    ) -> Result<Attempt, MilpError> {
        attempt(program, cuts, start, control)
    }

    fn root(
        &self,
        program: &Program,
        _options: &MilpOptions,
        control: &Control,
    ) -> Result<Box<dyn Root>, MilpError> {
        Ok(Box::new(ColdRoot {
            program: Arc::new(program.relaxed()),
            rows: Vec::new(),
            control: control.clone(),
        }))
    }

    fn multipliers(
        &self,
        program: &Program,
        _options: &MilpOptions,
        control: &Control,
    ) -> Result<Option<Vec<f64>>, MilpError> {
        let (program, limits) = (program.relaxed(), control.clone());
        let job = move || dual::multipliers(&program, &limits);
        let multipliers = in_thread("microlp", control, || {}, job)?;
        Ok(multipliers.flatten())
    }
}

/// A run in a thread of its own.
fn attempt(
    program: &Arc<Program>,
    cuts: &[Row],
    start: Option<Vec<i64>>,
    control: &Control,
) -> Result<Attempt, MilpError> {
    let (program, cuts, limits) = (Arc::clone(program), cuts.to_vec(), control.clone());
    let job = move || run(&program, &cuts, start, &limits);
    let attempt = in_thread("microlp", control, || {}, job)?;
    Ok(attempt.unwrap_or_else(|| Attempt::without_result(End::Stopped)))
}

/// A model with the time that is left.
pub(super) fn limit_time<M: WithTimeLimit>(model: M, control: &Control) -> M {
    match control.time_left() {
        Some(time) => model.with_time_limit(time.as_secs_f64()),
        None => model,
    }
}

fn run(
    program: &Program,
    cuts: &[Row],
    start: Option<Vec<i64>>,
    control: &Control,
) -> Result<Attempt, MilpError> {
    let (model, columns) = model(program, cuts, good_lp::microlp);
    let mut model = limit_time(model, control);
    if let Some(values) = start {
        let values = values.into_iter().map(|value| value as f64);
        model = model.with_initial_solution(columns.iter().copied().zip(values));
    }
    let solution = match model.solve() {
        Ok(solution) => solution,
        Err(ResolutionError::Infeasible) => return Ok(Attempt::without_result(End::Infeasible)),
        // microlp found no solution in time.
        Err(ResolutionError::Other(_)) => return Ok(Attempt::without_result(End::Stopped)),
        Err(error) => return Err(MilpError::refused("microlp", error)),
    };
    let end = match solution.status() {
        SolutionStatus::Optimal => End::Optimal,
        SolutionStatus::GapLimit | SolutionStatus::TimeLimit => End::Stopped,
    };
    let values: Vec<f64> = columns
        .iter()
        .map(|&column| solution.value(column))
        .collect();
    let objective = program.objective();
    let terms = objective.terms();
    let points = terms.map(|(column, factor)| factor as f64 * values[column.index()]);
    let score = points.sum::<f64>() + objective.offset() as f64;
    Ok(Attempt {
        solution: Some((values, score)),
        dual_bound: (end == End::Optimal).then_some(score),
        ..Attempt::without_result(end)
    })
}

/// A linear relaxation that is solved from nothing each time.
struct ColdRoot {
    program: Arc<Program>,
    rows: Vec<Row>,
    control: Control,
}

impl Root for ColdRoot {
    fn solve(&mut self, rows: Vec<Row>) -> Result<Relaxation, MilpError> {
        self.rows.extend(rows);
        let run = attempt(&self.program, &self.rows, None, &self.control)?;
        Ok(Relaxation::of(run))
    }
}
