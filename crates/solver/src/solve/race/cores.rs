//! Cores that methods share in turns: one core is the mixed-integer solver's, and the others take slices of the rest.

use azulejo_control::{Control, Instant};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The time that a method computes before the next one has its turn.
const SLICE: Duration = Duration::from_millis(100);

/// The time between two looks of a waiting method at its control.
const WAIT: Duration = Duration::from_millis(20);

/// All cores but that of the mixed-integer solver.
#[derive(Clone)]
pub(super) struct Cores {
    queue: Arc<(Mutex<Queue>, Condvar)>,
}

struct Queue {
    free: usize,
    /// Methods that wait for a core, the first one in front.
    waiting: VecDeque<usize>,
    /// Number of the next method.
    next: usize,
}

impl Cores {
    pub(super) fn new() -> Self {
        let count = thread::available_parallelism().map_or(1, usize::from);
        let queue = Queue {
            free: count.saturating_sub(1).max(1),
            waiting: VecDeque::new(),
            next: 0,
        };
        Self {
            queue: Arc::new((Mutex::new(queue), Condvar::new())),
        }
    }

    fn guard(&self) -> MutexGuard<'_, Queue> {
        self.queue.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The control of a method that computes in slices: each look at the clock may wait for a core.
    pub(super) fn share(&self, control: &Control) -> Control {
        let mut queue = self.guard();
        let number = queue.next;
        queue.next += 1;
        drop(queue);
        let slice = Mutex::new(Slice {
            cores: self.clone(),
            number,
            begin: None,
        });
        let original = control.clone();
        let interrupt = move || {
            let mut slice = slice.lock().unwrap_or_else(PoisonError::into_inner);
            slice.go_on(&original);
            drop(slice);
            original
                .interrupt
                .as_ref()
                .is_some_and(|is_interrupted| is_interrupted())
        };
        Control {
            interrupt: Some(Arc::new(interrupt)),
            ..control.clone()
        }
    }
}

/// The time of a method on a core.
struct Slice {
    cores: Cores,
    number: usize,
    /// The begin of the slice; none where the method has no core.
    begin: Option<Instant>,
}

impl Slice {
    /// Waits for a core where the method has none, or where its slice is over and another method waits.
    fn go_on(&mut self, control: &Control) {
        if self.begin.is_some_and(|begin| begin.elapsed() < SLICE) {
            return;
        }
        let cores = self.cores.clone();
        let mut queue = cores.guard();
        if self.begin.take().is_some() {
            queue.free += 1;
        }
        queue.waiting.push_back(self.number);
        cores.queue.1.notify_all();
        while (queue.free == 0 || queue.waiting.front() != Some(&self.number)) && !control.stopped()
        {
            let waited = cores.queue.1.wait_timeout(queue, WAIT);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        queue.waiting.retain(|&number| number != self.number);
        if queue.free > 0 {
            queue.free -= 1;
            self.begin = Some(Instant::now());
        }
        cores.queue.1.notify_all();
    }
}

impl Drop for Slice {
    fn drop(&mut self) {
        if self.begin.is_some() {
            self.cores.guard().free += 1;
            self.cores.queue.1.notify_all();
        }
    }
}
