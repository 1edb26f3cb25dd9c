//! Cores that methods share in slices of time. One method has a core of its own, as most proofs are its proofs: the mixed-integer solver
//! or, where the solver waits, the search through ends. The methods beside it take turns on the other cores.

use azulejo_control::{Control, Instant};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The time on a core after which the next method has its turn.
const SLICE: Duration = Duration::from_millis(100);

/// The time between two looks of a waiting method at its control.
const TICK: Duration = Duration::from_millis(20);

/// A queue of methods for some cores.
#[derive(Clone)]
pub(super) struct Cores {
    slice: Duration,
    queue: Arc<Mutex<Queue>>,
    change: Arc<Condvar>,
}

struct Queue {
    /// Number of cores without a method.
    free: usize,
    /// Numbers of the methods that wait for a core, the first one in front.
    waiting: VecDeque<usize>,
    /// Number of the next method.
    next: usize,
}

impl Cores {
    /// The cores of the machine but one, and at least one.
    pub(super) fn but_one() -> Self {
        let count = thread::available_parallelism().map_or(1, usize::from);
        Self::new(count.saturating_sub(1).max(1), SLICE)
    }

    fn new(count: usize, slice: Duration) -> Self {
        let queue = Queue {
            free: count,
            waiting: VecDeque::new(),
            next: 0,
        };
        Self {
            slice,
            queue: Arc::new(Mutex::new(queue)),
            change: Arc::default(),
        }
    }

    fn guard(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The control of a method that computes in slices: each look at the control may wait for a core. The method has its core until
    /// the last clone of the control is dropped.
    pub(super) fn share(&self, control: &Control) -> Control {
        let mut queue = self.guard();
        let number = queue.next;
        queue.next += 1;
        drop(queue);
        let share = Mutex::new(Share {
            cores: self.clone(),
            number,
            begin: None,
        });
        let original = control.clone();
        let interrupt = move || {
            let mut share = share.lock().unwrap_or_else(PoisonError::into_inner);
            share.go_on(&original);
            drop(share);
            original.stopped()
        };
        Control {
            interrupt: Some(Arc::new(interrupt)),
            ..control.clone()
        }
    }
}

/// The share of a method in the cores.
struct Share {
    cores: Cores,
    /// Number of the method.
    number: usize,
    /// The begin of the slice; none where the method has no core.
    begin: Option<Instant>,
}

impl Share {
    /// Waits for a core where the method has none. At the end of a slice the core goes to the method that waits longest.
    fn go_on(&mut self, control: &Control) {
        let slice = self.cores.slice;
        if self.begin.is_some_and(|begin| begin.elapsed() < slice) {
            return;
        }
        let change = &self.cores.change;
        let mut queue = self.cores.guard();
        if self.begin.take().is_some() {
            queue.free += 1;
            change.notify_all();
        }
        queue.waiting.push_back(self.number);
        while (queue.free == 0 || queue.waiting.front() != Some(&self.number)) && !control.stopped()
        {
            let result = change.wait_timeout(queue, TICK);
            queue = result.unwrap_or_else(PoisonError::into_inner).0;
        }
        queue.waiting.retain(|&number| number != self.number);
        // A method that has to stop needs no core for its end.
        if let Some(free) = queue.free.checked_sub(1) {
            queue.free = free;
            self.begin = Some(Instant::now());
        }
        change.notify_all();
    }
}

impl Drop for Share {
    /// Gives the core back, if the method has one.
    fn drop(&mut self) {
        if self.begin.is_some() {
            self.cores.guard().free += 1;
            self.cores.change.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;
    use std::sync::atomic::Ordering;

    #[test]
    fn methods_take_turns_on_one_core() {
        let (cores, log) = (Cores::new(1, Duration::ZERO), Mutex::new(Vec::new()));
        thread::scope(|scope| {
            for method in 0..3 {
                let control = cores.share(&Control::default());
                let (cores, log) = (&cores, &log);
                scope.spawn(move || {
                    for _ in 0..200 {
                        assert!(!control.stopped());
                        // The first turn ends when the others wait.
                        while log.lock().expect("whole").is_empty()
                            && cores.guard().waiting.len() < 2
                        {
                            thread::yield_now();
                        }
                        log.lock().expect("whole").push(method);
                    }
                });
            }
        });
        let log = log.into_inner().expect("whole");
        // Until the first one ends, each turn is another method's than the two before.
        let last = |method: usize| log.iter().rposition(|&other| other == method);
        let end = (0..3).filter_map(last).min().expect("each has turns");
        let mut turns = log[..=end].iter().tuple_windows();
        assert!(turns.all(|(a, b, c)| a != b && b != c && a != c));
        assert_eq!(log.len(), 600);
    }

    #[test]
    fn a_core_is_free_after_the_end_of_its_method() {
        let cores = Cores::new(1, Duration::MAX);
        let control = Control::default();
        let (first, second) = (cores.share(&control), cores.share(&control));
        assert!(!first.stopped());
        assert_eq!(cores.guard().free, 0);
        drop(first);
        assert_eq!(cores.guard().free, 1);
        assert!(!second.stopped());
        assert_eq!(cores.guard().free, 0);
    }

    #[test]
    fn a_stop_ends_the_wait_for_a_core() {
        let cores = Cores::new(1, Duration::MAX);
        let control = Control::default();
        let (first, second) = (cores.share(&control), cores.share(&control));
        assert!(!first.stopped());
        thread::scope(|scope| {
            let wait = scope.spawn(|| second.stopped());
            while cores.guard().waiting.is_empty() {
                thread::yield_now();
            }
            control.stop.store(true, Ordering::Relaxed);
            assert!(wait.join().expect("no panic"));
        });
        assert!(cores.guard().waiting.is_empty());
    }
}
