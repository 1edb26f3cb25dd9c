//! Alpha-beta: the same value as minimax, with cutoffs.

use super::choice::{Choice, SearchResult};
use super::search_method::SearchMethod;
use super::walk::TreeWalk;
use crate::search::Window;
use azulejo_control::Stopped;

/// The method alpha-beta, which searches moves in the order of their codes.
#[derive(Debug)]
pub(super) struct AlphaBeta;

impl SearchMethod for AlphaBeta {
    fn search(&mut self, walk: &mut TreeWalk, depth: u32) -> Result<SearchResult, Stopped> {
        alpha_beta(walk, depth, Window::OPEN)
    }
}

/// The value if it lies within the window; otherwise a bound (fail-soft).
pub(super) fn alpha_beta(
    walk: &mut TreeWalk,
    depth: u32,
    window: Window,
) -> Result<SearchResult, Stopped> {
    if let Some(value) = walk.end_of_round() {
        return Ok(SearchResult::leaf(value));
    }
    let mut choice = Choice::new(walk, window);
    if depth == 1 {
        walk.leaves(|taken, value| {
            choice.consider(taken, value);
            !choice.is_cut()
        });
        return Ok(choice.best);
    }
    for taken in walk.position().legal() {
        let window = choice.window;
        let result = walk.with_move(taken, |walk| alpha_beta(walk, depth - 1, window))?;
        choice.consider(taken, result.value);
        if choice.is_cut() {
            break;
        }
    }
    Ok(choice.best)
}
