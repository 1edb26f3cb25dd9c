//! Positions in which one move alone is best.

use crate::exact::{RoundQuestion, RoundSolver};
use crate::players::Contestant;
use azulejo_control::{Control, Stopped};
use azulejo_rules::random::{ChaCha8Rng, Rng, SeedableRng};
use azulejo_rules::{Move, Phase, Players, Position};

/// A position with one best move, proven, and how much it is better than all others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The position.
    pub position: Position,
    /// The only best move.
    pub best: Move,
    /// What the mover has after the round more than the other player, under best play.
    pub value: i32,
    /// What the second best move loses by, at least.
    pub margin: i32,
    /// How the best play goes on, the best move first.
    pub variation: Vec<Move>,
}

/// What second best moves lose by at least.
const MARGIN: i32 = 2;

/// The groups of a position: fewer are no puzzle, and more are not proven at once.
const GROUPS: std::ops::RangeInclusive<u32> = 4..=9;

/// The legal moves of a position at least.
const CHOICES: usize = 8;

/// A player of the games, who plays well enough that positions make sense, and with chance in it.
const PLAYER: &str = "rollout-greedy:greedy=90";

/// The puzzle of a seed: from games of two that are played from it, the first position of which one move alone is best by a
/// margin, and does not just take the most points at once. The same seed gives the same puzzle.
///
/// # Errors
/// When the control stops it.
pub fn puzzle(seed: u64, control: &Control) -> Result<Puzzle, Stopped> {
    let player: Contestant = PLAYER.parse().expect("a player of the table");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let mut position = Position::new(Players::Two, (rng.next_u32() % 2) as usize);
        let mut solver = RoundSolver::new(RoundQuestion::default());
        // A game ends, or is left where no row can be completed any more.
        while position.round() < 10 {
            match position.phase() {
                Phase::Deal => drop(position.deal(&mut rng)),
                Phase::RoundEnd => drop(position.end_round()),
                Phase::Over => break,
                Phase::Moves => {
                    control.go_on()?;
                    if let Some(found) = of_position(&position, &mut solver, control)? {
                        return Ok(found);
                    }
                    let taken = player.choose(&position, &mut rng);
                    position.play_unchecked(taken);
                }
            }
        }
    }
}

/// The puzzle that a position is, if it is one.
fn of_position(
    position: &Position,
    solver: &mut RoundSolver,
    control: &Control,
) -> Result<Option<Puzzle>, Stopped> {
    if !GROUPS.contains(&position.group_count()) || position.legal_count() < CHOICES {
        return Ok(None);
    }
    let solution = solver.solve(position, None, control);
    let solution = solution.expect("it waits for a move");
    let value = solution.value().ok_or(Stopped)?;
    let [best] = solution.best[..] else {
        return Ok(None);
    };
    let most_now = position
        .prospects()
        .max_by_key(|(_, prospect)| prospect.score());
    if most_now.is_some_and(|(taken, _)| taken == best) {
        return Ok(None);
    }
    let mut second = i32::MIN;
    for taken in position.legal().filter(|taken| *taken != best) {
        let worth = solver.worth(position, taken, None, control);
        let (low, high) = worth.expect("a legal move");
        if low < high {
            return Err(Stopped);
        }
        second = second.max(high);
    }
    let margin = value - second;
    Ok((margin >= MARGIN).then(|| Puzzle {
        position: *position,
        best,
        value,
        margin,
        variation: solution.variation.clone(),
    }))
}
