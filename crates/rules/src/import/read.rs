//! The reader of a file of games: records, a game a line, or the format of another program.

use super::text::as_utf8;
use super::{Contradiction, Fault, Games, ImportedGame, NoGame, of_text, of_value};
use crate::record::{Record, RecordSyntax};
use std::io::{self, BufRead, Cursor, Read};

/// A game with its place in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The line, from 1; in a text that does not have a game in each line, the number of the game.
    pub number: usize,
    /// The game.
    pub game: ImportedGame,
}

/// The error of a game that could not be read.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// The file could not be read.
    #[error("line {number}: {error}")]
    Io {
        /// The line, from 1.
        number: usize,
        /// The error of the system.
        error: io::Error,
    },
    /// The line is longer than any game.
    #[error("line {number}: longer than {most} bytes")]
    TooLong {
        /// The line, from 1.
        number: usize,
        /// The limit of a line, in bytes.
        most: usize,
    },
    /// The line is no record.
    #[error("line {number}: {error}")]
    Syntax {
        /// The line, from 1.
        number: usize,
        /// The error of the record.
        error: RecordSyntax,
    },
    /// The game of another program has a contradiction.
    #[error("{}{contradiction}", in_line(*.number))]
    Contradiction {
        /// The line, from 1, where the file has a game in each line.
        number: Option<usize>,
        /// The contradiction with its place.
        contradiction: Contradiction,
    },
    /// The text is no game.
    #[error("{}{why}", in_line(*.number))]
    NoGame {
        /// The line, from 1, where the file has a game in each line.
        number: Option<usize>,
        /// The error of the text.
        why: NoGame,
    },
}

fn in_line(number: Option<usize>) -> String {
    number.map_or(String::new(), |number| format!("line {number}: "))
}

impl Record {
    /// The limit of a record's line, in bytes.
    const MAX_BYTES: usize = 1 << 20;
}

/// The limit of another program's text, in bytes: a saved page with its log has some millions.
const LONGEST: u64 = 64 << 20;

/// The games of a file. Reading ends after a line that cannot be read from the file or is too long.
pub fn read<R: BufRead>(file: R) -> impl Iterator<Item = Result<Line, LineError>> + use<R> {
    let mut games = Vec::new();
    let mut rest = None;
    match as_utf8(file, LONGEST) {
        Err(error) => games.push(Err(LineError::Io { number: 1, error })),
        Ok(mut file) => {
            let mut head = Vec::new();
            let most = if begins_with_record(&mut file, &mut head) {
                Some(Record::MAX_BYTES)
            } else {
                // An error of the file comes again with its lines.
                let _ = file.by_ref().take(LONGEST).read_to_end(&mut head);
                match whole_text(&head) {
                    Some(text_games) => {
                        games = text_games;
                        None
                    }
                    None => Some(LONGEST as usize),
                }
            };
            rest = most.map(|most| lines(Cursor::new(head).chain(file), most));
        }
    }
    games.into_iter().chain(rest.into_iter().flatten())
}

/// The games of a text, if all can be read.
///
/// # Errors
/// The first error of [`read`].
pub fn games(text: &str) -> Result<Vec<ImportedGame>, LineError> {
    let lines = read(text.as_bytes());
    lines.map(|line| line.map(|line| line.game)).collect()
}

/// Reads up to the first line that is not blank. Returns whether the line is a record, or all lines are blank.
fn begins_with_record(file: &mut impl BufRead, head: &mut Vec<u8>) -> bool {
    while head.len() <= Record::MAX_BYTES {
        let start = head.len();
        let most = Record::MAX_BYTES as u64 + 2;
        match file.by_ref().take(most).read_until(b'\n', head) {
            Ok(0) | Err(_) => return true,
            Ok(_) if head[start..].trim_ascii().is_empty() => {}
            Ok(_) => return serde_json::from_slice::<Record>(&head[start..]).is_ok(),
        }
    }
    false
}

/// The games of a text that does not begin with a record; none where the text has a game in each line.
fn whole_text(bytes: &[u8]) -> Option<Vec<Result<Line, LineError>>> {
    let none = |why| Some(vec![Err(LineError::NoGame { number: None, why })]);
    let Ok(text) = std::str::from_utf8(bytes) else {
        return none(NoGame::Unknown);
    };
    let value = serde_json::from_str(text);
    if let Some(games) = of_text(text, value.as_ref().ok()) {
        let games = games.into_iter().zip(1..);
        let games = games.map(|(game, number)| match game {
            Ok(game) => Ok(Line { number, game }),
            Err(fault) => Err(LineError::of(None, fault)),
        });
        return Some(games.collect());
    }
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    match value {
        Err(_)
            if bytes.len() as u64 == LONGEST || lines.by_ref().take(SAMPLE_LINES).any(has_game) =>
        {
            None
        }
        // A spoilt record: its fault.
        Ok(value) if value.get("rounds").is_some() => {
            let error = Record::from_json(text).err()?;
            Some(vec![Err(LineError::Syntax { number: 1, error })])
        }
        value => none(NoGame::of_text(text, value)),
    }
}

/// The number of lines that decide the format of a text.
const SAMPLE_LINES: usize = 1000;

fn has_game(text: &str) -> bool {
    let is_game = |game| !matches!(game, Err(Fault::NoGame(_)));
    line(text.as_bytes()).is_ok_and(|games| games.into_iter().any(is_game))
}

impl LineError {
    fn of(number: Option<usize>, fault: Fault) -> Self {
        match fault {
            Fault::Contradiction(contradiction) => Self::Contradiction {
                number,
                contradiction,
            },
            Fault::NoGame(why) => Self::NoGame { number, why },
        }
    }
}

/// The games of a file with a game in each line of at most `most` bytes, one for each line that is not blank.
fn lines(mut file: impl BufRead, most: usize) -> impl Iterator<Item = Result<Line, LineError>> {
    let mut number = 0;
    let mut is_finished = false;
    let lists = std::iter::from_fn(move || {
        while !is_finished {
            number += 1;
            let mut text = Vec::new();
            let take = most as u64 + 2; // a line's end of two bytes
            match file.by_ref().take(take).read_until(b'\n', &mut text) {
                Ok(0) => is_finished = true,
                Ok(_) if text.trim_ascii().is_empty() => {}
                Ok(_) if text.trim_ascii_end().len() > most => {
                    is_finished = true;
                    return Some(vec![Err(LineError::TooLong { number, most })]);
                }
                Ok(_) => {
                    return Some(match line(&text) {
                        Ok(games) => games
                            .into_iter()
                            .map(|game| match game {
                                Ok(game) => Ok(Line { number, game }),
                                Err(fault) => Err(LineError::of(Some(number), fault)),
                            })
                            .collect(),
                        Err(error) => vec![Err(LineError::Syntax { number, error })],
                    });
                }
                Err(error) => {
                    is_finished = true;
                    return Some(vec![Err(LineError::Io { number, error })]);
                }
            }
        }
        None
    });
    lists.flatten()
}

/// The games of a line.
fn line(text: &[u8]) -> Result<Games, RecordSyntax> {
    let error = match Record::from_slice(text) {
        Ok(record) => return Ok(vec![Ok(ImportedGame::of_record(record))]),
        Err(error) => error,
    };
    let Ok(value) = serde_json::from_slice(text) else {
        return Err(error);
    };
    match (of_value(&value), NoGame::of_value(&value)) {
        (Some(games), _) => Ok(games),
        (None, why @ NoGame::Service(_)) => Ok(vec![Err(Fault::NoGame(why))]),
        (None, _) => Err(error),
    }
}
