//! Opinions: errors of the evaluation that make a player weaker in the way of people.

use azulejo_rules::random::{ChaCha8Rng, below};
use azulejo_rules::{Board, Colour, Floor, PatternLine};

/// The errors of the evaluation of lines and floors, in ten-thousandths of a point. During the search for one move they
/// are constant, so that the search follows a plan and not an accident.
#[derive(Debug, Clone)]
pub(super) struct Opinions {
    /// The error for a line by row, colour, and count of tiles less one.
    lines: [[[i32; Board::ROWS]; Colour::COUNT]; Board::ROWS],
    /// The error for a floor by its number of tiles less one.
    floor: [i32; Floor::PLACES],
}

impl Opinions {
    /// Random opinions in a triangular distribution from −`most` to `most`, in hundredths of a point.
    pub(super) fn draw(rng: &mut ChaCha8Rng, most: u32) -> Self {
        // The sum of two dice.
        let mut error = || 50 * (below(rng, 2 * most + 1) + below(rng, 2 * most + 1)) as i32;
        let mut error = || error() - 100 * most as i32;
        let mut opinions = Self {
            lines: Default::default(),
            floor: Default::default(),
        };
        let lines = opinions.lines.iter_mut().flatten().flatten();
        lines.for_each(|opinion| *opinion = error());
        opinions
            .floor
            .iter_mut()
            .for_each(|opinion| *opinion = error());
        opinions
    }

    /// The sum of the errors for a board, in ten-thousandths of a point.
    pub(super) fn of(&self, board: &Board) -> i32 {
        let lines = (0..Board::ROWS).filter_map(|row| {
            let PatternLine { colour, count } = board.line(row)?;
            Some(self.lines[row][colour.index()][usize::from(count) - 1])
        });
        let floor = board.floor().len().min(Floor::PLACES);
        let floor = floor.checked_sub(1).map_or(0, |at| self.floor[at]);
        lines.sum::<i32>() + floor
    }
}
