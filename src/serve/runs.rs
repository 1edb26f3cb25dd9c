//! What takes long: so many runs at once, a queue before them, and an end when nobody waits for the answer.

use super::Limits;
use super::refusal::Refusal;
use crate::control::Control;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};

/// The pool and its queue.
#[derive(Debug)]
pub(super) struct Runs {
    slots: Arc<Semaphore>,
    queue: Mutex<Queue>,
    closed: Arc<AtomicBool>,
    limits: Limits,
}

/// Who waits, by their tickets, first come first served.
#[derive(Debug, Default)]
struct Queue {
    next: u64,
    waiting: BTreeSet<u64>,
}

/// A run as it sees itself.
#[derive(Debug)]
pub(super) struct Run {
    control: Control,
    events: mpsc::Sender<Event>,
    memory: u64,
}

/// Events that wait for a client that does not read; the run waits then, too.
const EVENTS: usize = 64;

/// How often those in the queue are told their place.
const TOLD: Duration = Duration::from_millis(500);

/// How often a stream without events shows that it is alive.
const ALIVE: Duration = Duration::from_secs(5);

impl Run {
    /// When to stop: the time is over, the page has gone, or the server ends.
    pub(super) fn control(&self) -> &Control {
        &self.control
    }

    /// The memory that it may take, in bytes.
    pub(super) fn memory(&self) -> u64 {
        self.memory
    }

    /// Tells the page what must not be lost. It waits for a page that reads slowly, and stops the run where the page has
    /// gone.
    pub(super) fn tell(&self, name: &'static str, data: &impl Serialize) {
        if self.events.blocking_send(event(name, data)).is_err() {
            self.control.stop.store(true, Ordering::Relaxed);
        }
    }

    /// What tells the page how far the run is, from any thread. What it has no time to read is left out.
    pub(super) fn reporter(&self) -> Reporter {
        Reporter(self.events.clone())
    }
}

/// Tells how far a run is.
#[derive(Debug, Clone)]
pub(super) struct Reporter(mpsc::Sender<Event>);

impl Reporter {
    /// Tells it, unless the page is behind.
    pub(super) fn tell(&self, name: &'static str, data: &impl Serialize) {
        let _ = self.0.try_send(event(name, data));
    }
}

fn event(name: &'static str, data: &impl Serialize) -> Event {
    let event = Event::default().event(name);
    let told = event.json_data(data);
    told.unwrap_or_else(|_| Event::default().event("error").data("{}"))
}

impl Runs {
    /// An empty pool.
    pub(super) fn new(limits: &Limits) -> Arc<Self> {
        Arc::new(Self {
            slots: Arc::new(Semaphore::new(limits.runs.max(1))),
            queue: Mutex::default(),
            closed: Arc::default(),
            limits: limits.clone(),
        })
    }

