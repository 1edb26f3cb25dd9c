//! Functions of Python as players.

use super::player::contestant;
use super::position::{Position, Taken};
use super::wrong;
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
    /// The exception that the function has raised, after which it can play no more.
    raised: Mutex<Option<Raised>>,
}

/// An exception with its text, which is made before the lock is taken: a thread that waits for Python while it holds the lock
/// would wait for ever for another one that has Python and waits for the lock.
#[derive(Debug)]
struct Raised {
    error: PyErr,
    reason: String,
}

/// The functions of a match, any of which may have raised an exception.
pub(super) struct Functions(Vec<Arc<Function>>);

impl Functions {
    /// The contestants for the given players, and the functions among them.
    pub(super) fn contestants(named: Vec<Named>) -> PyResult<(Vec<Contestant>, Self)> {
        let mut functions = Self(Vec::new());
        let contestants = named.into_iter().map(|named| match named {
            Named::Text(text) => contestant(&text),
            Named::Function(name, function) => Ok(functions.contestant(name, function)),
        });
        Ok((contestants.collect::<PyResult<_>>()?, functions))
    }

    fn contestant(&mut self, name: String, function: Py<PyAny>) -> Contestant {
        let function = Arc::new(Function {
            name: name.clone(),
            function,
            raised: Mutex::new(None),
        });
        self.0.push(Arc::clone(&function));
        Contestant::new(&name, FunctionPlayer(function), Limits::NONE)
    }

    /// Checks that no contestant has a fault, and raises the first fault.
    pub(super) fn expect_no_fault(&self, contestants: &[Contestant]) -> PyResult<()> {
        for function in &self.0 {
            if let Some(raised) = function.raised().take() {
                return Err(raised.error);
            }
        }
        match contestants.iter().find_map(Contestant::fault) {
            Some(fault) => Err(wrong(fault)),
            None => Ok(()),
        }
    }
}

impl Function {
    fn raised(&self) -> MutexGuard<'_, Option<Raised>> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask(&self, py: Python<'_>, position: &game::Position) -> PyResult<Move> {
        let given = self.function.call1(py, (Position(*position),))?;
        let taken = given.extract::<Taken>(py)?.read(position.players())?;
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
        let failed = self.0.raised().is_some();
        let chosen = match failed {
            true => None,
            false => Python::attach(|py| match self.0.ask(py, position) {
                Ok(taken) => Some(taken),
                Err(error) => {
                    let reason = error.to_string();
                    self.0.raised().get_or_insert(Raised { error, reason });
                    None
                }
            }),
        };
        chosen.unwrap_or_else(|| {
            let mut legal = position.legal();
            legal.next().expect("a position that waits for a move")
        })
    }

    fn fault(&self) -> Option<PlayerFault> {
        let raised = self.0.raised();
        raised.as_ref().map(|raised| PlayerFault::Failed {
            player: self.0.name.clone(),
            reason: raised.reason.clone(),
        })
    }
}

/// Runs a session of the engine protocol on standard input and output, with a function as the player.
#[pyfunction]
pub(crate) fn converse_as(py: Python<'_>, name: String, function: Py<PyAny>) -> PyResult<()> {
    let player = Functions(Vec::new()).contestant(name, function);
    let talked = py.detach(|| {
        converse(Some(player), |line| -> io::Result<()> {
            let mut output = io::stdout().lock();
            writeln!(output, "{line}").and_then(|()| output.flush())
        })
    });
    match talked {
        // The process that asked has gone.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|error| PyOSError::new_err(error.to_string())),
    }
}
