//! The answer while it is computed, as events of a run.

use super::view::AnswerView;
use super::{question, view, wall};
use crate::bounds::by_lines_and_blocks;
use crate::control::{Control, Instant, Progress};
use crate::frontier::FrontierOptions;
use crate::instance::Instance;
use crate::milp::Solver;
use crate::order::{Replay, Solution, Watcher};
use crate::pages::address::Address;
use crate::pages::request::Site;
use crate::pages::run::Run;
use crate::problem::Problem;
use crate::solve::{Method, SIDE_BY_SIDE, Settings, conflict, solve, solve_soon};
use crate::web::{TemplateError, Templates};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// The pause between two reports of progress.
const REPORTS: Duration = Duration::from_millis(100);

/// Time limits of the search for a conflict: of any wall, and of a wall that is solved soon.
const CONFLICT: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(2)];

/// The settings of a solve within the limits of a run: nothing goes to the disk.
pub(super) fn settings(run: &Run) -> Settings {
    Settings {
        control: run.control().clone(),
        frontier: FrontierOptions {
            memory: Some(run.memory()),
            disk: Some(0),
            ..FrontierOptions::default()
        },
        ..Settings::default()
    }
}

/// Solves the instance of an address and tells, in this order: `stated`, what is asked; `progress` and `order`, again and
/// again, what is known; `answer`; `conflict`, where nothing fits. A run by a method that was asked for stands beside another
/// one, which tells what is asked.
pub(super) fn follow(run: &Run, site: &Site, address: &Address, method: Option<Method>) {
    if let Err(fault) = tell(run, site, address, method) {
        run.fail(&fault.to_string());
    }
}

fn tell(
    run: &Run,
    site: &Site,
    address: &Address,
    method: Option<Method>,
) -> Result<(), TemplateError> {
    if method.is_none() {
        run.tell("stated", &StatedQuestion::of(site, address, &[])?);
    }
    let Some(instance) = &address.instance else {
        return Ok(());
    };
    let settings = watched(run, &site.templates, address, instance);
    let answer = match method {
        Some(method) => solve(instance, method, &settings),
        None => {
            tell_bound(run, instance);
            solve_soon(instance, &settings)
        }
    };
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) => {
            run.fail(&error.to_string());
            return Ok(());
        }
    };
    let verdict = &answer.outcome.verdict;
    run.tell(
        "answer",
        &ExploreAnswer {
            status: verdict.status(),
            score: verdict.score(),
            bound: verdict.bound(),
            seconds: answer.outcome.stats.seconds,
            method: answer.method.name(),
            view: view::of_answer(run, site, address, &answer)?,
        },
    );
    if verdict.is_infeasible() {
        tell_conflict(run, site, address, instance)?;
    }
    Ok(())
}

/// The method that a second run tries where a run has one thread.
const BESIDE: Method = Method::Ordering;

/// The method that is worth a run beside that of an instance, if any.
fn beside(instance: &Instance) -> Option<&'static str> {
    let cells = Problem::from(instance).free_len();
    let helps = !SIDE_BY_SIDE && Solver::default().is_built_in() && cells > SOON;
    helps.then(|| BESIDE.name())
}

/// The question of an address, without an answer.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct StatedQuestion {
    query: String,
    valid: bool,
    beside: Option<&'static str>,
    wall: String,
    constraints: String,
    share: String,
}

impl StatedQuestion {
    /// The instance of an address, of whose constraints these clash, given by their positions.
    fn of(site: &Site, address: &Address, clashes: &[Vec<usize>]) -> Result<Self, TemplateError> {
        Ok(Self {
            query: address.query(),
            valid: address.instance.is_some(),
            beside: address.instance.as_ref().and_then(beside),
            wall: wall::wall(&site.templates, address, None, &clashes.concat())?,
            constraints: question::constraints(site, address, clashes)?,
            share: view::share(site, address)?,
        })
    }
}

