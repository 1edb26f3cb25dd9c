//! Records of games: JSON Lines, a game a line.
//!
//! ```json
//! {"players": 2, "first": 0,
//!  "rounds": [{"deal": [[0,0,2,3], …], "moves": [17, …], "legal": [84, …], "scores": [3,5], "walls": [33554431, …]}, …],
//!  "bonus": [7,2], "final": [45,52], "winners": [1]}
//! ```
//!
//! | key | meaning |
//! |---|---|
//! | `players`, `first` | 2–4; the player, from 0, who begins |
//! | `deal` | the colour indices of each factory's tiles, in any order; fewer than four where tiles ran out |
//! | `moves` | the [codes](super::Move::code) of the moves |
//! | `legal` | the number of legal moves before each move |
//! | `scores`, `walls` | after the round, by player; a wall has bit `5·row + column` for a tile |
//! | `bonus`, `final`, `winners` | end bonuses and final scores by player, and who shares the victory |
//!
//! `legal`, `scores`, `walls`, `bonus`, `final` and `winners` may be missing. A game may stop in the middle: its last round
//! then has no `scores` and `walls`, and the game has no `bonus`, `final` and `winners`.
//!
//! [`Record::from_json`] reads a record, and [`Record::check`] replays it and finds the first false statement:
//!
//! ```
//! use azulejo_rules::record::Record;
//! let line = r#"{"players": 2, "first": 1, "rounds": [
//!     {"deal": [[0,0,0,0], [1,1,2,2], [3,3,4,4], [0,1,2,3], [4,4,4,4]], "moves": [3, 36, 150], "legal": [60, 54, 61]}]}"#;
//! let error = Record::from_json(line)?.check().expect_err("the centre has no blue tiles");
//! assert_eq!(error.round, Some(1));
//! assert_eq!(error.number, Some(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod falsehood;

pub use check::{Event, Step};
pub(crate) use falsehood::write_place;
pub use falsehood::{False, Statement};

use super::{Deal, Move, Players};
use serde::{Deserialize, Serialize};

/// The record of a game. Its statements may be false until it is [checked](Record::check).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The number of players.
    pub players: Players,
    /// The player, from 0, who begins.
    pub first: u64,
    /// The rounds, the last of which may be unfinished.
    pub rounds: Vec<Round>,
    /// The end bonus of each player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bonus: Option<Vec<u64>>,
    /// The final score of each player.
    #[serde(default, rename = "final", skip_serializing_if = "Option::is_none")]
    pub finals: Option<Vec<u64>>,
    /// The players who share the victory, in any order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winners: Option<Vec<u64>>,
}

/// A round of a [`Record`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// The colour indices of the tiles of each factory.
    pub deal: Vec<Vec<u64>>,
    /// The codes of the moves.
    pub moves: Vec<u64>,
    /// The number of legal moves before each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<u64>>,
    /// The scores after the round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<u64>>,
    /// The walls after the round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walls: Option<Vec<u64>>,
}

/// The error of a line that is no record.
#[derive(Debug, thiserror::Error)]
#[error("not a record: {0}")]
pub struct RecordSyntax(serde_json::Error);

impl Record {
    /// The record of a game that has not begun.
    pub fn new(players: Players, first: usize) -> Self {
        Self {
            players,
            first: first as u64,
            rounds: Vec::new(),
            bonus: None,
            finals: None,
            winners: None,
        }
    }

    /// Appends a round with its deal.
    pub fn push_deal(&mut self, deal: &Deal) {
        let factories = deal.factories().iter();
        let indices =
            factories.map(|tiles| tiles.iter().map(|colour| colour.index() as u64).collect());
        self.rounds.push(Round {
            deal: indices.collect(),
            moves: Vec::new(),
            legal: None,
            scores: None,
            walls: None,
        });
    }

    /// Appends a move to the last round.
    ///
    /// # Panics
    /// Before the first deal, or when the game does not have the move's factory.
    pub fn push_move(&mut self, taken: Move) {
        let code = taken.code(self.players).expect("a move of this game");
        let round = self.rounds.last_mut().expect("a deal comes before a move");
        round.moves.push(u64::from(code));
    }

    /// Reads a record from one JSON text.
    ///
    /// # Errors
    /// When the text is not JSON, a key is missing, unknown or double, or a value has another type.
    pub fn from_json(text: &str) -> Result<Self, RecordSyntax> {
        Self::from_slice(text.as_bytes())
    }

    /// Reads a record from the bytes of one JSON text.
    pub(crate) fn from_slice(text: &[u8]) -> Result<Self, RecordSyntax> {
        serde_json::from_slice(text).map_err(RecordSyntax)
    }

    /// The record as one line of JSON, without a line break.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("numbers and lists can be written")
    }
}
