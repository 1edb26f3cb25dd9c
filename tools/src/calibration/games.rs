//! Self-play of players of several strengths: positions with the results of their games.

use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Move, Players, Position};
use azulejo::players::Contestant;

/// The players, one game of self-play each in turn.
pub(crate) const KINDS: [&str; 5] = [
    "azulejo:nodes=2000",
    "azulejo:nodes=300",
    "mcts:nodes=1000",
    "alpha-beta-presort:nodes=2000",
    "strategic",
];

/// The number of positions of which one is sampled, on average.
const SAMPLING_PERIOD: u32 = 8;

/// A position of a game, the move that was played, and the result of the game.
pub(crate) struct Sample {
    /// The index of the player in [`KINDS`].
    pub(crate) kind: usize,
    pub(crate) position: Position,
    pub(crate) move_: Move,
    /// The mover's share of the victory at the end, from 0 to 1.
    pub(crate) share: f64,
    /// The mover's final lead over the best other player, in points.
    pub(crate) difference: f64,
}

/// The sampled positions of the game of a seed.
pub(crate) fn game(seed: u64, players: Players) -> Vec<Sample> {
    let kind = (seed % KINDS.len() as u64) as usize;
    let player: Contestant = KINDS[kind].parse().expect("a player of the table");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let count = players.count();
    let mut position = Position::new(players, below(&mut rng, count as u32) as usize);
    let mut sampled = Vec::new();
    let result = position.play_out(15, &mut rng, |position, rng| {
        let move_ = player.choose(position, rng);
        if below(rng, SAMPLING_PERIOD) == 0 {
            sampled.push((*position, move_));
        }
        Some(move_)
    });
    result.expect("players keep to the rules");
    let standing = position.standing();
    let winners = standing.winners().count() as f64;
    let sample = |(position, move_): (Position, Move)| {
        let mover = position.mover();
        let scores = standing.scores();
        let others = (0..count)
            .filter(|&player| player != mover)
            .map(|player| scores[player]);
        let best = others.max().unwrap_or(0);
        Sample {
            kind,
            position,
            move_,
            share: f64::from(u8::from(standing.winners().any(|winner| winner == mover))) / winners,
            difference: f64::from(scores[mover]) - f64::from(best),
        }
    };
    sampled.into_iter().map(sample).collect()
}
