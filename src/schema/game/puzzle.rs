use super::moves::Named;
use crate::analysis::Puzzle;
use crate::schema::{SCHEMA, pretty};
use serde::Serialize;

/// The output of `game puzzle`.
pub fn puzzle(puzzle: &Puzzle, seed: u64) -> String {
    #[derive(Serialize)]
    struct Whole {
        schema: u32,
        seed: u64,
        position: String,
        best: Named,
        value: i32,
        margin: i32,
        variation: Vec<Named>,
    }
    let named = |taken| Named::new(&puzzle.position, taken);
    pretty(&Whole {
        schema: SCHEMA,
        seed,
        position: puzzle.position.to_string(),
        best: named(puzzle.best),
        value: puzzle.value,
        margin: puzzle.margin,
        variation: puzzle.variation.iter().copied().map(named).collect(),
    })
}
