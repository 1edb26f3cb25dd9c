//! The methods that run beside the ordering formulation, each in a thread of its own.

use super::cores::Cores;
use super::knowledge::Knowledge;
use super::program_waits;
use crate::bounds::{Bound, Reason};
use crate::frontier::{self, backward};
use crate::heuristics::ends::{self, Effort};
use crate::heuristics::{WarmStart, improve_until, orientation};
use crate::memory;
use crate::order::{Heuristic, Incumbent};
use crate::outcome::{BoundHistory, History, Outcome, Proof, Stats, Verdict};
use crate::problem::Problem;
use crate::restricted::RestrictedSearch;
use crate::solve::{Method, Settings, SolveError};
use crate::wall::CellSet;
use azulejo_control::{Control, Instant, Progress};
use std::sync::OnceLock;
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

/// The longest search for prices; a quarter of the time that is left at most.
const PRICES: Duration = Duration::from_secs(6);

pub(super) fn price_limit(control: &Control) -> Duration {
    control
        .time_left()
        .map_or(PRICES, |time| PRICES.min(time / 4))
}

/// Largest number of orders for each score of the orientations: some seconds.
const ORDERS: usize = 1_000;

/// The time after which passes begin where the wall is filled: most walls are proven by then.
const LATE: Duration = Duration::from_secs(1);

/// Time between two looks of a method that waits for others.
const POLL: Duration = Duration::from_millis(20);

/// The result of layers, with their method.
pub(super) type Layers = (Method, Result<Outcome, SolveError>);

/// Local search, bounds with orders, layers and passes through restricted layers.
pub(super) struct Methods<'a> {
    problem: &'a Problem,
    knowledge: &'a Knowledge,
    settings: Settings,
    /// Listener to the progress of the search through ends; none where the program has the line of progress.
    progress: Option<Control>,
    clock: Instant,
    /// A score that needs no improvement.
    target: u32,
    /// Memory of the passes, in bytes.
    pass_memory: u64,
    /// Memory of the search through ends or orientations, in bytes.
    bound_memory: u64,
    /// Cores that methods take in turns.
    cores: Cores,
    pass_outcome: OnceLock<Outcome>,
}

