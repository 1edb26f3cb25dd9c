//! Tallies of a board, in numbers and in words.

use azulejo_rules::pattern::{FIRST_COLUMN, PLACES, place};
use azulejo_rules::{Board, Colour, PatternLine, tile_points};

/// The full lines of a board, or the begun ones, each with its row.
fn lines(board: &Board, is_full: bool) -> impl Iterator<Item = (usize, PatternLine)> {
    let lines = (0..Board::ROWS).filter_map(|row| Some((row, board.line(row)?)));
    lines.filter(move |(row, line)| (usize::from(line.count) > *row) == is_full)
}

/// The number of full lines.
pub(super) fn full_count(board: &Board) -> u32 {
    board.full_lines().count_ones()
}

/// The full lines with their colours.
pub(super) fn full_lines(board: &Board) -> String {
    let words = lines(board, true).map(|(row, line)| format!("line {} ({})", row + 1, line.colour));
    join(words.collect(), "no line")
}

/// The tiles on begun lines.
pub(super) fn begun_tiles(board: &Board) -> u32 {
    lines(board, false)
        .map(|(_, line)| u32::from(line.count))
        .sum()
}

/// The begun lines with their tiles.
pub(super) fn begun_lines(board: &Board) -> String {
    let words = lines(board, false).map(|(row, line)| {
        let (count, colour, number) = (line.count, line.colour, row + 1);
        format!("{count} of {number} {colour} on line {number}")
    });
    join(words.collect(), "nothing is begun")
}

/// Points of the tiles of full lines beyond one each.
pub(super) fn neighbour_points(board: &Board) -> u32 {
    board.full_points() - full_count(board)
}

/// The tiles of full lines that come to neighbours, each with its points.
pub(super) fn neighbour_tiles(board: &Board) -> String {
    let mut wall = board.wall();
    let mut words = Vec::new();
    for (row, line) in lines(board, true) {
        let index = place(row, line.colour);
        let points = tile_points(wall, index);
        wall |= 1 << index;
        if points > 1 {
            words.push(format!(
                "{} in row {} for {points} points",
                line.colour,
                row + 1
            ));
        }
    }
    join(words, "none")
}

/// The name of a player, whose index is from 0.
pub(super) fn player(index: usize) -> String {
    format!("player {}", index + 1)
}

pub(super) fn points_text(points: u32) -> String {
    match points {
        1 => "1 point".into(),
        _ => format!("{points} points"),
    }
}

pub(super) fn join(parts: Vec<String>, none: &str) -> String {
    match parts.split_last() {
        None => none.into(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// Sets of five places of a wall: rows, columns or colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sets {
    Rows,
    Columns,
    Colours,
}

impl Sets {
    /// The name of a set.
    pub(super) fn name(self, index: usize) -> String {
        match self {
            Self::Rows => format!("row {}", index + 1),
            Self::Columns => format!("column {}", index + 1),
            Self::Colours => {
                Colour::from_index(index).map_or(String::new(), |colour| colour.to_string())
            }
        }
    }

    /// The places of a set: bit `5·row + column`.
    fn places(self, index: usize) -> u32 {
        match self {
            Self::Rows => 0b11111 << (Board::ROWS * index),
            Self::Columns => FIRST_COLUMN << index,
            Self::Colours => PLACES[index],
        }
    }

    /// The tiles of each set, on the wall with the tiles of full lines.
    pub(super) fn filled(self, board: &Board) -> [u32; Board::ROWS] {
        let wall = board.prospect().wall();
        std::array::from_fn(|index| (wall & self.places(index)).count_ones())
    }

    /// The tiles that lines lack for the empty places of the sets with two to four tiles.
    pub(super) fn missing_tiles(self, board: &Board) -> u32 {
        let wall = board.prospect().wall();
        let filled = self.filled(board);
        let sets = (0..Board::ROWS).filter(|&index| (2..=4).contains(&filled[index]));
        let counts = sets.map(|index| {
            let empty = self.places(index) & !wall;
            let rows = (0..Board::ROWS).filter(|row| empty >> (Board::ROWS * row) & 0b11111 != 0);
            let counts = rows.map(|row| {
                let line = board.line(row);
                let line = line.filter(|line| empty >> place(row, line.colour) & 1 == 1);
                row as u32 + 1 - line.map_or(0, |line| u32::from(line.count))
            });
            counts.sum::<u32>()
        });
        counts.sum()
    }
}
