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
    let race = Race::new(problem, &bound, best.clone(), settings);
    let program = race.until_over(settings);
    let mut layers = race.until_over(settings);
    // One line of progress is enough, and the solver's has the bound.
    layers.control.progress = None;
    // Nobody who did not speak of the disk expects it to be filled.
    if layers.frontier.scratch.is_none() {
        layers.frontier.disk.get_or_insert(0);
    }
    let helpers = Helpers::new(problem, &race, bound.score, settings);
    let memory = helpers.passes;
    layers.frontier.memory = Some(helpers.layers());
    let alone = start.is_none();
    let passes = Passes::new(&race, clock);
    let by_passes = || {
        let late = if alone { Duration::ZERO } else { LATE };
        while clock.elapsed() < late && !layers.control.stopped() {
            thread::sleep(Duration::from_millis(20));
        }
        let limit = match alone {
            true => layers.control.time_left().map(|left| left / 2),
            false => Some(price_limit(&layers.control)),
        };
        if let Some(mut search) = helpers.by_prices(limit, &layers.control) {
            passes.widen(&mut search, &layers.control);
        }
    };
    let (by_program, by_layers) = thread::scope(|scope| {
        // Where the system gives no thread, the proof goes on from the first order.
        let by_search = || helpers.improve(&layers.control);
        let by_bounds = || helpers.bound(&layers.control);
        let _ = named("local search").spawn_scoped(scope, by_search);
        let _ = named("bounds").spawn_scoped(scope, by_bounds);
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
            if let Some(mut search) = search {
                let widen = move || passes.widen(&mut search, control);
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
    outcomes.extend(passes.proven());
    race.settled(outcomes, clock)
}

fn named(name: &str) -> thread::Builder {
    thread::Builder::new().name(name.into())
}

/// Searches for better orders and tighter bounds beside the methods that prove.
pub(super) struct Helpers<'a> {
    problem: &'a Problem,
    race: &'a Race,
    /// The score of the first bound: an order that has it is good enough.
    enough: u32,
    seed: u32,
    /// The memory of all methods, of the passes and of the search through ends or orientations, in bytes.
    all: u64,
    passes: u64,
    beside: u64,
}

impl<'a> Helpers<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        race: &'a Race,
        enough: u32,
        settings: &Settings,
    ) -> Self {
        let all = memory::limit(settings.frontier.memory);
        Self {
            problem,
            race,
            enough,
            seed: settings.starts().seed,
            all,
            passes: all / 4,
            beside: all / 8,
        }
    }

    /// The memory that is left for layers, in bytes.
    pub(super) fn layers(&self) -> u64 {
        self.all - self.passes - self.beside
    }

    /// A local search for better orders.
    pub(super) fn improve(&self, control: &Control) {
        let incumbent = &self.race.incumbent;
        improve_until(self.problem, incumbent, self.enough, self.seed, control);
    }

    /// A search through the orientations of neighbours, or through the ends of orders where the wall is not filled.
    pub(super) fn bound(&self, control: &Control) {
        let (problem, incumbent) = (self.problem, &self.race.incumbent);
        if !problem.fills_the_wall() {
            let effort = Effort::within(self.beside);
            let found = ends::search(problem, incumbent, effort, control);
            let by = By::Ends;
            if let Some(score) = found {
                self.race.learn(Known { score, by });
            }
            return;
        }
        let learn = |score| {
            let by = By::Orientation;
            self.race.learn(Known { score, by });
        };
        let effort = orientation::Effort {
            orders: ORDERS,
            lower: usize::MAX,
            memory: self.beside,
            seed: self.seed,
        };
        let all = CellSet::full(problem.wall());
        // It says what it has found before it is stopped.
        let _ = orientation::search((problem, &all), incumbent, effort, control, learn);
    }

    /// Prices, for which there is so much time, and passes that go by them.
    pub(super) fn by_prices(
        &self,
        limit: Option<Duration>,
        control: &Control,
    ) -> Option<RestrictedSearch<'a>> {
        let control = control.clone().within(limit);
        let (problem, incumbent) = (self.problem, &self.race.incumbent);
        let search =
            RestrictedSearch::new(problem, (self.enough, self.passes), incumbent, &control)?;
        self.race.learn(search.known().clone());
        Some(search)
    }
}

