//! One run of HiGHS on a program, with its events.

use super::ffi::{self, Event, Listener};
use super::model;
use crate::formulation::{Program, Row};
use crate::instance::Sense;
use crate::memory;
use crate::milp::backend::{Attempt, End, Links, News};
use crate::milp::thread::answer;
use crate::milp::{MilpError, MilpOptions};
use crate::order::Incumbent;
use crate::outcome::as_score;
use azulejo_control::{Control, Instant, Progress};
use highs::{HighsModelStatus, HighsOptionValue, HighsSolutionStatus, Model, SolvedModel};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Every score is an integer, so a node whose bound is less than a point better than the
/// incumbent can hold no better order: this absolute gap, rounded to scores, is none.
const BELOW_ONE_POINT: f64 = 1.0 - 1e-3;

/// Solves a program and further rows, from a solution of it if there is one. The program is shared with the thread.
///
/// HiGHS runs in a thread of its own. If it does not stop when it should, the answer is its state
/// so far, and the thread is left to itself.
pub(super) fn solve(
    program: &Arc<Program>,
    cuts: &[Row],
    start: Option<Vec<i64>>,
    links: &Links<'_>,
    options: &MilpOptions,
    control: &Control,
) -> Result<Attempt, MilpError> {
    afford(program)?;
    let watch = Watch {
        control: control.clone(),
        incumbent: links.incumbent.clone(),
        options: options.clone(),
        sense: program.sense(),
        log: Arc::default(),
    };
    let log = Arc::clone(&watch.log);
    let (program, cuts) = (Arc::clone(program), cuts.to_vec());
    let (report, outcome) = mpsc::channel();
    let job = move || {
        // There is no receiver after the run was given up.
        let _ = report.send(run(&program, &cuts, start, &watch));
    };
    thread::Builder::new().name("highs".into()).spawn(job)?;
    let pass_on = || {
        let solution = lock(&log).new_solution.take();
        if let Some(values) = solution {
            (links.on_solution)(&values);
        }
    };
    match answer(&outcome, control, pass_on)? {
        Some(attempt) => Ok(attempt),
        None => Ok(unfinished_attempt(&log)),
    }
}

/// Address space of HiGHS before it has a program, in bytes, most of it for its threads.
const IDLE: u64 = 384 << 20;

/// Memory of HiGHS for each coefficient, in bytes, with all copies.
const EACH: u64 = 512;

/// Refuses a program that would end the process: HiGHS does not survive a system that gives it no memory.
pub(super) fn afford(program: &Program) -> Result<(), MilpError> {
    let needs = IDLE + EACH * program.nonzeros() as u64;
    match memory::of_process() {
        Some(left) if left < needs => Err(MilpError::NoMemory { needs, left }),
        _ => Ok(()),
    }
}

fn run(
    program: &Program,
    cuts: &[Row],
    start: Option<Vec<i64>>,
    watch: &Watch,
) -> Result<Attempt, MilpError> {
    let mut model = model(program, cuts)?;
    set_options(&mut model, &watch.options, &watch.control)?;
    if let Some(values) = start {
        let values: Vec<f64> = values.into_iter().map(|value| value as f64).collect();
        let result = model.try_set_solution(Some(&values), None, None, None);
        result.map_err(|status| failed("Highs_setSolution", status))?;
    }
    let solved_model = ffi::run(model, watch)?;
    collect(
        program,
        &solved_model,
        std::mem::take(&mut lock(&watch.log)),
    )
}

/// The attempt of a run that does not stop, from its events so far.
fn unfinished_attempt(log: &Mutex<EventLog>) -> Attempt {
    let log = std::mem::take(&mut *lock(log));
    Attempt {
        dual_bound: log.dual_bound,
        root_bound: log.root_bound.filter(|_| log.nodes > 1),
        relaxation: log.relaxation,
        cuts: log.cuts,
        news: log.news,
        nodes: log.nodes,
        ..Attempt::without_result(End::Stopped)
    }
}

fn collect(program: &Program, model: &SolvedModel, log: EventLog) -> Result<Attempt, MilpError> {
    let end = match model.status() {
        HighsModelStatus::Optimal => End::Optimal,
        HighsModelStatus::Infeasible | HighsModelStatus::UnboundedOrInfeasible => End::Infeasible,
        HighsModelStatus::ReachedTimeLimit
        | HighsModelStatus::ReachedInterrupt
        | HighsModelStatus::ReachedSolutionLimit
        | HighsModelStatus::ReachedIterationLimit
        | HighsModelStatus::ReachedMemoryLimit => End::Stopped,
        status => return Err(failed("Highs_run", status)),
    };
    let feasible = model.primal_solution_status() == HighsSolutionStatus::Feasible;
    let solution = || {
        (
            model.get_solution().columns().to_vec(),
            model.objective_value(),
        )
    };
    // Without integer columns HiGHS runs no branch and bound, whose bound is then 0 and means nothing.
    let dual_bound = match program.binaries() {
        0 => (end == End::Optimal).then(|| model.objective_value()),
        _ => ffi::dual_bound(model),
    };
    let nodes = ffi::node_count(model).unwrap_or(0);
    let root_bound = match (nodes, end) {
        (0 | 1, End::Stopped) => None,
        (0 | 1, _) => dual_bound,
        _ => log.root_bound,
    };
    Ok(Attempt {
        end,
        solution: feasible.then(solution),
        dual_bound,
        root_bound,
        relaxation: log.relaxation,
        cuts: log.cuts,
        news: log.news,
        nodes,
        iterations: u64::try_from(model.simplex_iteration_count()).unwrap_or(0),
    })
}

