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
    /// The record of each game, if the match has receivers of records.
    pub(super) records: Vec<Record>,
}

/// The queue of groups, and the merged tally.
pub(super) struct Scheduler<'a> {
    state: Mutex<State<'a>>,
    with_records: bool,
}

struct State<'a> {
    /// The first group that no thread has taken.
    next: u64,
    /// The first group after the groups of the tally.
    tally_end: u64,
    end: u64,
    tally: Tally,
    /// The chunks that wait for earlier ones, by their first group.
    waiting: BTreeMap<u64, Chunk>,
    watch: Watch<'a>,
    /// The number of games of the match.
    games: u64,
    start: Instant,
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
            with_records: watch.records.is_some(),
            state: Mutex::new(State {
                next: groups.start,
                tally_end: groups.start,
                end: groups.end,
                tally,
                waiting: BTreeMap::new(),
                watch,
                games: count.saturating_mul(group_size as u64),
                start: Instant::now(),
                last_report: None,
            }),
        }
    }

    /// Plays groups until none is left.
    pub(super) fn work(&self, play: impl Fn(Range<u64>, bool) -> Chunk) {
        // After a panic, the other threads would first play to the end.
        let _guard = CloseOnPanic(self);
        let mut size = 1;
        let mut next = self.state().take(size);
        while let Some(groups) = next {
            let (start, clock) = (groups.start, Instant::now());
            let chunk = play(groups, self.with_records);
            if clock.elapsed() < QUICK {
                size = MOST_GROUPS.min(2 * size);
            }
            let mut state = self.state();
            state.merge(start, chunk);
            next = state.take(size);
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

struct CloseOnPanic<'a, 'b>(&'b Scheduler<'a>);

impl Drop for CloseOnPanic<'_, '_> {
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
        let boundary = (self.next / MOST_GROUPS + 1).saturating_mul(MOST_GROUPS);
        let end = self.end.min(boundary).min(self.next.saturating_add(size));
        let groups = self.next..end;
        self.next = end;
        Some(groups)
    }

    /// Hands out no further groups.
    fn close(&mut self) {
        self.end = self.next;
    }

    /// Merges a chunk, and the chunks that waited for this chunk.
    fn merge(&mut self, start: u64, chunk: Chunk) {
        self.waiting.insert(start, chunk);
        while let Some(chunk) = self.waiting.remove(&self.tally_end) {
            self.tally_end = chunk.end;
            self.tally += &chunk.tally;
            if let Some(receiver) = &mut self.watch.records {
                chunk.records.iter().for_each(receiver);
            }
            if self.is_decided() {
                self.close();
                // Chunks that wait or are still in play come too late: no group has this number.
                self.tally_end = u64::MAX;
            }
        }
        self.report();
    }

    /// Whether the test accepts a hypothesis, at the groups after which it is evaluated.
    fn is_decided(&self) -> bool {
        let due = self.tally_end.is_multiple_of(Sprt::EVERY);
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
        let progress = Progress::games(self.tally.games, self.games, self.start);
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
        scheduler.state.into_inner().expect("no panic")
    }

    /// A chunk of `groups`, with victories of the first contestant alone.
    fn chunk_of_wins(groups: &Range<u64>) -> Chunk {
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
    fn early_chunks_wait_for_earlier_groups() {
        let mut state = state(None);
        let ranges: Vec<Range<u64>> = (0..3).filter_map(|_| state.take(6)).collect();
        assert_eq!(
            ranges,
            [0..6, 6..12, 12..16],
            "no chunk goes beyond an evaluation of the test"
        );
        for (place, groups) in [(2, 0), (1, 0), (0, 16)] {
            state.merge(ranges[place].start, chunk_of_wins(&ranges[place]));
            assert_eq!(state.tally.groups, groups);
        }
    }

    #[test]
    fn chunks_in_play_at_the_decision_of_the_test_do_not_count() {
        for is_early in [false, true] {
            let mut state = state(Some("-300,300"));
            let ranges: Vec<Range<u64>> = (0..3).filter_map(|_| state.take(16)).collect();
            if is_early {
                state.merge(32, chunk_of_wins(&ranges[2]));
            }
            state.merge(0, chunk_of_wins(&ranges[0]));
            assert_eq!(state.take(16), None, "the test is decided");
            state.merge(16, chunk_of_wins(&ranges[1]));
            assert_eq!(state.tally.groups, 16);
        }
    }

    #[test]
    fn no_groups_come_after_the_end_or_a_stop() {
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
