//! Players by their names.

use super::found;
use super::position::Position;
use super::wrong;
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
        let position = position.waiting()?;
        // Taken from the lock, so that no thread waits with it; the numbers go on where the move left them.
        let mut rng = self.numbers().clone();
        let contestant = Arc::clone(&self.contestant);
        let searches = contestant.searches();
        let choose = move |control| {
            let last: RefCell<Option<SearchReport>> = RefCell::default();
            let limits = contestant.limits();
            let found = |thought| *last.borrow_mut() = Some(thought);
            let taken = contestant.think(&position, &mut rng, limits, &control, &found);
            let json = told.then(|| {
                let chosen = Choice {
                    player: contestant.name().to_owned(),
                    taken,
                    thought: last.into_inner(),
                };
                pretty(&Best::new(&position, &chosen))
            });
            (taken.code(position.players()), json, rng)
        };
        // A player that takes no time is not worth a thread, and so plays in a forked process, too.
        let (code, json, rng) = if searches {
            let (chosen, interrupt) =
                found(py, None, |control| Ok::<_, Infallible>(choose(control)))?;
            if let Some(interrupt) = interrupt {
                return Err(PyErr::from_value(interrupt.into_bound(py)));
            }
            chosen
        } else {
            py.detach(|| choose(azulejo::control::Control::default()))
        };
        if let Some(fault) = self.contestant.fault() {
            return Err(wrong(fault));
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
    let read = azulejo::engine::contestant(text);
    read.map_err(|error| wrong(format!("{text:?}: {error}")))
}
