//! Events of a run that solves an instance.

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

/// Pause between two reports of progress.
const REPORT_PAUSE: Duration = Duration::from_millis(100);

/// Time limits of the search for a conflict: of a large wall, and of a small one.
const CONFLICT_LIMITS: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(2)];

/// Settings of a solve within the limits of a run, without use of the disk.
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

/// Solves the instance of an address. The events are `stated`, with the question; `progress` and `order`, any number of
/// times; `answer`; `conflict`, where no order is feasible. A run by a given method is a second run, without the event
/// `stated`.
pub(super) fn follow(
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
    let settings = reporting_settings(run, &site.templates, address, instance);
    let answer = match method {
        Some(method) => solve(instance, method, &settings),
        None => {
            send_bound(run, instance);
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
        send_conflict(run, site, address, instance)?;
    }
    Ok(())
}

/// Method of a second run for an instance, if it is useful: where a run has one thread.
fn second_method(instance: &Instance) -> Option<&'static str> {
    let cells = Problem::from(instance).free_len();
    let is_useful = !SIDE_BY_SIDE && Solver::default().is_built_in() && cells > SMALL_WALL;
    is_useful.then(|| Method::Ordering.name())
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
    /// Question of an address; `clashes` are the indices of constraints that cannot hold together.
    fn of(site: &Site, address: &Address, clashes: &[Vec<usize>]) -> Result<Self, TemplateError> {
        Ok(Self {
            query: address.query(),
            valid: address.instance.is_some(),
            beside: address.instance.as_ref().and_then(second_method),
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

/// Most empty cells of a small wall, which is solved before a bound would be of use: within half a second on a
/// busy machine, whatever its constraints are.
pub(super) const SMALL_WALL: usize = 25;

fn is_small(problem: &Problem) -> bool {
    problem.free_len() <= SMALL_WALL
}

/// Sends the bound of a large wall before its search.
fn send_bound(run: &Run, instance: &Instance) {
    let problem = Problem::from(instance);
    if is_small(&problem) {
        return;
    }
    if let Ok(bound) = by_lines_and_blocks(&problem, run.control()) {
        let moment = Moment {
            seconds: 0.0,
            score: None,
            bound: Some(f64::from(bound.score)),
            nodes: 0,
        };
        run.tell("progress", &moment);
    }
}

/// Sends the constraints that cannot hold together, clash by clash. One constraint of each clash is removed before the next search,
/// until no clash is left or the time is over.
fn send_conflict(
    run: &Run,
    site: &Site,
    address: &Address,
    instance: &Instance,
) -> Result<(), TemplateError> {
    let is_small = is_small(&Problem::from(instance));
    let settings = settings(run).within(Some(CONFLICT_LIMITS[usize::from(is_small)]));
    let (mut clashes, mut irreducible) = (Vec::new(), true);
    let mut remaining: Vec<usize> = (0..instance.constraints().len()).collect();
    loop {
        let part = instance.with_constraints(|index| remaining.contains(&index));
        let Ok(Some(subset)) = conflict::find_soon(&part, &settings) else {
            return Ok(());
        };
        irreducible &= subset.irreducible();
        let clash: Vec<usize> = subset
            .constraints
            .iter()
            .map(|&index| remaining[index])
            .collect();
        let Some(first) = subset.constraints.first() else {
            return Ok(());
        };
        remaining.remove(*first);
        clashes.push(clash);
        let conflict = Conflict {
            stated: StatedQuestion::of(site, address, &clashes)?,
            clash: clashes.iter().flatten().copied().sorted().dedup().collect(),
            irreducible,
        };
        run.tell("conflict", &conflict);
    }
}

/// Settings that report progress and better orders.
fn reporting_settings(
    run: &Run,
    templates: &Templates,
    address: &Address,
    instance: &Instance,
) -> Settings {
    let start = Instant::now();
    let reporter = run.reporter(REPORT_PAUSE);
    let progress = move |progress: &Progress| {
        let Progress::BranchAndBound {
            incumbent,
            bound,
            nodes,
        } = progress
        else {
            return;
        };
        reporter.report(
            "progress",
            &Moment {
                seconds: start.elapsed().as_secs_f64(),
                score: *incumbent,
                bound: *bound,
                nodes: *nodes,
            },
        );
    };
    let (reporter, templates) = (run.reporter(Duration::ZERO), templates.clone());
    let (address, instance) = (address.clone(), instance.clone());
    let on_solution = move |best: &Solution| {
        let replay = Replay::new(&instance, &best.order).ok();
        // A fault of a template comes with the answer.
        let Ok(wall) = wall::wall(&templates, &address, replay.as_ref(), &[]) else {
            return;
        };
        reporter.report(
            "order",
            &BetterOrder {
                seconds: start.elapsed().as_secs_f64(),
                score: best.score,
                wall,
            },
        );
    };
    let settings = settings(run);
    Settings {
        control: Control {
            progress: Some(Arc::new(progress)),
            ..settings.control
        },
        watcher: Watcher::new(on_solution),
        ..settings
    }
}
