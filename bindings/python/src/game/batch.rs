//! Many games at once: arrays of bytes in, arrays of bytes out, which numpy reads without a copy.

use super::position::{Position, put_view};
use super::share::{End, GameState, Share};
use super::{put, value_error};
use crate::errors::IllegalMove;
use crate::run::expect_no_fork;
use azulejo::game::{self, Outcome, Players, features};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;

/// A batch of games that are played side by side, a move of each at a time.
#[pyclass(module = "azulejo._native")]
pub(crate) struct Batch {
    players: Players,
    seed: u64,
    games: usize,
    shares: Vec<Share>,
}

#[pymethods]
impl Batch {
    /// A batch of new games, all of them dealt.
    #[new]
    fn new(py: Python<'_>, games: usize, players: u64, seed: u64) -> PyResult<Self> {
        expect_no_fork()?;
        let players = Players::try_from(players).map_err(value_error)?;
        let shares = (0..games).step_by(Share::GAMES);
        let shares = shares.map(|first| first..games.min(first + Share::GAMES));
        let deal = |games| Share::new(games, players, seed);
        let shares = py.detach(|| spread(shares, deal));
        Ok(Self {
            players,
            seed,
            games,
            shares,
        })
    }

    /// The games that [`Batch::saved`] returned.
    #[staticmethod]
    fn restored(py: Python<'_>, players: u64, seed: u64, saved: Vec<GameState>) -> PyResult<Self> {
        expect_no_fork()?;
        let players = Players::try_from(players).map_err(value_error)?;
        let games = saved.len();
        let shares = saved.chunks(Share::GAMES).zip((0..).step_by(Share::GAMES));
        let restore = |(saved, first)| Share::restore(first, saved, players, seed);
        let shares: Result<_, String> = py.detach(|| spread(shares, restore).into_iter().collect());
        Ok(Self {
            players,
            seed,
            games,
            shares: shares.map_err(value_error)?,
        })
    }

    /// The number of players, the seed, and the state of each game.
    fn saved(&self, py: Python<'_>) -> (usize, u64, Vec<GameState>) {
        let saved = py.detach(|| self.shares.iter().flat_map(Share::states).collect());
        (self.players.count(), self.seed, saved)
    }

    /// The position of one game.
    fn position(&self, game: usize) -> PyResult<Position> {
        let share = self.shares.get(game / Share::GAMES);
        let position = share.and_then(|share| share.positions.get(game % Share::GAMES));
        let error = || PyIndexError::new_err(format!("there is no game {game}"));
        position.copied().map(Position).ok_or_else(error)
    }

