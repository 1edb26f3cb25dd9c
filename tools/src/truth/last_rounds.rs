//! The set of last rounds: positions with proven values of the game.

use super::players;
use crate::Result;
use crate::storage::Lines;
use azulejo::control::Control;
use azulejo::exact::{RoundQuestion, RoundSolver, Unfinished};
use azulejo::game::random::{ChaCha8Rng, Rng, SeedableRng};
use azulejo::game::{Move, Phase, Players, Position};
use azulejo::players::Contestant;
use serde::{Deserialize, Serialize};

/// The number of moves with proven values besides the best ones: the move that was played, and random others.
const MOVES: usize = 4;

/// A position of a last round with its value.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct LastRound {
    /// The seed of the position's game.
    pub(crate) seed: u64,
    pub(crate) position: String,
    pub(crate) groups: u32,
    /// The mover's final lead under best play; a game that can be decided within the round counts so whatever a longer
    /// game would bring.
    pub(crate) value: i32,
    /// The codes of all best moves.
    pub(crate) best: Vec<u16>,
    /// Moves with their values; none where the move lets the game go on.
    pub(crate) moves: Vec<(u16, Option<i32>)>,
    /// The nodes of all proofs together.
    pub(crate) nodes: u64,
}

/// The stored set.
pub(crate) fn read() -> Result<Lines<LastRound>> {
    Lines::of_coach("last-rounds.jsonl")
}

/// Adds positions until the set has `count`.
pub(crate) fn make(count: usize) -> Result {
    let mut stored = read()?;
    let players = players();
    let mut seed = stored.entries.last().map_or(0, |entry| entry.seed + 1);
    let mut open = 0;
    while stored.entries.len() < count {
        if let Some((position, move_)) = position(&players, seed) {
            match solve_last_round(seed, &position, move_) {
                Some(entry) => stored.push(entry)?,
                None => open += 1,
            }
            let stored_count = stored.entries.len();
            if stored_count % 50 == 0 {
                eprintln!(
                    "{stored_count} positions; {open} games were not decided by their last round"
                );
            }
        }
        seed += 1;
    }
    Ok(())
}

/// A position of the last round of a game, with the move that was played in it.
fn position(players: &[Contestant; 2], seed: u64) -> Option<(Position, Move)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut position = Position::new(Players::Two, (seed % 2) as usize);
    let groups = 9 + (seed / 2 % 7) as u32;
    let mut sample: Option<(Position, Move)> = None;
    let result = position.play_out(15, &mut rng, |position, rng| {
        let move_ = players[position.mover()].choose(position, rng);
        // A sample of an earlier round is not of the last round.
        sample = sample.filter(|(sampled, _)| sampled.round() == position.round());
        if sample.is_none() && (9..=groups).contains(&position.group_count()) {
            sample = Some((*position, move_));
        }
        Some(move_)
    });
    result.expect("players keep to the rules");
    sample.filter(|_| position.phase() == Phase::Over)
}

/// A solver that counts a game that goes on as won by a player.
fn solver(winner: usize) -> RoundSolver {
    let question = RoundQuestion {
        unfinished: Unfinished::WonBy(winner),
        ..RoundQuestion::default()
    };
    RoundSolver::with_memory(question, 512 << 20)
}

/// The value of the game, if the rounds to come cannot change it.
fn decided_value(low: i32, high: i32) -> Option<i32> {
    match (low, high) {
        (low, _) if low > 0 && low < Unfinished::POINTS => Some(low),
        (_, high) if high < 0 && high > -Unfinished::POINTS => Some(high),
        (low, high) if low == high && low.abs() < Unfinished::POINTS => Some(low),
        _ => None,
    }
}

fn solve_last_round(seed: u64, position: &Position, game_move: Move) -> Option<LastRound> {
    let mover = position.mover();
    let mut solvers = [solver(1 - mover), solver(mover)];
    let control = Control::default();
    let solutions = solvers.each_mut().map(|solver| {
        let solution = solver.solve(position, None, &control);
        solution.expect("it waits for a move")
    });
    let values = solutions.each_ref().map(|solution| solution.value());
    let [low, high] = values.map(|value| value.expect("nothing limits it"));
    let value = decided_value(low, high)?;
    // The loser may let the game go on or not, as long as the other player can end it with the same result.
    let best = &solutions[usize::from(value < 0)].best;
    let mut nodes: u64 = solutions.iter().map(|solution| solution.nodes).sum();
    let mut moves = vec![game_move];
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x7472_7574);
    rng.next_u32();
    while moves.len() < MOVES.min(position.legal_count()) {
        let move_ = position.random_move(&mut rng)?;
        if !moves.contains(&move_) {
            moves.push(move_);
        }
    }
    let code = |move_: Move| move_.code(position.players()).expect("a legal move");
    let moves = moves.iter().map(|&move_| {
        let [low, high] = solvers.each_mut().map(|solver| {
            let line = solver.line(position, move_, None, &control);
            let line = line.expect("a legal move");
            nodes += line.nodes;
            line.low
        });
        (code(move_), decided_value(low, high))
    });
    Some(LastRound {
        seed,
        position: position.to_string(),
        groups: position.group_count(),
        value,
        moves: moves.collect(),
        best: best.iter().map(|&move_| code(move_)).collect(),
        nodes,
    })
}
