//! Players by their names.

use super::position::Position;
use super::{run_job, value_error};
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::players::{Contestant, KINDS, SearchReport};
use azulejo::schema::game::{Best, Choice, Players};
use azulejo::schema::pretty;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

/// A player with its own random numbers.
#[pyclass(frozen, module = "azulejo._native")]
pub(crate) struct Player {
    contestant: Arc<Contestant>,
    rng: Mutex<ChaCha8Rng>,
}

/// All players with their options: the JSON of `azulejo game players`.
#[pyfunction]
pub(crate) fn players() -> String {
    pretty(&Players::from(KINDS))
}

#[pymethods]
impl Player {
    /// The player with a name, and a seed for its random numbers, of which `drawn` words have been drawn.
    #[new]
    fn new(name: &str, seed: u64, drawn: u64) -> PyResult<Self> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_word_pos(drawn.into());
        Ok(Self {
            contestant: Arc::new(contestant(name)?),
            rng: Mutex::new(rng),
        })
    }

    /// The number of words drawn from the random numbers.
    fn drawn(&self) -> u64 {
        self.numbers().get_word_pos() as u64
    }

    /// The choice of the player: the code of its move, and the JSON of `azulejo game best --player` if `told` is true.
    fn choose(
        &self,
        py: Python<'_>,
        position: &Position,
        told: bool,
    ) -> PyResult<(Option<u16>, Option<String>)> {
        let position = position.expect_moves()?;
        // A copy outside the lock, so that no thread waits with the lock. It replaces the original after the move.
        let mut rng = self.numbers().clone();
        let contestant = Arc::clone(&self.contestant);
        let searches = contestant.searches();
        let choose = move |control| {
            let last: RefCell<Option<SearchReport>> = RefCell::default();
            let limits = contestant.limits();
            let observe = |report| *last.borrow_mut() = Some(report);
            let taken = contestant.think(&position, &mut rng, limits, &control, &observe);
            let json = told.then(|| {
                let choice = Choice {
                    player: contestant.name().to_owned(),
                    taken,
                    thought: last.into_inner(),
                };
                pretty(&Best::new(&position, &choice))
            });
            (taken.code(position.players()), json, rng)
        };
        // A player without a search needs no thread, and so plays in a forked process, too.
        let (code, json, rng) = if searches {
            let (result, interrupt) =
                run_job(py, None, |control| Ok::<_, Infallible>(choose(control)))?;
            if let Some(interrupt) = interrupt {
                return Err(PyErr::from_value(interrupt.into_bound(py)));
            }
            result
        } else {
            py.detach(|| choose(azulejo::control::Control::default()))
        };
        if let Some(fault) = self.contestant.fault() {
            return Err(value_error(fault));
        }
        *self.numbers() = rng;
        Ok((code, json))
    }
}

impl Player {
    fn numbers(&self) -> std::sync::MutexGuard<'_, ChaCha8Rng> {
        self.rng.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The contestant of a text.
pub(super) fn contestant(text: &str) -> PyResult<Contestant> {
    let contestant = azulejo::engine::contestant(text);
    contestant.map_err(|error| value_error(format!("{text:?}: {error}")))
}
