//! Reads a file of games: records, a game a line, or what another program wrote.

use super::{Game, Imported, Refused, of_value, recognised};
use crate::record::{Record, RecordSyntax};
use std::io::{self, BufRead, Cursor, Read};

/// A game and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The line, from 1; of a text that holds games in another way, the number of the game.
    pub number: usize,
    /// The game.
    pub game: Imported,
}

/// A game that could not be read.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// The file itself.
    #[error("line {number}: {error}")]
    Io {
        /// The line, from 1.
        number: usize,
        /// What happened.
        #[source]
        error: io::Error,
    },
    /// More bytes than a game has.
    #[error("line {number}: longer than {} bytes", Record::MAX_BYTES)]
    TooLong {
        /// The line, from 1.
        number: usize,
    },
    /// Not a record.
    #[error("line {number}: {error}")]
    Syntax {
        /// The line, from 1.
        number: usize,
        /// What is wrong with it.
        #[source]
        error: RecordSyntax,
    },
    /// A game of another program in which something does not add up.
    #[error("{}{refused}", .number.map_or(String::new(), |number| format!("line {number}: ")))]
    Refused {
        /// The line, from 1, where the file has a game a line.
        number: Option<usize>,
        /// What it is.
        #[source]
        refused: Refused,
    },
}

impl Record {
    /// The longest line that is read, in bytes.
    const MAX_BYTES: usize = 1 << 20;
}

/// The longest text that another program wrote of its games, in bytes: a saved page with its log has some millions.
const LONGEST: u64 = 64 << 20;

/// The games of a file. After a line that cannot be read from the file or is too long there are no more.
pub fn read<R: BufRead>(mut file: R) -> impl Iterator<Item = Result<Line, LineError>> + use<R> {
    let mut head = Vec::new();
    let mut known = None;
    if !begins_with_record(&mut file, &mut head) {
        // What the file itself has to say comes again when its lines are read.
        let _ = file.by_ref().take(LONGEST).read_to_end(&mut head);
        known = std::str::from_utf8(&head).ok().and_then(recognised);
    }
    let rest = known
        .is_none()
        .then(|| lines(Cursor::new(head).chain(file)));
    let numbered = known.into_iter().flatten().enumerate();
    let known = numbered.map(|(index, game)| match game {
        Ok(game) => Ok(Line {
            number: index + 1,
            game,
        }),
        Err(refused) => Err(LineError::Refused {
            number: None,
            refused,
        }),
    });
    known.chain(rest.into_iter().flatten())
}

/// The games of a text.
///
/// # Errors
/// Those of [`read`], at the first of them.
pub fn games(text: &str) -> Result<Vec<Imported>, LineError> {
    let lines = read(text.as_bytes());
    lines.map(|line| line.map(|line| line.game)).collect()
}

/// Reads up to the first line that is not blank, and says whether that is a record.
fn begins_with_record(file: &mut impl BufRead, head: &mut Vec<u8>) -> bool {
    loop {
        let start = head.len();
        let most = Record::MAX_BYTES as u64 + 2;
        match file.by_ref().take(most).read_until(b'\n', head) {
            Ok(0) | Err(_) => return true,
            Ok(_) if head[start..].trim_ascii().is_empty() => {}
            Ok(_) => return serde_json::from_slice::<Record>(&head[start..]).is_ok(),
        }
    }
}

/// The games of a file with a game a line, one for each line that is not blank.
fn lines(mut file: impl BufRead) -> impl Iterator<Item = Result<Line, LineError>> {
    let mut number = 0;
    let mut ended = false;
    std::iter::from_fn(move || {
        while !ended {
            number += 1;
            let mut text = Vec::new();
            let most = Record::MAX_BYTES as u64 + 2; // a line's end of two bytes
            match file.by_ref().take(most).read_until(b'\n', &mut text) {
                Ok(0) => ended = true,
                Ok(_) if text.trim_ascii().is_empty() => {}
                Ok(_) if text.trim_ascii_end().len() > Record::MAX_BYTES => {
                    ended = true;
                    return Some(Err(LineError::TooLong { number }));
                }
                Ok(_) => {
                    return Some(match line(&text) {
                        Ok(Ok(game)) => Ok(Line { number, game }),
                        Ok(Err(refused)) => Err(LineError::Refused {
                            number: Some(number),
                            refused,
                        }),
                        Err(error) => Err(LineError::Syntax { number, error }),
                    });
                }
                Err(error) => {
                    ended = true;
                    return Some(Err(LineError::Io { number, error }));
                }
            }
        }
        None
    })
}

/// The game of a line.
fn line(text: &[u8]) -> Result<Game, RecordSyntax> {
    let error = match serde_json::from_slice(text) {
        Ok(record) => return Ok(Ok(Imported::ours(record))),
        Err(error) => error,
    };
    let value = serde_json::from_slice(text).ok();
    let mut games = value
        .and_then(|value| of_value(&value))
        .into_iter()
        .flatten();
    games.next().ok_or_else(|| error.into())
}
