//! Several methods side by side, and a local search for better orders.

use super::programs::ordering_from;
use super::{Method, Settings, SolveError, auto};
use crate::bounds::{By, Known};
use crate::frontier::{self, backward};
use crate::instance::Sense;
use crate::memory;
use crate::order::{Incumbent, Solution};
use crate::outcome::{BoundHistory, History, Outcome, Proof, Stats, Unfinished, Verdict};
use crate::problem::Problem;
use crate::restricted::RestrictedSearch;
use crate::starts::ends::{self, Effort};
use crate::starts::{Start, improve_until, orientation};
use crate::wall::CellSet;
use azulejo_control::{Control, Instant};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

/// The ordering formulation and layers, from the same first order and with one incumbent, which a local search makes
/// better meanwhile. The layers go from the last turn back where the wall is filled. Elsewhere they are those of the
/// frontier, after a search for prices. A search through the orientations of neighbours, or through the ends of orders where the wall
/// is not filled, looks for a bound that may prove what the others find, and for better orders. Beside the layers, passes through
/// restricted layers go by prices and become wider and wider. Where the wall is filled, they begin if the layers take long. Where the
/// wall is too large for layers, so that there is no `start`, they begin at once. The first proof ends all. Where nothing is proven,
/// the answer is that of the ordering formulation, with the best order and the tightest bound of all.
pub(super) fn run(
    problem: &Problem,
    (bound, best): (Known, Option<Solution>),
    start: Option<Start>,
    settings: &Settings,
    clock: Instant,
) -> Result<(Method, Outcome), SolveError> {
    let race = Race {
        sense: problem.sense(),
        over: Arc::default(),
        incumbent: Incumbent::watched(problem.sense(), best.clone(), settings.watcher.clone()),
        known: Arc::new(Mutex::new(bound.clone())),
    };
    let program = race.until_over(settings);
    let mut layers = race.until_over(settings);
    // One line of progress is enough, and the solver's has the bound.
    layers.control.progress = None;
    // Nobody who did not speak of the disk expects it to be filled.
    if layers.frontier.scratch.is_none() {
        layers.frontier.disk.get_or_insert(0);
    }
    // A quarter of the memory is for the passes. An eighth is for the search through ends or orientations.
    let all = memory::limit(settings.frontier.memory);
    let (memory, beside) = (all / 4, all / 8);
    layers.frontier.memory = Some(all - memory - beside);
    let enough = bound.score;
    let alone = start.is_none();
    let passes = Passes {
        race: &race,
        clock,
        proven: OnceLock::new(),
    };
    let by_search = || {
        let seed = layers.starts().seed;
        improve_until(problem, &race.incumbent, enough, seed, &layers.control);
    };
    let by_ends = || {
        let effort = Effort::within(beside);
        if let Some(score) = ends::search(problem, &race.incumbent, effort, &layers.control) {
            race.learn(Known {
                score,
                by: By::Ends,
            });
        }
    };
    let by_orientations = || {
        let learn = |score| {
            race.learn(Known {
                score,
                by: By::Orientation,
            });
        };
        let effort = orientation::Effort {
            orders: ORDERS,
            lower: usize::MAX,
            memory: beside,
            seed: layers.starts().seed,
        };
        let (all, control) = (CellSet::full(problem.wall()), &layers.control);
        // It says what it has found before it is stopped.
        let _ = orientation::search((problem, &all), &race.incumbent, effort, control, learn);
    };
    let by_passes = || {
        let late = if alone { Duration::ZERO } else { LATE };
        while clock.elapsed() < late && !layers.control.stopped() {
            thread::sleep(Duration::from_millis(20));
        }
        let limit = match alone {
            true => layers.control.time_left().map(|left| left / 2),
            false => Some(price_limit(&layers.control)),
        };
        let control = layers.control.clone().within(limit);
        if let Some(search) =
            RestrictedSearch::new(problem, (enough, memory), &race.incumbent, &control)
        {
            race.learn(search.known().clone());
            passes.widen(search, &layers.control);
        }
    };
    let (by_program, by_layers) = thread::scope(|scope| {
        // Where the system gives no thread, the proof goes on from the first order.
        let _ = named("local search").spawn_scoped(scope, by_search);
        let _ = match problem.fills_the_wall() {
            true => named("orientations").spawn_scoped(scope, by_orientations),
            false => named("ends").spawn_scoped(scope, by_ends),
        };
        if problem.fills_the_wall() || alone {
            let _ = named("passes").spawn_scoped(scope, by_passes);
        }
        let (race, passes, layers) = (&race, &passes, &layers);
        let by_layers = move |mut start: Start| {
            let (frontier, control) = (&layers.frontier, &layers.control);
            if problem.fills_the_wall() {
                let bound = start.bound(problem);
                let incumbent = &race.incumbent;
                let outcome = backward::solve_beside(problem, bound, incumbent, frontier, control);
                return (
                    Method::Backward,
                    race.ended(outcome.map_err(SolveError::from)),
                );
            }
            let short = control.clone().within(Some(price_limit(control)));
            let search = start.go_by_prices(problem, &race.incumbent, memory, &short);
            race.learn(start.bound(problem));
            if let Some(search) = search {
                let widen = move || passes.widen(search, control);
                let _ = named("passes").spawn_scoped(scope, widen);
            }
            let outcome =
                frontier::solve_beside(problem, start, &race.incumbent, frontier, control);
            (
                Method::Frontier,
                race.ended(outcome.map_err(SolveError::from)),
            )
        };
        // Where the system gives no thread, the ordering formulation runs without layers.
        let frontier = start.and_then(|start| {
            let by_layers = move || by_layers(start);
            named("frontier").spawn_scoped(scope, by_layers).ok()
        });
        let outcome = ordering_from(problem, bound, best, &race.incumbent, &program, clock);
        (
            race.ended(outcome),
            frontier.map(thread::ScopedJoinHandle::join),
        )
    });
    let mut outcomes = vec![(Method::Ordering, by_program)];
    match by_layers {
        Some(Ok(outcome)) => outcomes.push(outcome),
        Some(Err(panic)) => std::panic::resume_unwind(panic),
        None => {}
    }
    let by_passes = passes.proven.into_inner();
    outcomes.extend(by_passes.map(|outcome| (Method::Auto, Ok(outcome))));
    // A broken solver or disk is told even where the other method has an answer.
    if let Some(broken) = outcomes.iter().position(|(_, outcome)| is_broken(outcome)) {
        let (method, outcome) = outcomes.swap_remove(broken);
        return outcome.map(|outcome| (method, outcome));
    }
    let proven = outcomes.iter().position(|(_, outcome)| is_proven(outcome));
    let known = race.known().clone();
    if proven.is_none() && race.is_proven_by_bound() {
        let proven = auto::by_bound(race.incumbent.best(), known, clock);
        return Ok((Method::Auto, proven));
    }
    let bounds = outcomes.iter().filter_map(|(_, outcome)| bound_of(outcome));
    let bound = bounds.fold(known.score, |one, other| {
        problem.sense().tighter(one, other)
    });
    let answered = || outcomes.iter().position(|(_, outcome)| outcome.is_ok());
    let (method, outcome) = outcomes.swap_remove(proven.or_else(answered).unwrap_or(0));
    let mut outcome = outcome?;
    if proven.is_none() {
        // Whatever met at the last moment: no method has proven it.
        let unfinished = outcome.verdict.unfinished().cloned();
        let unfinished = unfinished.unwrap_or(Unfinished::Stopped);
        outcome.verdict = Verdict::stopped(race.incumbent.best(), bound, unfinished);
    }
    outcome.stats.seconds = clock.elapsed().as_secs_f64();
    Ok((method, outcome))
}

