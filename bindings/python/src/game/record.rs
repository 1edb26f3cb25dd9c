//! Records of games.

use super::analysis::settings;
use super::position::Position;
use super::value_error;
use crate::errors::{self, false_record};
use crate::run::{RunOutput, RunResult, interrupt_object, run};
use azulejo::analysis::played_moves;
use azulejo::game::import::{Line, LineError, Origin, read};
use azulejo::game::record::Record;
use azulejo::render::game::review_plot;
use azulejo::schema::game::Review;
use azulejo::schema::pretty;
use azulejo::unpacked::unpacked;
use pyo3::prelude::*;
use std::fs::File;
use std::io::{BufReader, Cursor};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

/// A complete record, with the number of its moves and the position at its end.
type CompleteRecord = (String, usize, Position);

#[pyfunction]
pub(crate) fn end_of_record(py: Python<'_>, record: &str) -> PyResult<CompleteRecord> {
    complete(py, &Record::from_json(record).map_err(value_error)?)
}

fn complete(py: Python<'_>, record: &Record) -> PyResult<CompleteRecord> {
    let result = py.detach(|| played_moves(record));
    let (moves, end) = result.map_err(|fault| false_record(py, &fault))?;
    Ok((record.to_json(), moves.len(), Position(end)))
}

/// The games of a file or of a text, in order.
#[pyclass(module = "azulejo._native")]
pub(crate) struct Games {
    lines: Box<dyn Iterator<Item = Result<Line, LineError>> + Send + Sync>,
    /// Whether errors name the line of a record.
    in_file: bool,
}

#[pymethods]
impl Games {
    /// The games of a file.
    #[staticmethod]
    fn of_file(path: PathBuf) -> PyResult<Self> {
        Ok(Self {
            lines: Box::new(read(unpacked(BufReader::new(File::open(path)?))?)),
            in_file: true,
        })
    }

    /// The games of a text.
    #[staticmethod]
    fn of_text(text: String) -> Self {
        Self {
            lines: Box::new(read(Cursor::new(text))),
            in_file: false,
        }
    }

    /// The next game: the result of [`end_of_record`], the names of the players, and the program that wrote the game.
    fn next(
        &mut self,
        py: Python<'_>,
    ) -> PyResult<Option<(CompleteRecord, Vec<String>, &'static str)>> {
        let line = match py.detach(|| self.lines.next()) {
            None => return Ok(None),
            Some(Ok(line)) => line,
            Some(Err(LineError::Contradiction {
                number,
                contradiction,
            })) => {
                let line = number.map_or(String::new(), |number| format!("line {number}: "));
                let message = format!("{line}{contradiction}");
                return Err(errors::false_game(
                    py,
                    message,
                    contradiction.round,
                    contradiction.number,
                ));
            }
            Some(Err(LineError::Io { error, .. })) => return Err(error.into()),
            Some(Err(error)) => return Err(value_error(error)),
        };
        let game = line.game;
        let end = complete(py, &game.record).map_err(|error| match game.origin {
            Origin::Azulejo if self.in_file => errors::at_line(py, line.number, error),
            _ => error,
        })?;
        Ok(Some((end, game.names, game.origin.name())))
    }
}

/// The position of a record after `moves` moves; none where it has fewer.
#[pyfunction]
pub(crate) fn position_of_record(
    py: Python<'_>,
    record: &str,
    moves: usize,
) -> PyResult<Option<Position>> {
    let record = Record::from_json(record).map_err(value_error)?;
    let result = py.detach(|| played_moves(&record));
    let (positions, end) = result.map_err(|fault| false_record(py, &fault))?;
    let position = positions.get(moves).map(|(position, _)| *position);
    let position = position.or_else(|| (moves == positions.len()).then_some(end));
    Ok(position.map(Position))
}

/// Grades every move of a record: the JSON of `azulejo game review`, and its picture.
#[pyfunction]
#[pyo3(signature = (record, *, effort, nodes, time_limit))]
pub(crate) fn review(
    py: Python<'_>,
    record: &str,
    effort: &str,
    nodes: Option<u64>,
    time_limit: Option<f64>,
) -> PyResult<RunOutput<(String, String)>> {
    let record = Record::from_json(record).map_err(value_error)?;
    let settings = settings(effort, nodes)?;
    let RunResult { value, interrupt } = run(py, time_limit, move |control| {
        let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let review = azulejo::analysis::review(&record, &settings, threads, &control)?;
        let picture = review_plot::svg(&review.summary());
        Ok((pretty(&Review::from(&review)), picture))
    })?;
    let review = value.map_err(|fault| false_record(py, &fault))?;
    Ok((review, interrupt_object(py, interrupt)))
}
