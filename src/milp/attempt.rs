//! One run of HiGHS on a program, and everything it has to say.

use super::ffi::{self, Event, Listener};
use super::{MilpError, translate};
use crate::control::{Control, Progress};
use crate::formulation::{Program, Row};
use highs::{HighsModelStatus, HighsSolutionStatus, Model, SolvedModel, TrySetOptionError};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Every score is an integer, so a node whose bound is less than a point better than the
/// incumbent can hold no better order: this absolute gap, rounded to scores, is none.
const BELOW_ONE_POINT: f64 = 1.0 - 1e-3;

/// What came of a run.
pub(super) struct Attempt {
    pub(super) end: End,
    /// The best solution of the program, one value a column.
    pub(super) solution: Option<Vec<f64>>,
    /// The objective value of that solution.
    pub(super) objective: f64,
    /// What no solution of the program beats; not finite where nothing is known.
    pub(super) dual_bound: f64,
    /// The dual bound before the first branching.
    pub(super) root_bound: Option<f64>,
    /// Every incumbent on the way.
    pub(super) incumbents: Vec<Vec<f64>>,
    pub(super) nodes: u64,
    pub(super) iterations: u64,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The solution is optimal, within the gaps.
    Optimal,
    /// The program has no solution.
    Infeasible,
    /// A limit, or somebody, stopped it.
    Stopped,
}

/// Solves a program and further rows, from a solution of it if there is one.
pub(super) fn attempt(
    program: &Program,
    cuts: &[Row],
    start: Option<Vec<i64>>,
    control: &Control,
) -> Result<Attempt, MilpError> {
    settle_threads(control)?;
    if program.is_contradictory() {
        return Ok(decided(program, End::Infeasible));
    }
    if program.columns().is_empty() {
        return Ok(decided(program, End::Optimal));
    }
    let mut model = translate::model(program, cuts)?;
    set_options(&mut model, control)?;
    if let Some(values) = start {
        let values: Vec<f64> = values.into_iter().map(|value| value as f64).collect();
        let set = model.try_set_solution(Some(&values), None, None, None);
        set.map_err(|status| failed("Highs_setSolution", status))?;
    }
    let watch = Watch {
        control,
        heard: Mutex::default(),
    };
    let solved = ffi::run(model, &watch)?;
    let heard = watch
        .heard
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    collect(&solved, heard)
}

/// A program that is decided on sight, without HiGHS, which does not take empty ones.
fn decided(program: &Program, end: End) -> Attempt {
    let constant = program.objective().offset() as f64;
    Attempt {
        end,
        solution: (end == End::Optimal).then(Vec::new),
        objective: constant,
        dual_bound: constant,
        root_bound: None,
        incumbents: Vec::new(),
        nodes: 0,
        iterations: 0,
    }
}

fn collect(solved: &SolvedModel, heard: Heard) -> Result<Attempt, MilpError> {
    let end = match solved.status() {
        HighsModelStatus::Optimal => End::Optimal,
        HighsModelStatus::Infeasible | HighsModelStatus::UnboundedOrInfeasible => End::Infeasible,
        HighsModelStatus::ReachedTimeLimit
        | HighsModelStatus::ReachedInterrupt
        | HighsModelStatus::ReachedSolutionLimit
        | HighsModelStatus::ReachedIterationLimit
        | HighsModelStatus::ReachedMemoryLimit => End::Stopped,
        status => return Err(failed("Highs_run", status)),
    };
    let feasible = solved.primal_solution_status() == HighsSolutionStatus::Feasible;
    let dual_bound = solved
        .double_info_value(c"mip_dual_bound")
        .unwrap_or(f64::NAN);
    let nodes = ffi::node_count(solved);
    let root_bound = if nodes.is_none_or(|nodes| nodes <= 1) {
        Some(dual_bound)
    } else {
        heard.root_bound
    };
    Ok(Attempt {
        end,
        solution: feasible.then(|| solved.get_solution().columns().to_vec()),
        objective: solved.objective_value(),
        dual_bound,
        root_bound: root_bound.filter(|bound| bound.is_finite()),
        incumbents: heard.incumbents,
        nodes: nodes.unwrap_or(0),
        iterations: u64::try_from(solved.simplex_iteration_count()).unwrap_or(0),
    })
}

fn set_options(model: &mut Model, control: &Control) -> Result<(), MilpError> {
    let threads = control.threads.unwrap_or(0);
    let whole = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
    let refused = |error: TrySetOptionError| failed("Highs_setOptionValue", error);
    model
        .try_set_option("mip_rel_gap", control.mip_gap)
        .map_err(refused)?;
    model
        .try_set_option("mip_abs_gap", BELOW_ONE_POINT)
        .map_err(refused)?;
    model
        .try_set_option("random_seed", whole(control.seed))
        .map_err(refused)?;
    model
        .try_set_option("threads", whole(threads))
        .map_err(refused)?;
    if let Some(left) = control.time_left() {
        model
            .try_set_option("time_limit", left.as_secs_f64())
            .map_err(refused)?;
    }
    Ok(())
}

fn failed(call: &'static str, what: impl std::fmt::Debug) -> MilpError {
    MilpError::Highs {
        call,
        status: format!("{what:?}"),
    }
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

/// Hears what HiGHS tells, and stops it when the control says so.
struct Watch<'a> {
    control: &'a Control,
    heard: Mutex<Heard>,
}

#[derive(Default)]
struct Heard {
    root_bound: Option<f64>,
    incumbents: Vec<Vec<f64>>,
}

impl Listener for Watch<'_> {
    fn hear(&self, event: &Event<'_>) -> bool {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        if event.nodes <= 1 && event.dual_bound.is_finite() {
            heard.root_bound = Some(event.dual_bound);
        }
        heard.incumbents.extend(event.solution.map(<[f64]>::to_vec));
        drop(heard);
        let finite = |bound: f64| bound.is_finite().then_some(bound);
        self.control.tell(&Progress::Milp {
            incumbent: finite(event.primal_bound),
            bound: finite(event.dual_bound),
            nodes: u64::try_from(event.nodes).unwrap_or(0),
        });
        self.control.stopped()
    }
}
