//! Puzzles: positions in which one move alone is best, proven.

use crate::analysis::puzzle;
use crate::counted::counted;
use crate::game::Position;
use crate::pages::run::Run;
use crate::pages::table::{Game, words_of};
use serde::Serialize;

/// A puzzle with its solution.
#[derive(Debug, Serialize)]
struct Puzzle {
    seed: u64,
    query: String,
    asked: String,
    best: String,
    /// The moves after it, in words.
    variation: Vec<String>,
}

/// Finds the puzzle of a seed, and tells it with its solution: `puzzle`.
pub(super) fn find(run: &Run, seed: u64) {
    let Ok(found) = puzzle(seed, run.control()) else {
        let error = "No puzzle was found in time. Try another number.";
        run.fail(error);
        return;
    };
    let mut position: Position = found.position;
    let mut variation = Vec::new();
    for taken in found.variation {
        let told = words_of(&position, taken);
        if position.play(taken).is_err() {
            break;
        }
        variation.push(told);
    }
    let mover = found.position.mover() + 1;
    run.tell(
        "puzzle",
        &Puzzle {
            seed,
            query: Game::set_up(found.position, seed).fields().write(),
            asked: format!(
                "Puzzle {seed}: player {mover} is to move, and one move alone is best. Every other loses at least {}.",
                counted(found.margin, "point")
            ),
            best: found.best.to_string(),
            variation,
        },
    );
}
