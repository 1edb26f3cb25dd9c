//! The root of the exact search: the bounds of each move, searched on several threads.

use super::moves;
use super::null_window::NullWindowSearch;
use super::solve::RoundSolution;
use crate::search::{NodeBudget, principal_variation};
use azulejo_control::{Control, Instant, Progress, Stopped};
use azulejo_rules::{Move, Position};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// The number of root moves that are searched together for the value, before each other move is compared with it.
/// Where the threshold is too low, many moves reach it, and proving each such move costs more than several
/// refutations.
const FIRST_BATCH: usize = 32;

/// The nodes on one thread before other threads are started: some hundredths of a second.
const SINGLE_THREAD_NODES: u64 = 50_000;

/// A move at the root with bounds of its value for the mover, in points.
#[derive(Debug, Clone, Copy)]
pub(super) struct RootMove {
    pub(super) taken: Move,
    low: i32,
    high: i32,
}

/// The search of the root moves until all best moves are proven.
///
/// A null-window search decides for each move whether its value is at least a threshold. A move that is worse than
/// another move is refuted without an exact value. In a long search each thread searches another move; all
/// threads share one transposition table.
#[derive(Debug)]
pub(super) struct RootSearch<'a> {
    search: &'a mut NullWindowSearch,
    /// The searches of the other threads; empty before the threads are started.
    other_searches: Vec<NullWindowSearch>,
    threads: usize,
    /// The nodes on one thread before other threads are started.
    pub(super) single_thread_nodes: u64,
    position: Position,
    pub(super) moves: Vec<RootMove>,
    /// Whether the mover is the maximising player.
    maximises: bool,
    start: Instant,
}

impl<'a> RootSearch<'a> {
    /// The search of all moves of a position, on at most `threads` threads.
    pub(super) fn new(
        search: &'a mut NullWindowSearch,
        position: Position,
        threads: usize,
    ) -> Self {
        let maximises = search.maximises(&position);
        let mut root = Self {
            moves: Vec::new(),
            maximises,
            search,
            other_searches: Vec::new(),
            threads,
            single_thread_nodes: SINGLE_THREAD_NODES,
            position,
            start: Instant::now(),
        };
        let moves = moves::candidates(&position, false);
        root.moves = moves.map(|taken| root.root_move(taken)).collect();
        root
    }

    /// A move with its static bounds.
    pub(super) fn root_move(&mut self, taken: Move) -> RootMove {
        let mut after = self.position;
        after.play_unchecked(taken);
        let (low, high) = self.search.static_span(&after);
        let (low, high) = self.for_mover(low, high);
        RootMove { taken, low, high }
    }

    /// The mover's bounds from bounds of the searcher's value, and vice versa.
    fn for_mover(&self, low: i32, high: i32) -> (i32, i32) {
        if self.maximises {
            (low, high)
        } else {
            (-high, -low)
        }
    }

    pub(super) fn low(&self) -> i32 {
        let lows = self.moves.iter().map(|candidate| candidate.low);
        lows.max().expect("a position that waits for a move")
    }

    pub(super) fn high(&self) -> i32 {
        let highs = self.moves.iter().map(|candidate| candidate.high);
        highs.max().expect("a position that waits for a move")
    }

    /// Whether other threads have been started.
    #[cfg(test)]
    pub(super) fn has_threads(&self) -> bool {
        !self.other_searches.is_empty()
    }

    /// Searches until all best moves are proven: the first moves together until the highest of their values is proven,
    /// and then each move by itself, until it equals that value or is refuted.
    pub(super) fn decide(&mut self) -> Result<(), Stopped> {
        let guess = self.search.guess(&self.position);
        let (guess, _) = self.for_mover(guess, guess);
        self.moves
            .sort_by_key(|candidate| -(candidate.low + candidate.high));
        let first = FIRST_BATCH.min(self.moves.len());
        self.settle(0..first, guess + 1)?;
        for number in 0..self.moves.len() {
            if self.threads > 1 {
                self.narrow_all(number..self.moves.len(), self.low(), |_| false)?;
            }
            self.settle(number..number + 1, self.low())?;
        }
        Ok(())
    }

