//! The wall as a plain table of truth values, and what a tile earns on it, counted cell by cell.

use super::statement::Bonus;

/// What a tile earns, by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tile {
    /// The length of its horizontal run if that has two tiles or more, otherwise 0.
    pub horizontal: u32,
    /// The length of its vertical run if that has two tiles or more, otherwise 0.
    pub vertical: u32,
    /// 1 for a tile without neighbours, otherwise 0.
    pub single: u32,
}

impl Tile {
    /// All its points.
    pub fn points(self) -> u32 {
        self.horizontal + self.vertical + self.single
    }
}

/// Why a tile cannot be placed.
pub(crate) enum Obstacle {
    /// The wall ends before that cell.
    Edge,
    /// A tile is there.
    Tile,
}

pub(crate) struct Grid {
    filled: Vec<Vec<bool>>,
}

impl Grid {
    pub(crate) fn new(rows: usize, columns: usize) -> Self {
        let filled = vec![vec![false; columns]; rows];
        Self { filled }
    }

    /// Places a tile on a cell, by its number from 1.
    pub(crate) fn place(&mut self, cell: usize) -> Result<Tile, Obstacle> {
        let columns = self.filled[0].len();
        let index = cell.checked_sub(1).ok_or(Obstacle::Edge)?;
        let (row, column) = (index / columns, index % columns);
        match self.filled.get(row).map(|cells| cells[column]) {
            None => return Err(Obstacle::Edge),
            Some(true) => return Err(Obstacle::Tile),
            Some(false) => self.filled[row][column] = true,
        }
        let left = (0..column)
            .rev()
            .take_while(|&at| self.filled[row][at])
            .count();
        let right = (column + 1..columns)
            .take_while(|&at| self.filled[row][at])
            .count();
        let up = (0..row)
            .rev()
            .take_while(|&at| self.filled[at][column])
            .count();
        let down = (row + 1..self.filled.len())
            .take_while(|&at| self.filled[at][column])
            .count();
        let (across, along) = (left + right, up + down);
        let run = |others: usize| if others > 0 { others as u32 + 1 } else { 0 };
        Ok(Tile {
            horizontal: run(across),
            vertical: run(along),
            single: u32::from(across + along == 0),
        })
    }

    /// What the complete lines earn.
    pub(crate) fn bonus(&self, bonus: Bonus) -> u32 {
        let (rows, columns) = (self.filled.len(), self.filled[0].len());
        let full_rows = self
            .filled
            .iter()
            .filter(|row| row.iter().all(|&cell| cell))
            .count();
        let full_columns = (0..columns)
            .filter(|&at| self.filled.iter().all(|row| row[at]))
            .count();
        let full_colours = if rows == columns {
            let diagonal =
                |colour: usize| (0..rows).all(|row| self.filled[row][(row + colour) % rows]);
            (0..rows).filter(|&colour| diagonal(colour)).count()
        } else {
            0
        };
        full_rows as u32 * bonus.row
            + full_columns as u32 * bonus.column
            + full_colours as u32 * bonus.colour
    }
}
