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
    let mut known = read()?;
    let players = players();
    let mut seed = known.entries.last().map_or(0, |it| it.seed + 1);
    let mut open = 0;
    while known.entries.len() < count {
        if let Some((position, played)) = position(&players, seed) {
            match solved(seed, &position, played) {
                Some(entry) => known.push(entry)?,
                None => open += 1,
            }
            let have = known.entries.len();
            if have % 50 == 0 {
                eprintln!("{have} positions; {open} games were not decided by their last round");
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
    let mut found: Option<(Position, Move)> = None;
    let played = position.play_out(15, &mut rng, |position, rng| {
        let taken = players[position.mover()].choose(position, rng);
        // What was found in an earlier round is not of the last one.
        found = found.filter(|(found, _)| found.round() == position.round());
        if found.is_none() && (9..=groups).contains(&position.group_count()) {
            found = Some((*position, taken));
        }
        Some(taken)
    });
    played.expect("players keep to the rules");
    found.filter(|_| position.phase() == Phase::Over)
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
fn decided(low: i32, high: i32) -> Option<i32> {
    match (low, high) {
        (low, _) if low > 0 && low < Unfinished::POINTS => Some(low),
        (_, high) if high < 0 && high > -Unfinished::POINTS => Some(high),
        (low, high) if low == high && low.abs() < Unfinished::POINTS => Some(low),
        _ => None,
    }
}

fn solved(seed: u64, position: &Position, played: Move) -> Option<LastRound> {
    let mover = position.mover();
    let mut solvers = [solver(1 - mover), solver(mover)];
    let control = Control::default();
    let solutions = solvers.each_mut().map(|solver| {
        let solution = solver.solve(position, None, &control);
        solution.expect("it waits for a move")
    });
    let values = solutions.each_ref().map(|it| it.value());
    let [low, high] = values.map(|it| it.expect("nothing limits it"));
    let value = decided(low, high)?;
    // The loser may let the game go on or not, as long as the other player can end it with the same result.
    let best = &solutions[usize::from(value < 0)].best;
    let mut nodes: u64 = solutions.iter().map(|it| it.nodes).sum();
    let mut wanted = vec![played];
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x7472_7574);
    rng.next_u32();
    while wanted.len() < MOVES.min(position.legal_count()) {
        let taken = position.random_move(&mut rng)?;
        if !wanted.contains(&taken) {
            wanted.push(taken);
        }
    }
    let code = |taken: Move| taken.code(position.players()).expect("a legal move");
    let moves = wanted.iter().map(|&taken| {
        let [low, high] = solvers.each_mut().map(|solver| {
            let line = solver.line(position, taken, None, &control);
            let line = line.expect("a legal move");
            nodes += line.nodes;
            line.low
        });
        (code(taken), decided(low, high))
    });
    Some(LastRound {
        seed,
        position: position.to_string(),
        groups: position.group_count(),
        value,
        moves: moves.collect(),
        best: best.iter().map(|&it| code(it)).collect(),
        nodes,
    })
}
