//! Alpha-beta: the same value as minimax, without the moves that cannot matter.

use super::choice::{Choice, Found, Window};
use super::walk::Walk;
use super::{Method, Search, Tree};
use crate::players::kind::Kind;
use azulejo_control::Stopped;

pub(in crate::players) const KIND: Kind = Search::kind(
    "alpha-beta",
    "searches the tree with alpha-beta pruning, deeper and deeper",
    |options| Search::build(Method::AlphaBeta, options),
);

/// Searches moves in the order of their codes, until one side has better elsewhere.
#[derive(Debug)]
pub(super) struct AlphaBeta;

impl Tree for AlphaBeta {
    fn search(&mut self, walk: &mut Walk, depth: u32) -> Result<Found, Stopped> {
        alpha_beta(walk, depth, Window::OPEN)
    }
}

/// The value within the window. Outside, it is a bound: the best that was found (fail-soft).
pub(super) fn alpha_beta(walk: &mut Walk, depth: u32, window: Window) -> Result<Found, Stopped> {
    if let Some(value) = walk.end_of_round() {
        return Ok(Found::leaf(value));
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
        let found = walk.below(taken, |walk| alpha_beta(walk, depth - 1, window))?;
        choice.consider(taken, found.value);
        if choice.is_cut() {
            break;
        }
    }
    Ok(choice.best)
}
