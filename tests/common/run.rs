//! Runs of the program, as of a person.
#![allow(dead_code)] // each test file uses a part

#[path = "contract.rs"]
pub(crate) mod contract;

use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The exit code and the output of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
    /// The name of the document that the command prints for programs.
    document: Option<&'static str>,
}

impl Run {
    pub(crate) fn of(command: Command, stdin: impl Into<Vec<u8>>) -> Self {
        Self::within(Duration::from_secs(60), command, stdin)
    }

    /// A run with a time limit.
    pub(crate) fn within(limit: Duration, command: Command, stdin: impl Into<Vec<u8>>) -> Self {
        let document = contract::document_name(command.get_args());
        let mut command = assert_cmd::Command::from_std(command);
        let command = command.timeout(limit).write_stdin(stdin);
        let output = command.output().expect("it starts and ends");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        let code = output.status.code();
        Self {
            code: code.expect("it ends by itself, within its limit"),
            out: text(output.stdout),
            err: text(output.stderr),
            document,
        }
    }

    /// Asserts the exit code, and that the program printed either a result or an error.
    #[track_caller]
    pub(crate) fn ended(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:?}");
        let is_error = [1, 2].contains(&code);
        assert_eq!(if is_error { &self.out } else { &self.err }, "");
        assert!(code != 1 || self.err.starts_with("error: "), "{self:?}");
        self
    }

    /// The JSON that the program printed, checked against the contract of the command.
    #[track_caller]
    pub(crate) fn json(&self, code: i32) -> Value {
        assert_eq!((self.code, &*self.err), (code, ""), "{}", self.out);
        if let Some(document) = self.document {
            contract::holds(document, &self.out, document);
        }
        serde_json::from_str(&self.out).expect("JSON")
    }

    pub(crate) fn printed(&self) -> String {
        format!("{}{}", self.out, self.err)
    }

    #[track_caller]
    pub(crate) fn says(&self, part: &str) -> &Self {
        assert!(self.printed().contains(part), "no {part:?}: {self:?}");
        self
    }

    #[track_caller]
    pub(crate) fn is_silent_about(&self, part: &str) -> &Self {
        assert!(!self.printed().contains(part), "{part:?}: {self:?}");
        self
    }

    /// The rest of the line that begins with a word.
    pub(crate) fn line(&self, word: &str) -> String {
        let mut rows = self.rows().into_iter();
        let row = rows.find(|row| row.split(' ').next() == Some(word));
        row.map_or_else(String::new, |row| row[word.len()..].trim().to_owned())
    }

    /// The lines, with one space between words.
    pub(crate) fn rows(&self) -> Vec<String> {
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        self.out.lines().map(words).collect()
    }
}

pub(crate) fn azulejo(words: &str) -> Run {
    azulejo_reading(words, "")
}

pub(crate) fn azulejo_reading(words: &str, stdin: impl Into<Vec<u8>>) -> Run {
    Run::of(command(words), stdin)
}

/// A command as in a shell, with double quotes around arguments with spaces.
pub(crate) fn command(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_azulejo"));
    for (index, part) in words.split('"').enumerate() {
        match index % 2 {
            0 => command.args(part.split_whitespace()),
            _ => command.arg(part),
        };
    }
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(crate) fn numbers(list: &Value) -> Vec<u64> {
    let items = list.as_array().expect("a list").iter();
    items.map(|item| item.as_u64().expect("a number")).collect()
}
