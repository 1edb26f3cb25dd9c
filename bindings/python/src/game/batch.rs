//! Many games at once: arrays of bytes in, arrays of bytes out, which numpy reads without a copy.

use super::position::{Position, put_view};
use super::share::{End, Saved, Share};
use super::{put, wrong};
use crate::errors::IllegalMove;
use crate::run::one_process;
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
        one_process()?;
        let players = Players::try_from(players).map_err(wrong)?;
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
    fn restored(py: Python<'_>, players: u64, seed: u64, saved: Vec<Saved>) -> PyResult<Self> {
        one_process()?;
        let players = Players::try_from(players).map_err(wrong)?;
        let games = saved.len();
        let shares = saved.chunks(Share::GAMES).zip((0..).step_by(Share::GAMES));
        let restore = |(saved, first)| Share::restored(first, saved, players, seed);
        let restored: Result<_, String> =
            py.detach(|| spread(shares, restore).into_iter().collect());
        Ok(Self {
            players,
            seed,
            games,
            shares: restored.map_err(wrong)?,
        })
    }

    /// The number of players, the seed, and the state of each game.
    fn saved(&self, py: Python<'_>) -> (usize, u64, Vec<Saved>) {
        let saved = py.detach(|| self.shares.iter().flat_map(Share::saved).collect());
        (self.players.count(), self.seed, saved)
    }

    /// The position of one game.
    fn position(&self, game: usize) -> PyResult<Position> {
        let share = self.shares.get(game / Share::GAMES);
        let position = share.and_then(|share| share.positions.get(game % Share::GAMES));
        let none = || PyIndexError::new_err(format!("there is no game {game}"));
        position.copied().map(Position).ok_or_else(none)
    }

    /// The features of each game, a byte a number.
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.each(py, features::len(self.players), features::write)
    }

    /// The view of each game's mover, in numbers of 16 bits.
    fn views<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let length = 2 * features::view_len(self.players);
        self.each(py, length, |position, bytes| {
            put_view(position, position.mover(), bytes);
        })
    }

    /// The mask of legal moves of each game: a byte for each code, 1 where the move is legal.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let length = self.players.codes().into();
        self.each(py, length, game::Position::write_legal_mask)
    }

    /// The rest of each game's state in numbers of 16 bits: the mover, the starter of the round, the round, the scores
    /// so far, and the holder of the token, −1 for nobody.
    fn rest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let length = 2 * (4 + self.players.count());
        self.each(py, length, |position, bytes| {
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
        one_process()?;
        let shares = &mut self.shares;
        py.detach(|| spread(shares.iter_mut(), Share::find_legal));
        let all: usize = shares.iter().map(|share| share.codes.len()).sum();
        let codes = PyBytes::new_with(py, 2 * all, |mut bytes| {
            for share in shares.iter() {
                let (of_share, rest) = bytes.split_at_mut(2 * share.codes.len());
                put(of_share, share.codes.iter().map(|code| code.to_ne_bytes()));
                bytes = rest;
            }
            Ok(())
        })?;
        let starts = PyBytes::new_with(py, 4 * (self.games + 1), |bytes| {
            let mut before = 0;
            let ends = shares.iter().flat_map(|share| {
                let first = before;
                before += share.codes.len() as u32;
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
        one_process()?;
        let (games, count) = (self.games, self.players.count());
        if codes.len() != 2 * games {
            let given = codes.len() / 2;
            return Err(wrong(format!("{given} codes: there are {games} games")));
        }
        let shares = &mut self.shares;
        let ends = py.detach(|| {
            let codes = shares.iter_mut().zip(codes.chunks(2 * Share::GAMES));
            let read = spread(codes, |(share, codes)| share.read(codes));
            // None is played where one is illegal.
            read.into_iter().collect::<Result<(), String>>()?;
            Ok(spread(shares.iter_mut(), Share::play))
        });
        let ends: Vec<Vec<End>> = ends.map_err(IllegalMove::new_err::<String>)?;
        PyBytes::new_with(py, games * (6 * count + 2), |bytes| {
            let (rewards, bytes) = bytes.split_at_mut(4 * count * games);
            let (scores, bytes) = bytes.split_at_mut(2 * count * games);
            let (ended, left) = bytes.split_at_mut(games);
            for end in ends.iter().flatten() {
                if !end.left {
                    let of_game = &mut rewards[4 * count * end.game..];
                    put(of_game, rewards_of(&end.outcome).map(f32::to_ne_bytes));
                }
                let points = end.outcome.scores().iter();
                let points = points.map(|&points| (points as u16).to_ne_bytes());
                put(&mut scores[2 * count * end.game..], points);
                ended[end.game] = 1;
                left[end.game] = u8::from(end.left);
            }
            Ok(())
        })
    }
}

impl Batch {
    /// An array of `length` bytes for each game.
    fn each<'py>(
        &self,
        py: Python<'py>,
        length: usize,
        write: impl Fn(&game::Position, &mut [u8]) + Sync + Send,
    ) -> PyResult<Bound<'py, PyBytes>> {
        one_process()?;
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

/// The reward of each player for a game: for those who share the victory, the number of players for each winner, less
/// 1; for the others −1. Rewards sum up to 0.
fn rewards_of(outcome: &Outcome) -> impl Iterator<Item = f32> {
    let players = outcome.scores().len();
    let winners = outcome.winners();
    let share = players as f32 / winners.clone().count() as f32;
    (0..players).map(move |player| match winners.clone().any(|it| it == player) {
        true => share - 1.0,
        false => -1.0,
    })
}
