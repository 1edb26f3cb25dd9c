//! The gold sets: positions of earlier rounds, with their best moves played out to the end of the game.

use super::players;
use crate::Result;
use crate::statistics::rounded;
use crate::storage::Lines;
use azulejo::control::Control;
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Move, Phase, Players, Position};
use azulejo::players::azulejo::{Azulejo, Moment, win};
use azulejo::players::{Contestant, Limits, Player};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// The nodes of `azulejo` for a move when it plays positions out, on both sides: a random number from this range, 300
/// on average. With a fixed number, the rest of the round would be the same in every game, and one mistake in it would
/// decide the value of the move.
const VISITED: RangeInclusive<u64> = 200..=400;

/// The nodes for a move in the rest of the round of [`Set::Deep`]: game `i` of a move has the number at index `i`
/// modulo their count.
const DEEP: [u64; 4] = [40_000, 47_000, 53_000, 60_000];

/// The number of moves of a position that are played out.
const MOVES: usize = 4;

/// The nodes of the search for these moves, which takes about a second.
const NODES: u64 = 1_000_000;

/// The probabilities to win of an open position; positions of nearly decided games are not used.
const OPEN: RangeInclusive<f64> = 0.1..=0.9;

/// The first seed of the games, which no other program uses.
const FIRST: u64 = 1 << 42;

/// The way in which positions are played out. The rounds after the first are the same in both sets.
#[derive(Clone, Copy)]
pub(crate) enum Set {
    /// The rest of the round is played as the other rounds are, anew in each game.
    Quick,
    /// The rest of the round is played in four ways, with [`DEEP`] nodes for a move.
    Deep,
}

impl Set {
    /// The file of the set.
    pub(crate) fn read(self) -> Result<Lines<Gold>> {
        Lines::of_coach(match self {
            Self::Quick => "gold.jsonl",
            Self::Deep => "gold-deep.jsonl",
        })
    }

    /// The positions at which the games after a move begin, in turn.
    fn starts(self, after: &Position) -> Vec<Position> {
        match self {
            Self::Quick => vec![*after],
            Self::Deep => DEEP.map(|nodes| round_end(*after, nodes)).to_vec(),
        }
    }
}

/// A position with the results of its moves.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Gold {
    /// The seed of the position's game.
    pub(crate) seed: u64,
    pub(crate) position: String,
    pub(crate) round: u32,
    pub(crate) groups: u32,
    /// The number of games of each move; game `i` of every move has the same deals.
    pub(crate) games: u32,
    pub(crate) moves: Vec<PlayedOut>,
}

impl Gold {
    /// The position and its moves.
    pub(crate) fn parsed(&self) -> Result<(Position, Vec<Move>)> {
        let position: Position = self.position.parse()?;
        let codes = self.moves.iter().map(|move_| u64::from(move_.code));
        let moves = codes.map(|code| Move::from_code(code, position.players()));
        Ok((position, moves.collect::<Result<_, _>>()?))
    }
}

/// The mean results of a move for the mover, with standard errors.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct PlayedOut {
    pub(crate) code: u16,
    /// The share of games won, a draw counted half.
    pub(crate) win: f64,
    pub(crate) win_error: f64,
    /// The mean final lead, in points.
    pub(crate) points: f64,
    pub(crate) points_error: f64,
    /// The standard error of the difference in wins to the move that won most games.
    pub(crate) behind_error: f64,
    /// The share of games won among those with even and among those with odd numbers.
    pub(crate) halves: [f64; 2],
}

/// Adds positions until the quick set has `count`.
pub(crate) fn make(count: usize, games: u32) -> Result {
    let mut stored = Set::Quick.read()?;
    let players = players();
    let next = stored.entries.last().map_or(FIRST, |entry| entry.seed + 1);
    let candidates = (next..).filter_map(|seed| {
        let position = position(&players, seed)?;
        Some((seed, position, best_moves(&position)?))
    });
    for (seed, position, moves) in candidates.take(count.saturating_sub(stored.entries.len())) {
        stored.push(play_moves_out(Set::Quick, seed, &position, &moves, games))?;
    }
    Ok(())
}

/// Plays the moves of the quick set out anew for the deep set.
pub(crate) fn deepen(games: u32) -> Result {
    let mut stored = Set::Deep.read()?;
    for entry in &Set::Quick.read()?.entries[stored.entries.len()..] {
        let (position, moves) = entry.parsed()?;
        stored.push(play_moves_out(
            Set::Deep,
            entry.seed,
            &position,
            &moves,
            games,
        ))?;
    }
    Ok(())
}