pub(super) fn set_options(
    model: &mut Model,
    options: &MilpOptions,
    control: &Control,
) -> Result<(), MilpError> {
    let whole = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
    set(model, "mip_rel_gap", options.gap)?;
    set(model, "mip_abs_gap", BELOW_ONE_POINT)?;
    set(model, "random_seed", whole(options.seed))?;
    // HiGHS keeps the first number of threads of a thread; each run has a thread of its own.
    set(model, "threads", whole(options.threads.unwrap_or(0)))?;
    if let Some(log) = &options.log {
        set(model, "output_flag", true)?;
        set(model, "log_file", log.as_os_str().as_encoded_bytes())?;
    }
    if let Some(time) = control.time_left() {
        set(model, "time_limit", time.as_secs_f64())?;
    }
    Ok(())
}

/// Sets an option of HiGHS.
pub(super) fn set(
    model: &mut Model,
    option: &str,
    value: impl HighsOptionValue,
) -> Result<(), MilpError> {
    let result = model.try_set_option(option, value);
    result.map_err(|error| failed("Highs_setOptionValue", error))
}

pub(super) fn failed(call: &'static str, status: impl std::fmt::Debug) -> MilpError {
    MilpError::refused(call, format!("{status:?}"))
}

fn lock(log: &Mutex<EventLog>) -> MutexGuard<'_, EventLog> {
    log.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A listener that logs the events of HiGHS, and stops it with the control.
struct Watch {
    control: Control,
    incumbent: Incumbent,
    options: MilpOptions,
    sense: Sense,
    log: Arc<Mutex<EventLog>>,
}

#[derive(Default)]
struct EventLog {
    dual_bound: Option<f64>,
    /// The last dual bound before the first branching.
    root_bound: Option<f64>,
    /// The first dual bound after a linear program.
    relaxation: Option<f64>,
    cuts: Option<usize>,
    nodes: u64,
    news: Vec<News>,
    /// The last solution, until it is passed on.
    new_solution: Option<Vec<f64>>,
    /// The best bound and the nodes among the news.
    last_news: (Option<u32>, u64),
}

impl EventLog {
    fn record(&mut self, event: &Event<'_>, sense: Sense) {
        let bound = finite(event.dual_bound);
        self.nodes = u64::try_from(event.nodes).unwrap_or(0);
        self.dual_bound = bound.or(self.dual_bound);
        if self.nodes <= 1 {
            self.root_bound = self.dual_bound;
        }
        if event.iterations > 0 {
            self.relaxation = self.relaxation.or(bound);
        }
        let cuts = event.cuts.and_then(|cuts| usize::try_from(cuts).ok());
        self.cuts = cuts.or(self.cuts);

        if let Some(values) = event.solution {
            self.new_solution = Some(values.to_vec());
        }
        let (last_news, last_nodes) = self.last_news;
        let bound = bound.map(|bound| as_score(bound, sense));
        let best = match (last_news, bound) {
            (Some(last_news), Some(bound)) => Some(sense.tighter(last_news, bound)),
            (last_news, bound) => last_news.or(bound),
        };
        if best != last_news || event.solution.is_some() || self.nodes >= 2 * last_nodes.max(1) {
            self.last_news = (best, self.nodes);
            self.news.push(News {
                instant: Instant::now(),
                nodes: self.nodes,
                bound: best,
                solution: event.solution.map(<[f64]>::to_vec),
            });
        }
    }
}

fn finite(bound: f64) -> Option<f64> {
    bound.is_finite().then_some(bound)
}

impl Listener for Watch {
    fn handle(&self, event: &Event<'_>) -> bool {
        let mut log = lock(&self.log);
        log.record(event, self.sense);
        let (bound, _) = log.last_news;
        drop(log);
        self.control.tell(&Progress::Milp {
            incumbent: finite(event.primal_bound),
            bound: finite(event.dual_bound),
            nodes: u64::try_from(event.nodes).unwrap_or(0),
        });
        let is_proven = bound.is_some() && bound == self.incumbent.score();
        // HiGHS ends by itself with a solution of its own.
        let own = finite(event.primal_bound).map(|score| score.round() as u32);
        (is_proven && own != bound) || self.control.stopped()
    }
}
