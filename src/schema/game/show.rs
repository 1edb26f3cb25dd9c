use super::outcome::End;
use super::{letters, phase};
use crate::game::{Board, Colour, Position, Source};
use crate::schema::{SCHEMA, pretty};
use serde::Serialize;

#[derive(Serialize)]
struct Show {
    schema: u32,
    position: String,
    phase: &'static str,
    players: usize,
    round: u32,
    mover: usize,
    starter: usize,
    factories: Vec<String>,
    centre: String,
    /// Whether the token lies in the centre.
    token: bool,
    boards: Vec<OneBoard>,
    bag: [u8; Colour::COUNT],
    lid: [u8; Colour::COUNT],
    outcome: Option<End>,
}

#[derive(Serialize)]
struct OneBoard {
    score: u32,
    lines: [Option<Line>; Board::ROWS],
    floor: String,
    charge: u8,
    /// The letters of the tiles, `.` for an empty place.
    wall: [String; Board::ROWS],
}

#[derive(Serialize)]
struct Line {
    colour: char,
    count: u8,
}

/// The output of `game show`.
pub fn show(position: &Position) -> String {
    let factories = Source::all(position.players()).filter(|source| !source.is_centre());
    pretty(&Show {
        schema: SCHEMA,
        position: position.to_string(),
        phase: phase(position.phase()),
        players: position.players().count(),
        round: position.round(),
        mover: position.mover(),
        starter: position.starter(),
        factories: factories
            .map(|factory| letters(position.source(factory)))
            .collect(),
        centre: letters(position.source(Source::CENTRE)),
        token: position.token_in_centre(),
        boards: position.boards().iter().map(OneBoard::from).collect(),
        bag: position.bag().counts(),
        lid: position.lid().counts(),
        outcome: position.outcome().as_ref().map(End::from),
    })
}

impl From<&Board> for OneBoard {
    fn from(board: &Board) -> Self {
        let line = |row| {
            let line = board.line(row)?;
            Some(Line {
                colour: line.colour.letter(),
                count: line.count,
            })
        };
        let place = |row, column| {
            let colour = Colour::at(row, column);
            if board.has(row, colour) {
                colour.letter()
            } else {
                '.'
            }
        };
        Self {
            score: board.score(),
            lines: std::array::from_fn(line),
            floor: board.floor().to_string(),
            charge: board.floor().charge(),
            wall: std::array::from_fn(|row| {
                (0..Board::ROWS).map(|column| place(row, column)).collect()
            }),
        }
    }
}
