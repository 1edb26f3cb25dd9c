//! The choice among the moves of a position.

use super::walk::TreeWalk;
use crate::search::Window;
use azulejo_rules::Move;

/// The value of a position, and its best move; no move where the position is a leaf.
#[derive(Debug, Clone, Copy)]
pub(super) struct SearchResult {
    pub(super) value: i32,
    pub(super) taken: Option<Move>,
}

impl SearchResult {
    /// The result of a leaf.
    pub(super) fn leaf(value: i32) -> Self {
        Self { value, taken: None }
    }
}

/// The best move so far for the mover, and the window for the moves that follow.
#[derive(Debug)]
pub(super) struct Choice {
    maximises: bool,
    /// The window for the moves that are still to be searched.
    pub(super) window: Window,
    pub(super) best: SearchResult,
}

impl Choice {
    #[inline]
    pub(super) fn new(walk: &TreeWalk, window: Window) -> Self {
        let maximises = walk.maximises();
        let worst = if maximises { i32::MIN } else { i32::MAX };
        Self {
            maximises,
            window,
            best: SearchResult::leaf(worst),
        }
    }

    /// Takes a move that is better than all moves before. Of equal moves the first stays.
    #[inline]
    pub(super) fn consider(&mut self, taken: Move, value: i32) {
        let (best, window) = (&mut self.best, &mut self.window);
        let is_better = if self.maximises {
            value > best.value
        } else {
            value < best.value
        };
        if is_better {
            (best.value, best.taken) = (value, Some(taken));
            if self.maximises {
                window.alpha = window.alpha.max(value);
            } else {
                window.beta = window.beta.min(value);
            }
        }
    }

    /// Whether the window is empty: a cutoff.
    #[inline]
    pub(super) fn is_cut(&self) -> bool {
        self.window.is_cut()
    }
}
