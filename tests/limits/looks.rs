//! Processor time of a thread between two looks at the control, and from its last look to the end.
//!
//! Processor time is independent of other programs on the machine. A look after the limit does not count: the measured
//! time begins at the last look before the limit.

use azulejo::control::Control;
use rustix::time::{ClockId, clock_gettime};
use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Longest time between looks so far, over all threads of a run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Looks(Arc<Mutex<Gap>>);

/// Longest time between two looks, and the functions at its end.
#[derive(Debug, Clone, Default)]
pub(crate) struct Gap {
    pub(crate) time: Duration,
    pub(crate) end: String,
}

/// Upper bound on a gap, by which a run ends soon after its limit.
pub(crate) const MAX_GAP: Duration = Duration::from_millis(500);

/// Least time for a look at the stack.
const STACK_TIME: Duration = Duration::from_millis(50);

/// Last look of a thread, by its own processor time.
struct LastLook {
    looks: Looks,
    time: Duration,
}

impl Drop for LastLook {
    /// End of the run or of the thread.
    fn drop(&mut self) {
        self.looks.note(self.time, "the end".into());
    }
}

thread_local! {
    static LAST_LOOK: RefCell<Option<LastLook>> = const { RefCell::new(None) };
}

/// Processor time of this thread.
fn processor() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or(0),
        u32::try_from(time.tv_nsec).unwrap_or(0),
    )
}

impl Looks {
    /// A control that notes each look, in place of the control's own `interrupt`.
    pub(crate) fn control(&self, control: Control) -> Control {
        let looks = self.clone();
        Control {
            interrupt: Some(Arc::new(move || {
                looks.look();
                false
            })),
            ..control
        }
    }

    /// Result of a run, and its longest time between two looks or after the last look.
    pub(crate) fn measure<T>(&self, run: impl FnOnce() -> T) -> (T, Gap) {
        // All runs share the threads of rayon.
        static LOCK: Mutex<()> = Mutex::new(());
        let _lock = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
        let begin = || LAST_LOOK.set(Some(self.last_look(processor())));
        let end = || drop(LAST_LOOK.take());
        rayon::broadcast(|_| begin());
        begin();
        let result = run();
        rayon::broadcast(|_| end());
        end();
        let longest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (result, longest.clone())
    }

    fn last_look(&self, time: Duration) -> LastLook {
        LastLook {
            looks: self.clone(),
            time,
        }
    }

    fn look(&self) {
        // HiGHS looks at times of its own, and a waiting thread gives it up.
        if std::thread::current().name() == Some("highs") {
            return;
        }
        let now = processor();
        LAST_LOOK.with_borrow_mut(|last_look| {
            let last_look = last_look.get_or_insert_with(|| self.last_look(Duration::ZERO));
            if now.saturating_sub(last_look.time) > STACK_TIME {
                let stack = functions(&Backtrace::force_capture());
                self.note(last_look.time, stack);
            }
            last_look.time = processor();
        });
    }

    /// Notes the time since a look.
    fn note(&self, since: Duration, end: String) {
        let time = processor().saturating_sub(since);
        let mut longest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if time > longest.time {
            *longest = Gap { time, end };
        }
    }
}

/// Functions of this crate on a stack, the innermost first.
fn functions(stack: &Backtrace) -> String {
    let text = stack.to_string();
    let lines = text.lines().map(str::trim);
    let names = lines.filter_map(|line| line.split_once(": ").map(|(_, name)| name));
    let own = names.filter(|name| name.contains("azulejo::"));
    let own = own.filter(|name| !name.contains("control::Control"));
    let innermost: Vec<&str> = own.take(8).collect();
    innermost.join(" < ")
}
