//! The processor time that a thread takes between two looks at the control, and from its last look to the end.
//!
//! Processor time, because a run may be late by as much as the machine is busy with others. A look that finds the time up
//! is none: what counts is the time since the last look that found some left.

use azulejo::control::Control;
use rustix::time::{ClockId, clock_gettime};
use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The longest time so far, over all threads of a run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Looks(Arc<Mutex<Longest>>);

/// A time between two looks, and the functions at its end.
#[derive(Debug, Clone, Default)]
pub(crate) struct Longest {
    pub(crate) time: Duration,
    pub(crate) until: String,
}

/// A run ends so soon after its limit.
pub(crate) const PROMISED: Duration = Duration::from_millis(500);

/// Shorter times are not worth a look at the stack.
const WORTH: Duration = Duration::from_millis(50);

/// When a thread looked last, by its own processor time.
struct Mark {
    looks: Looks,
    at: Duration,
}

impl Drop for Mark {
    /// The thread ends.
    fn drop(&mut self) {
        self.looks.note(self.at, "the end of its thread".into());
    }
}

thread_local! {
    static MARK: RefCell<Option<Mark>> = const { RefCell::new(None) };
}

/// The processor time of this thread.
fn processor() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or(0),
        u32::try_from(time.tv_nsec).unwrap_or(0),
    )
}

impl Looks {
    /// A control that notes each look at it. What it was given to be asked is asked no more.
    pub(crate) fn at(&self, control: Control) -> Control {
        let looks = self.clone();
        Control {
            interrupt: Some(Arc::new(move || {
                looks.look();
                false
            })),
            ..control
        }
    }

    /// Runs something that looks, and says how long it took at most between two looks, or after the last.
    pub(crate) fn longest_of<T>(&self, run: impl FnOnce() -> T) -> (T, Longest) {
        // All runs share the threads of rayon.
        static ALONE: Mutex<()> = Mutex::new(());
        let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        rayon::broadcast(|_| self.begin());
        self.begin();
        let out = run();
        rayon::broadcast(|_| self.end());
        self.end();
        let longest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (out, longest.clone())
    }

    /// Forgets the time of this thread before.
    fn begin(&self) {
        MARK.with_borrow_mut(|mark| {
            // What is dropped here would be noted.
            std::mem::forget(mark.take());
            *mark = Some(self.mark(processor()));
        });
    }

    fn mark(&self, at: Duration) -> Mark {
        Mark {
            looks: self.clone(),
            at,
        }
    }

    fn end(&self) {
        let mark = MARK.take();
        if let Some(mark) = mark {
            self.note(mark.at, "the end of the run".into());
            std::mem::forget(mark);
        }
    }

    fn look(&self) {
        // HiGHS looks when it likes: whoever waits for it gives it up.
        if std::thread::current().name() == Some("highs") {
            return;
        }
        let now = processor();
        MARK.with_borrow_mut(|mark| {
            let mark = mark.get_or_insert_with(|| self.mark(Duration::ZERO));
            if now.saturating_sub(mark.at) > WORTH {
                let stack = functions(&Backtrace::force_capture());
                self.note(mark.at, stack);
            }
            mark.at = processor();
        });
    }

    /// Notes the time since a look.
    fn note(&self, since: Duration, until: String) {
        let time = processor().saturating_sub(since);
        let mut longest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if time > longest.time {
            *longest = Longest { time, until };
        }
    }
}

/// The functions of this crate on a stack, the innermost first.
fn functions(stack: &Backtrace) -> String {
    let text = stack.to_string();
    let lines = text.lines().map(str::trim);
    let named = lines.filter_map(|line| line.split_once(": ").map(|(_, name)| name));
    let own = named.filter(|name| name.contains("azulejo::"));
    let own = own.filter(|name| !name.contains("control::Control"));
    let shown: Vec<&str> = own.take(8).collect();
    shown.join(" < ")
}