    /// Searches some moves with rising and falling values of `threshold`, until the best value among them is proven, or
    /// until all of them are refuted by another move.
    fn settle(&mut self, numbers: Range<usize>, mut threshold: i32) -> Result<(), Stopped> {
        loop {
            let moves = &self.moves[numbers.clone()];
            let low = moves
                .iter()
                .map(|candidate| candidate.low)
                .max()
                .expect("a move");
            let high = moves
                .iter()
                .map(|candidate| candidate.high)
                .max()
                .expect("a move");
            if low == high || high < self.low() {
                return Ok(());
            }
            // Without a lower bound at the threshold, the value can be any number below.
            threshold = if low >= threshold {
                low + 1
            } else {
                threshold.min(high)
            };
            let is_enough = |candidate: &RootMove| candidate.low >= threshold;
            self.narrow_all(numbers.clone(), threshold, is_enough)?;
            if let Some(enough) = self.moves[numbers.clone()].iter().position(is_enough) {
                self.moves[numbers.start..=numbers.start + enough].rotate_right(1);
            }
        }
    }

    /// Searches some moves with a null window at `threshold`, until `is_enough` accepts one of them. A long search uses
    /// all threads.
    fn narrow_all(
        &mut self,
        numbers: Range<usize>,
        threshold: i32,
        is_enough: impl Fn(&RootMove) -> bool + Sync,
    ) -> Result<(), Stopped> {
        let open = numbers.filter(|&number| self.moves[number].is_open(threshold));
        let open: Vec<usize> = open.collect();
        if self.threads > 1
            && open.len() > 1
            && self.search.budget.nodes() >= self.single_thread_nodes
        {
            self.narrow_in_parallel(&open, threshold, is_enough)?;
        } else {
            for number in open {
                let root_move = &mut self.moves[number];
                root_move.narrow(self.search, &self.position, threshold)?;
                if is_enough(root_move) {
                    break;
                }
            }
        }
        let bounds = (self.low(), self.high());
        self.search.report(self.start, bounds);
        Ok(())
    }

