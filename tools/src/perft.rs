//! Writes `tests/data/perft/`: positions of random games and the number of leaves below each, depth by depth. The tests
//! compare the library with these files, and the files with a slow referee.
//!
//! `cargo maintain perft`

use crate::Result;
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Phase, Players, Position, perft};
use std::fmt::Write;

/// The limit of leaves; deeper counts are left out.
const MOST_LEAVES: u64 = 300_000;

/// The number of positions in a file.
const POSITIONS: usize = 12;

pub(crate) fn run() -> Result {
    let folder = crate::root().join("tests/data/perft");
    std::fs::create_dir_all(&folder)?;
    for players in Players::ALL {
        let count = players.count();
        let mut text = format!(
            "# Leaves after 1, 2, … moves, the end of the round a leaf: positions of random games for {count} players,\n\
             # written by `cargo maintain perft`.\n"
        );
        for seed in 0..POSITIONS as u64 {
            let position = sample(players, seed);
            let counts = (1..=8)
                .map(|depth| perft(&position, depth))
                .take_while(|&leaves| leaves <= MOST_LEAVES);
            let counts: Vec<String> = counts.map(|leaves| leaves.to_string()).collect();
            writeln!(text, "{position} ; {}", counts.join(" ")).expect("a string takes all");
        }
        std::fs::write(folder.join(format!("{count}-players.txt")), text)?;
    }
    Ok(())
}

/// A position after a random number of moves of a random round of a random game.
fn sample(players: Players, seed: u64) -> Position {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut position = Position::new(players, 0);
    let round = 1 + seed as u32 % 4;
    let mut moves_left = below(&mut rng, 4 * players.count() as u32 + 4);
    loop {
        match position.phase() {
            Phase::Deal => {
                position.deal(&mut rng).expect("it is time for a deal");
            }
            Phase::Moves if position.round() == round && moves_left == 0 => return position,
            Phase::Moves => {
                let move_ = position.random_move(&mut rng);
                position.play_unchecked(move_.expect("it waits for a move"));
                moves_left -=
                    u32::from(position.round() == round && position.phase() == Phase::Moves);
            }
            Phase::RoundEnd | Phase::Over if position.round() == round => return position,
            Phase::RoundEnd => {
                position.end_round().expect("it is time for it");
            }
            Phase::Over => return position,
        }
    }
}
