//! The game: positions and records, what there is to say of them, and many games at once.
//!
//! As for walls, what is found goes back as the JSON that `azulejo game` prints. A position is an object here, because
//! programs play millions of moves, and a text for each would take longer than the move.

mod analysis;
mod batch;
mod function;
mod matches;
mod player;
mod position;
mod record;
mod share;

pub(crate) use analysis::{best_moves, grade_move, solve_round};
pub(crate) use batch::Batch;
pub(crate) use function::converse_as;
pub(crate) use matches::{play_match, play_tournament};
pub(crate) use player::{Player, players};
pub(crate) use position::Position;
pub(crate) use record::{Games, end_of_record, position_of_record, review};

use crate::run::{Done, run};
use azulejo::control::Control;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;

/// What a run has found, and the `KeyboardInterrupt` that stopped it.
type Found<T> = (T, Option<Py<PyAny>>);

/// Runs a job that Python can interrupt. Why it cannot be done is a `ValueError`.
fn found<T: Send + 'static, E: Display + Send + 'static>(
    py: Python<'_>,
    time_limit: Option<f64>,
    job: impl FnOnce(Control) -> Result<T, E> + Send + 'static,
) -> PyResult<Found<T>> {
    let Done { value, interrupt } = run(py, time_limit, job)?;
    match value {
        Ok(value) => Ok((
            value,
            interrupt.map(|interrupt| interrupt.into_value(py).into_any()),
        )),
        Err(error) => Err(wrong(error)),
    }
}

/// What a caller gave is wrong.
fn wrong(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Writes numbers one after the other.
fn put<const N: usize>(bytes: &mut [u8], numbers: impl Iterator<Item = [u8; N]>) {
    for (place, number) in bytes.chunks_exact_mut(N).zip(numbers) {
        place.copy_from_slice(&number);
    }
}
