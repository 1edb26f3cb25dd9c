//! The bonus of a problem: rows, columns, colours and further sets of cells.

use super::Problem;
use crate::wall::{Bonus, Cell, Colours, FreeColours};
use itertools::Itertools;

impl Problem {
    /// The bonus of a full wall.
    pub(crate) fn full_bonus(&self) -> u32 {
        let lines: u32 = self.bonus_lines().iter().map(|(_, points)| points).sum();
        let colours = self.free_colours();
        lines + colours.map_or(0, |colours| colours.points() * colours.len() as u32)
    }

    /// Sets of cells that earn points when they are complete at the end, with those points. Holes are in no set, and a set of only
    /// holes earns nothing. Free colours are no sets: [`Problem::colour_bonus`] counts them.
    pub fn bonus_lines(&self) -> Vec<(Vec<Cell>, u32)> {
        let colour = match self.colours {
            Colours::Cyclic => self.bonus.colour,
            Colours::Square(_) | Colours::Free => 0,
        };
        let mut lines = self.wall.bonus_lines(Bonus {
            colour,
            ..self.bonus
        });
        if let Colours::Square(letters) = &self.colours {
            let letters = self
                .wall
                .cells()
                .zip(letters)
                .map(|(cell, &letter)| (letter, cell));
            let colours = letters.into_group_map().into_iter().sorted();
            lines.extend(colours.map(|(_, cells)| (cells, self.bonus.colour)));
        }
        let sets = self.bonus_sets.iter();
        lines.extend(sets.map(|set| (set.cells.clone(), set.points)));
        for (cells, _) in &mut lines {
            cells.retain(|cell| !self.holes.contains(*cell));
        }
        lines.retain(|(cells, points)| !cells.is_empty() && *points > 0);
        lines
    }

    /// The free colours, if the colours are free.
    pub(crate) fn free_colours(&self) -> Option<FreeColours> {
        self.colours.free(self.wall, self.bonus.colour)
    }

    /// The points for free colours of an order with these filled cells at its end; 0 if the colours are not free.
    pub fn colour_bonus(&self, filled: impl Fn(Cell) -> bool) -> u32 {
        let colours = self.free_colours();
        colours.map_or(0, |colours| colours.bonus(filled))
    }
}
