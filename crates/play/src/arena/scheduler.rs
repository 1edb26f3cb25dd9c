//! Hands groups of games out to threads, and puts together what they bring back, in the order of the games.

use super::{Sprt, Tally, Watch};
use azulejo_control::{Instant, Progress};
use azulejo_rules::record::Record;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Groups that were played one after the other.
#[derive(Debug)]
pub(super) struct Chunk {
    /// The first group after it.
    pub(super) end: u64,
    pub(super) tally: Tally,
    /// Of each game, if they are wanted.
    pub(super) records: Vec<Record>,
}

/// Where threads fetch groups and bring tallies.
pub(super) struct Scheduler<'a> {
    state: Mutex<State<'a>>,
    recorded: bool,
}

struct State<'a> {
    /// The first group that no thread has.
    next: u64,
    /// The first group that is not in the tally.
    counted: u64,
    end: u64,
    tally: Tally,
    /// By their first group: those before which others are missing.
    waiting: BTreeMap<u64, Chunk>,
    watch: Watch<'a>,
    /// All the games of the match.
    games: u64,
    began: Instant,
    told: Option<Instant>,
}

/// The most groups that a thread takes at a time. The test is looked at after so many, and no chunk goes beyond that.
const MOST: u64 = Sprt::EVERY;

/// A thread that has its groups played sooner takes more of them.
const SOON: Duration = Duration::from_millis(5);

/// How often the listener is told.
const TOLD: Duration = Duration::from_millis(100);

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
                told: None,
            }),
        }
    }

    /// Plays groups until there are no more.
    pub(super) fn work(&self, play: impl Fn(Range<u64>, bool) -> Chunk) {
        // The others would play to the end before anybody heard of it.
        let _closing = ClosedByPanic(self);
        let mut size = 1;
        let mut taken = self.state().take(size);
        while let Some(groups) = taken {
            let (start, clock) = (groups.start, Instant::now());
            let chunk = play(groups, self.recorded);
            if clock.elapsed() < SOON {
                size = MOST.min(2 * size);
            }
            let mut state = self.state();
            state.bring(start, chunk);
            taken = state.take(size);
        }
    }

    /// The tally, when all threads have ended.
    pub(super) fn closed(self) -> Tally {
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
        let whole = (self.next / MOST + 1).saturating_mul(MOST);
        let end = self.end.min(whole).min(self.next.saturating_add(size));
        let groups = self.next..end;
        self.next = end;
        Some(groups)
    }

    /// Nothing more is handed out.
    fn close(&mut self) {
        self.end = self.next;
    }

    /// Adds what was played, as soon as nothing before it is missing.
    fn bring(&mut self, start: u64, chunk: Chunk) {
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
        self.tell();
    }

    /// Whether the test has an answer, at the groups after which it is looked at.
    fn is_decided(&self) -> bool {
        let looked = self.counted.is_multiple_of(Sprt::EVERY);
        let sprt = self.watch.sprt.as_ref().filter(|_| looked);
        sprt.is_some_and(|sprt| sprt.test(&self.tally).accepted.is_some())
    }

    fn tell(&mut self) {
        if self.told.is_some_and(|told| told.elapsed() < TOLD) {
            return;
        }
        self.told = Some(Instant::now());
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

    /// Groups up to `end`, all of which the first contestant won.
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
            state.bring(taken[place].start, won(&taken[place]));
            assert_eq!(state.tally.groups, groups);
        }
    }

    #[test]
    fn what_is_still_played_when_the_test_decides_is_not_counted() {
        for early in [false, true] {
            let mut state = state(Some("-300,300"));
            let taken: Vec<Range<u64>> = (0..3).filter_map(|_| state.take(16)).collect();
            if early {
                state.bring(32, won(&taken[2]));
            }
            state.bring(0, won(&taken[0]));
            assert_eq!(state.take(16), None, "it is decided");
            state.bring(16, won(&taken[1]));
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
