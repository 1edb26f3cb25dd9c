//! Slots for runs, and their queue: first come, first served.
//!
//! Small runs have one slot more, so that no small run waits for long ones.

use crate::pages::{Cost, QueuePlace};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Time between two reports of a run's place in the queue.
const REPORT: Duration = Duration::from_millis(500);

/// Slots of a server, and the runs that wait for one.
#[derive(Debug)]
pub(super) struct Slots {
    any: Arc<Semaphore>,
    small: Arc<Semaphore>,
    /// Slots of both kinds, free or not.
    count: usize,
    /// Runs that may wait at once.
    places: usize,
    queue: Mutex<Queue>,
}

#[derive(Debug, Default)]
struct Queue {
    last_ticket: u64,
    tickets: BTreeSet<u64>,
}

/// Permission to run; dropping it frees the slot.
pub(super) type Slot = OwnedSemaphorePermit;

/// Start of a run: at once, or after the runs ahead in the queue.
#[derive(Debug)]
pub(super) enum Turn {
    /// A slot is free.
    Now(Slot),
    /// A place in the queue.
    Later(Place),
}

/// Place in the queue; dropping it frees the place.
#[derive(Debug)]
pub(super) struct Place {
    slots: Arc<Slots>,
    cost: Cost,
    ticket: u64,
}

impl Slots {
    /// `any` slots for every run, one more for small runs, and a queue with `places`.
    pub(super) fn new(any: usize, places: usize) -> Arc<Self> {
        Arc::new(Self {
            any: Arc::new(Semaphore::new(any)),
            small: Arc::new(Semaphore::new(1)),
            count: any + 1,
            places,
            queue: Mutex::default(),
        })
    }

    /// Free slot for a run of a cost; none where the run would have to wait.
    pub(super) fn free(&self, cost: Cost) -> Option<Slot> {
        let slot = |slots: &Arc<Semaphore>| Arc::clone(slots).try_acquire_owned().ok();
        let small = || (cost == Cost::Small).then(|| slot(&self.small)).flatten();
        slot(&self.any).or_else(small)
    }

    /// Turn of a run of a cost; none where the queue is full or the slots are closed.
    pub(super) fn turn(self: &Arc<Self>, cost: Cost) -> Option<Turn> {
        if let Some(slot) = self.free(cost) {
            return Some(Turn::Now(slot));
        }
        let mut queue = self.queue();
        if self.are_closed() || queue.tickets.len() >= self.places {
            return None;
        }
        queue.last_ticket += 1;
        let ticket = queue.last_ticket;
        queue.tickets.insert(ticket);
        Some(Turn::Later(Place {
            slots: Arc::clone(self),
            cost,
            ticket,
        }))
    }

    /// Refuses every run from now on, also in the queue.
    pub(super) fn close(&self) {
        self.any.close();
        self.small.close();
    }

    /// Whether the slots refuse every run.
    pub(super) fn are_closed(&self) -> bool {
        self.any.is_closed()
    }

    /// Whether nothing runs.
    pub(super) fn is_idle(&self) -> bool {
        self.any.available_permits() + self.small.available_permits() == self.count
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn {
    /// Slot of the run when its turn has come; none where the slots are closed. `report` gets the position in the
    /// queue every half second.
    pub(super) async fn slot(self, mut report: impl FnMut(QueuePlace)) -> Option<Slot> {
        let place = match self {
            Self::Now(slot) => return Some(slot),
            Self::Later(place) => place,
        };
        let slot = place.slot();
        tokio::pin!(slot);
        let mut clock = tokio::time::interval(REPORT);
        loop {
            tokio::select! {
                biased;
                slot = &mut slot => return slot,
                _ = clock.tick() => report(place.position()),
            }
        }
    }
}

impl Place {
    async fn slot(&self) -> Option<Slot> {
        let Slots { any, small, .. } = &*self.slots;
        let any = Arc::clone(any).acquire_owned();
        let slot = match self.cost {
            Cost::Any => any.await,
            Cost::Small => tokio::select! {
                slot = any => slot,
                slot = Arc::clone(small).acquire_owned() => slot,
            },
        };
        slot.ok()
    }

    fn position(&self) -> QueuePlace {
        let queue = self.slots.queue();
        QueuePlace {
            ahead: queue.tickets.range(..self.ticket).count(),
            waiting: queue.tickets.len(),
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.slots.queue().tickets.remove(&self.ticket);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_run_finds_a_slot_beside_long_ones() {
        let slots = Slots::new(1, 0);
        let long = slots.free(Cost::Any);
        assert!(long.is_some() && slots.free(Cost::Any).is_none());
        let small = slots.free(Cost::Small);
        assert!(small.is_some() && slots.free(Cost::Small).is_none());
        assert!(!slots.is_idle());
        drop((long, small));
        assert!(slots.is_idle());
    }

    #[test]
    fn the_queue_is_limited_and_a_dropped_place_is_free() {
        let slots = Slots::new(1, 2);
        let _long = slots.free(Cost::Any);
        let mut places = (0..2).map(|_| slots.turn(Cost::Any)).collect::<Vec<_>>();
        assert!(places.iter().all(Option::is_some));
        assert!(slots.turn(Cost::Any).is_none(), "two wait");
        drop(places.remove(0));
        let Some(Turn::Later(last)) = slots.turn(Cost::Any) else {
            panic!("a place is free");
        };
        let (ahead, waiting) = (1, 2);
        assert_eq!(last.position(), QueuePlace { ahead, waiting });
        slots.close();
        drop(places);
        assert!(slots.turn(Cost::Any).is_none(), "closed");
    }
}
