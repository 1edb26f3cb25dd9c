//! Games of players of several strengths against themselves, and positions from them with their ends.

use crate::games::play_on;
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Move, Players, Position};
use azulejo::players::Contestant;

/// Who plays, both sides alike, a game each by turns.
pub(crate) const KINDS: [&str; 5] = [
    "azulejo:nodes=2000",
    "azulejo:nodes=300",
    "mcts:nodes=1000",
    "alpha-beta-presort:nodes=2000",
    "strategic",
];

/// One position of so many is taken.
const TAKEN: u32 = 8;

/// A position of a game, the move that was played, and what became of the game.
pub(crate) struct Sample {
    /// The number of the player among [`KINDS`].
    pub(crate) kind: usize,
    pub(crate) position: Position,
    pub(crate) taken: Move,
    /// The share of the victory that the mover had in the end.
    pub(crate) won: f64,
    /// By how many points the mover was ahead of the best other then.
    pub(crate) difference: f64,
}

/// The positions of the game of a seed.
pub(crate) fn game(seed: u64, players: Players) -> Vec<Sample> {
    let kind = (seed % KINDS.len() as u64) as usize;
    let player: Contestant = KINDS[kind].parse().expect("a player of the table");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let count = players.count();
    let mut position = Position::new(players, below(&mut rng, count as u32) as usize);
    let mut taken = Vec::new();
    play_on(&mut position, 15, &mut rng, |position, rng| {
        let chosen = player.choose(position, rng);
        if below(rng, TAKEN) == 0 {
            taken.push((*position, chosen));
        }
        Some(chosen)
    });
    let standing = position.standing();
    let winners = standing.winners().count() as f64;
    let sample = |(position, taken): (Position, Move)| {
        let mover = position.mover();
        let scores = standing.scores();
        let others = (0..count).filter(|&it| it != mover).map(|it| scores[it]);
        let best = others.max().unwrap_or(0);
        Sample {
            kind,
            position,
            taken,
            won: f64::from(u8::from(standing.winners().any(|it| it == mover))) / winners,
            difference: f64::from(scores[mover]) - f64::from(best),
        }
    };
    taken.into_iter().map(sample).collect()
}
