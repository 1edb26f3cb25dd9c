//! Completing a permutation to a separable one, or showing that it cannot be completed.

use super::refutation;
use super::{Decision, Obstacle, Permutation, separable};
use azulejo_solver::heuristics::separable::Boxes;

/// An incomplete permutation with more rows than can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a permutation of {rows} rows is too long to be completed: give every row its tile, or at most {} rows",
    Permutation::MAX_INCOMPLETE_ROWS
)]
pub struct TooManyRows {
    rows: usize,
}

/// Decides a permutation with rows that have no tile.
pub(super) fn decide(rows: usize, tiles: &[(usize, usize)]) -> Result<Decision, TooManyRows> {
    if rows > Permutation::MAX_INCOMPLETE_ROWS {
        return Err(TooManyRows { rows });
    }
    let boxes = Boxes::new(rows, tiles);
    Ok(match boxes.completion() {
        Some(columns) => Decision::Feasible(separable::tree(&columns)),
        None => Decision::Infeasible(Obstacle::Tiles(refutation::irreducible(&boxes))),
    })
}
