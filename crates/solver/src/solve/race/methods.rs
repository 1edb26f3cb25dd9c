//! The methods that run beside the ordering formulation, each in a thread of its own.

use super::knowledge::Knowledge;
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
use azulejo_control::{Control, Instant};
use std::sync::OnceLock;
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

/// The longest search for prices; a quarter of the time that is left at most.
const PRICES: Duration = Duration::from_secs(6);

pub(super) fn price_limit(control: &Control) -> Duration {
    control
        .time_left()
        .map_or(PRICES, |left| PRICES.min(left / 4))
}

/// The most orders that are made for each score that orientations allow: that takes seconds.
const ORDERS: usize = 1_000;

/// The time after which passes begin where the wall is filled: most walls are proven by then.
const LATE: Duration = Duration::from_secs(1);

/// The result of layers, with the method that they are.
pub(super) type Layers = (Method, Result<Outcome, SolveError>);

/// Local search, bounds with orders, layers and passes through restricted layers.
pub(super) struct Methods<'a> {
    problem: &'a Problem,
    knowledge: &'a Knowledge,
    settings: Settings,
    clock: Instant,
    /// A score that needs no improvement.
    enough: u32,
    /// Memory of the passes, in bytes.
    for_passes: u64,
    /// Memory of the search through ends or orientations, in bytes.
    for_bounds: u64,
    by_passes: OnceLock<Outcome>,
}

impl<'a> Methods<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        knowledge: &'a Knowledge,
        settings: &Settings,
        clock: Instant,
    ) -> Self {
        let all = memory::limit(settings.frontier.memory);
        let (for_passes, for_bounds) = (all / 4, all / 8);
        let mut settings = knowledge.until_over(settings);
        // One line of progress is enough, and the solver's has the bound.
        settings.control.progress = None;
        // Nobody who did not speak of the disk expects it to be filled.
        if settings.frontier.scratch.is_none() {
            settings.frontier.disk.get_or_insert(0);
        }
        settings.frontier.memory = Some(all - for_passes - for_bounds);
        Self {
            problem,
            knowledge,
            settings,
            clock,
            enough: knowledge.bound().score,
            for_passes,
            for_bounds,
            by_passes: OnceLock::new(),
        }
    }

    /// Starts the methods that suit the problem, and layers where there is a start for them. Where the system gives no thread,
    /// a method is left out.
    pub(super) fn spawn<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        start: Option<WarmStart>,
    ) -> Option<ScopedJoinHandle<'scope, Layers>> {
        let (fills, control) = (self.problem.fills_the_wall(), &self.settings.control);
        let _ = builder("local search").spawn_scoped(scope, move || self.improve(control));
        let _ = builder("bounds").spawn_scoped(scope, move || self.search_bounds(control));
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

    /// The proof of the passes, if they came to one.
    pub(super) fn by_passes(self) -> Option<Outcome> {
        self.by_passes.into_inner()
    }

    /// Limits of the methods, and a control that stops when the run is over.
    pub(super) fn settings(&self) -> &Settings {
        &self.settings
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
        improve_until(self.problem, &incumbent, self.enough, seed, control);
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
            Effort::within(self.for_bounds),
        );
        let score = ends::search(self.problem, &incumbent, effort, control);
        self.learn(score, Reason::Ends);
    }

    fn search_orientations(&self, control: &Control) {
        let effort = orientation::Effort {
            orders: ORDERS,
            lower: usize::MAX,
            memory: self.for_bounds,
            seed: self.settings.heuristics().seed,
        };
        let (all, incumbent) = (
            CellSet::full(self.problem.wall()),
            self.incumbent(Heuristic::Orientations),
        );
        let learn = |score| self.learn(Some(score), Reason::Orientation);
        // Every bound is learnt as soon as it is found, and none is left at the end.
        let _ = orientation::search((self.problem, &all), &incumbent, effort, control, learn);
    }

    fn learn(&self, score: Option<u32>, reason: Reason) {
        if let Some(score) = score {
            self.knowledge.learn(Bound { score, reason });
        }
    }

    /// Passes through restricted layers, at once where they are `alone`, without layers.
    fn pass(&self, alone: bool) {
        let control = &self.settings.control;
        let late = if alone { Duration::ZERO } else { LATE };
        while self.clock.elapsed() < late && !control.stopped() {
            thread::sleep(Duration::from_millis(20));
        }
        let limit = match alone {
            true => control.time_left().map(|left| left / 2),
            false => Some(price_limit(control)),
        };
        if let Some(mut search) = self.restricted(&control.clone().within(limit)) {
            self.widen(&mut search, control);
        }
    }

    /// Restricted layers with the prices that are found until `control` stops.
    pub(super) fn restricted(&self, control: &Control) -> Option<RestrictedSearch<'a>> {
        let (room, incumbent) = (
            (self.enough, self.for_passes),
            self.incumbent(Heuristic::RestrictedDiagrams),
        );
        let search = RestrictedSearch::new(self.problem, room, &incumbent, control)?;
        self.knowledge.learn(search.known().clone());
        Some(search)
    }

    fn layers_backward(&self, start: WarmStart) -> Layers {
        let (problem, incumbent) = (self.problem, self.incumbent(Heuristic::Layers));
        let (frontier, control) = (&self.settings.frontier, &self.settings.control);
        let bound = start.bound(problem);
        let outcome = backward::solve(problem, bound, &incumbent, frontier, control);
        let outcome = outcome.map_err(SolveError::from);
        (Method::Backward, self.knowledge.ended(outcome))
    }

    /// The frontier, after a search for prices, with which the passes begin.
    fn layers_forward<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        mut start: WarmStart,
    ) -> Layers {
        let (problem, incumbent) = (self.problem, self.incumbent(Heuristic::Layers));
        let (frontier, control) = (&self.settings.frontier, &self.settings.control);
        let short = control.clone().within(Some(price_limit(control)));
        let diagrams = self.incumbent(Heuristic::RestrictedDiagrams);
        let search = start.go_by_prices(problem, &diagrams, self.for_passes, &short);
        self.knowledge.learn(start.bound(problem));
        if let Some(mut search) = search {
            let widen = move || self.widen(&mut search, control);
            let _ = builder("passes").spawn_scoped(scope, widen);
        }
        let outcome = frontier::solve(problem, start, &incumbent, frontier, control);
        let outcome = outcome.map_err(SolveError::from);
        (Method::Frontier, self.knowledge.ended(outcome))
    }

    /// Passes through restricted layers that become wider and wider, until one had room for all coverings or `control` stops.
    pub(super) fn widen(&self, search: &mut RestrictedSearch<'_>, control: &Control) {
        let incumbent = &self.incumbent(Heuristic::RestrictedDiagrams);
        let learn = |known: &Bound| self.knowledge.learn(known.clone());
        let (bound, start) = (search.known().score, incumbent.score());
        let Some(coverings) = search.widen(incumbent, control, learn) else {
            return;
        };
        let proof = Proof::Layers { classes: coverings };
        let verdict = match incumbent.best() {
            Some(solution) => Verdict::Optimal { solution, proof },
            None => Verdict::Infeasible { proof },
        };
        self.by_passes.get_or_init(|| Outcome {
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
