//! Errors of the library as exceptions of Python, with the same words.

use azulejo::formulation::Unwritten;
use azulejo::game::notation::InvalidPosition as Faulty;
use azulejo::game::record::False;
use azulejo::{instance, solve};
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    azulejo,
    InvalidInstance,
    PyValueError,
    "What was stated is no instance. The message and the attribute ``faults`` name all faults with their places."
);
create_exception!(
    azulejo,
    SolveError,
    PyRuntimeError,
    "There is no answer: a solver failed, or what it found was not confirmed."
);
create_exception!(
    azulejo,
    Unfit,
    SolveError,
    "The instance is too large for the method or the formulation. Another method, or a smaller wall, would do."
);

create_exception!(
    azulejo.game,
    InvalidPosition,
    PyValueError,
    "The text is no position. The message and the attribute ``faults`` name all faults with their fields."
);
create_exception!(
    azulejo.game,
    IllegalMove,
    PyValueError,
    "The rules do not allow the move. The message says why."
);
create_exception!(
    azulejo.game,
    FalseRecord,
    PyValueError,
    "The record says something that is not true. The message and the attributes ``round`` and ``move``, both from 1 or None, say where."
);

/// The exception that lists all faults, in its message and as pairs of a place and what is wrong there.
pub(crate) fn invalid(py: Python<'_>, invalid: &instance::InvalidInstance) -> PyErr {
    let faults = invalid.faults().iter();
    let faults: Vec<(&str, &str)> = faults
        .map(|fault| (fault.place(), fault.message()))
        .collect();
    with(
        py,
        InvalidInstance::new_err(invalid.to_string()),
        [("faults", faults)],
    )
}

/// The exception that lists all faults of a position with their fields.
pub(crate) fn invalid_position(py: Python<'_>, invalid: &Faulty) -> PyErr {
    let faults = invalid.faults().iter();
    let faults: Vec<(&str, &str)> = faults
        .map(|fault| (fault.place(), fault.message()))
        .collect();
    with(
        py,
        InvalidPosition::new_err(invalid.to_string()),
        [("faults", faults)],
    )
}

/// The exception that says where a record is false.
pub(crate) fn false_record(py: Python<'_>, fault: &False) -> PyErr {
    false_game(py, fault.to_string(), fault.round, fault.number)
}

/// The exception that says where a game is false.
pub(crate) fn false_game(
    py: Python<'_>,
    told: String,
    round: Option<usize>,
    number: Option<usize>,
) -> PyErr {
    let error = FalseRecord::new_err(told);
    with(py, error, [("round", round), ("move", number)])
}

/// The same exception, which names a line of a file, too.
pub(crate) fn at_line(py: Python<'_>, line: usize, error: PyErr) -> PyErr {
    let told = format!("line {line}: {}", error.value(py));
    let place = |name| {
        error
            .value(py)
            .getattr(name)
            .and_then(|it| it.extract())
            .unwrap_or(None)
    };
    false_game(py, told, place("round"), place("move"))
}

/// An exception with attributes.
fn with<'py, T: IntoPyObject<'py>, const N: usize>(
    py: Python<'py>,
    error: PyErr,
    attributes: [(&str, T); N],
) -> PyErr {
    let value = error.value(py);
    let set = attributes.into_iter();
    let set = set.map(|(name, it)| value.setattr(name, it));
    match set.collect() {
        Ok(()) => error,
        Err(other) => other,
    }
}

pub(crate) fn unsolved(error: &solve::CountError) -> PyErr {
    match error.is_unfit() {
        true => Unfit::new_err(error.to_string()),
        false => SolveError::new_err(error.to_string()),
    }
}

pub(crate) fn unwritten(error: &Unwritten) -> PyErr {
    Unfit::new_err(error.to_string())
}

/// One of these, by its name; `what` it is the name of is said where there is none.
pub(crate) fn named<T: Copy>(
    what: &str,
    name: &str,
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
) -> PyResult<T> {
    let found = all.iter().find(|&&one| name_of(one) == name);
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&one| name_of(one)).collect();
        PyValueError::new_err(format!("{name:?} is no {what}: use {}", names.join(", ")))
    })
}
