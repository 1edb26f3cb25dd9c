use crate::game::{Effect, Move, Position};
use crate::schema::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `game moves`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Moves {
    /// The version of the outputs.
    pub schema: Version,
    /// The position.
    pub position: String,
    /// The legal moves.
    pub moves: Vec<LegalMove>,
}

/// A legal move.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Listed")]
pub struct LegalMove {
    /// The move.
    #[serde(flatten)]
    pub named: MoveName,
    /// The effect of the move.
    #[serde(flatten)]
    pub effect: Effect,
}

/// A move.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Named")]
pub struct MoveName {
    /// Its number among all moves; none where the players have no numbers for it.
    pub code: Option<u16>,
    /// Its letters.
    pub r#move: String,
}

/// The output of `game perft`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Perft {
    /// The version of the outputs.
    pub schema: Version,
    /// The position.
    pub position: String,
    /// How many moves are made one after the other.
    pub depth: u32,
    /// How many ways there are; none where the count was stopped.
    pub leaves: Option<u64>,
    /// Of a count that was stopped, how many there are at least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<u64>,
    /// The ways behind each move, where they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<DivideEntry>>,
}

/// The ways behind a move.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Divided")]
pub struct DivideEntry {
    /// The move.
    #[serde(flatten)]
    pub named: MoveName,
    /// How many ways there are.
    pub leaves: u64,
}

impl From<&Position> for Moves {
    fn from(position: &Position) -> Self {
        let moves = position.legal().filter_map(|move_| {
            Some(LegalMove {
                named: MoveName::new(position, move_),
                effect: position.effect(move_).ok()?,
            })
        });
        Self {
            schema: Version,
            position: position.to_string(),
            moves: moves.collect(),
        }
    }
}

impl Perft {
    /// The output for a number of leaves, or for its lower bound after a stop, with the leaves after each move if there are any.
    pub fn new(
        position: &Position,
        depth: u32,
        leaves: Result<u64, u64>,
        leaves_by_move: Option<&[(Move, u64)]>,
    ) -> Self {
        let entry = |&(move_, leaves): &(Move, u64)| DivideEntry {
            named: MoveName::new(position, move_),
            leaves,
        };
        Self {
            schema: Version,
            position: position.to_string(),
            depth,
            leaves: leaves.ok(),
            counted: leaves.err(),
            moves: leaves_by_move.map(|moves| moves.iter().map(entry).collect()),
        }
    }
}

impl MoveName {
    pub(super) fn new(position: &Position, move_: Move) -> Self {
        Self {
            code: move_.code(position.players()),
            r#move: move_.to_string(),
        }
    }
}
