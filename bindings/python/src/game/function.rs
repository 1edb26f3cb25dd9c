//! Functions of Python as players.

use super::player::contestant;
use super::position::{Position, Taken};
use super::value_error;
use azulejo::engine::converse;
use azulejo::game::random::ChaCha8Rng;
use azulejo::game::{self, Move};
use azulejo::players::{Contestant, Limits, Player, PlayerFault};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A player given from Python: the text of a player, or a function with its name.
#[derive(FromPyObject)]
pub(crate) enum Named {
    Text(String),
    Function(String, Py<PyAny>),
}

/// A function of Python that maps a position to a move.
#[derive(Debug)]
struct Function {
    name: String,
    function: Py<PyAny>,
    /// The exception of the function, after which the function is called no more.
    exception: Mutex<Option<Exception>>,
}

/// An exception with its text, which is composed before the lock is taken. A thread that waits for Python with the lock
/// would wait for ever for a thread that has Python and waits for the lock.
#[derive(Debug)]
struct Exception {
    error: PyErr,
    reason: String,
}

/// The functions of a match.
pub(super) struct Functions(Vec<Arc<Function>>);

impl Functions {
    /// The contestants for the given players, and the functions among them.
    pub(super) fn contestants(players: Vec<Named>) -> PyResult<(Vec<Contestant>, Self)> {
        let mut functions = Self(Vec::new());
        let contestants = players.into_iter().map(|player| match player {
            Named::Text(text) => contestant(&text),
            Named::Function(name, function) => Ok(functions.contestant(name, function)),
        });
        Ok((contestants.collect::<PyResult<_>>()?, functions))
    }

    fn contestant(&mut self, name: String, function: Py<PyAny>) -> Contestant {
        let function = Arc::new(Function {
            name: name.clone(),
            function,
            exception: Mutex::new(None),
        });
        self.0.push(Arc::clone(&function));
        Contestant::new(&name, FunctionPlayer(function), Limits::NONE)
    }

    /// Checks that no contestant has a fault, and raises the first fault.
    pub(super) fn expect_no_fault(&self, contestants: &[Contestant]) -> PyResult<()> {
        for function in &self.0 {
            if let Some(exception) = function.exception().take() {
                return Err(exception.error);
            }
        }
        match contestants.iter().find_map(Contestant::fault) {
            Some(fault) => Err(value_error(fault)),
            None => Ok(()),
        }
    }
}

impl Function {
    fn exception(&self) -> MutexGuard<'_, Option<Exception>> {
        self.exception
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn ask(&self, py: Python<'_>, position: &game::Position) -> PyResult<Move> {
        let answer = self.function.call1(py, (Position(*position),))?;
        let taken = answer.extract::<Taken>(py)?.read(position.players())?;
        position.check(taken).map_err(|reason| {
            let player = self.name.clone();
            crate::errors::IllegalMove::new_err(
                PlayerFault::Illegal {
                    player,
                    taken,
                    reason,
                }
                .to_string(),
            )
        })?;
        Ok(taken)
    }
}

/// The player of a function, called from any thread.
#[derive(Debug)]
struct FunctionPlayer(Arc<Function>);

impl Player for FunctionPlayer {
    fn choose(&self, position: &game::Position, _: &mut ChaCha8Rng, _: &Limits) -> Move {
        let has_failed = self.0.exception().is_some();
        let choice = match has_failed {
            true => None,
            false => Python::attach(|py| match self.0.ask(py, position) {
                Ok(taken) => Some(taken),
                Err(error) => {
                    let reason = error.to_string();
                    self.0
                        .exception()
                        .get_or_insert(Exception { error, reason });
                    None
                }
            }),
        };
        choice.unwrap_or_else(|| {
            let mut legal = position.legal();
            legal.next().expect("a position that waits for a move")
        })
    }

    fn fault(&self) -> Option<PlayerFault> {
        let exception = self.0.exception();
        exception.as_ref().map(|exception| PlayerFault::Failed {
            player: self.0.name.clone(),
            reason: exception.reason.clone(),
        })
    }
}

/// Runs a session of the engine protocol on standard input and output, with a function as the player.
#[pyfunction]
pub(crate) fn converse_as(py: Python<'_>, name: String, function: Py<PyAny>) -> PyResult<()> {
    let player = Functions(Vec::new()).contestant(name, function);
    let result = py.detach(|| {
        converse(Some(player), |line| -> io::Result<()> {
            let mut output = io::stdout().lock();
            writeln!(output, "{line}").and_then(|()| output.flush())
        })
    });
    match result {
        // The reader of the output has ended.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|error| PyOSError::new_err(error.to_string())),
    }
}