/// Passes through restricted layers beside the other methods.
pub(super) struct Passes<'a> {
    race: &'a Race,
    clock: Instant,
    proven: OnceLock<Outcome>,
}

impl<'a> Passes<'a> {
    pub(super) fn new(race: &'a Race, clock: Instant) -> Self {
        Self {
            race,
            clock,
            proven: OnceLock::new(),
        }
    }

    /// The outcome of a pass that had room for all.
    pub(super) fn proven(self) -> Option<(Method, Result<Outcome, SolveError>)> {
        let outcome = self.proven.into_inner()?;
        Some((Method::Auto, Ok(outcome)))
    }

    pub(super) fn widen(&self, search: &mut RestrictedSearch<'_>, control: &Control) {
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

pub(super) fn price_limit(control: &Control) -> Duration {
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
pub(super) struct Race {
    sense: Sense,
    /// Whether one of them has decided it.
    over: Arc<AtomicBool>,
    pub(super) incumbent: Incumbent,
    /// The tightest bound: of those that are known before any search, that of the frontier, and that of prices.
    known: Arc<Mutex<Known>>,
}

impl Race {
    /// Nothing but a bound and a first order is known.
    pub(super) fn new(
        problem: &Problem,
        bound: &Known,
        best: Option<Solution>,
        settings: &Settings,
    ) -> Self {
        let sense = problem.sense();
        Self {
            sense,
            over: Arc::default(),
            incumbent: Incumbent::watched(sense, best, settings.watcher.clone()),
            known: Arc::new(Mutex::new(bound.clone())),
        }
    }

    /// Whether one of the methods has decided it.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.is_proven_by_bound()
    }

    /// The answer of methods that have ended. Where nothing is proven, it is that of the first one that has an answer, with the
    /// best order and the tightest bound of all.
    pub(super) fn settled(
        &self,
        mut outcomes: Vec<(Method, Result<Outcome, SolveError>)>,
        clock: Instant,
    ) -> Result<(Method, Outcome), SolveError> {
        // A broken solver or disk is told even where the other method has an answer.
        if let Some(broken) = outcomes.iter().position(|(_, outcome)| is_broken(outcome)) {
            let (method, outcome) = outcomes.swap_remove(broken);
            return outcome.map(|outcome| (method, outcome));
        }
        let proven = outcomes.iter().position(|(_, outcome)| is_proven(outcome));
        let known = self.known().clone();
        if proven.is_none() && self.is_proven_by_bound() {
            let proven = auto::by_bound(self.incumbent.best(), known, clock);
            return Ok((Method::Auto, proven));
        }
        let bounds = outcomes.iter().filter_map(|(_, outcome)| bound_of(outcome));
        let bound = bounds.fold(known.score, |one, other| self.sense.tighter(one, other));
        let answered = || outcomes.iter().position(|(_, outcome)| outcome.is_ok());
        let (method, outcome) = outcomes.swap_remove(proven.or_else(answered).unwrap_or(0));
        let mut outcome = outcome?;
        if proven.is_none() {
            // Whatever met at the last moment: no method has proven it.
            let unfinished = outcome.verdict.unfinished().cloned();
            let unfinished = unfinished.unwrap_or(Unfinished::Stopped);
            outcome.verdict = Verdict::stopped(self.incumbent.best(), bound, unfinished);
        }
        outcome.stats.seconds = clock.elapsed().as_secs_f64();
        Ok((method, outcome))
    }

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
    pub(super) fn until_over(&self, settings: &Settings) -> Settings {
        let (race, asked) = (self.clone(), settings.control.interrupt.clone());
        let interrupt = move || race.is_over() || asked.as_ref().is_some_and(|asked| asked());
        Settings {
            control: Control {
                interrupt: Some(Arc::new(interrupt)),
                ..settings.control.earlier(slack(&settings.control))
            },
            ..settings.clone()
        }
    }

    /// Ends the run where an outcome decides it.
    pub(super) fn ended(
        &self,
        outcome: Result<Outcome, SolveError>,
    ) -> Result<Outcome, SolveError> {
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