fn named(name: &str) -> thread::Builder {
    thread::Builder::new().name(name.into())
}

/// Passes through restricted layers beside the other methods.
struct Passes<'a> {
    race: &'a Race,
    clock: Instant,
    proven: OnceLock<Outcome>,
}

impl Passes<'_> {
    fn widen(&self, mut search: RestrictedSearch<'_>, control: &Control) {
        let incumbent = &self.race.incumbent;
        let learn = |known: &Known| self.race.learn(known.clone());
        let (bound, start) = (search.known().score, incumbent.score());
        if let Some(coverings) = search.widen(incumbent, control, learn) {
            let proof = Proof::Layers { classes: coverings };
            let verdict = match incumbent.best() {
                Some(solution) => Verdict::Optimal { solution, proof },
                None => Verdict::Infeasible { proof },
            };
            let outcome = Outcome {
                verdict,
                stats: Stats {
                    seconds: self.clock.elapsed().as_secs_f64(),
                    coverings: usize::try_from(coverings).ok(),
                    ..Stats::default()
                },
                history: History::Bound(BoundHistory { bound, start }),
            };
            self.proven.get_or_init(|| outcome);
            self.race.over.store(true, Ordering::Relaxed);
        }
    }
}

/// Prices are looked for so long, a quarter of the time that is left at most.
const PRICES: Duration = Duration::from_secs(6);

