use crate::control::{Control, Instant};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Event of work, on its way to the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The kind of event.
    pub name: &'static str,
    /// Data of the event, as JSON on one line.
    pub data: String,
}

impl Event {
    /// Event with a name and data.
    pub fn new(name: &'static str, data: &impl Serialize) -> Self {
        match serde_json::to_string(data) {
            Ok(data) => Self { name, data },
            Err(_) => Self::failed("What was found cannot be written."),
        }
    }

    /// Event of work that ends without an answer, with the reason.
    pub fn failed(message: &str) -> Self {
        Self {
            name: "error",
            data: as_json(message),
        }
    }
}

/// Data of the event `error`: the reason why work ends without an answer.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Failure {
    error: String,
}

/// Reason of a missing answer, as JSON.
pub(crate) fn as_json(reason: &str) -> String {
    let error = reason.to_owned();
    let json = serde_json::to_string(&Failure { error });
    json.unwrap_or_else(|_| "{}".into())
}

/// Data of the event `queue`: the place of work that waits for its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize)]
pub struct QueuePlace {
    /// Runs before this one.
    pub ahead: usize,
    /// Runs that wait, this one among them.
    pub waiting: usize,
}

/// Data of the event `end`, after which nothing comes.
#[derive(Debug, JsonSchema, Serialize)]
#[schemars(rename = "Ended")]
pub struct RunEnd {}

/// Listener to the events of work.
pub trait Listener: Send + Sync {
    /// Takes an event that must not be lost, and waits until it is on its way. False where nobody listens any more.
    fn tell(&self, event: Event) -> bool;

    /// Takes a report of progress, which may be dropped.
    fn report(&self, event: Event);
}

/// Limits of work, and the listener to its events.
#[derive(Clone)]
pub struct Run {
    control: Control,
    memory: u64,
    listener: Arc<dyn Listener>,
}

impl Run {
    /// Run with a control, a memory limit in bytes, and a listener.
    pub fn new(control: Control, memory: u64, listener: Arc<dyn Listener>) -> Self {
        Self {
            control,
            memory,
            listener,
        }
    }

    /// Control of the work, which stops it when the time is over or nobody waits any more.
    pub(super) fn control(&self) -> &Control {
        &self.control
    }

    /// Memory limit of the work, in bytes.
    pub(super) fn memory(&self) -> u64 {
        self.memory
    }

    /// Sends an event that must not be lost, and stops the work where the page has gone.
    pub(super) fn tell(&self, name: &'static str, data: &impl Serialize) {
        self.send(Event::new(name, data));
    }

    /// Sends the reason why the work ends without an answer.
    pub(super) fn fail(&self, message: &str) {
        self.send(Event::failed(message));
    }

    fn send(&self, event: Event) {
        if !self.listener.tell(event) {
            self.control.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Reporter of progress, for any thread, with at most one event in each pause.
    pub(super) fn reporter(&self, pause: Duration) -> Reporter {
        Reporter {
            listener: Arc::clone(&self.listener),
            pause,
            last: Mutex::default(),
        }
    }
}

impl fmt::Debug for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("Run");
        let fields = fields.field("control", &self.control);
        fields.field("memory", &self.memory).finish_non_exhaustive()
    }
}

/// Reporter of the progress of work.
pub(super) struct Reporter {
    listener: Arc<dyn Listener>,
    pause: Duration,
    /// Time of the last event.
    last: Mutex<Option<Instant>>,
}

impl Reporter {
    /// Sends a report, unless the page reads slowly or the pause is not over.
    pub(super) fn report(&self, name: &'static str, data: &impl Serialize) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_some_and(|last| last.elapsed() < self.pause) {
            return;
        }
        *last = Some(Instant::now());
        self.listener.report(Event::new(name, data));
    }
}

/// Time left of a run, at most `limit`, and the control of work within this time.
pub(super) fn time_limit(control: &Control, limit: Duration) -> (Duration, Control) {
    let time = control.time_left().map_or(limit, |left| left.min(limit));
    (time, control.clone().within(Some(time)))
}
