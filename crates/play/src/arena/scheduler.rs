//! The scheduler: it hands groups of games to threads, and merges their tallies in the order of the games.

use super::{Sprt, Tally, Watch};
use azulejo_control::{Instant, Progress};
use azulejo_rules::record::Record;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The results of consecutive groups.
#[derive(Debug)]
pub(super) struct Chunk {
    /// The first group after the chunk.
    pub(super) end: u64,
    pub(super) tally: Tally,
    /// The record of each game, if records are wanted.
    pub(super) records: Vec<Record>,
}

/// The queue of groups, and the merged tally.
pub(super) struct Scheduler<'a> {
    state: Mutex<State<'a>>,
    recorded: bool,
}

struct State<'a> {
    /// The first group that no thread has taken.
    next: u64,
    /// The first group that is not in the tally.
    counted: u64,
    end: u64,
    tally: Tally,
    /// The chunks that wait for earlier ones, by their first group.
    waiting: BTreeMap<u64, Chunk>,
    watch: Watch<'a>,
    /// The number of games of the match.
    games: u64,
    began: Instant,
    last_report: Option<Instant>,
}

/// The most groups of a chunk. The test is evaluated after every such number of groups, and no chunk crosses that
/// boundary.
const MOST_GROUPS: u64 = Sprt::EVERY;

/// The duration below which a thread doubles its chunks.
const QUICK: Duration = Duration::from_millis(5);

/// The interval between reports of progress.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

impl<'a> Scheduler<'a> {
    pub(super) fn new(
        tally: Tally,
        group_size: usize,
        groups: Range<u64>,
        watch: Watch<'a>,
    ) -> Self {
        let count = groups.end.saturating_sub(groups.start);
        Self {
            recorded: watch.records.is_some(),
            state: Mutex::new(State {
                next: groups.start,
                counted: groups.start,
                end: groups.end,
                tally,
                waiting: BTreeMap::new(),
                watch,
                games: count.saturating_mul(group_size as u64),
                began: Instant::now(),
                last_report: None,
            }),
        }
    }

    /// Plays groups until none is left.
    pub(super) fn work(&self, play: impl Fn(Range<u64>, bool) -> Chunk) {
        // The others would play to the end before anybody heard of it.
        let _closing = ClosedByPanic(self);
        let mut size = 1;
        let mut taken = self.state().take(size);
        while let Some(groups) = taken {
            let (start, clock) = (groups.start, Instant::now());
            let chunk = play(groups, self.recorded);
            if clock.elapsed() < QUICK {
                size = MOST_GROUPS.min(2 * size);
            }
            let mut state = self.state();
            state.merge(start, chunk);
            taken = state.take(size);
        }
    }

    /// The merged tally, after all threads have ended.
    pub(super) fn into_tally(self) -> Tally {
        let state = self.state.into_inner();
        state.unwrap_or_else(PoisonError::into_inner).tally
    }

    fn state(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct ClosedByPanic<'a, 'b>(&'b Scheduler<'a>);

impl Drop for ClosedByPanic<'_, '_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.state().close();
        }
    }
}

impl State<'_> {
    /// The next groups to play; none where there are no more, or the match is stopped.
    fn take(&mut self, size: u64) -> Option<Range<u64>> {
        if self.next >= self.end || self.watch.control.stopped() {
            self.close();
            return None;
        }
        let whole = (self.next / MOST_GROUPS + 1).saturating_mul(MOST_GROUPS);
        let end = self.end.min(whole).min(self.next.saturating_add(size));
        let groups = self.next..end;
        self.next = end;
        Some(groups)
    }

    /// Hands out no further groups.
    fn close(&mut self) {
        self.end = self.next;
    }

    /// Merges a chunk, and the chunks that have waited for it.
    fn merge(&mut self, start: u64, chunk: Chunk) {
        self.waiting.insert(start, chunk);
        while let Some(chunk) = self.waiting.remove(&self.counted) {
            self.counted = chunk.end;
            self.tally += &chunk.tally;
            if let Some(seen) = &mut self.watch.records {
                chunk.records.iter().for_each(seen);
            }
            if self.is_decided() {
                self.close();
                // What waits or is still being played comes too late: no group has this number.
                self.counted = u64::MAX;
            }
        }
        self.report();
    }

    /// Whether the test accepts a hypothesis, at the groups after which it is evaluated.
    fn is_decided(&self) -> bool {
        let due = self.counted.is_multiple_of(Sprt::EVERY);
        let sprt = self.watch.sprt.as_ref().filter(|_| due);
        sprt.is_some_and(|sprt| sprt.test(&self.tally).accepted.is_some())
    }

    fn report(&mut self) {
        if self
            .last_report
            .is_some_and(|last| last.elapsed() < REPORT_INTERVAL)
        {
            return;
        }
        self.last_report = Some(Instant::now());
        let progress = Progress::games(self.tally.games, self.games, self.began);
        self.watch.control.tell(&progress);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(sprt: Option<&str>) -> State<'static> {
        let watch = Watch {
            sprt: sprt.map(|text| text.parse().expect("a test")),
            ..Watch::default()
        };
        let scheduler = Scheduler::new(Tally::new(2), 2, 0..100, watch);
        scheduler.state.into_inner().expect("no panic before")
    }

    /// A chunk of the groups up to `end`, all of which the first contestant won.
    fn won(groups: &Range<u64>) -> Chunk {
        let mut tally = Tally::new(2);
        tally.groups = groups.end - groups.start;
        tally.games = 2 * tally.groups;
        tally.halves[4] = tally.groups;
        Chunk {
            end: groups.end,
            tally,
            records: Vec::new(),
        }
    }

    #[test]
    fn what_comes_early_waits_for_what_is_before_it() {
        let mut state = state(None);
        let taken: Vec<Range<u64>> = (0..3).filter_map(|_| state.take(6)).collect();
        assert_eq!(
            taken,
            [0..6, 6..12, 12..16],
            "no chunk goes beyond a look at the test"
        );
        for (place, groups) in [(2, 0), (1, 0), (0, 16)] {
            state.merge(taken[place].start, won(&taken[place]));
            assert_eq!(state.tally.groups, groups);
        }
    }

    #[test]
    fn what_is_still_played_when_the_test_decides_is_not_counted() {
        for early in [false, true] {
            let mut state = state(Some("-300,300"));
            let taken: Vec<Range<u64>> = (0..3).filter_map(|_| state.take(16)).collect();
            if early {
                state.merge(32, won(&taken[2]));
            }
            state.merge(0, won(&taken[0]));
            assert_eq!(state.take(16), None, "it is decided");
            state.merge(16, won(&taken[1]));
            assert_eq!(state.tally.groups, 16);
        }
    }

    #[test]
    fn nothing_is_handed_out_after_the_end_or_a_stop() {
        let mut state = state(None);
        state.next = 90;
        assert_eq!(state.take(100), Some(90..96));
        assert_eq!(state.take(100), Some(96..100));
        assert_eq!(state.take(100), None);
        state.end = 200;
        state
            .watch
            .control
            .stop
            .store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(state.take(100), None);
    }
}
