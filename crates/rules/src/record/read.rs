//! Reads a file of records, a line at a time.

use super::{Record, RecordSyntax};
use std::io::{self, BufRead, Read};

/// A record and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The line, from 1.
    pub number: usize,
    /// Its record.
    pub record: Record,
}

/// A line that could not be read.
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
}

impl Record {
    /// The longest line that is read, in bytes.
    const MAX_BYTES: usize = 1 << 20;
}

/// The records of a file, one for each line that is not blank. After a line that cannot be read from the file or is too
/// long there are no more.
pub fn read(mut file: impl BufRead) -> impl Iterator<Item = Result<Line, LineError>> {
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
                    let record = serde_json::from_slice(&text).map_err(RecordSyntax::from);
                    return Some(match record {
                        Ok(record) => Ok(Line { number, record }),
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
