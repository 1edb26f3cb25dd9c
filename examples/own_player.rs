//! A custom player in ten lines, in ten games against `random`: it prefers the least charge of the floor line, then a
//! full line, then the most tiles on a line.

use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{Move, Phase, Players, Position};
use azulejo::players::{Contestant, Limits, Player};
use std::cmp::Reverse;
use std::error::Error;

#[derive(Debug)]
struct Filler;

impl Player for Filler {
    fn choose(&self, position: &Position, _: &mut ChaCha8Rng, _: &Limits) -> Move {
        let cost = |move_: &Move| {
            let effect = position.effect(*move_).expect("a legal move");
            (effect.charge, !effect.fills_line, Reverse(effect.placed))
        };
        let best = position.legal().min_by_key(cost);
        best.expect("the position waits for a move")
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let random: Contestant = "random".parse()?;
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut wins = 0;
    for _ in 0..10 {
        let mut position = Position::new(Players::Two, 0);
        let outcome = loop {
            match position.phase() {
                Phase::Deal => {
                    position.deal(&mut rng)?;
                }
                Phase::Moves if position.mover() == 0 => {
                    let move_ = Filler.choose(&position, &mut rng, &Limits::default());
                    position.play(move_)?;
                }
                Phase::Moves => {
                    position.play(random.choose(&position, &mut rng))?;
                }
                Phase::RoundEnd => {
                    position.end_round()?;
                }
                Phase::Over => break position.outcome().ok_or("the game is over")?,
            }
        };
        wins += u32::from(outcome.winner() == Some(0));
    }
    println!("won {wins} of 10 games");
    Ok(())
}
