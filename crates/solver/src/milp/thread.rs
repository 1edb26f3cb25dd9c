//! A solver in a thread of its own, which is left to itself where it does not stop when it should.

use super::MilpError;
use azulejo_control::{Control, Instant};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The time that a solver may take to notice a stop. A solver asks only between its linear programs, which on large walls take
/// minutes. A run ends half a second after its limit at most, and this is a part of that half second.
const GRACE: Duration = Duration::from_millis(200);

/// The time between two looks at whether the solver has to stop.
const TICK: Duration = Duration::from_millis(20);

/// The result of a solver's work in a thread of its own; none where the work has not stopped a while after it should.
/// Until then, `tick` is called now and then.
pub(super) fn in_thread<T: Send + 'static>(
    name: &str,
    control: &Control,
    tick: impl FnMut(),
    work: impl FnOnce() -> Result<T, MilpError> + Send + 'static,
) -> Result<Option<T>, MilpError> {
    if cfg!(target_family = "wasm") {
        // There is no other thread; the page can end this one.
        return work().map(Some);
    }
    let (report, outcome) = mpsc::channel();
    let job = move || {
        // There is no receiver after the run was given up.
        let _ = report.send(work());
    };
    thread::Builder::new().name(name.into()).spawn(job)?;
    answer(&outcome, control, tick)
}

/// The answer of a solver's thread; none where the thread has not stopped a while after it should. Until then, `tick` is called now and
/// then.
pub(super) fn answer<T>(
    answers: &Receiver<Result<T, MilpError>>,
    control: &Control,
    mut tick: impl FnMut(),
) -> Result<Option<T>, MilpError> {
    let mut stop_time: Option<Instant> = None;
    loop {
        match answers.recv_timeout(TICK) {
            Ok(answer) => return answer.map(Some),
            Err(RecvTimeoutError::Disconnected) => return Err(MilpError::Ended),
            Err(RecvTimeoutError::Timeout) if control.stopped() => {
                if stop_time.get_or_insert_with(Instant::now).elapsed() >= GRACE {
                    return Ok(None);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        tick();
    }
}