    /// Stops every run, and refuses those to come.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.slots.close();
    }

    /// A run as a stream of server-sent events: `queue` while it waits, then what it tells, `error` where it fails, and
    /// `end`. It is stopped when the stream is dropped.
    pub(super) fn stream(
        self: &Arc<Self>,
        run: impl FnOnce(&Run) + Send + 'static,
    ) -> Result<Response, Refusal> {
        let place = self.queue()?;
        let (events, receiver) = mpsc::channel(EVENTS);
        let stop = Arc::new(AtomicBool::new(false));
        let (runs, flag) = (Arc::clone(self), Arc::clone(&stop));
        tokio::spawn(async move {
            let failed = |message: &str| event("error", &json!({"error": message}));
            let slot = tokio::select! {
                slot = runs.slot(place, Some(&events)) => slot,
                () = events.closed() => return,
            };
            let Some(slot) = slot else {
                let _ = events.send(failed("The server ends.")).await;
                return;
            };
            let run_of = runs.run(flag, events.clone());
            let ended = tokio::task::spawn_blocking(move || {
                let ended = catch_unwind(AssertUnwindSafe(|| run(&run_of)));
                drop(slot);
                ended.is_ok()
            });
            if !ended.await.is_ok_and(|fine| fine) {
                let message = "The run failed. It is an error of this program; please report it.";
                let _ = events.send(failed(message)).await;
            }
            let _ = events.send(event("end", &json!({}))).await;
        });
        let events = Events {
            receiver,
            _stop: Stop(stop),
        };
        let alive = KeepAlive::new().interval(ALIVE);
        Ok(Sse::new(events).keep_alive(alive).into_response())
    }

    /// A run with one answer, which comes when it is ready.
    pub(super) async fn answer<T: Send + 'static>(
        self: &Arc<Self>,
        run: impl FnOnce(&Run) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let ends = || Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "The server ends.");
        let place = self.queue()?;
        let slot = self.slot(place, None).await.ok_or_else(ends)?;
        self.ran(slot, self.limits.time, run).await
    }

    /// The same without waiting: none where all runs are busy.
    pub(super) async fn at_once<T: Send + 'static>(
        self: &Arc<Self>,
        time: Duration,
        run: impl FnOnce(&Run) -> T + Send + 'static,
    ) -> Option<T> {
        let slot = Arc::clone(&self.slots).try_acquire_owned().ok()?;
        self.ran(slot, time.min(self.limits.time), run).await.ok()
    }

    async fn ran<T: Send + 'static>(
        self: &Arc<Self>,
        slot: OwnedSemaphorePermit,
        time: Duration,
        run: impl FnOnce(&Run) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let stop = Stop(Arc::default());
        // Nobody reads events.
        let (events, _) = mpsc::channel(1);
        let mut run_of = self.run(Arc::clone(&stop.0), events);
        run_of.control = run_of.control.within(Some(time));
        let (sender, receiver) = oneshot::channel();
        tokio::task::spawn_blocking(move || {
            if let Ok(answer) = catch_unwind(AssertUnwindSafe(|| run(&run_of))) {
                let _ = sender.send(answer);
            }
            drop(slot);
        });
        receiver.await.map_err(|_| {
            let message = "The run failed. It is an error of this program; please report it.";
            Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, message)
        })
    }

    /// A place at the end of the queue.
    fn queue(self: &Arc<Self>) -> Result<Place, Refusal> {
        let mut queue = self.lock();
        if queue.waiting.len() >= self.limits.waiting {
            let message = format!(
                "The server is busy: runs that are waiting already: {}. Try again in a while.",
                queue.waiting.len()
            );
            return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message));
        }
        let ticket = queue.next;
        queue.next += 1;
        queue.waiting.insert(ticket);
        Ok(Place {
            runs: Arc::clone(self),
            ticket,
        })
    }

    /// Waits until it is the turn of this place; none where the server ends.
    async fn slot(
        &self,
        place: Place,
        told: Option<&mpsc::Sender<Event>>,
    ) -> Option<OwnedSemaphorePermit> {
        let slot = Arc::clone(&self.slots).acquire_owned();
        tokio::pin!(slot);
        let mut clock = tokio::time::interval(TOLD);
        loop {
            tokio::select! {
                biased;
                slot = &mut slot => return slot.ok(),
                _ = clock.tick() => if let Some(events) = told {
                    let [ahead, waiting] = place.ahead();
                    let told = event("queue", &json!({"ahead": ahead, "waiting": waiting}));
                    let _ = events.try_send(told);
                },
            }
        }
    }

    fn run(&self, stop: Arc<AtomicBool>, events: mpsc::Sender<Event>) -> Run {
        let closed = Arc::clone(&self.closed);
        let control = Control {
            stop,
            interrupt: Some(Arc::new(move || closed.load(Ordering::Relaxed))),
            ..Control::default()
        };
        Run {
            control: control.within(Some(self.limits.time)),
            events,
            memory: self.limits.memory_of_a_run(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place in the queue; it is left when this is dropped.
struct Place {
    runs: Arc<Runs>,
    ticket: u64,
}

impl Place {
    /// How many wait before this place, and how many in all.
    fn ahead(&self) -> [usize; 2] {
        let queue = self.runs.lock();
        let ahead = queue.waiting.range(..self.ticket).count();
        [ahead, queue.waiting.len()]
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.runs.lock().waiting.remove(&self.ticket);
    }
}

/// Stops a run when it is dropped.
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The events of a run, which ends when nobody reads them.
struct Events {
    receiver: mpsc::Receiver<Event>,
    _stop: Stop,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let event = self.receiver.poll_recv(context);
        event.map(|event| event.map(Ok))
    }
}
