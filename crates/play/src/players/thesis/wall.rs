//! Adjacent tiles and the diagonal, as the players of the thesis count them.

use super::reading::{Adjacent, Diagonal, Neighbours};
use super::scan::{Fitting, View};
use azulejo_rules::Board;

const SIZE: usize = Board::ROWS;

/// The places of a column of the wall, from its top.
const COLUMN: u32 = 0b00001_00001_00001_00001_00001;

impl View<'_> {
    /// The number of tiles on the wall that are adjacent to the place to which a move leads.
    #[inline]
    pub(super) fn adjacent_count(&self, fitting: &Fitting) -> u32 {
        if self.reading.adjacent == Adjacent::Full && fitting.white_space > 0 {
            return 0;
        }
        let (wall, row, column) = (self.wall, fitting.row, fitting.column());
        let (in_row, in_column) = SIDES[SIZE * row + column];
        let filled = |places: u32| (wall & places).count_ones();
        match self.reading.neighbours {
            Neighbours::Sides => filled(in_row | in_column),
            Neighbours::Directions => filled(in_row).min(1) + filled(in_column).min(1),
            Neighbours::Linked => linked(wall, row, column),
        }
    }

    /// Whether a move leads to the diagonal.
    pub(super) fn is_on_diagonal(&self, fitting: &Fitting) -> bool {
        let (row, column) = (fitting.row, fitting.column());
        let main = row == column;
        let other = row + column + 1 == SIZE;
        match self.reading.diagonal {
            Diagonal::Main => main,
            Diagonal::Other => other,
            Diagonal::Both => main || other,
            Diagonal::Fresh => {
                let lines = 0b11111 << (SIZE * row) | COLUMN << column;
                self.board.wall() & lines == 0
            }
        }
    }
}

/// The neighbouring places of each place, as two sets of bits: those in its row and those in its column.
const SIDES: [(u32, u32); SIZE * SIZE] = {
    let mut sides = [(0, 0); SIZE * SIZE];
    let mut place = 0;
    while place < sides.len() {
        let (row, column) = (place / SIZE, place % SIZE);
        if column > 0 {
            sides[place].0 |= 1 << (place - 1);
        }
        if column + 1 < SIZE {
            sides[place].0 |= 1 << (place + 1);
        }
        if row > 0 {
            sides[place].1 |= 1 << (place - SIZE);
        }
        if row + 1 < SIZE {
            sides[place].1 |= 1 << (place + SIZE);
        }
        place += 1;
    }
    sides
};

/// The number of tiles that a tile at a place would be linked to, in its row and in its column.
fn linked(wall: u32, row: usize, column: usize) -> u32 {
    let filled = |row: usize, column: usize| wall >> (SIZE * row + column) & 1 == 1;
    let left = (0..column).rev().take_while(|&at| filled(row, at)).count();
    let right = (column + 1..SIZE).take_while(|&at| filled(row, at)).count();
    let above = (0..row).rev().take_while(|&at| filled(at, column)).count();
    let below = (row + 1..SIZE).take_while(|&at| filled(at, column)).count();
    (left + right + above + below) as u32
}
