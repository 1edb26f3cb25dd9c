//! Positions and their successors.

use super::{put, value_error};
use crate::errors::{IllegalMove, invalid_position};
use azulejo::game::{self, Deal, Move, Phase, Players, features};
use azulejo::render::game::{svg, text};
use azulejo::schema::game::{Moves, Show};
use azulejo::schema::pretty;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// An immutable state of the game; playing a move returns another state.
#[pyclass(frozen, eq, hash, module = "azulejo._native")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Position(pub(crate) game::Position);

/// A move in a person's notation.
#[derive(FromPyObject)]
pub(crate) enum Taken {
    /// The code of the move.
    #[pyo3(transparent, annotation = "int")]
    Code(u64),
    /// The letters of the move, such as `3Y2`.
    #[pyo3(transparent, annotation = "str")]
    Letters(String),
}

impl Taken {
    /// The move in a game for a number of players; it need not be legal.
    pub(crate) fn read(&self, players: Players) -> PyResult<Move> {
        match self {
            Self::Code(code) => Move::from_code(*code, players).map_err(value_error),
            Self::Letters(letters) => letters.parse().map_err(value_error),
        }
    }
}

/// Writes the view of a player, in numbers of 16 bits.
pub(super) fn put_view(position: &game::Position, player: usize, bytes: &mut [u8]) {
    let mut view = [0; features::view_len(Players::Four)];
    let view = &mut view[..features::view_len(position.players())];
    features::write_view(position, player, view);
    put(bytes, view.iter().map(|number| number.to_ne_bytes()));
}

#[pymethods]
impl Position {
    /// Reads the text of a position.
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Self> {
        let position = text.parse().map(Self);
        position.map_err(|error| invalid_position(py, &error))
    }

    /// The start of a game, which waits for the first deal.
    #[staticmethod]
    fn start(players: u64, first: usize) -> PyResult<Self> {
        let players = Players::try_from(players).map_err(value_error)?;
        let last = players.count() - 1;
        if first > last {
            return Err(value_error(format!(
                "first {first}: the players are 0 to {last}"
            )));
        }
        Ok(Self(game::Position::new(players, first)))
    }

    /// The text of the position.
    fn text(&self) -> String {
        self.0.to_string()
    }

    /// The phase of the position, in the words of `azulejo game show`.
    fn phase(&self) -> &'static str {
        match self.0.phase() {
            Phase::Deal => "deal",
            Phase::Moves => "moves",
            Phase::RoundEnd => "round-end",
            Phase::Over => "over",
        }
    }

    /// The number of players.
    fn players(&self) -> usize {
        self.0.players().count()
    }

    /// The number of codes of moves.
    fn codes(&self) -> u16 {
        self.0.players().codes()
    }

    /// The mover, from 0.
    fn mover(&self) -> usize {
        self.0.mover()
    }

    /// The starter of the round, from 0.
    fn starter(&self) -> usize {
        self.0.starter()
    }

    /// The number of rounds dealt.
    fn round(&self) -> u32 {
        self.0.round()
    }

    /// The scores so far, without end bonuses.
    fn scores(&self) -> Vec<u32> {
        self.0.boards().iter().map(game::Board::score).collect()
    }

    /// The codes of the legal moves.
    fn legal(&self) -> Vec<u16> {
        self.0.legal_codes().collect()
    }

    /// The legal moves with their effects: the JSON of `azulejo game moves`.
    fn moves(&self) -> String {
        pretty(&Moves::from(&self.0))
    }

    /// The whole position: the JSON of `azulejo game show`.
    fn show(&self) -> String {
        pretty(&Show::from(&self.0))
    }

    /// The position for a terminal.
    fn told(&self) -> String {
        text(&self.0)
    }

    /// The position as SVG.
    fn svg(&self) -> String {
        svg(&self.0)
    }

    /// The player on whose floor the token lies.
    fn token_holder(&self) -> Option<usize> {
        self.0.token_holder()
    }

    /// The features as bytes, one for each number.
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        PyBytes::new_with(py, features::len(self.0.players()), |bytes| {
            features::write(&self.0, bytes);
            Ok(())
        })
    }

    /// The view of a player, in numbers of 16 bits.
    fn view<'py>(&self, py: Python<'py>, player: usize) -> PyResult<Bound<'py, PyBytes>> {
        let last = self.players() - 1;
        if player > last {
            return Err(value_error(format!(
                "player {player}: the players are 0 to {last}"
            )));
        }
        PyBytes::new_with(py, 2 * features::view_len(self.0.players()), |bytes| {
            put_view(&self.0, player, bytes);
            Ok(())
        })
    }

    /// The mask of legal moves: a byte for each code, 1 where the move is legal.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        PyBytes::new_with(py, self.codes().into(), |mask| {
            self.0.write_legal_mask(mask);
            Ok(())
        })
    }

    /// The code of a move given in letters or as a code.
    fn code(&self, taken: Taken) -> PyResult<u16> {
        let players = self.0.players();
        let taken = taken.read(players)?;
        taken.code(players).ok_or_else(|| {
            let (source, factories) = (taken.source(), players.factories());
            value_error(format!(
                "there is no {source}: this game has {factories} factories"
            ))
        })
    }

    /// The letters of a move given in letters or as a code.
    fn letters(&self, taken: Taken) -> PyResult<String> {
        Ok(taken.read(self.0.players())?.to_string())
    }

    /// The position after a move.
    fn play(&self, taken: Taken) -> PyResult<Self> {
        let mut successor = self.0;
        let taken = taken.read(successor.players())?;
        let result = successor.play(taken);
        result.map_err(|reason| IllegalMove::new_err(format!("{taken}: {reason}")))?;
        Ok(Self(successor))
    }

    /// The position after the end of the round.
    fn end_round(&self) -> PyResult<Self> {
        let mut successor = self.0;
        successor.end_round().map_err(value_error)?;
        Ok(Self(successor))
    }

    /// The position after the deal of a seed.
    fn deal(&self, seed: u64) -> PyResult<Self> {
        let mut successor = self.0;
        successor.deal_by_seed(seed).map_err(value_error)?;
        Ok(Self(successor))
    }

    /// The position after a deal of the given factories.
    fn deal_given(&self, factories: &str) -> PyResult<Self> {
        let deal: Deal = factories.parse().map_err(value_error)?;
        let mut successor = self.0;
        successor.deal_given(&deal).map_err(value_error)?;
        Ok(Self(successor))
    }
}
