//! Positions that are set up by hand.

use crate::game::notation::{Draft, Fault};
use crate::game::{Board, Colour, FloorItem, Tiles};
use crate::pages::table::Game;
use schemars::JsonSchema;
use serde::Serialize;

/// Result of the reader of positions for a text.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct CheckedPosition {
    parts: PositionParts,
    /// All faults, each with its place.
    faults: Vec<PositionFault>,
    /// The fields of a game that begins with the position, if there is no fault.
    query: Option<String>,
}

#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct PositionFault {
    place: String,
    message: String,
}

impl From<&Fault> for PositionFault {
    fn from(fault: &Fault) -> Self {
        Self {
            place: fault.place().to_owned(),
            message: fault.message().to_owned(),
        }
    }
}

/// Parts of a text; a part that cannot be read is empty. Tiles are letters, and numbers of tiles are in the order of the colours.
#[derive(Debug, JsonSchema, Serialize)]
struct PositionParts {
    factories: Vec<Vec<char>>,
    centre: Vec<u8>,
    /// Whether the first-player token is in the centre.
    token: bool,
    /// A board for each player.
    boards: Vec<BoardParts>,
    /// The player who moves, from 1.
    mover: u8,
    /// The player who began the round, from 1.
    starter: u8,
    round: u32,
    bag: Vec<u8>,
    lid: Vec<u8>,
}

#[derive(Debug, JsonSchema, Serialize)]
struct BoardParts {
    score: u32,
    lines: Vec<Option<LineParts>>,
    /// The tiles, and * for the first-player token.
    floor: Vec<char>,
    /// Whether each place is filled, row by row.
    wall: Vec<bool>,
}

/// Tiles on a line.
#[derive(Debug, JsonSchema, Serialize)]
struct LineParts {
    colour: char,
    count: u8,
}

impl From<&Draft> for PositionParts {
    fn from(draft: &Draft) -> Self {
        let letters = |tiles: &Tiles| tiles.iter().map(Colour::letter).collect();
        Self {
            factories: draft.factories.iter().map(letters).collect(),
            centre: draft.centre.counts().into(),
            token: draft.token_in_centre,
            boards: draft.boards.iter().map(BoardParts::from).collect(),
            mover: draft.mover + 1,
            starter: draft.starter + 1,
            round: draft.round,
            bag: draft.bag.counts().into(),
            lid: draft.lid.counts().into(),
        }
    }
}

impl From<&Board> for BoardParts {
    fn from(board: &Board) -> Self {
        let line = |row| {
            board.line(row).map(|line| LineParts {
                colour: line.colour.letter(),
                count: line.count,
            })
        };
        let letter = |item| match item {
            FloorItem::Token => '*',
            FloorItem::Tile(colour) => colour.letter(),
        };
        let places = 0..Board::ROWS * Board::ROWS;
        Self {
            score: board.score(),
            lines: (0..Board::ROWS).map(line).collect(),
            floor: board.floor().iter().map(letter).collect(),
            wall: places.map(|place| board.wall() >> place & 1 == 1).collect(),
        }
    }
}

/// Result of the reader of positions for a text; later deals have a seed.
pub(super) fn validation(text: &str, seed: u64) -> CheckedPosition {
    let draft = Draft::new(text);
    let parts = PositionParts::from(&draft);
    let (faults, query) = match draft.position() {
        Ok(position) => {
            let query = Game::from_position(position, seed).fields().query();
            (Vec::new(), Some(query))
        }
        Err(invalid) => (
            invalid.faults().iter().map(PositionFault::from).collect(),
            None,
        ),
    };
    CheckedPosition {
        parts,
        faults,
        query,
    }
}
