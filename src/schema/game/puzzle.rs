use super::MoveName;
use crate::analysis;
use crate::schema::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `game puzzle`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Puzzle {
    /// The version of the outputs.
    pub schema: Version,
    /// Its number, from 1, the easiest.
    pub number: usize,
    /// The position.
    pub position: String,
    /// The one best move.
    pub best: MoveName,
    /// Its value for the rest of the round.
    pub value: i32,
    /// By how much it is better than any other.
    pub margin: i32,
    /// How much of the probability to win the second best move loses, in per cent, by the judge.
    pub loss: u8,
    /// The positions that the proof has judged.
    pub nodes: u64,
    /// Its theme.
    pub theme: String,
    /// The easiest level from which on every level finds the move, from 1; 11 if even level 10 fails.
    pub rating: u8,
    /// The levels that do not find it.
    pub failed: Vec<u8>,
    /// How the best play goes on.
    pub variation: Vec<MoveName>,
}

impl Puzzle {
    /// The output for the puzzle with this number.
    pub fn new(puzzle: &analysis::Puzzle, number: usize) -> Self {
        let name = |move_| MoveName::new(&puzzle.position, move_);
        Self {
            schema: Version,
            number,
            position: puzzle.position.to_string(),
            best: name(puzzle.best),
            value: puzzle.value,
            margin: puzzle.margin,
            loss: puzzle.loss,
            nodes: puzzle.nodes,
            theme: puzzle.theme.name().to_owned(),
            rating: puzzle.rating(),
            failed: puzzle.failed.clone(),
            variation: puzzle.variation.iter().copied().map(name).collect(),
        }
    }
}
