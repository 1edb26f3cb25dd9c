//! Minimax: the whole tree.

use super::choice::{Choice, Found, Window};
use super::walk::Walk;
use super::{Method, Search, Tree};
use crate::players::kind::Kind;
use azulejo_control::Stopped;

pub(in crate::players) const KIND: Kind = Search::kind(
    "minimax",
    "searches the whole tree, deeper and deeper",
    |options| Search::build(Method::Minimax, options),
);

/// Searches every move. The tree is walked and not kept, so that it takes no memory.
#[derive(Debug)]
pub(super) struct Minimax;

impl Tree for Minimax {
    fn search(&mut self, walk: &mut Walk, depth: u32) -> Result<Found, Stopped> {
        minimax(walk, depth)
    }
}

fn minimax(walk: &mut Walk, depth: u32) -> Result<Found, Stopped> {
    if let Some(value) = walk.end_of_round() {
        return Ok(Found::leaf(value));
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
        let found = walk.below(taken, |walk| minimax(walk, depth - 1))?;
        choice.consider(taken, found.value);
    }
    Ok(choice.best)
}
