//! microlp: a solver in Rust alone, for machines without cmake and a C++ compiler. It is slow: it proves the extremes of
//! walls of a few cells, and elsewhere whatever the bounds prove without it.

use super::backend::{Attempt, Backend, End, Links, Root};
use super::model::model;
use super::thread::answer;
use super::{MilpError, MilpOptions, Relaxation, dual};
use crate::formulation::{Program, Row};
use azulejo_control::Control;
use good_lp::solvers::{SolutionStatus, WithTimeLimit};
use good_lp::{ResolutionError, Solution, SolverModel, WithInitialSolution};
use std::sync::{Arc, mpsc};
use std::thread;

/// microlp, as a backend.
#[derive(Debug)]
pub(super) struct Microlp;

impl Backend for Microlp {
    fn name(&self) -> &'static str {
        "microlp"
    }

    /// microlp tells nothing on the way, and of a run that is stopped only the solution. Options have no meaning for microlp: it
    /// has one thread, no random numbers, and proves optimality.
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
        let program = program.relaxed();
        let multipliers = apart(control, move |control| dual::multipliers(&program, control))?;
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
    let (program, cuts) = (Arc::clone(program), cuts.to_vec());
    let attempt = apart(control, move |control| run(&program, &cuts, start, control))?;
    Ok(attempt.unwrap_or_else(|| Attempt::ended(End::Stopped)))
}

/// Work of microlp in a thread of its own; none where the work has not stopped a while after it should.
fn apart<T: Send + 'static>(
    control: &Control,
    work: impl FnOnce(&Control) -> Result<T, MilpError> + Send + 'static,
) -> Result<Option<T>, MilpError> {
    if cfg!(target_family = "wasm") {
        // There is no other thread; the page that asked can end this one.
        return work(control).map(Some);
    }
    let (report, outcome) = mpsc::channel();
    let limits = control.clone();
    let job = move || {
        // Nobody listens any more where the run was given up.
        let _ = report.send(work(&limits));
    };
    thread::Builder::new().name("microlp".into()).spawn(job)?;
    answer(&outcome, control, || {})
}

/// A model with the time that is left.
pub(super) fn limited<M: WithTimeLimit>(model: M, control: &Control) -> M {
    match control.time_left() {
        Some(left) => model.with_time_limit(left.as_secs_f64()),
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
    let mut model = limited(model, control);
    if let Some(values) = start {
        let values = values.into_iter().map(|value| value as f64);
        model = model.with_initial_solution(columns.iter().copied().zip(values));
    }
    let solved = match model.solve() {
        Ok(solved) => solved,
        Err(ResolutionError::Infeasible) => return Ok(Attempt::ended(End::Infeasible)),
        // microlp found no solution in time.
        Err(ResolutionError::Other(_)) => return Ok(Attempt::ended(End::Stopped)),
        Err(error) => return Err(MilpError::refused("microlp", error)),
    };
    let end = match solved.status() {
        SolutionStatus::Optimal => End::Optimal,
        SolutionStatus::GapLimit | SolutionStatus::TimeLimit => End::Stopped,
    };
    let values: Vec<f64> = columns.iter().map(|&column| solved.value(column)).collect();
    let objective = program.objective();
    let terms = objective.terms();
    let earned = terms.map(|(column, factor)| factor as f64 * values[column.index()]);
    let score = earned.sum::<f64>() + objective.offset() as f64;
    Ok(Attempt {
        solution: Some((values, score)),
        dual_bound: (end == End::Optimal).then_some(score),
        ..Attempt::ended(end)
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