/// A position of the game of a seed, at a random moment; none where the game may end with the round, or there are fewer
/// legal moves than twice [`MOVES`].
fn position(players: &[Contestant; 2], seed: u64) -> Option<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut position = Position::new(Players::Two, below(&mut rng, 2) as usize);
    let (round, target) = (1 + below(&mut rng, 4), below(&mut rng, 12));
    let mut moves = 0;
    let result = position.play_out(round + 1, &mut rng, |position, rng| {
        if position.round() == round && moves == target {
            return None;
        }
        moves += u32::from(position.round() == round);
        Some(players[position.mover()].choose(position, rng))
    });
    result.expect("players keep to the rules");
    let is_at_target = (position.phase(), position.round()) == (Phase::Moves, round);
    let goes_on = is_at_target && Moment::of(&position).longest < 4;
    (goes_on && position.legal_count() >= 2 * MOVES).then_some(position)
}

/// The best moves by the evaluation of the player; none where the game is nearly decided.
fn best_moves(position: &Position) -> Option<Vec<Move>> {
    let limits = Limits::of_nodes(NODES);
    let control = Control::default();
    let lines = Azulejo::default().lines(position, (MOVES, &[]), &limits, &control, |_| ());
    let value = lines.lines[0].leaf.value;
    let longest = Moment::of(position).longest;
    let is_open = OPEN.contains(&win(value, position.players(), longest));
    is_open.then(|| lines.lines.iter().map(|line| line.variation[0]).collect())
}

fn play_moves_out(
    set: Set,
    seed: u64,
    position: &Position,
    played_moves: &[Move],
    games: u32,
) -> Gold {
    let ends = played_moves.par_iter().map(|&move_| {
        let mut after = *position;
        after.play_unchecked(move_);
        let starts = set.starts(&after);
        let games = (0..games as usize).into_par_iter();
        let end = |game: usize| {
            let start = starts[game % starts.len()];
            end(start, position.mover(), (seed << 16) | game as u64)
        };
        games.map(end).collect()
    });
    let ends: Vec<Vec<(f64, f64)>> = ends.collect();
    let wins = |ends: &[(f64, f64)]| mean_and_error(ends.iter().map(|end| end.0));
    let by_wins = |left: &&Vec<_>, right: &&Vec<_>| wins(left).0.total_cmp(&wins(right).0);
    let best = ends.iter().max_by(by_wins).expect("a position has moves");
    let moves = played_moves.iter().zip(&ends).map(|(move_, ends)| {
        let (win, win_error) = wins(ends);
        let (points, points_error) = mean_and_error(ends.iter().map(|end| end.1));
        let behind = best.iter().zip(ends).map(|(best, own)| best.0 - own.0);
        PlayedOut {
            code: move_.code(position.players()).expect("a legal move"),
            win,
            win_error,
            points,
            points_error,
            behind_error: mean_and_error(behind).1,
            halves: [0, 1].map(|half| {
                let half = ends.iter().skip(half).step_by(2);
                mean_and_error(half.map(|end| end.0)).0
            }),
        }
    });
    Gold {
        seed,
        position: position.to_string(),
        round: position.round(),
        groups: position.group_count(),
        games,
        moves: moves.collect(),
    }
}

/// Plays the round to its end, without chance.
fn round_end(mut position: Position, nodes: u64) -> Position {
    let limits = Limits::of_nodes(nodes);
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    while position.phase() == Phase::Moves {
        let move_ = Azulejo::default().choose(&position, &mut rng, &limits);
        position.play_unchecked(move_);
    }
    position
}

/// The result of a game: the share of the victory, and the final lead. The deals depend on the seed alone.
fn end(mut position: Position, mover: usize, seed: u64) -> (f64, f64) {
    let mut deals = ChaCha8Rng::seed_from_u64(seed);
    let mut effort = deals.clone();
    effort.set_stream(1);
    let player = Azulejo::default();
    let spread = (VISITED.end() - VISITED.start()) as u32;
    let result = position.play_out(20, &mut deals, |position, _| {
        let limits = Limits::of_nodes(VISITED.start() + u64::from(below(&mut effort, spread + 1)));
        Some(player.choose(position, &mut effort, &limits))
    });
    result.expect("players keep to the rules");
    let standing = position.standing();
    let has_won = standing.winners().any(|winner| winner == mover);
    let share = f64::from(u8::from(has_won)) / standing.winners().count() as f64;
    let [own, other] = [mover, 1 - mover].map(|player| f64::from(standing.scores()[player]));
    (share, own - other)
}

/// The mean, and its standard error, to four digits.
fn mean_and_error(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut count, mut sum, mut squares) = (0.0_f64, 0.0, 0.0);
    for value in values {
        count += 1.0;
        sum += value;
        squares += value * value;
    }
    let mean = sum / count;
    let error = ((squares / count - mean * mean).max(0.0) / count).sqrt();
    (rounded(mean), rounded(error))
}