    /// Searches the moves `open` with a null window on all threads. The nodes of all threads count for the search.
    fn narrow_in_parallel(
        &mut self,
        open: &[usize],
        threshold: i32,
        is_enough: impl Fn(&RootMove) -> bool + Sync,
    ) -> Result<(), Stopped> {
        let threads = self.threads.min(open.len());
        let others = self.other_searches.len().max(threads - 1);
        self.other_searches
            .resize_with(others, || self.search.sharing_table());
        let is_finished = Arc::new(AtomicBool::new(false));
        let next = AtomicUsize::new(0);
        let (moves, position) = (&self.moves, &self.position);
        let (share, outer) = self.search.budget.share(threads);
        let stop = Arc::clone(&is_finished);
        let control = Control {
            interrupt: Some(Arc::new(move || {
                stop.load(Ordering::Relaxed) || outer.stopped()
            })),
            ..Control::default()
        };
        let work = |search: &mut NullWindowSearch| {
            let own = NodeBudget::new(share, control.clone());
            let outer_budget = std::mem::replace(&mut search.budget, own);
            let (mut candidates, mut result) = (Vec::new(), Ok(()));
            while result.is_ok() && !is_finished.load(Ordering::Relaxed) {
                let Some(&number) = open.get(next.fetch_add(1, Ordering::Relaxed)) else {
                    break;
                };
                let mut candidate = moves[number];
                result = candidate.narrow(search, position, threshold);
                if is_enough(&candidate) {
                    is_finished.store(true, Ordering::Relaxed);
                }
                candidates.push((number, candidate));
            }
            let own = std::mem::replace(&mut search.budget, outer_budget);
            (candidates, result, own.nodes())
        };
        let (search, other_searches) = (&mut *self.search, &mut self.other_searches);
        let outcomes = thread::scope(|scope| {
            let work = &work;
            let others = other_searches.iter_mut().take(threads - 1).map(|search| {
                let thread = thread::Builder::new().name("exact search".into());
                // Where the system gives no thread, the present thread searches all moves.
                thread.spawn_scoped(scope, move || work(search)).ok()
            });
            let others: Vec<_> = others.collect();
            let mut outcomes = vec![work(search)];
            for other in others.into_iter().flatten() {
                match other.join() {
                    Ok(outcome) => outcomes.push(outcome),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            outcomes
        });
        let mut result = Ok(());
        for (candidates, outcome, nodes) in outcomes {
            self.search.budget.count(nodes);
            for (number, candidate) in candidates {
                self.moves[number] = candidate;
            }
            result = result.and(outcome);
        }
        // A move that is enough stops the other searches on purpose.
        match is_finished.load(Ordering::Relaxed) {
            true => Ok(()),
            false => result,
        }
    }

    /// The principal variation, as far as the value is proven and the search is not stopped.
    pub(super) fn variation(&mut self) -> Vec<Move> {
        let mut variation = Vec::new();
        let best = self
            .moves
            .iter()
            .max_by_key(|candidate| (candidate.low, candidate.high));
        let Some(&RootMove { taken, low, high }) = best else {
            return variation;
        };
        variation.push(taken);
        let mut after = self.position;
        after.play_unchecked(taken);
        if low == high && self.low() == self.high() {
            let (value, _) = self.for_mover(low, high);
            let value_preserving_move =
                |position: &Position| self.search.value_preserving_move(position, value);
            variation.extend(principal_variation(after, value_preserving_move));
        }
        variation
    }

    pub(super) fn solution(&self, variation: Vec<Move>) -> RoundSolution {
        let low = self.low();
        let high = self.high();
        let candidates = self.moves.iter().filter(|candidate| candidate.high >= low);
        let candidates: Vec<Move> = candidates.map(|candidate| candidate.taken).collect();
        let is_same = |first: Move, second: Move| {
            let tiles = |taken: Move| self.position.source(taken.source());
            let factories = !first.source().is_centre() && !second.source().is_centre();
            let twins = factories && tiles(first) == tiles(second);
            (first.source() == second.source() || twins)
                && first.colour() == second.colour()
                && first.destination() == second.destination()
        };
        let legal = self.position.legal();
        let best = legal.filter(|&taken| candidates.iter().any(|&best| is_same(best, taken)));
        RoundSolution {
            low,
            high,
            best: best.collect(),
            variation,
            nodes: self.search.budget.nodes(),
        }
    }
}

impl RootMove {
    /// Whether the bounds leave open that the move's value is at least `threshold`.
    fn is_open(&self, threshold: i32) -> bool {
        self.low < threshold && self.high >= threshold
    }

    /// Searches the move with a null window. Raises the lower bound to `threshold` or more, or lowers the upper bound
    /// below `threshold`.
    fn narrow(
        &mut self,
        search: &mut NullWindowSearch,
        position: &Position,
        threshold: i32,
    ) -> Result<(), Stopped> {
        let mut after = *position;
        after.play_unchecked(self.taken);
        if search.maximises(position) {
            let bound = search.bound(&mut after, threshold, 1)?;
            if bound >= threshold {
                self.low = bound;
            } else {
                self.high = bound;
            }
        } else {
            // At least `threshold` for the mover is less than `1 − threshold` for the searcher.
            let bound = search.bound(&mut after, 1 - threshold, 1)?;
            if bound < 1 - threshold {
                self.low = -bound;
            } else {
                self.high = -bound;
            }
        }
        Ok(())
    }
}

impl NullWindowSearch {
    /// A move that preserves the proven value; none where the search is stopped.
    fn value_preserving_move(&mut self, position: &Position, value: i32) -> Option<Move> {
        let maximises = self.maximises(position);
        let threshold = if maximises { value } else { value + 1 };
        moves::candidates(position, false)
            .map_while(|taken| {
                let mut after = *position;
                after.play_unchecked(taken);
                let bound = self.bound(&mut after, threshold, 0).ok()?;
                Some((taken, maximises == (bound >= threshold)))
            })
            .find_map(|(taken, preserves)| preserves.then_some(taken))
    }

    fn report(&self, start: Instant, (low, high): (i32, i32)) {
        let nodes = self.budget.nodes();
        let rate = nodes as f64 / start.elapsed().as_secs_f64().max(1e-3);
        self.budget.control().tell(&Progress::Rest {
            low,
            high,
            nodes,
            rate: rate as u64,
        });
    }
}