impl<'a> Methods<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        knowledge: &'a Knowledge,
        settings: &Settings,
        clock: Instant,
    ) -> Self {
        let total = memory::limit(settings.frontier.memory);
        let (pass_memory, bound_memory) = (total / 4, total / 8);
        let progress = program_waits(problem).then(|| settings.control.clone());
        let mut settings = knowledge.until_over(settings);
        // One line of progress is enough: that of the solver, or of the ends where the solver waits.
        settings.control.progress = None;
        // Without an option for it, the disk stays empty.
        if settings.frontier.scratch.is_none() {
            settings.frontier.disk.get_or_insert(0);
        }
        settings.frontier.memory = Some(total - pass_memory - bound_memory);
        Self {
            problem,
            knowledge,
            settings,
            progress,
            clock,
            target: knowledge.bound().score,
            pass_memory,
            bound_memory,
            cores: Cores::but_one(),
            pass_outcome: OnceLock::new(),
        }
    }

    /// Starts the methods that suit the problem, and layers where there is a start for them. Local search begins with the first order of
    /// any method. Where the system gives no thread, a method is skipped.
    pub(super) fn spawn<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        start: Option<WarmStart>,
    ) -> Option<ScopedJoinHandle<'scope, Layers>> {
        let fills = self.problem.fills_the_wall();
        let improve = move || {
            self.wait_until(|| self.knowledge.incumbent.score().is_some());
            self.improve(&self.slices());
        };
        let _ = builder("local search").spawn_scoped(scope, improve);
        let search_bounds = move || match program_waits(self.problem) {
            // The search has the core of the program.
            true => self.search_bounds(&self.settings.control),
            false => self.search_bounds(&self.slices()),
        };
        let _ = builder("bounds").spawn_scoped(scope, search_bounds);
        if fills || start.is_none() {
            let alone = start.is_none();
            let _ = builder("passes").spawn_scoped(scope, move || self.pass(alone));
        }
        let start = start?;
        let layers = move || match fills {
            true => self.layers_backward(start),
            false => self.layers_forward(scope, start),
        };
        builder("frontier").spawn_scoped(scope, layers).ok()
    }

    /// The proof of the passes, if there is one.
    pub(super) fn pass_outcome(self) -> Option<Outcome> {
        self.pass_outcome.into_inner()
    }

    /// Limits of the methods, and a control that stops when the run is over.
    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Waits, without a core, until `is_ready` or until the run is over.
    fn wait_until(&self, is_ready: impl Fn() -> bool) {
        while !is_ready() && !self.settings.control.stopped() {
            thread::sleep(POLL);
        }
    }

    /// The control of a method that shares cores with others.
    fn slices(&self) -> Control {
        self.cores.share(&self.settings.control)
    }

    /// The incumbent, for orders that a method finds.
    fn incumbent(&self, heuristic: Heuristic) -> Incumbent {
        self.knowledge.incumbent.of(heuristic)
    }

    /// Local search for better orders.
    pub(super) fn improve(&self, control: &Control) {
        let (seed, incumbent) = (
            self.settings.heuristics().seed,
            self.incumbent(Heuristic::LocalSearch),
        );
        improve_until(self.problem, &incumbent, self.target, seed, control);
    }

    /// Search for bounds with better orders: through the orientations of neighbours, or through the final coverings where the wall
    /// is not filled.
    pub(super) fn search_bounds(&self, control: &Control) {
        match self.problem.fills_the_wall() {
            true => self.search_orientations(control),
            false => self.search_ends(control),
        }
    }

    fn search_ends(&self, control: &Control) {
        let (incumbent, effort) = (
            self.incumbent(Heuristic::FinalCoverings),
            Effort::within(self.bound_memory),
        );
        let mut learn = |score, nodes: usize| {
            self.learn(Some(score), Reason::Ends);
            if let Some(control) = &self.progress {
                control.tell(&Progress::BranchAndBound {
                    incumbent: self.knowledge.incumbent.score().map(f64::from),
                    bound: Some(f64::from(score)),
                    nodes: nodes as u64,
                });
            }
        };
        let score = ends::search(self.problem, &incumbent, effort, control, &mut learn);
        self.learn(score, Reason::Ends);
    }

    fn search_orientations(&self, control: &Control) {
        let effort = orientation::Effort {
            orders: ORDERS,
            lower: usize::MAX,
            memory: self.bound_memory,
            seed: self.settings.heuristics().seed,
        };
        let (full, incumbent) = (
            CellSet::full(self.problem.wall()),
            self.incumbent(Heuristic::Orientations),
        );
        let learn = |score| self.learn(Some(score), Reason::Orientation);
        // `learn` has every bound as soon as it is there.
        let _ = orientation::search((self.problem, &full), &incumbent, effort, control, learn);
    }

    fn learn(&self, score: Option<u32>, reason: Reason) {
        if let Some(score) = score {
            self.knowledge.learn(Bound { score, reason });
        }
    }

    /// Passes through restricted layers, at once where they are `alone`, without layers.
    fn pass(&self, alone: bool) {
        let delay = if alone { Duration::ZERO } else { LATE };
        self.wait_until(|| self.clock.elapsed() >= delay);
        let control = &self.slices();
        let limit = match alone {
            true => control.time_left().map(|time| time / 2),
            false => Some(price_limit(control)),
        };
        if let Some(mut search) = self.restricted(&control.clone().within(limit)) {
            self.widen(&mut search, control);
        }
    }

    /// Restricted layers with the prices that are found until `control` stops.
    pub(super) fn restricted(&self, control: &Control) -> Option<RestrictedSearch<'a>> {
        let (limits, incumbent) = (
            (self.target, self.pass_memory),
            self.incumbent(Heuristic::RestrictedDiagrams),
        );
        let search = RestrictedSearch::new(self.problem, limits, &incumbent, control)?;
        self.knowledge.learn(search.bound().clone());
        Some(search)
    }

    fn layers_backward(&self, start: WarmStart) -> Layers {
        let (problem, incumbent) = (self.problem, self.incumbent(Heuristic::Layers));
        let (frontier, control) = (&self.settings.frontier, &self.slices());
        let bound = start.bound(problem);
        let outcome = backward::solve(problem, bound, &incumbent, frontier, control);
        let outcome = outcome.map_err(SolveError::from);
        (Method::Backward, self.knowledge.conclude(outcome))
    }

    /// The frontier, after a search for prices, with which the passes begin.
    fn layers_forward<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        mut start: WarmStart,
    ) -> Layers {
        let (problem, incumbent) = (self.problem, self.incumbent(Heuristic::Layers));
        let (frontier, control) = (&self.settings.frontier, &self.slices());
        let short = control.clone().within(Some(price_limit(control)));
        let diagrams = self.incumbent(Heuristic::RestrictedDiagrams);
        let search = start.search_by_prices(problem, &diagrams, self.pass_memory, &short);
        self.knowledge.learn(start.bound(problem));
        if let Some(mut search) = search {
            let widen = move || self.widen(&mut search, &self.slices());
            let _ = builder("passes").spawn_scoped(scope, widen);
        }
        let outcome = frontier::solve(problem, start, &incumbent, frontier, control);
        let outcome = outcome.map_err(SolveError::from);
        (Method::Frontier, self.knowledge.conclude(outcome))
    }

    /// Passes through restricted layers that become wider and wider, until a pass has room for all coverings or `control` stops.
    pub(super) fn widen(&self, search: &mut RestrictedSearch<'_>, control: &Control) {
        let incumbent = &self.incumbent(Heuristic::RestrictedDiagrams);
        let learn = |bound: &Bound| self.knowledge.learn(bound.clone());
        let (bound, start) = (search.bound().score, incumbent.score());
        let Some(coverings) = search.widen(incumbent, control, learn) else {
            return;
        };
        let proof = Proof::Layers { classes: coverings };
        let verdict = match incumbent.best() {
            Some(solution) => Verdict::Optimal { solution, proof },
            None => Verdict::Infeasible { proof },
        };
        self.pass_outcome.get_or_init(|| Outcome {
            verdict,
            stats: Stats {
                seconds: self.clock.elapsed().as_secs_f64(),
                coverings: usize::try_from(coverings).ok(),
                ..Stats::default()
            },
            history: History::Bound(BoundHistory { bound, start }),
        });
        self.knowledge.end();
    }
}

fn builder(name: &str) -> thread::Builder {
    thread::Builder::new().name(name.into())
}
