//! The game: positions and records, their analysis, and many games at once.
//!
//! As for walls, results are the JSON that `azulejo game` prints. A position is an object here, because programs play
//! millions of moves, and a text for each would take longer than the move.

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

use crate::run::{RunOutput, RunResult, interrupt_object, run};
use azulejo::control::Control;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;

/// Runs a job that Python can interrupt. An error of the job becomes a `ValueError`.
fn run_job<T: Send + 'static, E: Display + Send + 'static>(
    py: Python<'_>,
    time_limit: Option<f64>,
    job: impl FnOnce(Control) -> Result<T, E> + Send + 'static,
) -> PyResult<RunOutput<T>> {
    let RunResult { value, interrupt } = run(py, time_limit, job)?;
    match value {
        Ok(value) => Ok((value, interrupt_object(py, interrupt))),
        Err(error) => Err(value_error(error)),
    }
}

/// The `ValueError` of an invalid argument.
fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Writes numbers in sequence.
fn put<const N: usize>(bytes: &mut [u8], numbers: impl Iterator<Item = [u8; N]>) {
    for (place, number) in bytes.chunks_exact_mut(N).zip(numbers) {
        place.copy_from_slice(&number);
    }
}
