//! Bounds and orders by orientations of neighbours, for the maximum of orders that end with given cells, such as the whole wall
//! (docs/proofs.md, section 16). An orientation has, for each pair of neighbours, the cell that is filled first.
//!
//! The score of an order is the sum of the runs of all lines, less the number of tiles that are a start of their row or their
//! column: those that are filled before their neighbours there. So an orientation decides which tiles are starts, and bounds the sum
//! of the runs of each line. A [sweep] over the wall finds the best sum of all lines and all starts over the orientations without a
//! circle in the four cells of a block: a bound. Constraints count as far as they order two cells of a line, or reserve cells for the
//! last round.
//!
//! Few orientations reach the bound. An orientation without any circle has an order, whose score is the bound if the other
//! constraints admit it.

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

/// Orientations of the pairs of neighbours, with an upper bound on their scores.
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
    /// The orientations for the maximum of orders that end with these cells, with lines that are not too long; none where no order ends so.
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
        let boards = Board::along_axes(problem, end, control)?;
        let candidates = boards.into_iter().flatten().filter_map(|board| {
            let starts = Sweep::new(&board, 0)?.least();
            Some((board, starts))
        });
        // The board with more starts; of two boards with equally many, the one with shorter rows.
        let tighter = candidates.min_by_key(|(board, starts)| (Reverse(*starts), board.width));
        Ok(tighter.map(|(board, starts)| Self {
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

    /// Raises the slack by one, for the next lower score.
    pub(crate) fn raise_slack(&mut self) {
        self.slack += 1;
    }

    /// The orientations that score at least the bound; none where they take more than `memory` bytes.
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
        let limit = self.starts + self.slack;
        let layers = sweep.layers(limit, memory / 2, control)?;
        Ok(layers.map(|layers| Trails::new(sweep, layers, problem, memory / 2)))
    }
}
