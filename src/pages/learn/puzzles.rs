//! Puzzles: positions in which one move alone is best, proven.

use super::best;
use crate::analysis::Puzzle;
use crate::counted::counted;
use crate::pages::refusal::Refusal;
use crate::pages::table::Game;
use crate::render::game::analysis;
use schemars::JsonSchema;
use serde::Serialize;

/// A puzzle with its solution, as the page has it.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct PuzzleView {
    number: u64,
    query: String,
    asked: String,
    /// How hard it is, and, for who has solved it, what it is about.
    rated: String,
    about: &'static str,
    best: String,
    /// The best move and those after it, each with its words.
    line: Vec<(String, String)>,
}

/// View of a puzzle by its number, from 1.
pub(super) fn view(number: u64) -> Result<PuzzleView, Refusal> {
    let puzzles = Puzzle::all();
    let index = number
        .checked_sub(1)
        .and_then(|index| usize::try_from(index).ok());
    let puzzle = index.and_then(|index| puzzles.get(index)).ok_or_else(|| {
        Refusal::wrong(format!("Puzzles have numbers from 1 to {}.", puzzles.len()))
    })?;
    let mover = puzzle.position.mover() + 1;
    Ok(PuzzleView {
        number,
        query: Game::from_position(puzzle.position, number)
            .fields()
            .query(),
        asked: format!(
            "Puzzle {number}: player {mover} is to move, and one move alone is best. Every other loses at least {}, and {} % of the probability to win.",
            counted(puzzle.margin, "point"),
            puzzle.loss
        ),
        rated: format!("Rating {}.", analysis::rating(puzzle)),
        about: puzzle.theme.about(),
        best: puzzle.best.to_string(),
        line: best::line(&puzzle.position, &puzzle.variation),
    })
}
