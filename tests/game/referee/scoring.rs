//! The referee's counts on a wall: a tile's points, complete lines and colours, and the winners.

use super::{Board, COLOURS, Game, ROWS, column_of};

impl Board {
    fn has_tile(&self, row: usize, column: usize) -> bool {
        self.wall[row][column].is_some()
    }

    /// Number of tiles without a gap after a place, in steps of `down` rows and `right` columns.
    fn tiles_beside(&self, row: usize, column: usize, down: isize, right: isize) -> i32 {
        let row = row.checked_add_signed(down).filter(|&row| row < ROWS);
        let column = column
            .checked_add_signed(right)
            .filter(|&column| column < ROWS);
        match (row, column) {
            (Some(row), Some(column)) if self.has_tile(row, column) => {
                1 + self.tiles_beside(row, column, down, right)
            }
            _ => 0,
        }
    }

    /// A tile alone scores 1. A tile with neighbours scores the length of the unbroken run through it in its row, if
    /// it has neighbours there, and the length of the run in its column, if it has neighbours there.
    pub(super) fn points_of_tile(&self, row: usize, column: usize) -> i32 {
        let beside = |down, right| self.tiles_beside(row, column, down, right);
        let across = 1 + beside(0, -1) + beside(0, 1);
        let down = 1 + beside(-1, 0) + beside(1, 0);
        match (across, down) {
            (1, 1) => 1,
            (across, 1) => across,
            (1, down) => down,
            (across, down) => across + down,
        }
    }

    /// Number of complete lines among five; `place` gives the row and the column of each place of a line.
    fn complete(&self, place: fn(usize, usize) -> (usize, usize)) -> usize {
        let has_tile = |(row, column)| self.has_tile(row, column);
        let is_complete = |&line: &usize| (0..ROWS).all(|index| has_tile(place(line, index)));
        (0..ROWS).filter(is_complete).count()
    }

    pub(crate) fn complete_rows(&self) -> usize {
        self.complete(|row, column| (row, column))
    }

    pub(crate) fn complete_columns(&self) -> usize {
        self.complete(|column, row| (row, column))
    }

    pub(crate) fn complete_colours(&self) -> usize {
        self.complete(|colour, row| (row, column_of(COLOURS[colour], row)))
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

    /// Most points win. Of players with equal points, most complete rows win. Players with equally many complete rows,
    /// too, share the victory.
    pub(crate) fn winners(&self) -> Vec<usize> {
        let scores = self.final_scores();
        let rows: Vec<_> = self.boards.iter().map(Board::complete_rows).collect();
        let beats = |player: usize, other: usize| {
            scores[player] > scores[other]
                || (scores[player] == scores[other] && rows[player] > rows[other])
        };
        let players = 0..self.boards.len();
        let is_unbeaten = |&player: &usize| !players.clone().any(|other| beats(other, player));
        players.clone().filter(is_unbeaten).collect()
    }
}
