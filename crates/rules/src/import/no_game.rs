//! Why a text is no game.

use super::board_game_arena::IN_PAGE;
use serde_json::Value;

/// What is read, in words.
const READ: &str = "azulejo reads its own records, logs and saved replays of Board Game Arena, games of ludometer and \
                    histories of OpenSpiel";

/// Why a text is no game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoGame {
    /// Nothing of any format is in it.
    #[error("no game that azulejo knows: {READ}")]
    Unknown,
    /// It begins like JSON, and is none.
    #[error("no game that azulejo knows, and no JSON from line {line}, column {column} on: {READ}")]
    Json {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// A table service answered something else.
    #[error("no game that azulejo knows, but the refusal of a table service, {0:?}: {READ}")]
    Service(String),
    /// A page of a browser.
    #[error(
        "no game that azulejo knows, but a web page without the log ({IN_PAGE}) that the page of a replay has: {READ}"
    )]
    Page,
}

/// The longest answer of a service that is told, in letters.
const TOLD: usize = 200;

impl NoGame {
    /// Why a text is none, and what it is as JSON.
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

    /// Why a value of JSON is none.
    pub(super) fn of_value(value: &Value) -> Self {
        refusal(value).map_or(Self::Unknown, Self::Service)
    }
}

/// What a table service says when it gives no log.
fn refusal(value: &Value) -> Option<String> {
    let answer = value.as_object()?;
    let failed = match answer.get("status") {
        Some(Value::Number(status)) => status.as_u64() == Some(0),
        Some(Value::String(status)) => status == "0" || status == "error",
        _ => answer.contains_key("exception"),
    };
    let words = ["error", "exception", "message"].into_iter();
    let mut words = words.filter_map(|key| answer.get(key)?.as_str());
    let said = words.find(|_| failed)?;
    Some(said.chars().take(TOLD).collect())
}