    /// The features of each game, a byte a number.
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.arrays(py, features::len(self.players), features::write)
    }

    /// The view of each game's mover, in numbers of 16 bits.
    fn views<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let length = 2 * features::view_len(self.players);
        self.arrays(py, length, |position, bytes| {
            put_view(position, position.mover(), bytes);
        })
    }

    /// The mask of legal moves of each game: a byte for each code, 1 where the move is legal.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let length = self.players.codes().into();
        self.arrays(py, length, game::Position::write_legal_mask)
    }

    /// The rest of each game's state in numbers of 16 bits: the mover, the starter of the round, the round, the scores
    /// so far, and the holder of the token, −1 for nobody.
    fn rest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let length = 2 * (4 + self.players.count());
        self.arrays(py, length, |position, bytes| {
            let (mover, starter) = (position.mover() as i16, position.starter() as i16);
            let scores = position.boards().iter().map(|board| board.score() as i16);
            let holder = position.token_holder().map_or(-1, |holder| holder as i16);
            let numbers = [mover, starter, position.round() as i16].into_iter();
            put(
                bytes,
                numbers.chain(scores).chain([holder]).map(i16::to_ne_bytes),
            );
        })
    }

    /// The codes of the legal moves of all games, one game after the other, as numbers of 16 bits; and the index of
    /// each game's first code, as numbers of 32 bits, with the end of the last game.
    fn legal<'py>(
        &mut self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        expect_no_fork()?;
        let shares = &mut self.shares;
        py.detach(|| spread(shares.iter_mut(), Share::find_legal));
        let code_count: usize = shares.iter().map(|share| share.codes.len()).sum();
        let codes = PyBytes::new_with(py, 2 * code_count, |mut bytes| {
            for share in shares.iter() {
                let (share_bytes, rest) = bytes.split_at_mut(2 * share.codes.len());
                put(
                    share_bytes,
                    share.codes.iter().map(|code| code.to_ne_bytes()),
                );
                bytes = rest;
            }
            Ok(())
        })?;
        let starts = PyBytes::new_with(py, 4 * (self.games + 1), |bytes| {
            let mut offset = 0;
            let ends = shares.iter().flat_map(|share| {
                let first = offset;
                offset += share.codes.len() as u32;
                share.ends.iter().map(move |end| first + end)
            });
            put(bytes, [0].into_iter().chain(ends).map(u32::to_ne_bytes));
            Ok(())
        })?;
        Ok((codes, starts))
    }

    /// Plays a move in each game, given by its code in 16 bits. Rounds that end are scored and the next ones dealt;
    /// games that end are dealt anew.
    ///
    /// Returns in sequence: the rewards in 32 bits by game and player; the final scores in 16 bits by game and player;
    /// a byte for each game, 1 where it has ended; and a byte for each game, 1 where it was left after the limit of
    /// rounds, which gives no reward. All are 0 where a game goes on.
    fn step<'py>(&mut self, py: Python<'py>, codes: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        expect_no_fork()?;
        let (games, players) = (self.games, self.players.count());
        if codes.len() != 2 * games {
            let code_count = codes.len() / 2;
            return Err(value_error(format!(
                "{code_count} codes: there are {games} games"
            )));
        }
        let shares = &mut self.shares;
        let ends = py.detach(|| {
            let codes = shares.iter_mut().zip(codes.chunks(2 * Share::GAMES));
            let results = spread(codes, |(share, codes)| share.read(codes));
            // No move is played if any move is illegal.
            results.into_iter().collect::<Result<(), String>>()?;
            Ok(spread(shares.iter_mut(), Share::play))
        });
        let ends: Vec<Vec<End>> = ends.map_err(IllegalMove::new_err::<String>)?;
        PyBytes::new_with(py, games * (6 * players + 2), |bytes| {
            let (rewards, bytes) = bytes.split_at_mut(4 * players * games);
            let (scores, bytes) = bytes.split_at_mut(2 * players * games);
            let (ended, unfinished) = bytes.split_at_mut(games);
            for end in ends.iter().flatten() {
                if !end.unfinished {
                    let game_rewards = &mut rewards[4 * players * end.game..];
                    put(game_rewards, rewards_of(&end.outcome).map(f32::to_ne_bytes));
                }
                let points = end.outcome.scores().iter();
                let points = points.map(|&points| (points as u16).to_ne_bytes());
                put(&mut scores[2 * players * end.game..], points);
                ended[end.game] = 1;
                unfinished[end.game] = u8::from(end.unfinished);
            }
            Ok(())
        })
    }
}

impl Batch {
    /// An array of `length` bytes for each game.
    fn arrays<'py>(
        &self,
        py: Python<'py>,
        length: usize,
        write: impl Fn(&game::Position, &mut [u8]) + Sync + Send,
    ) -> PyResult<Bound<'py, PyBytes>> {
        expect_no_fork()?;
        PyBytes::new_with(py, length * self.games, |bytes| {
            let shares = self.shares.iter();
            let shares = shares.zip(bytes.chunks_mut(length * Share::GAMES));
            let share = |(share, bytes): (&Share, &mut [u8])| {
                let games = share.positions.iter().zip(bytes.chunks_exact_mut(length));
                games.for_each(|(position, bytes)| write(position, bytes));
            };
            py.detach(|| spread(shares, share));
            Ok(())
        })
    }
}

/// Runs the work of each share, on all cores if there are several shares.
fn spread<T: Send, R: Send>(
    shares: impl Iterator<Item = T>,
    work: impl Fn(T) -> R + Send + Sync,
) -> Vec<R> {
    let shares: Vec<T> = shares.collect();
    match shares.len() {
        0 | 1 => shares.into_iter().map(work).collect(),
        _ => shares.into_par_iter().map(work).collect(),
    }
}

/// Reward of each player for a game: the number of players divided by the number of winners, less 1, for a winner;
/// −1 for the others. Rewards sum up to 0.
fn rewards_of(outcome: &Outcome) -> impl Iterator<Item = f32> {
    let players = outcome.scores().len();
    let winners = outcome.winners();
    let share = players as f32 / winners.clone().count() as f32;
    (0..players).map(
        move |player| match winners.clone().any(|winner| winner == player) {
            true => share - 1.0,
            false => -1.0,
        },
    )
}
