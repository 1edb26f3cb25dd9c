//! The search of the moves of a position, on several threads.

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

/// The moves among which a best one is looked for before it is asked which others are as good. Where the value is still too
/// low, many moves are worth it, and each yes costs more than several times no.
const FIRST: usize = 32;

/// Some hundredths of a second.
const ALONE: u64 = 50_000;

/// A move at the root with its value for the mover.
#[derive(Debug, Clone, Copy)]
pub(super) struct RootMove {
    pub(super) taken: Move,
    low: i32,
    high: i32,
}

/// The search of the moves of a position, until it is known which are best.
///
/// Each move is asked whether it is worth at least so much, and a move that is not worth what another is has lost: it need
/// not be known how bad it is. Where that takes long, each thread asks another move; what they find is in one table.
#[derive(Debug)]
pub(super) struct RootSearch<'a> {
    search: &'a mut NullWindowSearch,
    /// The searches of the other threads, once there are any.
    beside: Vec<NullWindowSearch>,
    threads: usize,
    /// So many positions are judged on one thread, before others are worth their start.
    pub(super) alone: u64,
    position: Position,
    pub(super) moves: Vec<RootMove>,
    /// Whether the mover is the searcher, whose value it is.
    maximises: bool,
    began: Instant,
}

impl<'a> RootSearch<'a> {
    /// The search of all moves of a position, on so many threads at most.
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
            beside: Vec::new(),
            threads,
            alone: ALONE,
            position,
            began: Instant::now(),
        };
        let moves = moves::needed(&position, false);
        root.moves = moves.map(|taken| root.known(taken)).collect();
        root
    }

    /// A move with what is known of it without a search.
    pub(super) fn known(&mut self, taken: Move) -> RootMove {
        let mut after = self.position;
        after.play_unchecked(taken);
        let (low, high) = self.search.static_span(&after);
        let (low, high) = self.for_mover(low, high);
        RootMove { taken, low, high }
    }

    /// Bounds of the searcher's value as those of the mover's, and the other way round.
    fn for_mover(&self, low: i32, high: i32) -> (i32, i32) {
        if self.maximises {
            (low, high)
        } else {
            (-high, -low)
        }
    }

    pub(super) fn low(&self) -> i32 {
        let lows = self.moves.iter().map(|it| it.low);
        lows.max().expect("a position that waits for a move")
    }

    pub(super) fn high(&self) -> i32 {
        let highs = self.moves.iter().map(|it| it.high);
        highs.max().expect("a position that waits for a move")
    }

    /// Whether other threads have asked, too.
    #[cfg(test)]
    pub(super) fn has_threads(&self) -> bool {
        !self.beside.is_empty()
    }

    /// Asks until all best moves are known: the first moves together until their highest value is known, and then each move
    /// whether it is worth as much.
    pub(super) fn decide(&mut self) -> Result<(), Stopped> {
        let guess = self.search.guess(&self.position);
        let (guess, _) = self.for_mover(guess, guess);
        self.moves.sort_by_key(|it| -(it.low + it.high));
        let first = FIRST.min(self.moves.len());
        self.settle(0..first, guess + 1)?;
        for number in 0..self.moves.len() {
            if self.threads > 1 {
                self.ask_all(number..self.moves.len(), self.low(), |_| false)?;
            }
            self.settle(number..number + 1, self.low())?;
        }
        Ok(())
    }

    /// Asks whether one of some moves is worth at least `wanted`, then other numbers, until the best of them is known, or
    /// until none of them is worth what another move is.
    fn settle(&mut self, numbers: Range<usize>, mut wanted: i32) -> Result<(), Stopped> {
        loop {
            let moves = &self.moves[numbers.clone()];
            let low = moves.iter().map(|it| it.low).max().expect("a move");
            let high = moves.iter().map(|it| it.high).max().expect("a move");
            if low == high || high < self.low() {
                return Ok(());
            }
            // As long as the answers are no, the value may be anything below.
            wanted = if low >= wanted {
                low + 1
            } else {
                wanted.min(high)
            };
            let is_enough = |it: &RootMove| it.low >= wanted;
            self.ask_all(numbers.clone(), wanted, is_enough)?;
            if let Some(enough) = self.moves[numbers.clone()].iter().position(is_enough) {
                self.moves[numbers.start..=numbers.start + enough].rotate_right(1);
            }
        }
    }

    /// Asks of some moves whether each is worth at least `wanted`, until one of them is enough; on all threads, where the search
    /// has taken so long that they are worth their start.
    fn ask_all(
        &mut self,
        numbers: Range<usize>,
        wanted: i32,
        is_enough: impl Fn(&RootMove) -> bool + Sync,
    ) -> Result<(), Stopped> {
        let open = numbers.filter(|&number| self.moves[number].is_open(wanted));
        let open: Vec<usize> = open.collect();
        if self.threads > 1 && open.len() > 1 && self.search.budget.nodes() >= self.alone {
            self.ask_beside(&open, wanted, is_enough)?;
        } else {
            for number in open {
                let asked = &mut self.moves[number];
                asked.ask(self.search, &self.position, wanted)?;
                if is_enough(asked) {
                    break;
                }
            }
        }
        let known = (self.low(), self.high());
        self.search.tell(self.began, known);
        Ok(())
    }

    /// The same on all threads. What each judges counts for the whole search.
    fn ask_beside(
        &mut self,
        open: &[usize],
        wanted: i32,
        is_enough: impl Fn(&RootMove) -> bool + Sync,
    ) -> Result<(), Stopped> {
        let threads = self.threads.min(open.len());
        let others = self.beside.len().max(threads - 1);
        self.beside.resize_with(others, || self.search.beside());
        let over = Arc::new(AtomicBool::new(false));
        let next = AtomicUsize::new(0);
        let (moves, position) = (&self.moves, &self.position);
        let (share, outer) = self.search.budget.share(threads);
        let stop = Arc::clone(&over);
        let control = Control {
            interrupt: Some(Arc::new(move || {
                stop.load(Ordering::Relaxed) || outer.stopped()
            })),
            ..Control::default()
        };
        let work = |search: &mut NullWindowSearch| {
            let own = NodeBudget::new(share, control.clone());
            let before = std::mem::replace(&mut search.budget, own);
            let (mut found, mut asked) = (Vec::new(), Ok(()));
            while asked.is_ok() && !over.load(Ordering::Relaxed) {
                let Some(&number) = open.get(next.fetch_add(1, Ordering::Relaxed)) else {
                    break;
                };
                let mut it = moves[number];
                asked = it.ask(search, position, wanted);
                if is_enough(&it) {
                    over.store(true, Ordering::Relaxed);
                }
                found.push((number, it));
            }
            let own = std::mem::replace(&mut search.budget, before);
            (found, asked, own.nodes())
        };
        let (search, beside) = (&mut *self.search, &mut self.beside);
        let answers = thread::scope(|scope| {
            let work = &work;
            let others = beside.iter_mut().take(threads - 1).map(|search| {
                let thread = thread::Builder::new().name("exact search".into());
                // Where the system gives no thread, this one asks all.
                thread.spawn_scoped(scope, move || work(search)).ok()
            });
            let others: Vec<_> = others.collect();
            let mut answers = vec![work(search)];
            for other in others.into_iter().flatten() {
                match other.join() {
                    Ok(answer) => answers.push(answer),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            answers
        });
        let mut asked = Ok(());
        for (found, answer, nodes) in answers {
            self.search.budget.count(nodes);
            for (number, it) in found {
                self.moves[number] = it;
            }
            asked = asked.and(answer);
        }
        // Where one was enough, the others were stopped on purpose.
        match over.load(Ordering::Relaxed) {
            true => Ok(()),
            false => asked,
        }
    }

    /// The best moves from here on, as far as the value is proven and the search goes on.
    pub(super) fn variation(&mut self) -> Vec<Move> {
        let mut variation = Vec::new();
        let best = self.moves.iter().max_by_key(|it| (it.low, it.high));
        let Some(&RootMove { taken, low, high }) = best else {
            return variation;
        };
        variation.push(taken);
        let mut after = self.position;
        after.play_unchecked(taken);
        if low == high && self.low() == self.high() {
            let (value, _) = self.for_mover(low, high);
            let keeping = |position: &Position| self.search.keeping(position, value);
            variation.extend(principal_variation(after, keeping));
        }
        variation
    }

    pub(super) fn solution(&self, variation: Vec<Move>) -> RoundSolution {
        let low = self.low();
        let high = self.high();
        let may_be_best = self.moves.iter().filter(|it| it.high >= low);
        let found: Vec<Move> = may_be_best.map(|it| it.taken).collect();
        let same = |one: Move, other: Move| {
            let at = |taken: Move| self.position.source(taken.source());
            let factories = !one.source().is_centre() && !other.source().is_centre();
            let twins = factories && at(one) == at(other);
            (one.source() == other.source() || twins)
                && one.colour() == other.colour()
                && one.destination() == other.destination()
        };
        let legal = self.position.legal();
        let best = legal.filter(|&taken| found.iter().any(|&it| same(it, taken)));
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
    /// Whether it is not known whether the move is worth at least so much.
    fn is_open(&self, wanted: i32) -> bool {
        self.low < wanted && self.high >= wanted
    }

    /// Asks whether the move is worth at least so much in a position.
    fn ask(
        &mut self,
        search: &mut NullWindowSearch,
        position: &Position,
        wanted: i32,
    ) -> Result<(), Stopped> {
        let mut after = *position;
        after.play_unchecked(self.taken);
        if search.maximises(position) {
            let bound = search.bound(&mut after, wanted, 1)?;
            if bound >= wanted {
                self.low = bound;
            } else {
                self.high = bound;
            }
        } else {
            // At least `wanted` for the mover is less than `1 − wanted` for the searcher.
            let bound = search.bound(&mut after, 1 - wanted, 1)?;
            if bound < 1 - wanted {
                self.low = -bound;
            } else {
                self.high = -bound;
            }
        }
        Ok(())
    }
}

impl NullWindowSearch {
    /// A move that keeps the value, which is proven; none where the search is stopped before.
    fn keeping(&mut self, position: &Position, value: i32) -> Option<Move> {
        let maximises = self.maximises(position);
        let wanted = if maximises { value } else { value + 1 };
        moves::needed(position, false)
            .map_while(|taken| {
                let mut after = *position;
                after.play_unchecked(taken);
                let bound = self.bound(&mut after, wanted, 0).ok()?;
                Some((taken, maximises == (bound >= wanted)))
            })
            .find_map(|(taken, keeps)| keeps.then_some(taken))
    }

    fn tell(&self, began: Instant, (low, high): (i32, i32)) {
        let nodes = self.budget.nodes();
        let rate = nodes as f64 / began.elapsed().as_secs_f64().max(1e-3);
        self.budget.control().tell(&Progress::Rest {
            low,
            high,
            nodes,
            rate: rate as u64,
        });
    }
}
