//! Bounds and orders by which of two neighbours is filled first, for the maximum of orders that end with given cells, such as the
//! whole wall (docs/proofs.md, section 16).
//!
//! The score of an order is the sum of the runs of all lines, less the number of tiles that are a start of their row or their
//! column: those that are filled before their neighbours there. So who comes first among neighbours says which tiles are starts,
//! and what the runs of a line sum up to at most. A [sweep] over the wall finds what all lines and all starts give at best,
//! where no four cells of a block wait for each other in a circle. That is a bound. Constraints count where they say who of
//! two cells of a line comes first, and which cells are kept for the last round.
//!
//! The ways that reach the bound are few. One in which no cells wait for each other at all has an order, and the order has the
//! score of the bound if the other constraints allow it.

mod board;
mod line;
mod sweep;
mod table;
mod trail;

use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::CellSet;
use azulejo_control::{Control, Stopped};
use board::Board;
use std::cmp::Reverse;
use sweep::Sweep;
pub(crate) use trail::{Draw, Trails};

/// Ways to say who comes first among neighbours, and what they score at most.
pub(crate) struct Orientations {
    board: Board,
    /// Score of all lines without any loss, with the bonus.
    best: u32,
    /// The least number of starts.
    starts: u16,
    /// The loss beside the starts.
    slack: u16,
}

impl Orientations {
    /// The orientations for the maximum of orders that end with these cells, with lines that are not too long; none where no order does.
    ///
    /// # Errors
    /// When the run has to end.
    pub(crate) fn new(
        problem: &Problem,
        end: &CellSet,
        control: &Control,
    ) -> Result<Option<Self>, Stopped> {
        let applies = problem.sense() == Sense::Maximize
            && problem.horizon() > 0
            && board::fits(problem.wall());
        if !applies {
            return Ok(None);
        }
        let lines = problem.bonus_lines().into_iter();
        let complete = lines.filter(|(cells, _)| cells.iter().all(|&cell| end.contains(cell)));
        let bonus: u32 = complete.map(|(_, points)| points).sum();
        let boards = Board::both_ways(problem, end, control)?;
        let both = boards.into_iter().flatten().filter_map(|board| {
            let starts = Sweep::new(&board, 0)?.least();
            Some((board, starts))
        });
        // The one that asks for more starts, or else the one with shorter rows.
        let closer = both.min_by_key(|(board, starts)| (Reverse(*starts), board.width));
        Ok(closer.map(|(board, starts)| Self {
            best: board.best() + bonus,
            board,
            starts,
            slack: 0,
        }))
    }

    /// Score of the orders whose loss beside the starts is the slack.
    pub(crate) fn bound(&self) -> u32 {
        self.best - u32::from(self.starts) - u32::from(self.slack)
    }

    /// Goes on to the next lower score.
    pub(crate) fn lose_one_more(&mut self) {
        self.slack += 1;
    }

    /// The ways that score so much at least; none if they take more memory, in bytes.
    ///
    /// # Errors
    /// When the run has to end.
    pub(crate) fn trails(
        &self,
        problem: &Problem,
        memory: usize,
        control: &Control,
    ) -> Result<Option<Trails<'_>>, Stopped> {
        let Some(sweep) = Sweep::new(&self.board, self.slack) else {
            return Ok(None);
        };
        let most = self.starts + self.slack;
        let layers = sweep.layers(most, memory / 2, control)?;
        Ok(layers.map(|layers| Trails::new(sweep, layers, problem, memory / 2)))
    }
}
