//! LP files, read literally, or refused with the line and the reason.
//!
//! The reader of HiGHS is not used: it reads some files as another program without an error. Of a name that
//! stands twice in the objective it keeps the last coefficient, it drops a constant of a row, all after a `;`, and an objective
//! after a word that it does not know; a binary column may have any upper bound. The crate `lp_parser_rs` drops the first of two
//! rows with one name, and cannot say where a file has a letter that it does not know.

mod columns;
mod parser;
mod tokens;

use super::Linear;

/// The reason why a file is not read, with its line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct Fault {
    /// The number of the line, from 1.
    pub line: usize,
    /// The reason.
    pub message: String,
}

pub(super) fn fault(line: usize, message: impl Into<String>) -> Fault {
    let message = message.into();
    Fault { line, message }
}

/// The program of an LP file.
pub(super) fn read(text: &str) -> Result<Linear, Fault> {
    let words = tokens::words(text)?;
    parser::parse(words)
}

#[cfg(test)]
mod tests;
