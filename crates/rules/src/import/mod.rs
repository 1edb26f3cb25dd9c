//! Games that other programs wrote down, as [records](super::record).
//!
//! | who wrote it | what is read |
//! |---|---|
//! | azulejo | [records](super::record), a game a line, or one game over several lines |
//! | Board Game Arena | the log of a table, as JSON or in the saved page of its replay |
//! | ludometer | its games (`faience-game/1`), a game a line or a list |
//! | OpenSpiel | the numbers of a game's history, as they are or as OpenSpiel writes a game and its state |
//!
//! [`read`] reads a file of any of them and [`games`] a text; which it is follows from what it holds. A game of another
//! program is played while it is read, and whatever it says of tiles, walls and points is compared with the rules. The first
//! thing that does not add up is [`Refused`], with its round and its move.
//!
//! `docs/imports.md` has the facts of each format.

mod board_game_arena;
mod codes;
mod ludometer;
mod mismatch;
mod read;
mod replayed;

pub use mismatch::Mismatch;
pub use read::{Line, LineError, games, read};

use super::record::{Record, write_place};
use serde_json::Value;
use std::fmt;

/// Which program wrote a game down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// This one.
    Azulejo,
    /// The table service.
    BoardGameArena,
    /// A project that learns the game, and its page Faïence.
    Ludometer,
    /// The framework, or any list of the numbers that it writes.
    OpenSpiel,
}

impl Origin {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Azulejo => "azulejo",
            Self::BoardGameArena => "Board Game Arena",
            Self::Ludometer => "ludometer",
            Self::OpenSpiel => "OpenSpiel",
        }
    }
}

/// A game that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// The game. One of another program is true, and has everything that a record can say.
    pub record: Record,
    /// Who wrote it down.
    pub origin: Origin,
    /// What the players are called, in the order of the record; empty where nobody says it.
    pub names: Vec<String>,
}

/// A game of another program in which something does not add up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// Who wrote it down.
    pub origin: Origin,
    /// The round, from 1; none where it is about the whole game.
    pub round: Option<usize>,
    /// The move of the round, from 1, where it is about one.
    pub number: Option<usize>,
    /// What it is.
    pub mismatch: Mismatch,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_place(f, self.round, self.number)?;
        self.mismatch.fmt(f)
    }
}

impl std::error::Error for Refused {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(&self.mismatch)
    }
}

/// A game, or why it is none.
type Game = Result<Imported, Refused>;

/// The games of a text that is not a file of records, a game a line; none where nobody is known to write so.
fn recognised(text: &str) -> Option<Vec<Game>> {
    if let Some(log) = board_game_arena::of_page(text) {
        return Some(vec![board_game_arena::game(&log)]);
    }
    match serde_json::from_str(text) {
        Ok(value) => of_value(&value),
        Err(_) => codes::of_text(text).map(|game| vec![game]),
    }
}

/// The games of a value of JSON.
fn of_value(value: &Value) -> Option<Vec<Game>> {
    if let Some(log) = board_game_arena::packets(value) {
        return Some(vec![board_game_arena::game(log)]);
    }
    match value {
        Value::Array(list) if list.first().is_some_and(Value::is_u64) => {
            Some(vec![codes::of_list(list)?])
        }
        Value::Array(list) if !list.is_empty() => list.iter().map(of_object).collect(),
        _ => Some(vec![of_object(value)?]),
    }
}

fn of_object(value: &Value) -> Option<Game> {
    if ludometer::is_game(value) {
        return Some(ludometer::game(value));
    }
    let record = serde_json::from_value(value.clone()).ok()?;
    Some(Ok(Imported::ours(record)))
}

impl Imported {
    fn ours(record: Record) -> Self {
        Self {
            record,
            origin: Origin::Azulejo,
            names: Vec::new(),
        }
    }
}
