//! Errors of the library as exceptions of Python, with the same words.

use azulejo::formulation::Unwritten;
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

/// The exception that lists all faults, in its message and as pairs of a place and what is wrong there.
pub(crate) fn invalid(py: Python<'_>, invalid: &instance::InvalidInstance) -> PyErr {
    let faults = invalid.faults().iter();
    let faults: Vec<(&str, &str)> = faults
        .map(|fault| (fault.place(), fault.message()))
        .collect();
    let error = InvalidInstance::new_err(invalid.to_string());
    match error.value(py).setattr("faults", faults) {
        Ok(()) => error,
        Err(other) => other,
    }
}

pub(crate) fn unsolved(error: &solve::SolveError) -> PyErr {
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
