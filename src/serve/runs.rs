//! What takes long: so many runs at once, a queue before them, and an end when nobody waits for the answer.

use super::client::Client;
use super::refusal::Refusal;
use super::shares::{Shares, Ticket};
use super::{Limits, memory};
use crate::control::Control;
use crate::pages::{Cost, Event, Listener, Run};
use axum::http::StatusCode;
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use serde::Serialize;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// The pool and its queue.
#[derive(Debug)]
pub(super) struct Runs {
    shares: Mutex<Shares>,
    closed: Arc<AtomicBool>,
    limits: Limits,
}

/// Events that wait for a client that does not read; the run waits then, too.
const EVENTS: usize = 64;

/// How often those in the queue are told their place.
const TOLD: Duration = Duration::from_millis(500);

/// How often it is asked whether nothing runs.
const REST: Duration = Duration::from_secs(2);

/// How often a stream without events shows that it is alive. A client that has gone is found out by what it does not take.
const ALIVE: Duration = Duration::from_millis(250);

/// A page that hears what a run tells.
struct Listening(mpsc::Sender<Event>);

impl Listener for Listening {
    /// Waits for a page that reads slowly.
    fn tell(&self, event: Event) -> bool {
        self.0.blocking_send(event).is_ok()
    }

    /// What the page has no time to read is left out.
    fn report(&self, event: Event) {
        let _ = self.0.try_send(event);
    }
}

/// The place of a run in the queue.
#[derive(Serialize)]
struct Waits {
    /// How many runs are before it.
    ahead: usize,
    /// How many wait in all.
    waiting: usize,
}

/// A run has ended.
#[derive(Serialize)]
struct Ended {}

impl Runs {
    /// An empty pool.
    pub(super) fn new(limits: &Limits) -> Arc<Self> {
        Arc::new(Self {
            shares: Mutex::new(Shares::new(limits.runs.max(1), limits.waiting)),
            closed: Arc::default(),
            limits: limits.clone(),
        })
    }

