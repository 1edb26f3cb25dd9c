//! One run of HiGHS on a program, with its events.

use super::ffi::{self, Event, Response};
use super::model;
use crate::formulation::{Program, Row};
use crate::instance::Sense;
use crate::memory;
use crate::milp::backend::{Attempt, End, Links, News};
use crate::milp::thread::in_thread;
use crate::milp::{MilpError, MilpOptions};
use crate::order::Incumbent;
use crate::outcome::{Round, as_score};
use azulejo_control::{Control, Instant, Progress};
use highs::{HighsModelStatus, HighsOptionValue, HighsSolutionStatus, Model, SolvedModel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
    let job = move || run(&program, &cuts, start, &watch);
    let mut score = links.incumbent.score();
    let pass_on = || {
        let solution = lock(&log).new_solution.take();
        if let Some(values) = solution {
            (links.on_solution)(&values);
        }
        let best = links.incumbent.best();
        if let Some(best) = best.filter(|best| score != Some(best.score)) {
            score = Some(best.score);
            let values = (links.assignment)(&best.order).into_iter();
            lock(&log).incumbent = Some(values.map(|value| value as f64).collect());
        }
    };
    let attempt = in_thread("highs", control, pass_on, job)?;
    Ok(attempt.unwrap_or_else(|| unfinished_attempt(&log)))
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
    let solved_model = ffi::run(model, &|event: &Event<'_>| watch.handle(event))?;
    let events = std::mem::take(&mut lock(&watch.log).attempt);
    collect(program, &solved_model, events)
}

/// The attempt of a run that does not stop, from its events so far.
fn unfinished_attempt(log: &Mutex<EventLog>) -> Attempt {
    let mut attempt = std::mem::take(&mut lock(log).attempt);
    if attempt.round.nodes <= 1 {
        attempt.round.root_bound = None;
    }
    attempt
}

/// The attempt of a run that has ended, from its model and from the attempt of its events.
fn collect(program: &Program, model: &SolvedModel, events: Attempt) -> Result<Attempt, MilpError> {
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
        _ => events.round.root_bound,
    };
    Ok(Attempt {
        end,
        solution: feasible.then(solution),
        dual_bound,
        round: Round {
            root_bound,
            nodes,
            ..events.round
        },
        news: events.news,
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
    /// The state so far: the relaxation is the first dual bound after a linear program, the root's bound the last one
    /// before the first branching.
    attempt: Attempt,
    /// The last solution, until it is passed on.
    new_solution: Option<Vec<f64>>,
    /// The incumbent of another method, until HiGHS takes it.
    incumbent: Option<Vec<f64>>,
    /// The best bound and the nodes among the news.
    last_news: (Option<u32>, u64),
}

impl EventLog {
    fn record(&mut self, event: &Event<'_>, sense: Sense) {
        let bound = finite(event.dual_bound);
        let nodes = u64::try_from(event.nodes).unwrap_or(0);
        let attempt = &mut self.attempt;
        attempt.dual_bound = bound.or(attempt.dual_bound);
        let round = &mut attempt.round;
        round.nodes = nodes;
        if nodes <= 1 {
            round.root_bound = attempt.dual_bound;
        }
        if event.iterations > 0 {
            round.relaxation = round.relaxation.or(bound);
        }
        let cuts = event.cuts.and_then(|cuts| usize::try_from(cuts).ok());
        round.solver_cuts = cuts.or(round.solver_cuts);

        if let Some(values) = event.solution {
            self.new_solution = Some(values.to_vec());
        }
        let (last_news, last_nodes) = self.last_news;
        let bound = bound.map(|bound| as_score(bound, sense));
        let best = match (last_news, bound) {
            (Some(last_news), Some(bound)) => Some(sense.tighter(last_news, bound)),
            (last_news, bound) => last_news.or(bound),
        };
        if best != last_news || event.solution.is_some() || nodes >= 2 * last_nodes.max(1) {
            self.last_news = (best, nodes);
            self.attempt.news.push(News {
                instant: Instant::now(),
                nodes,
                bound: best,
                solution: event.solution.map(<[f64]>::to_vec),
            });
        }
    }
}

fn finite(bound: f64) -> Option<f64> {
    bound.is_finite().then_some(bound)
}

impl Watch {
    /// Logs an event.
    fn handle(&self, event: &Event<'_>) -> Response {
        let mut log = lock(&self.log);
        log.record(event, self.sense);
        let (bound, _) = log.last_news;
        let solution = log.incumbent.take_if(|_| event.takes_solution);
        drop(log);
        self.control.tell(&Progress::BranchAndBound {
            incumbent: finite(event.primal_bound),
            bound: finite(event.dual_bound),
            nodes: u64::try_from(event.nodes).unwrap_or(0),
        });
        let is_proven = bound.is_some() && bound == self.incumbent.score();
        // HiGHS ends by itself with a solution of its own.
        let own = finite(event.primal_bound).map(|score| score.round() as u32);
        Response {
            stop: (is_proven && own != bound) || self.control.stopped(),
            solution,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dense;
    use crate::formulation::{Formulation, OrderingFormulation, Timetable};
    use crate::instance::Instance;
    use crate::problem::Problem;

    #[test]
    fn highs_takes_the_incumbent_of_another_method() {
        let instance = Instance::builder(4, 4, Sense::Minimize).rounds().build();
        let problem = Problem::from(&instance.expect("valid"));
        let formulation = OrderingFormulation::new(&problem).expect("small");
        let (program, control) = (formulation.program(), Control::default());
        let outcome = dense::solve(&problem, None, &control).expect("small");
        let optimum = outcome.verdict.solution().expect("an order");
        let values = program.assignment(&Timetable::new(&problem, &optimum.order));
        let values: Vec<f64> = values.into_iter().map(|value| value as f64).collect();
        let watch = Watch {
            control,
            incumbent: Incumbent::new(Sense::Minimize, None),
            options: MilpOptions::default(),
            sense: Sense::Minimize,
            log: Arc::default(),
        };
        lock(&watch.log).incumbent = Some(values.clone());
        let attempt = run(program, &[], None, &watch).expect("HiGHS runs");
        let mut solutions = attempt
            .news
            .iter()
            .filter_map(|news| news.solution.as_ref());
        assert!(solutions.any(|solution| *solution == values));
        assert!(lock(&watch.log).incumbent.is_none());
    }
}
