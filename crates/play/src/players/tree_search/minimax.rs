//! Minimax: the whole tree.

use super::choice::{Choice, SearchResult};
use super::search_method::SearchMethod;
use super::walk::TreeWalk;
use crate::search::Window;
use azulejo_control::Stopped;

/// The method minimax, which searches every move depth first and stores no tree.
#[derive(Debug)]
pub(super) struct Minimax;

impl SearchMethod for Minimax {
    fn search(&mut self, walk: &mut TreeWalk, depth: u32) -> Result<SearchResult, Stopped> {
        minimax(walk, depth)
    }
}

fn minimax(walk: &mut TreeWalk, depth: u32) -> Result<SearchResult, Stopped> {
    if let Some(value) = walk.end_of_round() {
        return Ok(SearchResult::leaf(value));
    }
    let mut choice = Choice::new(walk, Window::OPEN);
    if depth == 1 {
        walk.leaves(|taken, value| {
            choice.consider(taken, value);
            true
        });
        return Ok(choice.best);
    }
    for taken in walk.position().legal() {
        let result = walk.with_move(taken, |walk| minimax(walk, depth - 1))?;
        choice.consider(taken, result.value);
    }
    Ok(choice.best)
}
