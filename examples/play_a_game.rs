//! A game between two players of the library, with the moves of the first round printed.

use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{Phase, Players, Position};
use azulejo::players::Contestant;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let players: [Contestant; 2] = ["greedy".parse()?, "random".parse()?];
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut position = Position::new(Players::Two, 0);
    let outcome = loop {
        match position.phase() {
            Phase::Deal => {
                position.deal(&mut rng)?;
            }
            Phase::Moves => {
                let player = &players[position.mover()];
                let move_ = player.choose(&position, &mut rng);
                if position.round() == 1 {
                    println!("{player} plays {move_}");
                }
                position.play(move_)?;
            }
            Phase::RoundEnd => {
                position.end_round()?;
            }
            Phase::Over => break position.outcome().ok_or("the game is over")?,
        }
    };
    println!("after {} rounds: {:?}", position.round(), outcome.scores());
    Ok(())
}
