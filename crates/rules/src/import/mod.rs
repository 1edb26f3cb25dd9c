//! Games of other programs, imported as [records](super::record).
//!
//! | program | games |
//! |---|---|
//! | azulejo | [records](super::record), a game a line, or one game over several lines |
//! | Board Game Arena | the log of a table, as JSON or in the saved page of its replay |
//! | ludometer | its games (`faience-game/1`), a game a line or a list |
//! | OpenSpiel | the numbers of a game's history, as they are or as OpenSpiel writes a game and its state |
//!
//! [`read`] reads a file in any of these formats, and [`games`] a text; the format follows from the contents. A text
//! may be UTF-8 or UTF-16, with or without a byte order mark. A text without a game gives [`NoGame`]. A game of another
//! program is replayed during the reading, and its tiles, walls and points are compared with the rules. The first
//! contradiction gives [`Contradiction`], with its round and its move.
//!
//! `docs/imports.md` has the facts of each format.

mod board_game_arena;
mod codes;
mod ludometer;
mod mismatch;
mod no_game;
mod read;
mod replay;
mod text;

pub use mismatch::Mismatch;
pub use no_game::NoGame;
pub use read::{Line, LineError, games, read};

use super::record::{Record, write_place};
use serde::Deserialize;
use serde_json::Value;
use std::fmt;

/// The program that wrote a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The program `azulejo`.
    Azulejo,
    /// The table service Board Game Arena.
    BoardGameArena,
    /// The project ludometer, which learns the game, with its page Faïence.
    Ludometer,
    /// The framework OpenSpiel, or any list of numbers in its format.
    OpenSpiel,
}

impl Origin {
    /// The name of the program.
    pub fn name(self) -> &'static str {
        match self {
            Self::Azulejo => "azulejo",
            Self::BoardGameArena => "Board Game Arena",
            Self::Ludometer => "ludometer",
            Self::OpenSpiel => "OpenSpiel",
        }
    }
}

/// An imported game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedGame {
    /// The game. A game of another program has been checked, and its record is complete.
    pub record: Record,
    /// The program that wrote the game.
    pub origin: Origin,
    /// The names of the players, in the order of the record; empty where the source has none.
    pub names: Vec<String>,
}

/// A game of another program with a contradiction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    /// The program that wrote the game.
    pub origin: Origin,
    /// The round, from 1; none where the contradiction is about the whole game.
    pub round: Option<usize>,
    /// The move of the round, from 1, where the contradiction is about one move.
    pub number: Option<usize>,
    /// The contradiction.
    pub mismatch: Box<Mismatch>,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_place(f, self.round, self.number)?;
        self.mismatch.fmt(f)
    }
}

impl std::error::Error for Contradiction {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(&*self.mismatch)
    }
}

/// A game, or the contradiction in it.
type Game = Result<ImportedGame, Contradiction>;

/// The fault with which a file gives no game.
#[derive(Debug)]
enum Fault {
    Contradiction(Contradiction),
    NoGame(NoGame),
}

/// The games of one text, in order.
type Games = Vec<Result<ImportedGame, Fault>>;

fn single(game: Game) -> Games {
    vec![game.map_err(Fault::Contradiction)]
}

/// The games of a text that does not have a game in each line, and that may be a value of JSON; none where the format
/// is unknown.
fn of_text(text: &str, value: Option<&Value>) -> Option<Games> {
    for value in board_game_arena::of_page(text) {
        if let Some(table) = board_game_arena::table(&value) {
            return Some(single(board_game_arena::game(&table)));
        }
    }
    match value {
        Some(value) => of_value(value),
        None => codes::of_text(text).map(single),
    }
}

/// The games of a value of JSON.
fn of_value(value: &Value) -> Option<Games> {
    if let Some(table) = board_game_arena::table(value) {
        return Some(single(board_game_arena::game(&table)));
    }
    match value {
        Value::Array(list) if list.first().is_some_and(Value::is_u64) => {
            codes::of_list(list).map(single)
        }
        Value::Array(list) => of_list(list),
        _ => match value.get("tables").and_then(Value::as_array) {
            Some(list) => of_list(list),
            None => of_object(value).map(single),
        },
    }
}

/// The games of a list; none where no part of it is a game.
fn of_list(list: &[Value]) -> Option<Games> {
    let games: Vec<Option<Games>> = list.iter().map(of_value).collect();
    games.iter().any(Option::is_some).then(|| {
        let parts = list.iter().zip(games);
        let games = parts.map(|(value, games)| {
            games.unwrap_or_else(|| vec![Err(Fault::NoGame(NoGame::of_value(value)))])
        });
        games.flatten().collect()
    })
}

fn of_object(value: &Value) -> Option<Game> {
    if ludometer::is_game(value) {
        return Some(ludometer::game(value));
    }
    let record = Record::deserialize(value).ok()?;
    Some(Ok(ImportedGame::of_record(record)))
}

impl ImportedGame {
    fn of_record(record: Record) -> Self {
        Self {
            record,
            origin: Origin::Azulejo,
            names: Vec::new(),
        }
    }
}
