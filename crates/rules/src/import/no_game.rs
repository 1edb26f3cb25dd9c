//! The error of a text that is no game.

use super::board_game_arena::IN_PAGE;
use serde_json::Value;

/// The formats that azulejo reads, in words.
const FORMATS: &str = "azulejo reads its own records, logs and saved replays of Board Game Arena, games of ludometer and \
                    histories of OpenSpiel";

/// The error of a text that is no game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoGame {
    /// The text is in no known format.
    #[error("no game that azulejo knows: {FORMATS}")]
    Unknown,
    /// The text begins like JSON, but is invalid.
    #[error(
        "no game that azulejo knows, and no JSON from line {line}, column {column} on: {FORMATS}"
    )]
    Json {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// The text is an error message of a table service.
    #[error("no game that azulejo knows, but the refusal of a table service, {0:?}: {FORMATS}")]
    Service(String),
    /// The text is a web page without a log.
    #[error(
        "no game that azulejo knows, but a web page without the log ({IN_PAGE}) that the page of a replay has: {FORMATS}"
    )]
    Page,
}

/// The longest error message of a service in a message, in letters.
const MOST_LETTERS: usize = 200;

impl NoGame {
    /// The error of a text, with the text read as JSON.
    pub(super) fn of_text(text: &str, value: serde_json::Result<Value>) -> Self {
        let start = text.trim_start();
        if start.starts_with('<') || text.contains(IN_PAGE) {
            return Self::Page;
        }
        match value {
            Ok(value) => Self::of_value(&value),
            Err(error) if start.starts_with(['{', '[']) => Self::Json {
                line: error.line(),
                column: error.column(),
            },
            Err(_) => Self::Unknown,
        }
    }

    /// The error of a value of JSON.
    pub(super) fn of_value(value: &Value) -> Self {
        refusal(value).map_or(Self::Unknown, Self::Service)
    }
}

/// The error message of a table service that refuses a log.
fn refusal(value: &Value) -> Option<String> {
    let answer = value.as_object()?;
    let is_failure = match answer.get("status") {
        Some(Value::Number(status)) => status.as_u64() == Some(0),
        Some(Value::String(status)) => status == "0" || status == "error",
        _ => answer.contains_key("exception"),
    };
    let words = ["error", "exception", "message"].into_iter();
    let mut words = words.filter_map(|key| answer.get(key)?.as_str());
    let message = words.find(|_| is_failure)?;
    Some(message.chars().take(MOST_LETTERS).collect())
}
