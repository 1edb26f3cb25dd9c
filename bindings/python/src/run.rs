//! Long runs, which Python can interrupt.

use crate::errors;
use azulejo::control::Control;
use azulejo::instance::Instance;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use std::ffi::CString;
use std::process;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The longest delay of Python's signals.
const TICK: Duration = Duration::from_millis(50);

/// The result of a run, and the `KeyboardInterrupt` that stopped the run, if any.
pub(crate) struct RunResult<T> {
    pub(crate) value: T,
    pub(crate) interrupt: Option<PyErr>,
}

/// The result of a run for Python, and the `KeyboardInterrupt` that stopped the run, if any.
pub(crate) type RunOutput<T> = (T, Option<Py<PyAny>>);

/// The interrupt of a run as an object of Python.
pub(crate) fn interrupt_object(py: Python<'_>, interrupt: Option<PyErr>) -> Option<Py<PyAny>> {
    interrupt.map(|interrupt| interrupt.into_value(py).into_any())
}

/// Runs a job on a thread of its own. Meanwhile other threads of Python go on, and Python handles its signals: when a
/// handler raises an exception, the run is stopped. A `KeyboardInterrupt` is returned with the result so far, and any
/// other exception is raised.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    limit: Option<f64>,
    job: impl FnOnce(Control) -> T + Send + 'static,
) -> PyResult<RunResult<T>> {
    expect_no_fork()?;
    let control = Control::default().within(duration(limit)?);
    let stop = control.stop.clone();
    let (sender, mut receiver) = mpsc::sync_channel(1);
    let work = move || {
        // The receiver is gone when the process ends.
        let _ = sender.send(job(control));
    };
    thread::Builder::new().name("azulejo".into()).spawn(work)?;
    let mut exception = None;
    let value = loop {
        let channel = &mut receiver;
        match py.detach(move || channel.recv_timeout(TICK)) {
            Ok(value) => break value,
            Err(RecvTimeoutError::Disconnected) => {
                let message = "the run ended without an answer; please report this";
                return Err(PyRuntimeError::new_err(message));
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals() {
                    stop.store(true, Ordering::Relaxed);
                    exception.get_or_insert(error);
                }
            }
        }
    };
    match exception {
        Some(error) if !error.is_instance_of::<PyKeyboardInterrupt>(py) => Err(error),
        interrupt => Ok(RunResult { value, interrupt }),
    }
}

/// Reads an instance from JSON. A warning about the instance becomes a warning of Python.
pub(crate) fn read(py: Python<'_>, instance: &str) -> PyResult<Instance> {
    let instance =
        Instance::from_json(instance).map_err(|error| errors::invalid_instance(py, &error))?;
    for warning in instance.warnings() {
        let message = CString::new(format!("{}: {}", warning.place(), warning.message()))?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 2)?;
    }
    Ok(instance)
}

fn duration(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let duration = seconds.map(|seconds| {
        Duration::try_from_secs_f64(seconds).map_err(|_| {
            let hint = "use a number of seconds from 0, or None for no limit";
            PyValueError::new_err(format!("time_limit {seconds}: {hint}"))
        })
    });
    duration.transpose()
}

/// Checks that the process was not forked from one in which azulejo had run. The threads of the searches belong to the
/// first process: a fork would wait for them for ever.
pub(crate) fn expect_no_fork() -> PyResult<()> {
    static FIRST: OnceLock<u32> = OnceLock::new();
    if *FIRST.get_or_init(process::id) == process::id() {
        return Ok(());
    }
    Err(PyRuntimeError::new_err(
        "this process was forked from one in which azulejo had run, and its threads are not here: \
         use multiprocessing.get_context(\"spawn\")",
    ))
}
