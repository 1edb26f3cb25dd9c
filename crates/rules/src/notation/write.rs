//! The writer of positions.

use super::join::join;
use crate::{Board, Colour, Position, Source, Tiles};
use std::fmt;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let factories = Source::all(self.players()).filter(|source| !source.is_centre());
        let factories = join(factories.map(|factory| self.source(factory)), "/");
        let centre = CentreText(self);
        let boards = join(self.boards().iter().map(BoardText), "|");
        let (mover, starter, round) = (self.mover() + 1, self.starter() + 1, self.round());
        let (bag, lid) = (counts(self.bag()), counts(self.lid()));
        write!(
            f,
            "{factories} {centre} {boards} {mover} {starter} {round} {bag} {lid}"
        )
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

struct CentreText<'a>(&'a Position);

impl fmt::Display for CentreText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tiles = self.0.source(Source::CENTRE);
        match (tiles.is_empty(), self.0.token_in_centre()) {
            (true, true) => f.write_str("*"),
            (_, true) => write!(f, "{tiles}*"),
            (_, false) => write!(f, "{tiles}"),
        }
    }
}

struct BoardText<'a>(&'a Board);

impl fmt::Display for BoardText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(board) = self;
        let lines = (0..Board::ROWS).map(|row| match board.line(row) {
            Some(line) => format!("{}{}", line.colour.letter(), line.count),
            None => "-".to_owned(),
        });
        let rows = (0..Board::ROWS).map(|row| {
            let places = (0..Board::ROWS).map(|column| Colour::at(row, column));
            let letters = places.map(|colour| {
                if board.has(row, colour) {
                    colour.letter()
                } else {
                    '.'
                }
            });
            letters.collect::<String>()
        });
        let (score, floor) = (board.score(), board.floor());
        let (lines, rows) = (join(lines, "/"), join(rows, "/"));
        write!(f, "{score}:{lines}:{floor}:{rows}")
    }
}

fn counts(tiles: Tiles) -> String {
    join(tiles.counts(), ",")
}
