//! Wrong opinions on boards, which make a player weaker as people are weaker.

use azulejo_rules::random::{ChaCha8Rng, below};
use azulejo_rules::{Board, Colour, Floor, PatternLine};

/// By how much a player is wrong about lines and floors, in ten-thousandths of a point. For one move an opinion stays the same,
/// whatever else is on the board, so that the search follows a plan and not an accident.
#[derive(Debug, Clone)]
pub(super) struct Opinions {
    /// By row, colour, and count of tiles less one.
    lines: [[[i32; Board::ROWS]; Colour::COUNT]; Board::ROWS],
    /// By the number of tiles on the floor less one.
    floor: [i32; Floor::PLACES],
}

impl Opinions {
    /// Opinions by chance that are wrong by at most so many hundredths of a point, and rather by less.
    pub(super) fn draw(rng: &mut ChaCha8Rng, most: u32) -> Self {
        // The sum of two dice.
        let mut wrong = || 50 * (below(rng, 2 * most + 1) + below(rng, 2 * most + 1)) as i32;
        let mut wrong = || wrong() - 100 * most as i32;
        let mut opinions = Self {
            lines: Default::default(),
            floor: Default::default(),
        };
        let lines = opinions.lines.iter_mut().flatten().flatten();
        lines.for_each(|it| *it = wrong());
        opinions.floor.iter_mut().for_each(|it| *it = wrong());
        opinions
    }

    /// By how much a board is taken for better than it is.
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
