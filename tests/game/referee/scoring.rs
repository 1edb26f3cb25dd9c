//! The referee's counts on a wall: a tile's points, complete lines and colours, and the winners.

use super::{Board, COLOURS, Colour, Game, ROWS, column_of};

impl Board {
    fn has_tile(&self, row: usize, column: usize) -> bool {
        self.wall[row][column].is_some()
    }

    /// A tile alone scores 1. A tile with neighbours scores the length of the unbroken run through it in its row, if
    /// it has neighbours there, and the length of the run in its column, if it has neighbours there.
    pub(super) fn points_of_tile(&self, row: usize, column: usize) -> i32 {
        let mut across = 1;
        let mut at = column;
        while at > 0 && self.has_tile(row, at - 1) {
            at -= 1;
            across += 1;
        }
        at = column;
        while at + 1 < ROWS && self.has_tile(row, at + 1) {
            at += 1;
            across += 1;
        }
        let mut down = 1;
        at = row;
        while at > 0 && self.has_tile(at - 1, column) {
            at -= 1;
            down += 1;
        }
        at = row;
        while at + 1 < ROWS && self.has_tile(at + 1, column) {
            at += 1;
            down += 1;
        }
        match (across, down) {
            (1, 1) => 1,
            (across, 1) => across,
            (1, down) => down,
            (across, down) => across + down,
        }
    }

    fn row_is_complete(&self, row: usize) -> bool {
        (0..ROWS).all(|column| self.has_tile(row, column))
    }

    fn column_is_complete(&self, column: usize) -> bool {
        (0..ROWS).all(|row| self.has_tile(row, column))
    }

    fn colour_is_complete(&self, colour: Colour) -> bool {
        (0..ROWS).all(|row| self.has_tile(row, column_of(colour, row)))
    }

    pub(crate) fn complete_rows(&self) -> usize {
        (0..ROWS).filter(|&row| self.row_is_complete(row)).count()
    }

    pub(crate) fn complete_columns(&self) -> usize {
        let columns = 0..ROWS;
        columns
            .filter(|&column| self.column_is_complete(column))
            .count()
    }

    pub(crate) fn complete_colours(&self) -> usize {
        let colours = COLOURS.into_iter();
        colours
            .filter(|&colour| self.colour_is_complete(colour))
            .count()
    }

    /// At the end of the game, a complete row earns 2 points, a complete column 7, a complete colour 10.
    pub(crate) fn bonus(&self) -> i32 {
        let lines = 2 * self.complete_rows() + 7 * self.complete_columns();
        (lines + 10 * self.complete_colours()) as i32
    }
}

impl Game {
    pub(crate) fn final_scores(&self) -> Vec<i32> {
        let scores = self.boards.iter().map(|board| board.score + board.bonus());
        scores.collect()
    }

    /// Most points win. Of those who have equally many, most complete rows win. Those who have equally many of these,
    /// too, share the victory.
    pub(crate) fn winners(&self) -> Vec<usize> {
        let scores = self.final_scores();
        let rows: Vec<_> = self.boards.iter().map(Board::complete_rows).collect();
        let beats = |one: usize, other: usize| {
            scores[one] > scores[other] || (scores[one] == scores[other] && rows[one] > rows[other])
        };
        let players = 0..self.boards.len();
        let unbeaten = |&one: &usize| !players.clone().any(|other| beats(other, one));
        players.clone().filter(unbeaten).collect()
    }
}
