//! The wall as a table of truth values, and the points of a tile, counted cell by cell.

use crate::wall::Wall;

/// The points of a tile by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tile {
    /// The length of its horizontal run if that has two tiles or more, otherwise 0; times the factor of the cell.
    pub horizontal: u32,
    /// The length of its vertical run if that has two tiles or more, otherwise 0; times the factor of the cell.
    pub vertical: u32,
    /// 1 for a tile without neighbours, otherwise 0; times the factor of the cell.
    pub single: u32,
}

impl Tile {
    /// The points, each of them so many times.
    pub(crate) fn times(self, factor: u32) -> Self {
        Self {
            horizontal: self.horizontal * factor,
            vertical: self.vertical * factor,
            single: self.single * factor,
        }
    }

    /// The sum of all points.
    pub fn points(self) -> u32 {
        self.horizontal + self.vertical + self.single
    }
}

pub(crate) struct Grid {
    pub(crate) wall: Wall,
    /// Whether each cell, from 1, is filled.
    pub(crate) filled: Vec<bool>,
}

impl Grid {
    pub(crate) fn new(wall: Wall) -> Self {
        let filled = vec![false; wall.size() + 1];
        Self { wall, filled }
    }

    pub(crate) fn is_filled(&self, cell: usize) -> bool {
        self.filled[cell]
    }

    /// Places a tile on a cell, and returns its points; none where the wall has no such cell, or the cell is filled.
    pub(crate) fn place(&mut self, cell: usize) -> Option<Tile> {
        if !self.wall.cells().contains(&cell) || self.filled[cell] {
            return None;
        }
        self.filled[cell] = true;
        let (row, column) = self.wall.place(cell);
        let (first, last) = (row * self.wall.columns + 1, self.wall.size());
        let horizontal = self.run(first, cell, first + self.wall.columns - 1, 1);
        let vertical = self.run(column + 1, cell, last, self.wall.columns);
        Some(Tile {
            horizontal,
            vertical,
            single: u32::from(horizontal + vertical == 0),
        })
    }

    /// The length of the run of a cell in the line from `first` to `last`; 0 if it has no neighbour there.
    fn run(&self, first: usize, cell: usize, last: usize, step: usize) -> u32 {
        let filled = |cell: &usize| self.filled[*cell];
        let before = (first..cell).step_by(step).rev().take_while(filled).count();
        let after = (cell + step..=last).step_by(step);
        match before + after.take_while(filled).count() {
            0 => 0,
            others => others as u32 + 1,
        }
    }
}
