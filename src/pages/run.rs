use crate::control::{Control, Instant};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Something that work tells a page while it goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The kind of event.
    pub name: &'static str,
    /// Data of the event, as JSON on one line.
    pub data: String,
}

impl Event {
    /// Data under a name.
    pub fn new(name: &'static str, data: &impl Serialize) -> Self {
        match serde_json::to_string(data) {
            Ok(data) => Self { name, data },
            Err(_) => Self::failed("What was found cannot be written."),
        }
    }

    /// The end of what cannot go on, and why.
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

/// The reason why there is no answer, as JSON.
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
    /// Hears what must not be lost, and waits until it is heard. Says whether anybody listens still.
    fn tell(&self, event: Event) -> bool;

    /// Hears how far the work is. What there is no time for may be left out.
    fn report(&self, event: Event);
}

/// Work as it sees itself: how long it may take, how much memory, and who listens.
#[derive(Clone)]
pub struct Run {
    control: Control,
    memory: u64,
    listener: Arc<dyn Listener>,
}

impl Run {
    /// Work that stops when the control says so, takes so many bytes of memory, and tells this listener.
    pub fn new(control: Control, memory: u64, listener: Arc<dyn Listener>) -> Self {
        Self {
            control,
            memory,
            listener,
        }
    }

    /// When to stop: the time is over, or nobody waits any more.
    pub(super) fn control(&self) -> &Control {
        &self.control
    }

    /// The memory that it may take, in bytes.
    pub(super) fn memory(&self) -> u64 {
        self.memory
    }

    /// Tells the page what must not be lost, and stops where the page has gone.
    pub(super) fn tell(&self, name: &'static str, data: &impl Serialize) {
        self.send(Event::new(name, data));
    }

    /// Tells the page why the work ends without what was asked for.
    pub(super) fn fail(&self, message: &str) {
        self.send(Event::failed(message));
    }

    fn send(&self, event: Event) {
        if !self.listener.tell(event) {
            self.control.stop.store(true, Ordering::Relaxed);
        }
    }

    /// A reporter that tells the page how far the work is, from any thread and at most once in this pause.
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

/// Reporter of how far work is.
pub struct Reporter {
    listener: Arc<dyn Listener>,
    pause: Duration,
    /// The time of the last event.
    last: Mutex<Option<Instant>>,
}

impl Reporter {
    /// Tells it, unless the page is behind or has just been told.
    pub(super) fn tell(&self, name: &'static str, data: &impl Serialize) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_some_and(|last| last.elapsed() < self.pause) {
            return;
        }
        *last = Some(Instant::now());
        self.listener.report(Event::new(name, data));
    }
}

impl fmt::Debug for Reporter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reporter")
    }
}

/// The time that a run has left, at most so much, and the control of work that takes no longer.
pub(super) fn limited(control: &Control, most: Duration) -> (Duration, Control) {
    let time = control.time_left().map_or(most, |left| left.min(most));
    (time, control.clone().within(Some(time)))
}
