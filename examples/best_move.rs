//! The best move of a position, with its proof: solves the rest of a round, in which there is no chance.

use azulejo::control::Control;
use azulejo::exact::{RoundQuestion, RoundSolver};
use azulejo::game::Position;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // Two factories and the centre are left, and player 1 is to move.
    let position: Position = "BBRY/-/-/KKWW/- YR* 3:K1/W1/-/-/-:-:...../...../...../...../.....|\
                              0:W1/-/-/-/-:-:...../...../...../...../..... 1 1 1 18,18,18,17,16 0,0,0,0,0"
        .parse()?;
    let solution =
        RoundSolver::new(RoundQuestion::default()).solve(&position, None, &Control::default())?;
    let value = solution.value().ok_or("nobody stopped it")?;
    let join = |moves: &[azulejo::game::Move]| -> String {
        let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        texts.join(" ")
    };
    println!("best: {}, worth {value:+} points", join(&solution.best));
    println!("play goes on: {}", join(&solution.variation));
    Ok(())
}
