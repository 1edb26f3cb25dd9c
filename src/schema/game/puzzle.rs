use super::Named;
use crate::analysis;
use crate::schema::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `game puzzle`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Puzzle {
    /// The version of the outputs.
    pub schema: Version,
    /// The seed that it was made from.
    pub seed: u64,
    /// The position.
    pub position: String,
    /// The one best move.
    pub best: Named,
    /// Its value.
    pub value: i32,
    /// By how much it is better than any other.
    pub margin: i32,
    /// How the best play goes on.
    pub variation: Vec<Named>,
}

impl Puzzle {
    /// Of a puzzle that this seed has made.
    pub fn new(puzzle: &analysis::Puzzle, seed: u64) -> Self {
        let named = |taken| Named::new(&puzzle.position, taken);
        Self {
            schema: Version,
            seed,
            position: puzzle.position.to_string(),
            best: named(puzzle.best),
            value: puzzle.value,
            margin: puzzle.margin,
            variation: puzzle.variation.iter().copied().map(named).collect(),
        }
    }
}
