use super::{End, letters};
use crate::game::{self, Colour, Phase, Position, Source};
use crate::schema::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `game show`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Show {
    /// The version of the outputs.
    pub schema: Version,
    /// The position.
    pub position: String,
    /// The phase: the next step of the game.
    pub phase: Phase,
    /// How many players there are.
    pub players: usize,
    /// The round.
    pub round: u32,
    /// The player to move.
    pub mover: usize,
    /// The player who began the round.
    pub starter: usize,
    /// The letters of each factory.
    pub factories: Vec<String>,
    /// The letters of the centre.
    pub centre: String,
    /// Whether the token lies in the centre.
    pub token: bool,
    /// The board of each player.
    pub boards: Vec<Board>,
    /// The tiles in the bag, by colour.
    pub bag: [u8; Colour::COUNT],
    /// The tiles in the lid, by colour.
    pub lid: [u8; Colour::COUNT],
    /// How the game ended, if it did.
    pub outcome: Option<End>,
}

/// The board of a player.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Board {
    /// The score.
    pub score: u32,
    /// The pattern lines from the top; none where one is empty.
    pub lines: [Option<Line>; game::Board::ROWS],
    /// The letters of the floor.
    pub floor: String,
    /// The points that the floor costs.
    pub charge: u8,
    /// The letters of the tiles, `.` for an empty place.
    pub wall: [String; game::Board::ROWS],
}

/// A pattern line.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    /// The colour of its tiles.
    pub colour: char,
    /// How many there are.
    pub count: u8,
}

impl From<&Position> for Show {
    fn from(position: &Position) -> Self {
        let factories = Source::all(position.players()).filter(|source| !source.is_centre());
        Self {
            schema: Version,
            position: position.to_string(),
            phase: position.phase(),
            players: position.players().count(),
            round: position.round(),
            mover: position.mover(),
            starter: position.starter(),
            factories: factories
                .map(|factory| letters(position.source(factory)))
                .collect(),
            centre: letters(position.source(Source::CENTRE)),
            token: position.token_in_centre(),
            boards: position.boards().iter().map(Board::from).collect(),
            bag: position.bag().counts(),
            lid: position.lid().counts(),
            outcome: position.outcome().as_ref().map(End::from),
        }
    }
}

impl From<&game::Board> for Board {
    fn from(board: &game::Board) -> Self {
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
                (0..game::Board::ROWS)
                    .map(|column| place(row, column))
                    .collect()
            }),
        }
    }
}