fn price_limit(control: &Control) -> Duration {
    control
        .time_left()
        .map_or(PRICES, |left| PRICES.min(left / 4))
}

/// So many orders are made for each score that orientations allow, at most: that takes seconds.
const ORDERS: usize = 1_000;

/// Where the wall is filled, prices come so late: most walls are proven by then.
const LATE: Duration = Duration::from_secs(1);

/// What methods take to come to their ends, at most, on a busy machine.
const SLACK: Duration = Duration::from_millis(300);

/// The methods are told to end so much earlier, a twentieth of the time at most.
fn slack(control: &Control) -> Duration {
    let left = control.time_left().unwrap_or_default();
    SLACK.min(left / 20)
}

/// What the methods know of each other.
#[derive(Clone)]
struct Race {
    sense: Sense,
    /// Whether one of them has decided it.
    over: Arc<AtomicBool>,
    incumbent: Incumbent,
    /// The tightest bound: of those that are known before any search, that of the frontier, and that of prices.
    known: Arc<Mutex<Known>>,
}

impl Race {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a bound that may be tighter.
    fn learn(&self, bound: Known) {
        let mut known = self.known();
        *known = known.clone().tighter(bound, self.sense);
    }

    /// Whether the best order meets the bound that is known.
    fn is_proven_by_bound(&self) -> bool {
        let bound = self.known().score;
        self.incumbent.score() == Some(bound)
    }

    /// The settings with a control that stops when it is over, too.
    fn until_over(&self, settings: &Settings) -> Settings {
        let (race, asked) = (self.clone(), settings.control.interrupt.clone());
        let interrupt = move || {
            race.over.load(Ordering::Relaxed)
                || race.is_proven_by_bound()
                || asked.as_ref().is_some_and(|asked| asked())
        };
        Settings {
            control: Control {
                interrupt: Some(Arc::new(interrupt)),
                ..settings.control.earlier(slack(&settings.control))
            },
            ..settings.clone()
        }
    }

    /// Ends the run where an outcome decides it.
    fn ended(&self, outcome: Result<Outcome, SolveError>) -> Result<Outcome, SolveError> {
        if is_proven(&outcome) || is_broken(&outcome) {
            self.over.store(true, Ordering::Relaxed);
        }
        outcome
    }
}

fn is_proven(outcome: &Result<Outcome, SolveError>) -> bool {
    outcome
        .as_ref()
        .is_ok_and(|outcome| outcome.verdict.is_decided())
}

/// The bound that a method has come to.
fn bound_of(outcome: &Result<Outcome, SolveError>) -> Option<u32> {
    outcome.as_ref().ok()?.verdict.bound()
}

/// Whether a method failed on what it should take.
fn is_broken(outcome: &Result<Outcome, SolveError>) -> bool {
    outcome.as_ref().is_err_and(|error| !error.is_unfit())
}