/// Constraints that cannot hold together.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct Conflict {
    #[serde(flatten)]
    stated: StatedQuestion,
    /// The constraints of all clashes.
    clash: Vec<usize>,
    irreducible: bool,
}

/// State of a solve at a moment.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct Moment {
    seconds: f64,
    score: Option<f64>,
    bound: Option<f64>,
    nodes: u64,
}

/// A better order.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct BetterOrder {
    seconds: f64,
    score: u32,
    wall: String,
}

/// The answer.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct ExploreAnswer {
    status: &'static str,
    score: Option<u32>,
    bound: Option<u32>,
    seconds: f64,
    method: &'static str,
    #[serde(flatten)]
    view: AnswerView,
}

/// Walls with at most so many empty cells are solved so soon that their bounds would come too late: in half a second on a
/// busy machine, whatever is asked of them.
pub(super) const SOON: usize = 25;

fn is_solved_soon(problem: &Problem) -> bool {
    problem.free_len() <= SOON
}

/// The bound that is known before any search, where the search takes a while.
fn tell_bound(run: &Run, instance: &Instance) {
    let problem = Problem::from(instance);
    if is_solved_soon(&problem) {
        return;
    }
    if let Ok(known) = by_lines_and_blocks(&problem, run.control()) {
        let moment = Moment {
            seconds: 0.0,
            score: None,
            bound: Some(f64::from(known.score)),
            nodes: 0,
        };
        run.tell("progress", &moment);
    }
}

/// The constraints that cannot hold together, clash by clash: one of each is left out, and the rest is looked at again, until
/// nothing clashes or the time is over.
fn tell_conflict(
    run: &Run,
    site: &Site,
    address: &Address,
    instance: &Instance,
) -> Result<(), TemplateError> {
    let soon = is_solved_soon(&Problem::from(instance));
    let settings = settings(run).within(Some(CONFLICT[usize::from(soon)]));
    let (mut clashes, mut irreducible) = (Vec::new(), true);
    let mut left: Vec<usize> = (0..instance.constraints().len()).collect();
    loop {
        let part = instance.with_constraints(|index| left.contains(&index));
        let Ok(Some(found)) = conflict::find_soon(&part, &settings) else {
            return Ok(());
        };
        irreducible &= found.irreducible();
        let clash: Vec<usize> = found.constraints.iter().map(|&at| left[at]).collect();
        let Some(out) = found.constraints.first() else {
            return Ok(());
        };
        left.remove(*out);
        clashes.push(clash);
        let conflict = Conflict {
            stated: StatedQuestion::of(site, address, &clashes)?,
            clash: clashes.iter().flatten().copied().sorted().dedup().collect(),
            irreducible,
        };
        run.tell("conflict", &conflict);
    }
}

/// Settings that tell of progress and of better orders.
fn watched(run: &Run, templates: &Templates, address: &Address, instance: &Instance) -> Settings {
    let began = Instant::now();
    let reporter = run.reporter(REPORTS);
    let progress = move |progress: &Progress| {
        let Progress::Milp {
            incumbent,
            bound,
            nodes,
        } = progress
        else {
            return;
        };
        reporter.tell(
            "progress",
            &Moment {
                seconds: began.elapsed().as_secs_f64(),
                score: *incumbent,
                bound: *bound,
                nodes: *nodes,
            },
        );
    };
    let (reporter, templates) = (run.reporter(Duration::ZERO), templates.clone());
    let (address, instance) = (address.clone(), instance.clone());
    let found = move |best: &Solution| {
        let replay = Replay::new(&instance, &best.order).ok();
        // What is wrong with a template is told with the answer.
        let Ok(wall) = wall::wall(&templates, &address, replay.as_ref(), &[]) else {
            return;
        };
        reporter.tell(
            "order",
            &BetterOrder {
                seconds: began.elapsed().as_secs_f64(),
                score: best.score,
                wall,
            },
        );
    };
    let plain = settings(run);
    Settings {
        control: Control {
            progress: Some(Arc::new(progress)),
            ..plain.control
        },
        watcher: Watcher::new(found),
        ..plain
    }
}
