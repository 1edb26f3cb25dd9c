//! Runs: computations that wait for a slot, send events, and end when nobody waits for them.

use super::slots::{Slot, Slots};
use super::{Limits, memory};
use crate::control::Control;
use crate::pages::{Answer, Cost, Event, Listener, Refusal, Run, RunEnd, Status, Work};
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;

/// Pool of runs.
#[derive(Debug)]
pub(super) struct Runs {
    slots: Arc<Slots>,
    limits: Limits,
}

/// Length of the buffer of events; the run waits while the buffer is full.
const EVENT_BUFFER: usize = 64;

/// Time between two signs of life of a stream without events. A sign that a client does not take shows that the client has gone.
const KEEP_ALIVE: Duration = Duration::from_millis(250);

/// Events of a run on their way to its page.
struct EventSender(mpsc::Sender<Event>);

impl Listener for EventSender {
    /// Waits while the page reads slowly.
    fn tell(&self, event: Event) -> bool {
        self.0.blocking_send(event).is_ok()
    }

    /// Drops the event while the page reads slowly.
    fn report(&self, event: Event) {
        let _ = self.0.try_send(event);
    }
}

impl Runs {
    /// Pool without a run.
    pub(super) fn new(limits: &Limits) -> Arc<Self> {
        Arc::new(Self {
            slots: Slots::new(limits.runs.max(1), limits.waiting),
            limits: limits.clone(),
        })
    }

    /// Stops every run, and refuses new runs.
    pub(super) fn close(&self) {
        self.slots.close();
    }

    /// A run as a stream of server-sent events: `queue` while it waits, then its own events, `error` where it fails, and
    /// `end`. It is stopped when the stream is dropped.
    pub(super) fn stream(
        self: &Arc<Self>,
        cost: Cost,
        run: impl FnOnce(&Run) + Send + 'static,
    ) -> Result<Response, Refusal> {
        let turn = self.slots.turn(cost).ok_or_else(|| self.busy())?;
        let (events, mut receiver) = mpsc::channel(EVENT_BUFFER);
        let stop = Stop::default();
        let flag = Arc::clone(&stop.0);
        let runs = Arc::clone(self);
        tokio::spawn(async move {
            let report = |position| {
                let _ = events.try_send(Event::new("queue", &position));
            };
            let slot = tokio::select! {
                slot = turn.slot(report) => slot,
                () = events.closed() => return,
            };
            let result = match slot {
                Some(slot) => {
                    let context = runs.context(flag, runs.limits.time, events.clone());
                    runs.answer_on_thread(slot, move || run(&context)).await
                }
                None => Err(runs.busy()),
            };
            if let Err(refusal) = result {
                let _ = events.send(Event::failed(&refusal.message)).await;
            }
            let _ = events.send(Event::new("end", &RunEnd {})).await;
        });
        let events = stream::poll_fn(move |context| {
            // The stream owns the flag, so dropping the stream stops the run.
            let _ = &stop;
            let event = receiver.poll_recv(context);
            event.map(|event| event.map(|event| Ok::<_, Infallible>(sse_event(&event))))
        });
        let keep_alive = KeepAlive::new().interval(KEEP_ALIVE);
        Ok(Sse::new(events).keep_alive(keep_alive).into_response())
    }

    /// Answer of work. The run is stopped when nobody waits for the answer.
    pub(super) async fn answer(&self, cost: Cost, work: Work) -> Result<Answer, Refusal> {
        let turn = self.slots.turn(cost).ok_or_else(|| self.busy())?;
        let slot = turn.slot(|_| ()).await.ok_or_else(|| self.busy())?;
        self.silent_answer(slot, self.limits.time, work).await?
    }

    /// Answer of small work that does not wait for a slot; none where all are taken.
    pub(super) async fn answer_at_once(
        &self,
        time: Duration,
        work: Work,
    ) -> Option<Result<Answer, Refusal>> {
        let slot = self.slots.free(Cost::Small)?;
        self.silent_answer(slot, time, work).await.ok()
    }

    /// Answer of a run without a listener to its events, unless the run fails.
    async fn silent_answer(
        &self,
        slot: Slot,
        time: Duration,
        work: Work,
    ) -> Result<Result<Answer, Refusal>, Refusal> {
        let stop = Stop::default();
        let (events, _) = mpsc::channel(1);
        let context = self.context(Arc::clone(&stop.0), time.min(self.limits.time), events);
        self.answer_on_thread(slot, move || work(&context)).await
    }

    /// Answer of a run on a thread of its own. The slot is free as soon as the run has ended.
    async fn answer_on_thread<T: Send + 'static>(
        &self,
        slot: Slot,
        run: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let thread = tokio::task::spawn_blocking(move || {
            let answer = catch_unwind(AssertUnwindSafe(run));
            drop(slot);
            answer
        });
        let result = thread.await;
        if self.slots.is_idle() {
            tokio::task::spawn_blocking(memory::give_back);
        }
        match result {
            Ok(Ok(answer)) => Ok(answer),
            _ => {
                let message = "The run failed. It is an error of this program; please report it.";
                Err(Refusal::new(Status::Failed, message))
            }
        }
    }

    /// Refusal of a run without a place in the queue.
    fn busy(&self) -> Refusal {
        match self.slots.are_closed() {
            true => Refusal::busy("The server ends."),
            false => Refusal::busy(format!(
                "The server is busy: runs that are waiting already: {}. Try again in a while.",
                self.limits.waiting
            )),
        }
    }

    /// Limits and listener of a run that ends when `stop` is set.
    fn context(&self, stop: Arc<AtomicBool>, time: Duration, events: mpsc::Sender<Event>) -> Run {
        let slots = Arc::clone(&self.slots);
        let control = Control {
            stop,
            interrupt: Some(Arc::new(move || slots.are_closed())),
            ..Control::default()
        };
        Run::new(
            control.within(Some(time)),
            self.limits.run_memory(),
            Arc::new(EventSender(events)),
        )
    }
}

/// Flag that stops a run; dropping the value sets the flag.
#[derive(Default)]
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn sse_event(event: &Event) -> sse::Event {
    sse::Event::default().event(event.name).data(&event.data)
}
