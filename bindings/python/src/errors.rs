//! Errors of the library as exceptions of Python, with the same messages.

use azulejo::count::CountError;
use azulejo::formulation::BuildError;
use azulejo::game::notation;
use azulejo::game::record::False;
use azulejo::instance;
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

/// The exception for an invalid instance, with all faults in its message and as pairs of place and message.
pub(crate) fn invalid_instance(py: Python<'_>, error: &instance::InvalidInstance) -> PyErr {
    let faults = error.faults().iter();
    let faults: Vec<(&str, &str)> = faults
        .map(|fault| (fault.place(), fault.message()))
        .collect();
    with_attributes(
        py,
        InvalidInstance::new_err(error.to_string()),
        [("faults", faults)],
    )
}

/// The exception for an invalid position, with all faults and their fields.
pub(crate) fn invalid_position(py: Python<'_>, error: &notation::InvalidPosition) -> PyErr {
    let faults = error.faults().iter();
    let faults: Vec<(&str, &str)> = faults
        .map(|fault| (fault.place(), fault.message()))
        .collect();
    with_attributes(
        py,
        InvalidPosition::new_err(error.to_string()),
        [("faults", faults)],
    )
}

/// The exception for a false record, with the place of the false statement.
pub(crate) fn false_record(py: Python<'_>, fault: &False) -> PyErr {
    false_game(py, fault.to_string(), fault.round, fault.number)
}

/// The exception for a false game, with the place of the contradiction.
pub(crate) fn false_game(
    py: Python<'_>,
    message: String,
    round: Option<usize>,
    number: Option<usize>,
) -> PyErr {
    let error = FalseRecord::new_err(message);
    with_attributes(py, error, [("round", round), ("move", number)])
}

/// The exception `error` with the number of the line in its message and as an attribute.
pub(crate) fn at_line(py: Python<'_>, line: usize, error: PyErr) -> PyErr {
    let message = format!("line {line}: {}", error.value(py));
    let place = |name| {
        error
            .value(py)
            .getattr(name)
            .and_then(|value| value.extract())
            .unwrap_or(None)
    };
    false_game(py, message, place("round"), place("move"))
}

/// The exception `error` with attributes, or the exception of an attribute that cannot be set.
fn with_attributes<'py, T: IntoPyObject<'py>, const N: usize>(
    py: Python<'py>,
    error: PyErr,
    attributes: [(&str, T); N],
) -> PyErr {
    let value = error.value(py);
    let mut attributes = attributes.into_iter();
    match attributes.try_for_each(|(name, attribute)| value.setattr(name, attribute)) {
        Ok(()) => error,
        Err(failure) => failure,
    }
}

/// The exception for an instance without an answer.
pub(crate) fn solve_error(error: &CountError) -> PyErr {
    match error.is_unfit() {
        true => Unfit::new_err(error.to_string()),
        false => SolveError::new_err(error.to_string()),
    }
}

/// The exception for an instance that is too large for a formulation.
pub(crate) fn unfit(error: &BuildError) -> PyErr {
    Unfit::new_err(error.to_string())
}

/// The item with a name. The error for an unknown name calls the items by `kind`.
pub(crate) fn by_name<T: Copy>(
    kind: &str,
    name: &str,
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
) -> PyResult<T> {
    let item = all.iter().find(|&&item| name_of(item) == name);
    item.copied().ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&item| name_of(item)).collect();
        PyValueError::new_err(format!("{name:?} is no {kind}: use {}", names.join(", ")))
    })
}
