//! Minimax: the whole tree.

use super::choice::{Choice, FoundMove};
use super::search_method::SearchMethod;
use super::walk::TreeWalk;
use crate::search::Window;
use azulejo_control::Stopped;

/// The method minimax, which searches every move depth first and stores no tree.
#[derive(Debug)]
pub(super) struct Minimax;

impl SearchMethod for Minimax {
    fn search(&mut self, walk: &mut TreeWalk, depth: u32) -> Result<FoundMove, Stopped> {
        minimax(walk, depth)
    }
}

fn minimax(walk: &mut TreeWalk, depth: u32) -> Result<FoundMove, Stopped> {
    if let Some(value) = walk.end_of_round() {
        return Ok(FoundMove::leaf(value));
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
        let found = walk.with_move(taken, |walk| minimax(walk, depth - 1))?;
        choice.consider(taken, found.value);
    }
    Ok(choice.best)
}