    /// Stops every run, and refuses those to come.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.lock().close();
    }

    /// Gives the memory of runs back to the system whenever nothing runs any more.
    pub(super) async fn give_back(self: Arc<Self>) {
        let mut given = 0;
        loop {
            tokio::time::sleep(REST).await;
            let last = self.lock().at_rest();
            if let Some(last) = last.filter(|&last| last != given) {
                given = last;
                let _ = tokio::task::spawn_blocking(memory::give_back).await;
            }
        }
    }

    /// A run as a stream of server-sent events: `queue` while it waits, then what it tells, `error` where it fails, and
    /// `end`. It is stopped when the stream is dropped.
    pub(super) fn stream(
        self: &Arc<Self>,
        client: Client,
        cost: Cost,
        run: impl FnOnce(&Run) + Send + 'static,
    ) -> Result<Response, Refusal> {
        let (place, turn) = self.queue(client, cost)?;
        let (events, receiver) = mpsc::channel(EVENTS);
        let stop = Stop(Arc::clone(&place.stop));
        let runs = Arc::clone(self);
        tokio::spawn(async move {
            let told = tokio::select! {
                told = place.turn(turn, &events) => told,
                () = events.closed() => return,
            };
            let ended = match told {
                Ok(()) => {
                    let run_of = runs.run(&place, runs.limits.time, events.clone());
                    runs.ran(place, move || run(&run_of)).await
                }
                Err(lost) => Err(lost),
            };
            if let Err(refusal) = ended {
                let _ = events.send(Event::failed(refusal.message())).await;
            }
            let _ = events.send(Event::new("end", &Ended {})).await;
        });
        let events = Events {
            receiver,
            _stop: stop,
        };
        let alive = KeepAlive::new().interval(ALIVE);
        Ok(Sse::new(events).keep_alive(alive).into_response())
    }

    /// A run with one answer, which comes when it is ready. It is stopped when nobody waits for it.
    pub(super) async fn answer<T: Send + 'static>(
        self: &Arc<Self>,
        client: Client,
        cost: Cost,
        run: impl FnOnce(&Run) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let (place, turn) = self.queue(client, cost)?;
        turn.await.map_err(|_| self.lost())?;
        self.quietly(place, self.limits.time, run).await
    }

    /// The same without waiting: none where all runs are busy.
    pub(super) async fn at_once<T: Send + 'static>(
        self: &Arc<Self>,
        client: Client,
        time: Duration,
        run: impl FnOnce(&Run) -> T + Send + 'static,
    ) -> Option<T> {
        let stop = Arc::<AtomicBool>::default();
        let flag = Arc::clone(&stop);
        let ticket = self.lock().enter_at_once(client, flag, Instant::now())?;
        let place = self.place(ticket, stop);
        self.quietly(place, time, run).await.ok()
    }

    /// A run to whose events nobody listens.
    async fn quietly<T: Send + 'static>(
        self: &Arc<Self>,
        place: Place,
        time: Duration,
        run: impl FnOnce(&Run) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let _stop = Stop(Arc::clone(&place.stop));
        let (events, _) = mpsc::channel(1);
        let run_of = self.run(&place, time.min(self.limits.time), events);
        self.ran(place, move || run(&run_of)).await
    }

    /// What a run says on a thread of its own. It leaves its place when it has ended.
    async fn ran<T: Send + 'static>(
        &self,
        place: Place,
        run: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let ran = tokio::task::spawn_blocking(move || {
            let answer = catch_unwind(AssertUnwindSafe(run));
            (answer, place.gave_way())
        });
        match ran.await {
            Ok((Ok(_), true)) => Err(Refusal::busy(
                "Others wait, so this run has ended before its time. Try again in a while.",
            )),
            Ok((Ok(answer), false)) => Ok(answer),
            _ => {
                let message = "The run failed. It is an error of this program; please report it.";
                Err(Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, message))
            }
        }
    }

    /// A place in the queue, which is told its turn.
    fn queue(
        self: &Arc<Self>,
        client: Client,
        cost: Cost,
    ) -> Result<(Place, oneshot::Receiver<()>), Refusal> {
        let stop = Arc::<AtomicBool>::default();
        let flag = Arc::clone(&stop);
        let entered = match self.closed.load(Ordering::Relaxed) {
            true => None,
            false => self.lock().enter(client, cost, flag, Instant::now()),
        };
        let (ticket, turn) = entered.ok_or_else(|| self.lost())?;
        Ok((self.place(ticket, stop), turn))
    }

    fn place(self: &Arc<Self>, ticket: Ticket, stop: Arc<AtomicBool>) -> Place {
        Place {
            runs: Arc::clone(self),
            ticket,
            stop,
        }
    }

    /// Why there is no place.
    fn lost(&self) -> Refusal {
        match self.closed.load(Ordering::Relaxed) {
            true => Refusal::busy("The server ends."),
            false => Refusal::busy(format!(
                "The server is busy: runs that are waiting already: {}. Try again in a while.",
                self.limits.waiting
            )),
        }
    }

    fn run(&self, place: &Place, time: Duration, events: mpsc::Sender<Event>) -> Run {
        let closed = Arc::clone(&self.closed);
        let control = Control {
            stop: Arc::clone(&place.stop),
            interrupt: Some(Arc::new(move || closed.load(Ordering::Relaxed))),
            ..Control::default()
        };
        Run::new(
            control.within(Some(time)),
            self.limits.memory_of_a_run(),
            Arc::new(Listening(events)),
        )
    }

    fn lock(&self) -> MutexGuard<'_, Shares> {
        self.shares.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place in the queue, and then a slot; it is left when this is dropped.
struct Place {
    runs: Arc<Runs>,
    ticket: Ticket,
    stop: Arc<AtomicBool>,
}

impl Place {
    /// Waits until it is the turn of this place, and tells how many are before it; an error where the place is lost.
    async fn turn(
        &self,
        mut turn: oneshot::Receiver<()>,
        events: &mpsc::Sender<Event>,
    ) -> Result<(), Refusal> {
        let mut clock = tokio::time::interval(TOLD);
        loop {
            tokio::select! {
                biased;
                told = &mut turn => return told.map_err(|_| self.runs.lost()),
                _ = clock.tick() => {
                    let [ahead, waiting] = self.runs.lock().ahead(self.ticket);
                    let told = Event::new("queue", &Waits { ahead, waiting });
                    let _ = events.try_send(told);
                },
            }
        }
    }

    /// Whether the run was stopped because others waited.
    fn gave_way(&self) -> bool {
        self.runs.lock().gave_way(self.ticket)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.runs.lock().leave(self.ticket, Instant::now());
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
    type Item = Result<sse::Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let event = self.receiver.poll_recv(context);
        event.map(|event| event.map(|event| Ok(written(&event))))
    }
}

fn written(event: &Event) -> sse::Event {
    sse::Event::default().event(event.name).data(&event.data)
}
